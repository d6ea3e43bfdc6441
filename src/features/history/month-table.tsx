import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { isNegative, toNumber } from '#money/decimal.ts'
import { codeWords, formatCount } from '#money/format.ts'
import { nonZero } from '#money/numbers.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { monthOf } from '#ui/civil-day.ts'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import {
  bestAndWorst,
  type NamedSum,
  type Overview,
  type ProfitSums,
  type Stretch,
  upAndDown,
} from './sums.ts'
import { asSearch, holdsPartOf } from './period.ts'
import { NOT_LOADED, Profit, sentenceText, StretchExport } from './profit.tsx'
import type { HistorySearch } from './search.ts'
import { unvaluedText } from './words.ts'

type MonthTableProps = {
  overview: Overview
  /** Oldest first. */
  months: readonly Stretch[]
  today: string
  search: HistorySearch
  onChange: (change: Partial<HistorySearch>) => void
}

type Month = Stretch & { name: string; days: ProfitSums; source?: string | undefined }

type Context = {
  profit: string
  total: Month
  /** Lowest and highest profit, zero included. */
  low: number
  high: number
  areAmountsHidden: boolean
  addressOf: (month: string) => string
}

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
      cell: (month) => <Profit of={month} />,
      footer: ({ total }) => <Profit of={total} />,
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
      cell: (month) => daysText(month),
      footer: ({ total }) => daysText(total),
    },
    oneDay('Best day', ({ best }) => best),
    oneDay('Worst day', ({ worst }) => worst),
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
  labelOf: (month, { areAmountsHidden }) =>
    `${sentenceText(month.name, month, { best: month.source, areAmountsHidden })}. Open the month`,
  card: (month, { addressOf }) => (
    <div className="py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <a href={addressOf(month.key)} className="font-medium after:absolute after:inset-0">
          {month.name}
        </a>
        <Profit of={month} />
      </div>
      <p className="flex justify-between gap-3 text-caption text-ink-3">
        <span>{closedText(month)} closing orders</span>
        <span>Days {daysText(month)}</span>
      </p>
    </div>
  ),
  cardHeight: 62,
  className: '[--card-x:0px]',
}

export function MonthTable({ overview, months, today, search, onChange }: MonthTableProps) {
  const { profit, period, days, bestOf, all } = overview
  const { areAmountsHidden } = useDisplayPreferences()
  const router = useRouter()
  const rows = useMemo(() => {
    const sources = bestOf(months.map(({ key }) => key))
    return months
      .map((month, at): Month => ({
        ...month,
        name: `${formatInstant(Date.parse(month.key), 'month')}${holdsPartOf(period, month.key) ? ', part' : ''}`,
        days: new Map([...days].filter(([day]) => monthOf(day) === month.key)),
        source: month.isWhole ? sources[at] : undefined,
      }))
      .toReversed()
  }, [months, days, bestOf, period])
  const sizes = rows.map(({ sum }) => toNumber(sum.profit))
  return (
    <div className="min-w-0">
      <DataTable
        list={monthList}
        rows={rows}
        totalLabel={codeWords(period.name)}
        onOpen={({ key }) => onChange(asSearch(key, today))}
        context={{
          profit,
          total: { ...all('total', months), name: period.name, days },
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
        <StretchExport overview={overview} kind="month" stretches={months} />
      </div>
    </div>
  )
}

const closedText = ({ sum, isWhole }: Month) =>
  isWhole ? (unvaluedText(sum) ?? formatCount(sum.closed)) : <UnknownValue reason={NOT_LOADED} />

function daysText({ days, isWhole }: Month): string {
  const { up, down } = upAndDown([...days.values()])
  return isWhole ? `${up} up, ${down} down` : '—'
}

function oneDay(
  head: string,
  pick: (days: ReturnType<typeof bestAndWorst>) => NamedSum | undefined,
) {
  return {
    id: head,
    className: 'w-28',
    head,
    isNumeric: true,
    hasGlyphSlot: true,
    from: 'wide',
    cell({ days, isWhole }: Month) {
      const [day, sum] = (isWhole && pick(bestAndWorst(days))) || []
      return (
        sum && (
          <>
            <span className="pr-2 text-caption text-ink-3">{Number(day?.slice(8))}</span>
            <Amount signed places={2} value={sum.profit} />
          </>
        )
      )
    },
  } as const
}

function MonthBar({ month, low, high, areAmountsHidden }: { month: Month } & Context) {
  if (areAmountsHidden) return null
  const span = nonZero(high - low)
  const value = month.isWhole ? toNumber(month.sum.profit) : 0
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
          background: isNegative(month.sum.profit) ? 'var(--down)' : 'var(--up)',
        }}
      />
    </span>
  )
}
