import { Link } from '@tanstack/react-router'

import { type DcaBot, type DealsAtStop, stopDcaBot } from '#contract/dca-bots.ts'
import { becomes, type EffectRow } from '#forms/effect.tsx'
import { useBefore } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { plural } from '#money/format.ts'
import { can } from '#trading/allowed.ts'
import { money } from '#ui/facts.tsx'
import { optionsOf } from '#ui/options.ts'
import { Segmented } from '#ui/segmented.tsx'

import { BotStatus } from '../bot-status.tsx'
import { OpenDealPicture } from '../deal-picture.tsx'
import { DealsWorth, openWorth } from '../deal-worth.tsx'
import { exposureOf } from '../funds-and-free.tsx'
import { accountOf, profitOf } from './start-bot.tsx'

/** `bot` is `undefined` if unreadable: it may be running. */
type BotToStop = { botId: string; bot: DcaBot | undefined }

export const stopBot = writeAction(stopDcaBot, {
  label: 'Stop bot',
  choices: ['leave', 'close'],
  request: ({ botId }: BotToStop, deals) => ({ params: { id: botId }, body: { deals } }),
  // A bot stopped by other means may have left its deals open.
  obstacle: ({ bot }, deals) => (closesDeals(bot, deals) ? undefined : bot && can.stopDcaBot(bot)),
  useFacts: ({ of: { bot }, intent }) => ({ before: useBefore(bot, intent) }),
  account: ({ of: { botId, bot } }) => (bot ? accountOf({ botId, bot }) : `Bot ${botId}`),
  title: ({ of: { bot }, answer }) => `${answer ? 'Stopped' : 'Stop'} ${bot?.name ?? 'DCA bot'}`,
  words: ({ of: { bot }, choice: deals }) => ({
    act: closesDeals(bot, deals) ? `Stop bot, close ${dealCount(bot?.active_trades)}` : 'Stop bot',
    anyway: 'Stop anyway',
    leave: 'Keep running',
    done: 'Stopped at',
    refused: 'The bot was not stopped.',
    unknown: 'It may be stopped.',
    asked: deals === 'close' ? 'stop the bot and close its deals' : 'stop the bot',
  }),
  review: ({ of: { bot }, choice: deals }) => ({
    sentence: <Plan bot={bot} deals={deals} />,
    rows: bot && [
      ['State', <BotStatus key="now" status={bot.status} />, 'Stopped'],
      becomes('Open deals', bot.active_trades, deals === 'close' ? 0 : bot.active_trades, String),
      ...worthRows(bot),
      ['Maximum of the open deals', money(exposureOf(bot)?.now, bot.quote_currency)],
      ['Realised profit', profitOf(bot)],
    ],
    note: closesDeals(bot, deals)
      ? 'Market orders fill at the best price available. This cannot be undone.'
      : `Opens no more deals. ${bot?.active_trades === 0 ? '' : 'Open deals keep their safety orders, targets and stops. '}You can start it again from its page.`,
    isCaution: closesDeals(bot, deals),
    unknown: 'Its settings or its open deals are unknown.',
  }),
  controls: ({ choice, choose }) => (
    <div className="pb-2">
      <Segmented
        label="Open deals"
        isFull
        size="tall"
        value={choice}
        options={DEALS}
        onChange={choose}
      />
    </div>
  ),
  done: ({ facts: { before }, choice: deals, answer }) => ({
    sentence: answer ? (
      <>
        {answer.active_trades === 0 ? (
          'It opens no more deals, and none is open.'
        ) : (
          <>
            It opens no more deals.{' '}
            {deals === 'close' ? 'Still being closed: ' : 'Left open with their exits: '}
            <DealsWorth bot={answer} />.
          </>
        )}
      </>
    ) : (
      'It opens no more deals.'
    ),
    rows: answer && stoppedRows(before, answer),
  }),
  picture: ({ of: { bot }, answer }) => <OpenDealPicture bot={answer ?? bot} />,
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

const DEALS = optionsOf<DealsAtStop>({ leave: 'Leave open deals', close: 'Close at market' })

const closesDeals = (bot: DcaBot | undefined, deals: DealsAtStop): boolean =>
  deals === 'close' && bot?.active_trades !== 0

const dealCount = (open: number | undefined): string =>
  open === undefined ? 'its deals' : plural(open, 'deal')

function Plan({ bot, deals }: { bot: DcaBot | undefined; deals: DealsAtStop }) {
  if (!bot) return 'Stops the bot. Its open deals are unknown.'
  if (bot.active_trades === 0) return 'Stops the bot. No deal is open.'
  return (
    <>
      {deals === 'close' ? 'Closes' : 'Leaves open'} <DealsWorth bot={bot} />.
    </>
  )
}

function worthRows(now: DcaBot, before: DcaBot = now): EffectRow[] {
  if (now.active_trades + before.active_trades === 0) return []
  const [was, is] = [openWorth(before), openWorth(now)]
  const { quote_currency: quote } = now
  return [
    becomes('Value of the open deals', was.value, is.value, (value) =>
      money(value, quote, { reason: is.reason }),
    ),
    becomes('Open result', was.result, is.result, (value) =>
      money(value, quote, { reason: is.reason, signed: true }),
    ),
  ]
}

export const stoppedRows = (before: DcaBot | undefined, now: DcaBot): EffectRow[] => [
  before
    ? becomes('State', before.status, now.status, (status) => <BotStatus status={status} />)
    : ['State', <BotStatus key="now" status={now.status} />],
  becomes('Open deals', before?.active_trades ?? now.active_trades, now.active_trades, String),
  ...worthRows(now, before),
  before && before.total_profit !== now.total_profit
    ? ['Realised profit', profitOf(before), profitOf(now)]
    : ['Realised profit', profitOf(now)],
]
