import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'

import { type DcaBot, startDcaBot } from '#contract/dca-bots.ts'
import type { MarketPair } from '#contract/market.ts'
import { becomes, Decisive, type Effect, type EffectRow } from '#forms/effect.tsx'
import { useBefore } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { useBalances, useMarkets } from '#market/markets.ts'
import { isPositive, ZERO } from '#money/decimal.ts'
import { formatPercent, plural } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { can } from '#trading/allowed.ts'
import { freeBalanceOf } from '#trading/free-balance.ts'
import { fromSlashPair } from '#trading/pair.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { money } from '#ui/facts.tsx'

import { AlertText } from '../alert-text.tsx'
import { BotStatus } from '../bot-status.tsx'
import { DealSheetPicture, planLevels } from '../deal-picture.tsx'
import { coverOf, exposureOf } from '../funds-and-free.tsx'
import { dealEstimate, type DealPlan } from '../ladder.ts'
import { isLongOf, pairWords, placeOf, plainStart, profitCurrencyOf } from '../words.ts'

export type BotToWrite = { botId: string; bot: DcaBot }

export const accountOf = ({ bot }: BotToWrite): string =>
  [placeOf(bot), pairWords(bot)].filter(Boolean).join(' · ')

export const startBot = writeAction(startDcaBot, {
  label: 'Start bot',
  request: ({ botId }: BotToWrite) => ({ params: { id: botId } }),
  obstacle: ({ bot }) => can.startDcaBot(bot),
  useFacts: ({ of: { bot }, intent }) => ({ ...useFundsOf(bot), before: useBefore(bot, intent) }),
  account: ({ of }) => accountOf(of),
  title: ({ of: { bot }, answer }) => (answer ? `Started ${bot.name}` : `Start bot: ${bot.name}`),
  words: () => ({
    act: 'Start bot',
    leave: 'Leave it stopped',
    done: 'Started at',
    refused: 'The bot was not started.',
    unknown: 'It may be running.',
    asked: 'start the bot',
  }),
  review: ({ of: { bot }, facts }) => startEffect(bot, facts, plainStart(bot)),
  picture: ({ of: { bot }, facts: { market } }) => <NextDealPicture bot={bot} market={market} />,
  done: ({ facts: { before }, answer }) => ({
    sentence: answer
      ? `${answer.name} is ${answer.status}. ${plainStart(answer) ?? ''}`.trim()
      : 'Accepted. The bot is being read.',
    rows: answer && botRows(before, answer),
  }),
  placed: ({ intent, answer }) => intent && <AlertText intent={intent.id} bot={answer} />,
  next: ({ of: { botId }, onClose }) => ({ link: seeBot(botId, onClose) }),
  reading: () => ({
    words: 'Its page is read again automatically and shows whether it runs.',
  }),
})

export const seeBot = (botId: string, onClose: () => void) => (
  <Link to="/dca-bots/$botId" params={{ botId }} className={NEXT_LINK} onClick={onClose}>
    See the bot
  </Link>
)

export function useFundsOf(bot: DcaBot) {
  const { data, error } = useBalances(bot.connection_id)
  const { marketOf } = useMarkets(bot.exchange, { pair: fromSlashPair(bot.pair) })
  return {
    free: freeBalanceOf(data, bot.quote_currency),
    problem: error ? failureWords(error) : undefined,
    market: (bot.pairs?.length ?? 0) > 1 ? undefined : marketOf(fromSlashPair(bot.pair)),
  }
}

export function NextDealPicture({
  bot,
  market,
}: {
  bot: DealPlan
  market: MarketPair | undefined
}) {
  const levels = useMemo(
    () => [
      ...planLevels(bot, dealEstimate(bot, market)),
      ...(market?.last
        ? [{ id: 'last', name: 'Last price', price: market.last, look: 'last' as const }]
        : []),
    ],
    [bot, market],
  )
  if (bot.pair === undefined) return null
  return <DealSheetPicture pair={bot.pair} exchange={market?.exchange} levels={levels} />
}

type Funds = Pick<ReturnType<typeof useFundsOf>, 'free' | 'problem' | 'market'>

/** Funds that deals may use, and the price move they cover. */
export function startEffect(
  bot: DealPlan,
  { free, problem, market }: Funds,
  words?: string,
): Effect {
  const { quote_currency: quote = '', active_trades: open = 0, max_active_trades: most } = bot
  const exposure = exposureOf(bot)
  const reach = dealEstimate(bot, market)?.reach
  const isFall = isLongOf(bot) !== false
  // Short deals on spot markets are funded with the coin.
  const isInCoin = !isFall && bot.market_type !== 'futures'
  const cover = exposure && free && !isInCoin ? coverOf(exposure, free) : undefined
  const move = isFall ? 'fall' : 'rise'
  return {
    sentence: (
      <>
        Each deal uses at most <Decisive value={exposure?.deal} currency={quote} unit={quote} />
        {reach && (
          <>
            {' '}
            and covers a {move} of{' '}
            <strong className="font-semibold">{formatPercent(reach, { places: 2 })}</strong>
          </>
        )}
        . {words ?? 'The service does not say when it opens deals.'}
      </>
    ),
    rows: [
      ['Maximum per deal', money(exposure?.deal, quote)],
      [`Covers a ${move} of`, <Percent key="reach" value={reach} />],
      [
        'Maximum in use',
        money(bot.id === undefined ? ZERO : exposure?.now, quote),
        money(exposure?.most, quote),
      ],
      ['Deals at a time', String(open), most === undefined ? null : `up to ${most}`],
      !isInCoin && [
        `${quote} available`,
        money(free, quote, { reason: problem ?? 'The service does not say the balance.' }),
      ],
    ],
    unknown: 'A setting of the orders is unknown.',
    isCaution: cover !== undefined && isPositive(cover.missing),
    note: isInCoin
      ? `A short deal sells the coin first: on a spot market it needs the coin, not ${quote}.`
      : cover &&
        isPositive(cover.missing) && (
          <>
            All deals together need <Amount value={cover.missing} currency={quote} /> {quote} more.
            The balance covers {cover.deals === 0 ? 'no deal' : plural(cover.deals, 'deal')}.
          </>
        ),
  }
}

export const profitOf = (bot: DcaBot) =>
  money(bot.total_profit, bot.total_profit_currency, {
    signed: true,
    currency: profitCurrencyOf(bot),
  })

export const botRows = (before: DcaBot, now: DcaBot): EffectRow[] => [
  becomes('State', before.status, now.status, (status) => <BotStatus status={status} />),
  ['Open deals', `${now.active_trades} of ${now.max_active_trades}`],
  ['Realised profit', profitOf(now)],
]
