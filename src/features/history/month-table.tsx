import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { isNegative, toNumber } from '#money/decimal.ts'
import { formatCount } from '#money/format.ts'
import { nonZero } from '#money/numbers.ts'
import { codeWords } from '#money/words.ts'
import { Amount } from '#ui/amount.tsx'
import { type DayOf, monthOf } from '#ui/civil-day.ts'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { UnknownValue } from '#ui/unknown-value.tsx'

import type { OverviewProps } from './overview-props.ts'
import { asSearch } from './period.ts'
import { sentenceText } from './period-sentence.tsx'
import type { HistorySearch } from './search.ts'
import { type Stretch, StretchExport } from './stretches.tsx'
import {
  bestAndWorst,
  bestSource,
  daysUpAndDown,
  type NamedSum,
  profitOf,
  type ProfitRow,
  type ProfitSums,
  together,
} from './sums.ts'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type MonthTableProps = OverviewProps & {
  /** The oldest first. */
  months: readonly string[]
  byMonth: ProfitSums
  dayOf: DayOf
  sourceName: (source: string) => string
  search: HistorySearch
  onChange: (change: Partial<HistorySearch>) => void
}

type Month = Stretch & {
  name: string
  /** "20 up, 3 down". */
  days: string
  best?: NamedSum
  worst?: NamedSum
  source: string | undefined
}

type Context = {
  profit: string
  total: Month
  /** Lowest and highest profit, zero included. */
  low: number
  high: number
  areAmountsHidden: boolean
  addressOf: (month: string) => string
}

const NOT_LOADED = 'Not all orders of this month are loaded, or say when they closed.'

export const monthList: DataList<Month, Context> = {
  caption: 'Profit of each month, USD',
  columns: [
    { id: 'month', head: 'Month', isFixed: true, isStrong: true, cell: ({ name }) => name },
    {
      id: 'profit',
      className: 'w-28',
      head: 'Profit',
      headIn: ({ profit }) => profit,
      unit: () => 'USD',
      isNumeric: true,
      hasGlyphSlot: true,
      cell: (month) => <MonthProfit month={month} />,
      footer: ({ total }) => <MonthProfit month={total} />,
    },
    {
      id: 'bar',
      className: 'w-[22%]',
      head: 'Bar',
      isHeadHidden: true,
      from: 'medium',
      cell: (month, context) => <MonthBar month={month} {...context} />,
    },
    {
      id: 'closed',
      className: 'w-28',
      head: 'Closing orders',
      isNumeric: true,
      cell: (month) => closedText(month),
      footer: ({ total }) => closedText(total),
    },
    {
      id: 'days',
      className: 'w-30',
      head: 'Days',
      isNumeric: true,
      cell: ({ days }) => days,
      footer: ({ total }) => total.days,
    },
    {
      id: 'best',
      className: 'w-28',
      head: 'Best day',
      isNumeric: true,
      hasGlyphSlot: true,
      from: 'wide',
      cell: ({ best }) => <OneDay of={best} />,
    },
    {
      id: 'worst',
      className: 'w-28',
      head: 'Worst day',
      isNumeric: true,
      hasGlyphSlot: true,
      from: 'wide',
      cell: ({ worst }) => <OneDay of={worst} />,
    },
    {
      id: 'source',
      className: 'w-40',
      head: 'Best source',
      from: 'medium',
      cell: ({ source }) => <span className="block max-w-40 truncate">{source}</span>,
    },
  ],
  idOf: ({ key }) => key,
  hrefOf: ({ key }, { addressOf }) => addressOf(key),
  labelOf: ({ name, sum, isWhole, source }, { areAmountsHidden }) =>
    `${isWhole ? sentenceText(name, sum, { best: source, areAmountsHidden }) : `${name}: not known`}. Open the month`,
  card: (month, { addressOf }) => (
    <div className="py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <a href={addressOf(month.key)} className="font-medium after:absolute after:inset-0">
          {month.name}
        </a>
        <MonthProfit month={month} />
      </div>
      <p className="flex justify-between gap-3 text-caption text-ink-3">
        <span>{closedText(month)} closing orders</span>
        <span>Days {month.days}</span>
      </p>
    </div>
  ),
  cardHeight: 62,
  className: '[--card-x:0px]',
}

