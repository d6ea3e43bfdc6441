import { Link } from '@tanstack/react-router'

import { type DcaBot, type DealsAtStop, stopDcaBot } from '#contract/dca-bots.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { plural } from '#money/words.ts'
import { can } from '#trading/allowed.ts'
import { FactList, money } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { exposureOf } from '../funds-and-free.tsx'
import { accountOf, BotReceipt } from './start-bot.tsx'

/** `bot` is undefined for one that could not be read: it may well run. */
type BotToStop = { botId: string; bot: DcaBot | undefined }

/** Stopping a bot, and what becomes of its open deals. */
export const stopBot = writeAction(stopDcaBot, {
  label: 'Stop bot',
  choices: ['leave', 'close'],
  request: ({ botId }: BotToStop, deals) => ({ params: { id: botId }, body: { deals } }),
  // What else has stopped it may have left its deals open.
  obstacle: ({ bot }, deals) => (closesDeals(bot, deals) ? undefined : bot && can.stopDcaBot(bot)),
  account: ({ of: { botId, bot } }) => (bot ? accountOf({ botId, bot }) : `Bot ${botId}`),
  title: ({ of: { bot }, answer }) => `${answer ? 'Stopped' : 'Stop'} ${bot?.name ?? 'DCA bot'}`,
  words: ({ of: { bot }, choice: deals, answer }) => ({
    deed: stoppedWords(deals, answer?.active_trades),
    act: closesDeals(bot, deals) ? `Stop bot, close ${dealCount(bot?.active_trades)}` : 'Stop bot',
    anyway: 'Stop anyway',
    leave: 'Keep running',
    done: 'Stopped at',
    accepted: 'The service has stopped it.',
    refused: 'The bot was not stopped.',
    unknown: 'It may be stopped.',
    asked: deals === 'close' ? 'stop the bot and close its deals' : 'stop the bot',
  }),
  review: ({ of: { bot }, choice, choose }) => (
    <>
      <SheetSection title="What happens">
        <p>The bot opens no more deals. You can start it again from its page.</p>
      </SheetSection>
      <SheetSection title="Open deals">
        <Segmented
          label="Open deals"
          size="tall"
          value={choice}
          options={DEALS}
          onChange={choose}
        />
        <p className="pt-2">{dealWords(choice, bot?.active_trades)}</p>
        <FactList
          isTight
          className="pt-1"
          unknown="Its settings or its open deals are unknown."
          of={{
            'Deals open': bot?.active_trades ?? 'not given by the service',
            'In use, maximum': money(bot && exposureOf(bot)?.now, bot?.quote_currency),
          }}
        />
      </SheetSection>
      {closesDeals(bot, choice) && (
        <Note tone="caution" className="mt-1.5 mb-2.5">
          Market orders fill at the best price available. This cannot be undone.
        </Note>
      )}
    </>
  ),
  placed: ({ answer }) => answer && <BotReceipt bot={answer} />,
  next: () => ({
    link: (
      <Link to="/history" className={NEXT_LINK}>
        See its orders in History
      </Link>
    ),
  }),
  reading({ of: { bot }, choice: deals }) {
    if (bot?.status !== 'stopped') {
      return {
        words: 'Its page is read again automatically and shows whether it runs.',
      }
    }
    const words = 'Read again: the bot is stopped.'
    return closesDeals(bot, deals)
      ? { words: `${words} Deals open: ${bot.active_trades}.` }
      : { words, isDone: 'The bot is stopped.' }
  },
  again: ({ of: { bot }, choice: deals }) => ({
    label: 'Send stop again (safe)',
    next: closesDeals(bot, deals)
      ? 'Sending it again is safe: it closes what is still open, and nothing twice.'
      : 'Sending it again is safe: stopping a bot that is stopped changes nothing.',
  }),
})

const DEALS: { value: DealsAtStop; label: string }[] = [
  { value: 'leave', label: 'Leave open deals' },
  { value: 'close', label: 'Close at market' },
]

const closesDeals = (bot: DcaBot | undefined, deals: DealsAtStop): boolean =>
  deals === 'close' && bot?.active_trades !== 0

const dealCount = (open: number | undefined): string =>
  open === undefined ? 'its deals' : plural(open, 'deal')

/** What the stop has done, by the count of open deals that the service returned. */
function stoppedWords(deals: DealsAtStop, open: number | undefined): string {
  if (open === undefined) return 'It opens no more deals.'
  if (open === 0) return 'It opens no more deals, and none is open.'
  return deals === 'close'
    ? `It opens no more deals. Still being closed: ${dealCount(open)}.`
    : `It opens no more deals. Left open with their exits: ${dealCount(open)}.`
}

/** What becomes of the open deals, as sentences. */
function dealWords(deals: DealsAtStop, open: number | undefined): string {
  if (open === 0) return 'No deal is open.'
  return deals === 'close'
    ? 'Every open deal is closed at the market at once, and its orders are cancelled.'
    : 'Open deals go on: their safety orders, targets and stops stay in place.'
}
