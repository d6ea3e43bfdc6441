import { useMemo } from 'react'

import { lineOf } from '#charts/line.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import type { HistoricalTrade } from '#contract/history.ts'
import { toNumber } from '#money/decimal.ts'
import { codeWords, formatMoney, plural } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { csvFigure, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Side } from '#ui/side.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { Age, Time } from '#ui/time.tsx'

import { useFiguresSource } from './figures-source.ts'
import { currenciesOf, PairText } from './pair-text.tsx'
import { Price } from './price.tsx'
import { type ProfitPoint, profitOverTime, type Realised } from './profits.ts'

const FILLS = 6

type ProfitPanelProps = {
  realised: Realised
  /** Owner in captions, such as "all grid bots". */
  of: string
}

/** Realised profit over time, with the latest fills. */
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
          <ProfitChart points={points} currency={currency} of={of} />
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
          <Th>Order</Th>
          <Th isNumeric className="@max-[28rem]/page:hidden">
            Price
          </Th>
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
  const { pair, kind, order, filled, profit, closed_at: at } = fill
  const side = order?.side
  const price = filled.price ?? undefined
  return (
    <tr>
      <Td>
        <PairText pair={pair} />
      </Td>
      <Td>
        {side === 'buy' || side === 'sell' ? (
          <Side side={side} />
        ) : (
          codeWords((order === null ? kind : (side ?? order?.type)) ?? '—')
        )}
      </Td>
      <Td isNumeric className="@max-[28rem]/page:hidden">
        <Price value={price} />
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
    </tr>
  )
}

type ProfitChartProps = {
  /** At least one. */
  points: readonly ProfitPoint[]
  currency: string
  /** Owner of the profit: "all grid bots", or a bot's name. */
  of: string
  /** Account named in exported files. */
  account?: string | undefined
}

/** Running realised profit, as a line over time. */
export function ProfitChart({ points, currency, of, account }: ProfitChartProps) {
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const source = useFiguresSource(account ?? 'All accounts')
  const figures = useMemo(() => figuresOf(points), [points])
  const last = points.at(-1)
  const at = (instant: number | undefined) =>
    points.findLast((point) => point.at <= (instant ?? Number.POSITIVE_INFINITY)) ?? last
  const words = (point: ProfitPoint | undefined) => {
    if (areAmountsHidden) return 'hidden'
    return point && `${formatMoney(point.total, currency, { signed: true })} ${currency}`
  }
  const day = (point: ProfitPoint | undefined) => formatInstant(point?.at ?? 0, 'date', timeZone)
  const period = `${day(points[0])} to ${day(last)}`
  const readoutAt = (instant: number | undefined) => {
    const point = at(instant)
    return (
      <>
        <span className="min-w-28 font-medium tabular-nums">
          <Time at={point?.at} style="minute" />
        </span>
        <span>
          <Amount value={point?.total} signed currency={currency} unit={currency} />
          <span className="text-ink-3"> from {ordersText(point)}</span>
        </span>
      </>
    )
  }
  return (
    <TimeChart
      name="profit over time"
      label={`Realised profit from ${period}: ${words(last)}`}
      figures={figures}
      height={120}
      describe={(instant) => {
        const point = at(instant)
        return `${formatInstant(instant, 'minute', timeZone)}: ${words(point)} from ${ordersText(point)}`
      }}
      readout={readoutAt}
      file={{
        name: `profit-${fileWord(of)}`,
        title: `Realised profit of ${of}, ${period}, ${currency}`,
        source,
        hasAmounts: true,
        rows: () => [
          ['time', `profit_${currency.toLowerCase()}`, 'closing_orders'],
          ...points.map((point) => [
            new Date(point.at).toISOString(),
            csvFigure(point.total),
            { figure: String(point.orders) },
          ]),
        ],
      }}
    />
  )
}

const ordersText = (point: ProfitPoint | undefined): string =>
  plural(point?.orders ?? 0, 'closing order')

const figuresOf = (points: readonly ProfitPoint[]): TimeFigures => ({
  along: 'time',
  unit: { isAmount: true, signed: true },
  series: [
    {
      kind: 'line',
      line: lineOf(points.map(({ at, total }) => ({ at, value: toNumber(total) }))),
      tone: 'accent',
      width: 1.75,
    },
  ],
})
