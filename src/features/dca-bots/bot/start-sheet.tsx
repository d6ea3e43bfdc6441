import { type DcaBot, startDcaBot, startDeal } from '#contract/dca-bots.ts'
import type { Read } from '#contract/read.ts'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { usePrepared } from '#query/use-sending.ts'
import { can } from '#trading/allowed.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { AlertSecret } from '../alert-secret.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { plainStart } from '../words.ts'

/** What can be begun at a bot: the bot itself, or one deal of it. */
export const START_ACTIONS = {
  bot: { endpoint: startDcaBot, label: 'Start bot', obstacle: can.startDcaBot },
  deal: { endpoint: startDeal, label: 'Start a deal', obstacle: can.startDeal },
} as const
export type Beginning = keyof typeof START_ACTIONS

const WORDS = {
  bot: {
    leave: 'Leave it stopped',
    done: 'Started at',
    accepted: 'The service has started it.',
    refused: 'The bot was not started.',
    unknown: 'It may be running.',
    asked: 'start the bot',
  },
  deal: {
    leave: 'Open no deal',
    done: 'Opened at',
    accepted: 'The service has opened a deal.',
    refused: 'No deal was opened.',
    unknown: 'A deal may have been opened.',
    asked: 'start a deal',
  },
} as const

const NEXT = {
  bot: 'Its page is read again by itself and shows whether it runs.',
  deal: 'Look at its deals and events before you ask again: once more would be one more deal.',
} as const

type BeginSheetProps = { what: Beginning; botId: string; bot: Read<DcaBot>; onClose: () => void }

/** Starting a bot or one deal of it: what that does, what it takes, and what became of it. */
export function BeginSheet({ what, botId, bot, onClose }: BeginSheetProps) {
  const { endpoint, label, obstacle } = START_ACTIONS[what]
  const prepared = usePrepared(endpoint, { params: { id: botId } })
  const write = useWrite({ prepared, obstacle: obstacle(bot) })
  return (
    <WriteSheet
      write={write}
      width="stop"
      account={[bot.exchange, bot.pair].filter(Boolean).join(' · ')}
      title={`${label}: ${bot.name ?? 'DCA bot'}`}
      words={{ act: label, ...WORDS[what] }}
      review={
        <>
          <SheetSection title="What happens">
            <p>
              {what === 'bot'
                ? (plainStart(bot) ?? 'When it opens deals, the service does not tell.')
                : 'Its base order is placed at once, its safety orders and exits after it has been filled.'}
            </p>
          </SheetSection>
          <FundsAndFree bot={bot} />
        </>
      }
      placed={write.intent && <AlertSecret intent={write.intent.id} />}
      reading={{ at: undefined, words: NEXT[what] }}
      onClose={onClose}
    />
  )
}
