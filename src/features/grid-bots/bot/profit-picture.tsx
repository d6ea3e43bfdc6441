import { useQuery } from '@tanstack/react-query'

import { lineOf } from '#charts/line.ts'
import { TimeSeries } from '#charts/time-series.tsx'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { type Decimal, fromNumber, round, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { splitPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'

import { type ProfitPoint, profitOverTime, unreadSales } from './profit-over-time.ts'
import { MOST_TRADES, tradesOn } from '../queries.ts'

type ProfitPictureProps = { bot: GridBot; botId: Id }

/** What the bot has realised over time, from the trades that the history names it for. */
export function ProfitPicture({ bot, botId }: ProfitPictureProps) {
  const { account_id: accountId, pair } = bot
  return accountId === undefined || pair === undefined ? null : (
    <KnownProfit bot={bot} botId={botId} accountId={accountId} pair={pair} />
  )
}

type KnownProfitProps = ProfitPictureProps & { accountId: Id; pair: string }

function KnownProfit({ bot, botId, accountId, pair }: KnownProfitProps) {
  const { clock } = useService()
  const { data, error, dataUpdatedAt } = useQuery(tradesOn(accountId, pair))
  const { quote } = splitPair(pair)
  const isWhole = data !== undefined && data.length < MOST_TRADES
  const points = profitOverTime(data ?? [], {
    botId,
    currency: quote,
    from: isWhole ? bot.created_at : undefined,
    total: isWhole || bot.profit_currency_type !== 'quote' ? undefined : bot.current_profit,
    until: dataUpdatedAt + (clock.offset() ?? 0),
  })
  const unread = unreadSales(data ?? [], { botId, currency: quote })
  const [first] = points
  return (
    <Section
      title="Profit over time"
      caption={
        first && (
          <>
            realised since <Time at={first.at} style="date" />
            {isWhole ? '' : `, from the latest ${MOST_TRADES.toLocaleString('en-US')} orders`}
            {unread > 0 && `, without ${unread} that could not be read`}
          </>
        )
      }
    >
      {first && <Picture points={points} quote={quote} />}
      {data === undefined && (
        <p className="py-2 text-ink-2">
          {error ? (
            `The history could not be read: ${failureWords(error)}`
          ) : (
            <Skeleton width={280} />
          )}
        </p>
      )}
      {data !== undefined && !first && (
        <p className="py-2 text-ink-2">
          The history names no sale of this bot
          {isWhole ? '' : ` among its latest ${MOST_TRADES.toLocaleString('en-US')} orders`}.
        </p>
      )}
    </Section>
  )
}

function Picture({ points, quote }: { points: readonly ProfitPoint[]; quote: string }) {
  const last = points.at(-1)
  const at = (instant: number | undefined) =>
    points.findLast((point) => point.at <= (instant ?? Number.POSITIVE_INFINITY)) ?? last
  const written = (amount: Decimal) =>
    formatAmount(amount, { places: moneyPlaces(quote, amount), signed: true })
  const write = (value: number) => written(round(fromNumber(value), 8, 'half-even'))
  const words = (point: ProfitPoint | undefined) =>
    point === undefined ? '' : `${written(point.total)} ${quote}`
  const readoutAt = (instant: number | undefined) => {
    const point = at(instant)
    return (
      <>
        <span className="min-w-28 font-medium tabular-nums">
          <Time at={point?.at} style="minute" />
        </span>
        <span>
          <Amount value={point?.total} signed currency={quote} unit={quote} />
          <span className="text-ink-3"> from {point?.sales ?? 0} sales</span>
        </span>
      </>
    )
  }
  return (
    <TimeSeries
      label={`Realised profit from ${formatInstant(points[0]?.at ?? 0, 'date')} to ${formatInstant(last?.at ?? 0, 'date')}, in all ${words(last)}`}
      points={lineOf(
        points.map(({ at: instant, total }) => ({ at: instant, value: toNumber(total) })),
      )}
      height={120}
      formatValue={write}
      describe={(instant) => `${formatInstant(instant, 'minute')}: ${words(at(instant))}`}
      readout={readoutAt}
    />
  )
}
