import { type DcaBot, startDcaBot } from '#contract/dca-bots.ts'
import { writeAction } from '#forms/write-action.tsx'
import { can } from '#trading/allowed.ts'
import { FactList, type Facts, money } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { AlertText } from '../alert-text.tsx'
import { BotStatus } from '../bot-status.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { pairWords, placeOf, plainStart, profitCurrencyOf } from '../words.ts'

export type BotToWrite = { botId: string; bot: DcaBot }

export const accountOf = ({ bot }: BotToWrite): string =>
  [placeOf(bot), pairWords(bot)].filter(Boolean).join(' · ')

export const startBot = writeAction(startDcaBot, {
  label: 'Start bot',
  request: ({ botId }: BotToWrite) => ({ params: { id: botId } }),
  obstacle: ({ bot }) => can.startDcaBot(bot),
  account: ({ of }) => accountOf(of),
  title: ({ of: { bot } }) => `Start bot: ${bot.name}`,
  words: ({ of: { bot } }) => ({
    deed: plainStart(bot),
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
  placed: ({ intent, answer }) => (
    <>
      {intent && <AlertText intent={intent.id} bot={answer} />}
      {answer && <BotReceipt bot={answer} />}
    </>
  ),
  next: () => ({ hint: 'Its deals and orders appear on this page as they happen.' }),
  reading: () => ({
    words: 'Its page is read again automatically and shows whether it runs.',
  }),
})

/** What the answer to a write says of the bot. */
export const BotReceipt = ({ bot }: { bot: DcaBot }) => (
  <SheetSection title="As the service returned it">
    <FactList isLined of={receiptFacts(bot)} />
  </SheetSection>
)

export const receiptFacts = (bot: DcaBot): Facts => ({
  State: <BotStatus status={bot.status} />,
  'Open deals': `${bot.active_trades} of ${bot.max_active_trades}`,
  'Total profit': money(bot.total_profit, bot.total_profit_currency, {
    signed: true,
    currency: profitCurrencyOf(bot),
  }),
})

export const StartReview = ({ bot, words }: { bot: DcaBot; words: string }) => (
  <>
    <SheetSection title="What happens">
      <p>{words}</p>
    </SheetSection>
    <FundsAndFree bot={bot} />
  </>
)
