import { useMemo, useState } from 'react'

import { Chart } from '#charts/chart.tsx'
import { ChartExport } from '#charts/chart-export.tsx'
import type { Picture } from '#charts/picture.ts'
import { type Decimal, fromNumber, isNegative, toNumber, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { addDays, addMonths, daysOfPeriod, monthOf, type Weekday, weekOf } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import { groupNames } from './narrowing.ts'
import { GROUPS, type GroupKind, type HistorySearch, type PeriodKind, PERIODS } from './search.ts'
import {
  profitByGroup,
  profitByPeriod,
  profitOf,
  type ProfitRow,
  type ProfitSum,
  type ProfitSums,
  together,
} from './sums.ts'
import { closingText, countText, NO_PROFIT_GIVEN, profitName, unvaluedText } from './words.ts'

type ProfitBarsProps = {
  by: PeriodKind | GroupKind
  profit: HistorySearch['profit']
  today: string
  days: ProfitSums
  /** What is told apart by group. */
  trades: readonly ProfitRow[]
  /** Whether every trade of a day is loaded. */
  hasDay: (day: string) => boolean
  onBy: (by: PeriodKind | GroupKind) => void
  /** Whose orders these are, in exported files. */
  source: string
}

const NAMES: Record<PeriodKind | GroupKind, string> = {
  day: 'day',
  week: 'week',
  month: 'month',
  pair: 'pair',
  source: 'bot',
  role: 'exit reason',
  tag: 'tag',
}

const OPTIONS = [...PERIODS, ...GROUPS].map((value) => ({ value, label: `By ${NAMES[value]}` }))

const isGroup = (by: PeriodKind | GroupKind): by is GroupKind =>
  (GROUPS as readonly string[]).includes(by)

/** As many as stand side by side with their figures. */
const SHOWN = 12

/** Profit of the latest days, weeks or months as bars, or of every pair, bot, exit reason or tag. */
export function ProfitBars(props: ProfitBarsProps) {
  const { by, profit, today, days, trades, hasDay, onBy, source } = props
  const { firstDay } = useDisplayPreferences()
  const periods = useMemo(
    () =>
      isGroup(by)
        ? []
        : lastPeriods(by, today, firstDay).map((key) => ({
            key,
            sum: profitByPeriod(days, by, firstDay).get(key),
            isWhole: daysOfPeriod(by, key, today).every(hasDay),
          })),
    [by, today, firstDay, days, hasDay],
  )
  return (
    <Section
      title={`${profitName(profit)} by ${NAMES[by]}, USD`}
      actions={
        <Select
          isChip
          aria-label="Profit by"
          value={by}
          options={OPTIONS}
          onChange={({ target }) => {
            const next = OPTIONS.find(({ value }) => value === target.value)
            if (next) onBy(next.value)
          }}
        />
      }
    >
      {isGroup(by) ? (
        <GroupBars
          kind={by}
          title={`${profitName(profit)} by ${NAMES[by]}`}
          source={source}
          groups={named(trades, by)}
        />
      ) : (
        <Bars kind={by} name={profitName(profit)} periods={periods} source={source} />
      )}
    </Section>
  )
}

function named(trades: readonly ProfitRow[], kind: GroupKind): [string, ProfitSum][] {
  const nameOf = groupNames(trades, kind)
  return profitByGroup(trades, kind).map(([group, sum]) => [nameOf(group), sum])
}

/** The names of the latest periods up to now, oldest first. */
function lastPeriods(kind: PeriodKind, today: string, firstDay: Weekday): string[] {
  const back = Array.from({ length: SHOWN }, (_, index) => index - SHOWN + 1)
  if (kind === 'month') return back.map((count) => addMonths(monthOf(today), count))
  if (kind === 'day') return back.map((count) => addDays(today, count))
  return back.map((count) => addDays(weekOf(today, firstDay), count * 7))
}

type Period = { key: string; sum: ProfitSum | undefined; isWhole: boolean }

const SIZE = { height: 172, narrowHeight: 132 }

type BarsProps = {
  kind: PeriodKind
  /** Of what these are the sums. */
  name: string
  periods: readonly Period[]
  source: string
}

/** The latest periods beside each other, with the exact figure of each in the line above. */
function Bars({ kind, name, periods, source }: BarsProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const picture = useMemo(
    () => pictureOf(periods, { kind, areAmountsHidden }),
    [periods, kind, areAmountsHidden],
  )
  const left = unvaluedText(together(periods.map(({ sum }) => sum)))
  const periodAt = (at: number | undefined) => periods[at ?? periods.length - 1]
  const first = periods[0]
  const last = periods.at(-1)
  const title = `${name} by ${kind}, ${nameOf(first, kind)} to ${nameOf(last, kind)}, USD`
  const readoutAt = (at: number | undefined) => {
    const period = periodAt(at)
    return (
      <>
        <span className="font-medium whitespace-nowrap tabular-nums">{nameOf(period, kind)}</span>
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <Amount
            signed
            places={2}
            value={valueOf(period)}
            unit="USD"
            reason={period?.isWhole ? NO_PROFIT_GIVEN : NOT_LOADED}
          />
          <span className="text-caption text-ink-3">{detailOf(period)}</span>
        </span>
      </>
    )
  }
  return (
    <>
      <Chart
        name={`${name.toLowerCase()} by ${kind}`}
        label={title}
        picture={picture}
        size={SIZE}
        readout={readoutAt}
        describe={(at) => {
          const period = periodAt(at)
          const value = valueOf(period)
          const words =
            value === undefined
              ? 'unknown'
              : areAmountsHidden
                ? 'hidden'
                : `${formatAmount(value, { places: 2, signed: true })} USD`
          return [`${nameOf(period, kind)}: ${words}`, detailOf(period)].filter(Boolean).join(', ')
        }}
        file={{
          name: `${fileWord(name)}-by-${kind}-${first?.key}-to-${last?.key}`,
          title,
          source,
          hasAmounts: true,
          rows: () => [
            [
              kind,
              `${column(name)}_usd`,
              'closing_orders',
              'orders_without_a_value',
              'is_fully_loaded',
            ],
            ...periods.map((period) => [
              period.key,
              figureOf(valueOf(period)),
              countOf(period.sum?.closed),
              countOf(period.sum?.unvalued),
              period.isWhole ? 'yes' : 'no',
            ]),
          ],
        }}
      />
      {left && <p className="text-caption text-ink-3">In no bar: {left}.</p>}
    </>
  )
}

const NOT_LOADED = 'The orders of this period are not loaded.'

/** What a period brought; unknown where nothing of it is loaded. */
const valueOf = (period: Period | undefined): Decimal | undefined =>
  period && (period.sum || period.isWhole) ? profitOf(period.sum) : undefined

function detailOf(period: Period | undefined): string {
  if (!period) return ''
  const { sum, isWhole } = period
  const parts = [
    sum && closingText(sum.closed),
    sum && unvaluedText(sum),
    !isWhole && (sum ? 'not fully loaded' : 'not loaded'),
  ]
  return parts.filter(Boolean).join(', ')
}

const column = (name: string): string => name.toLowerCase().replace(' ', '_')

const figureOf = (value: Decimal | undefined) => value && { figure: toText(value) }
const countOf = (count = 0) => ({ figure: String(count) })

const written = (key: string, kind: BarsProps['kind']): string =>
  formatInstant(Date.parse(key), kind === 'month' ? 'month' : 'day')

const nameOf = (period: Period | undefined, kind: BarsProps['kind']): string =>
  period === undefined
    ? ''
    : kind === 'week'
      ? `Week of ${written(period.key, kind)}`
      : written(period.key, kind)

/** A period that is not fully loaded is hollow; one of which nothing is known has a dash. */
function pictureOf(
  periods: readonly Period[],
  { kind, areAmountsHidden }: { kind: BarsProps['kind']; areAmountsHidden: boolean },
): Picture {
  return {
    along: periods.map(({ key }) => {
      const text = written(key, kind)
      return kind === 'month' ? (text.split(' ')[0] ?? text) : text
    }),
    format: { isAmount: true, signed: true },
    series: [
      {
        kind: 'bars',
        bars: periods.map((period, at) => {
          const value = valueOf(period)
          const number = value === undefined ? undefined : toNumber(value)
          return {
            at,
            value: number,
            isPart: !period.isWhole,
            isStrong: at === periods.length - 1,
            label: number && !areAmountsHidden ? short(number) : undefined,
          }
        }),
      },
    ],
  }
}

/** A figure in the width of a bar: the exact one stands in the table. */
const short = (value: number): string => {
  const isLarge = Math.abs(value) >= 10_000
  const text = formatAmount(fromNumber(isLarge ? value / 1_000 : value), {
    places: isLarge ? 1 : 0,
    signed: true,
  })
  return isLarge ? `${text}k` : text
}

type GroupBarsProps = {
  kind: GroupKind
  title: string
  groups: readonly (readonly [name: string, sum: ProfitSum])[]
  source: string
}

const GROUPS_SHOWN = 6

/** What each group brought, the most profitable first; beyond a few, the others as one until wanted. */
function GroupBars({ kind, title, groups, source }: GroupBarsProps) {
  const [isWhole, setWhole] = useState(false)
  if (groups.length === 0) {
    return <p className="text-caption text-ink-3">No order closed with a profit or loss yet.</p>
  }
  const shown = isWhole ? groups : groups.slice(0, GROUPS_SHOWN)
  const rest = isWhole ? [] : groups.slice(GROUPS_SHOWN)
  const largest = Math.max(...groups.map(([, { profit }]) => Math.abs(toNumber(profit)))) || 1
  const others = together(rest.map(([, sum]) => sum))
  return (
    <>
      <div className="flex min-h-9 items-center">
        <span className="text-caption text-ink-3">
          Highest profit first
          {kind === 'tag' && '. Orders with several tags count in each.'}
        </span>
        <ChartExport
          name={title.toLowerCase()}
          picture={groupPicture(groups)}
          file={{
            name: fileWord(title),
            title: `${title}, USD`,
            source,
            hasAmounts: true,
            rows: () => [
              [kind, 'profit_usd', 'closing_orders', 'orders_without_a_value'],
              ...groups.map(([name, sum]) => [
                name,
                figureOf(profitOf(sum)),
                countOf(sum.closed),
                countOf(sum.unvalued),
              ]),
            ],
          }}
        />
      </div>
      <table className="w-full tabular-nums">
        <caption className="sr-only">{title}, USD</caption>
        <tbody>
          {shown.map(([name, sum]) => (
            <tr key={name} className="h-7">
              <th
                scope="row"
                title={name}
                className="max-w-44 truncate pr-3 text-left font-normal text-ink-2"
              >
                {name}
              </th>
              <td className="w-full" aria-hidden="true">
                <span
                  className={classNames('block h-2', sum.valued > 0 && 'min-w-px')}
                  style={{
                    width: `${(Math.abs(toNumber(sum.profit)) / largest) * 100}%`,
                    background: isNegative(sum.profit) ? 'var(--down)' : 'var(--up)',
                  }}
                />
              </td>
              <td className="px-3 text-right text-caption whitespace-nowrap text-ink-3">
                {unvaluedText(sum) ?? countText(sum.closed)}
              </td>
              <td className="text-right whitespace-nowrap">
                <Amount signed places={2} value={profitOf(sum)} reason={NO_PROFIT_GIVEN} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > GROUPS_SHOWN && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="link touch text-caption"
        >
          {isWhole ? 'Show fewer' : `Show ${rest.length} more`}
          {rest.length > 0 && kind !== 'tag' && (
            <>
              , together <Amount signed places={2} value={profitOf(others)} unit="USD" />
              {others.unvalued > 0 && `, ${unvaluedText(others)}`}
            </>
          )}
        </button>
      )}
    </>
  )
}

/** As many names as an image has room for. */
const MOST_GROUPS = 12

const groupPicture = (groups: GroupBarsProps['groups']): Picture => {
  const drawn = groups.slice(0, MOST_GROUPS)
  return {
    along: drawn.map(([name]) => name),
    format: { isAmount: true, signed: true },
    series: [
      {
        kind: 'bars',
        bars: drawn.map(([, sum], at) => {
          const profit = profitOf(sum)
          return { at, value: profit && toNumber(profit), isStrong: true }
        }),
      },
    ],
  }
}
