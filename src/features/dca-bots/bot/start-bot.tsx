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
      words={plainStart(bot) ?? 'The service does not say when it opens deals.'}
    />
  ),
  placed: ({ intent }) => intent && <AlertSecret intent={intent.id} />,
  reading: () => ({
    at: undefined,
    words: 'Its page is read again automatically and shows whether it runs.',
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
    leave: 'Do not start a deal',
    done: 'Opened at',
    accepted: 'The service has opened a deal.',
    refused: 'No deal was opened.',
    unknown: 'A deal may have been opened.',
    asked: 'start a deal',
  }),
  review: ({ of: { bot } }) => (
    <StartReview
      bot={bot}
      words="The base order is placed at once. Safety orders and exits follow once it is filled."
    />
  ),
  reading: () => ({
    at: undefined,
    words:
      'Check its deals and events before you send it again: each request can open one more deal.',
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
