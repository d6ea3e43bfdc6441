import { lineOf } from '#charts/line.ts'
import { TimeSeries } from '#charts/time-series.tsx'
import type { HistoricalTrade } from '#contract/history.ts'
import { type Decimal, fromNumber, round, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { Amount } from '#ui/amount.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Side } from '#ui/side.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { Age, Time } from '#ui/time.tsx'

import { currenciesOf, PairText } from './pairs.tsx'
import { pricePlaces } from './price.tsx'
import { type ProfitPoint, profitOverTime, type Realised } from './profits.ts'

const FILLS = 6

type ProfitPanelProps = {
  realised: Realised
  /** "all grid bots": whose it is, in the captions. */
  of: string
}

/** What all bots or trades of a kind realised over time, and their latest fills, below a short list. */
export function ProfitPanel({ realised, of }: ProfitPanelProps) {
  const { profits, currency, isConverted, unread, fills, since, readAt } = realised
  const points = profitOverTime(profits, { from: since, until: readAt })
  const [first] = points
  if (fills.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-4 pt-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
      {first && currency !== undefined && (
        <Section
          title="Profit over time"
          caption={
            <>
              {of}, realised since <Time at={first.at} style="date" />
              {isConverted && ', in USD as the service valued it'}
              {unread > 0 && `, without ${unread} that could not be read`}
            </>
          }
        >
          <ProfitChart points={points} currency={currency} />
        </Section>
      )}
      <Section title="Latest fills" caption={of}>
        <LatestFills fills={fills.slice(0, FILLS)} />
      </Section>
    </div>
  )
}

function LatestFills({ fills }: { fills: readonly HistoricalTrade[] }) {
  return (
    <Table caption="Latest fills" isTight>
      <thead>
        <tr>
          <Th>Pair</Th>
          <Th>Side</Th>
          <Th isNumeric>Price</Th>
          <Th isNumeric hasGlyphSlot>
            Profit
          </Th>
          <Th isNumeric>Age</Th>
        </tr>
      </thead>
      <tbody>
        {fills.map((fill, index) => (
          <Fill key={fill.uuid ?? fill.id ?? index} fill={fill} />
        ))}
      </tbody>
    </Table>
  )
}

function Fill({ fill }: { fill: HistoricalTrade }) {
  const { pair, order, filled, profit, closed_at: at } = fill
  const side = order?.side
  const price = filled.price ?? undefined
  return (
    <Tr>
      <Td>
        <PairText pair={pair} />
      </Td>
      <Td>{side === 'buy' || side === 'sell' ? <Side side={side} /> : (side ?? '—')}</Td>
      <Td isNumeric>
        <Amount value={price} isPrice places={price && pricePlaces(price)} />
      </Td>
      <Td isNumeric>
        {profit === null ? (
          // A buy has closed nothing yet.
          <span className="text-ink-3">—</span>
        ) : (
          <Amount
            value={profit?.amount}
            signed
            currency={profit?.currency ?? ''}
            unit={profit?.currency === currenciesOf(pair).quote ? undefined : profit?.currency}
          />
        )}
      </Td>
      <Td isNumeric className="text-ink-2">
        <Age at={at} as="span" />
      </Td>
    </Tr>
  )
}

type ProfitChartProps = {
  /** At least one. */
  points: readonly ProfitPoint[]
  currency: string
}

/** What was realised so far, as a line over time. */
export function ProfitChart({ points, currency }: ProfitChartProps) {
  const last = points.at(-1)
  const at = (instant: number | undefined) =>
    points.findLast((point) => point.at <= (instant ?? Number.POSITIVE_INFINITY)) ?? last
  const written = (amount: Decimal) =>
    formatAmount(amount, { places: moneyPlaces(currency, amount), signed: true })
  const write = (value: number) => written(round(fromNumber(value), 8, 'half-even'))
  const words = (point: ProfitPoint | undefined) =>
    point === undefined ? '' : `${written(point.total)} ${currency}`
  const readoutAt = (instant: number | undefined) => {
    const point = at(instant)
    return (
      <>
        <span className="min-w-28 font-medium tabular-nums">
          <Time at={point?.at} style="minute" />
        </span>
        <span>
          <Amount value={point?.total} signed currency={currency} unit={currency} />
          <span className="text-ink-3"> from {point?.orders ?? 0} closing orders</span>
        </span>
      </>
    )
  }
  return (
    <TimeSeries
      label={`Realised profit from ${formatInstant(points[0]?.at ?? 0, 'date')} to ${formatInstant(last?.at ?? 0, 'date')}: ${words(last)}`}
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
