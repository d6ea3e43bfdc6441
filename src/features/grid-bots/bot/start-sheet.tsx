import { useQuery } from '@tanstack/react-query'

import { type GridBot, startGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { accountOf } from '#market/names.tsx'
import { useService } from '#query/service.tsx'
import { usePrepared } from '#query/use-sending.ts'
import { can } from '#trading/allowed.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { requiredBalancesOf } from '../queries.ts'
import { FundsNeeded } from './funds-needed.tsx'
import { needsMoved } from './required-funds.ts'

type StartSheetProps = { botId: Id; bot: Read<GridBot>; onClose: () => void }

/** Starting a stopped bot again: what it does first, what it needs, and what became of it. */
export function StartSheet({ botId, bot, onClose }: StartSheetProps) {
  const { clock } = useService()
  const prepared = usePrepared(startGridBot, { params: { id: botId } })
  const funds = useQuery({
    ...requiredBalancesOf(botId),
    enabled: can.readRequiredBalances(bot) === undefined,
  })
  const write = useWrite({
    prepared,
    obstacle: can.startGridBot(bot),
    figures: {
      now: funds.data,
      readAt: funds.data && funds.dataUpdatedAt + (clock.offset() ?? 0),
      readAgain: async () => (await funds.refetch({ throwOnError: true })).data,
    },
    whatMoved: (reviewed, now) => reviewed && now && needsMoved(reviewed, now),
  })
  const name = bot.name ?? `grid bot ${botId}`
  return (
    <WriteSheet
      write={write}
      width="stop"
      account={accountOf(bot)}
      title={write.intent?.outcome.kind === 'placed' ? `Started ${name}` : `Start ${name}`}
      subject={`Bot ${botId}.`}
      words={{
        act: 'Start bot',
        leave: 'Leave it stopped',
        done: 'Started at',
        accepted: 'The service has started it.',
        refused: 'The bot was not started.',
        unknown: 'It may be running.',
        asked: `start bot ${botId}`,
      }}
      review={
        <>
          <SheetSection title="What happens">
            <p>
              Its lines are set anew around the price of that moment. What it lacks to sell is
              bought first, then its orders are placed.
            </p>
          </SheetSection>
          <FundsNeeded botId={botId} bot={bot} />
        </>
      }
      reading={{
        at: undefined,
        words:
          bot.is_enabled === true
            ? 'Read again: it is running.'
            : 'Its page is read again by itself and shows whether it runs.',
      }}
      onClose={onClose}
    />
  )
}
