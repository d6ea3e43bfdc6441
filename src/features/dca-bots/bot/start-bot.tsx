import { type DcaBot, startDcaBot, startDeal } from '#contract/dca-bots.ts'
import { writeAction } from '#forms/write-action.tsx'
import { can } from '#trading/allowed.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { AlertSecret } from '../dca-settings.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { plainStart } from '../words.ts'

export type BotToWrite = { botId: string; bot: DcaBot }

export const accountOf = ({ bot }: BotToWrite): string =>
  [bot.exchange, bot.pair].filter(Boolean).join(' · ')

export const startBot = writeAction(startDcaBot, {
  label: 'Start bot',
  request: ({ botId }: BotToWrite) => ({ params: { id: botId } }),
  obstacle: ({ bot }) => can.startDcaBot(bot),
  account: ({ of }) => accountOf(of),
  title: ({ of: { bot } }) => `Start bot: ${bot.name}`,
  words: () => ({
    act: 'Start bot',
    leave: 'Leave it stopped',
    done: 'Started at',
    accepted: 'The service has started it.',
    refused: 'The bot was not started.',
    unknown: 'It may be running.',
    asked: 'start the bot',
  }),
  review: ({ of: { bot } }) => (
    <StartReview
      bot={bot}
      words={plainStart(bot) ?? 'When it opens deals, the service does not tell.'}
    />
  ),
  placed: ({ intent }) => intent && <AlertSecret intent={intent.id} />,
  reading: () => ({
    at: undefined,
    words: 'Its page is read again by itself and shows whether it runs.',
  }),
})

export const openDeal = writeAction(startDeal, {
  label: 'Start a deal',
  request: ({ botId }: BotToWrite) => ({ params: { id: botId } }),
  obstacle: ({ bot }) => can.startDeal(bot),
  account: ({ of }) => accountOf(of),
  title: ({ of: { bot } }) => `Start a deal: ${bot.name}`,
  words: () => ({
    act: 'Start a deal',
    leave: 'Open no deal',
    done: 'Opened at',
    accepted: 'The service has opened a deal.',
    refused: 'No deal was opened.',
    unknown: 'A deal may have been opened.',
    asked: 'start a deal',
  }),
  review: ({ of: { bot } }) => (
    <StartReview
      bot={bot}
      words="Its base order is placed at once, its safety orders and exits after it has been filled."
    />
  ),
  reading: () => ({
    at: undefined,
    words: 'Look at its deals and events before you ask again: once more would be one more deal.',
  }),
})

const StartReview = ({ bot, words }: { bot: DcaBot; words: string }) => (
  <>
    <SheetSection title="What happens">
      <p>{words}</p>
    </SheetSection>
    <FundsAndFree bot={bot} />
  </>
)