/** The months of a period, the newest first, as bars from one zero line. A row opens its month. */
export function MonthTable(props: MonthTableProps) {
  const { months, byMonth, days, trades, coverage, areAllDated, period, today } = props
  const { profit, search, dayOf, sourceName, onChange } = props
  const { areAmountsHidden } = useDisplayPreferences()
  const router = useRouter()
  const rows = useMemo(() => {
    const tradesOf = new Map<string, ProfitRow[]>(months.map((month) => [month, []]))
    for (const trade of trades) {
      const at = trade.closed_at
      if (at !== undefined) tradesOf.get(monthOf(dayOf(at)))?.push(trade)
    }
    return months
      .map((key): Month => {
        const isWhole =
          coverage.hasDay(`${key}-01`) || (coverage.isWhole && (areAllDated || byMonth.has(key)))
        const own = new Map([...days].filter(([day]) => monthOf(day) === key))
        const source = bestSource(tradesOf.get(key) ?? [], sourceName)
        const name = formatInstant(Date.parse(key), 'month')
        return { ...monthOfRows(name, own, isWhole), key, source: isWhole ? source : undefined }
      })
      .toReversed()
  }, [months, byMonth, days, trades, coverage, areAllDated, dayOf, sourceName])
  const sizes = rows.map(({ sum }) => (sum ? toNumber(sum.profit) : 0))
  const total = monthOfRows(period.name, days, coverage.isWhole)
  return (
    <div className="min-w-0">
      <DataTable
        list={monthList}
        rows={rows}
        totalLabel={codeWords(period.name)}
        onOpen={({ key }) => onChange(asSearch(key, today))}
        context={{
          profit,
          total,
          low: Math.min(0, ...sizes),
          high: Math.max(0, ...sizes),
          areAmountsHidden,
          addressOf: (month) =>
            router.buildLocation({
              to: '/history',
              search: { ...search, ...asSearch(month, today) },
            }).href,
        }}
      />
      <div className="@container flex">
        <StretchExport {...props} kind="month" stretches={rows.toReversed()} />
      </div>
    </div>
  )
}

/** Nothing is shown for days that are not loaded completely. */
function monthOfRows(name: string, days: ProfitSums, isWhole: boolean): Month {
  const { up, down } = daysUpAndDown([...days.values()])
  return {
    key: name,
    name,
    sum: days.size > 0 ? together([...days.values()]) : undefined,
    isWhole,
    days: isWhole ? `${up} up, ${down} down` : '—',
    ...(isWhole && bestAndWorst(days)),
    source: undefined,
  }
}

const MonthProfit = ({ month: { sum, isWhole } }: { month: Month }) => (
  <Amount
    signed
    places={2}
    value={isWhole ? profitOf(sum) : undefined}
    reason={isWhole ? NO_PROFIT_GIVEN : NOT_LOADED}
  />
)

const closedText = ({ sum, isWhole }: Month) =>
  isWhole ? (
    ((sum && unvaluedText(sum)) ?? formatCount(sum?.closed ?? 0))
  ) : (
    <UnknownValue reason={NOT_LOADED} />
  )

const OneDay = ({ of }: { of: NamedSum | undefined }) =>
  of && (
    <>
      <span className="pr-2 text-caption text-ink-3">{Number(of[0].slice(8))}</span>
      <Amount signed places={2} value={of[1].profit} />
    </>
  )

function MonthBar({
  month: { sum, isWhole },
  low,
  high,
}: { month: Month } & Pick<Context, 'low' | 'high'>) {
  const span = nonZero(high - low)
  const value = sum && isWhole ? toNumber(sum.profit) : 0
  const from = ((Math.min(0, value) - low) / span) * 100
  return (
    <span className="relative block h-4 min-w-24" aria-hidden="true">
      <span
        className="absolute inset-y-0 border-l border-edge"
        style={{ left: `${(-low / span) * 100}%` }}
      />
      <span
        className="absolute inset-y-1 forced-colors:border"
        style={{
          left: `${from}%`,
          width: `${(Math.abs(value) / span) * 100}%`,
          background: sum && isNegative(sum.profit) ? 'var(--down)' : 'var(--up)',
        }}
      />
    </span>
  )
}
