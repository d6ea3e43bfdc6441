import { useMemo, useState } from 'react'

import { ChartExport, type ExportedFile } from '#charts/chart-export.tsx'
import { chartImages, TimeChart } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { type Decimal, fromNumber, isNegative, toNumber, toText } from '#money/decimal.ts'
import { formatAmount, formatCount } from '#money/format.ts'
import { nonZero } from '#money/numbers.ts'
import { Amount } from '#ui/amount.tsx'
import { daysOfPeriod } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import type { Coverage } from './loaded-rows.ts'
import { groupNames } from './narrowing.ts'
import { type Bars, chosenBars, type Period } from './period.ts'
import { GROUPS, type GroupKind, type HistorySearch, type PeriodKind } from './search.ts'
import {
  profitByGroup,
  profitByPeriod,
  profitOf,
  type ProfitRow,
  type ProfitSum,
  type ProfitSums,
  together,
} from './sums.ts'
import { closingText, NO_PROFIT_GIVEN, profitName, unvaluedText } from './words.ts'

type ProfitBarsProps = {
  bars: readonly Bars[]
  /** What was chosen; stretches of time that suit the period if nothing was. */
  by: PeriodKind | GroupKind | undefined
  profit: HistorySearch['profit']
  period: Period
  days: ProfitSums
  trades: readonly ProfitRow[]
  coverage: Coverage
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

const isGroup = (by: PeriodKind | GroupKind | undefined): by is GroupKind =>
  (GROUPS as readonly (string | undefined)[]).includes(by)

/** Profit of the days, weeks or months of the period as bars, or of every pair, bot, exit reason or tag. */
export function ProfitBars(props: ProfitBarsProps) {
  const { bars, by, profit, period, days, trades, coverage, onBy, source } = props
  const { hasDay } = coverage
  const { firstDay } = useDisplayPreferences()
  const own = isGroup(by) ? undefined : chosenBars(bars, by)
  const shown = isGroup(by) ? by : (own?.kind ?? 'day')
  const { first = '', last, isOver } = period
  const stretches = useMemo(() => {
    if (!own) return []
    const sums = profitByPeriod(days, own.kind, firstDay)
    return own.names.map((key) => {
      // A week may have begun before the period.
      const isWhole = daysOfPeriod(own.kind, key, last).every((day) =>
        hasDay(day < first ? first : day),
      )
      const isNow = !isOver && key === own.names.at(-1)
      return { key, sum: sums.get(key), isWhole, isNow }
    })
  }, [own, firstDay, first, last, isOver, days, hasDay])
  const options = [...bars.map(({ kind }) => kind), ...GROUPS].map((value) => ({
    value,
    label: `By ${NAMES[value]}`,
  }))
  return (
    <Section
      title={`${profitName(profit)} by ${NAMES[shown]}, USD`}
      actions={
        <Select
          isChip
          aria-label="Profit by"
          value={shown}
          options={options}
          onChange={({ target }) => {
            const next = options.find(({ value }) => value === target.value)
            if (next) onBy(next.value)
          }}
        />
      }
    >
      {isGroup(shown) && !coverage.isWhole ? (
        <p className="text-caption text-ink-3">Not all orders are loaded.</p>
      ) : isGroup(shown) ? (
        <GroupBars
          kind={shown}
          title={`${profitName(profit)} by ${NAMES[shown]}`}
          source={source}
          groups={named(trades, shown)}
        />
      ) : (
        <StretchBars kind={shown} name={profitName(profit)} periods={stretches} source={source} />
      )}
    </Section>
  )
}

function named(trades: readonly ProfitRow[], kind: GroupKind): [string, ProfitSum][] {
  const nameOf = groupNames(trades, kind)
  return profitByGroup(trades, kind).map(([group, sum]) => [nameOf(group), sum])
}

type Stretch = {
  key: string
  sum: ProfitSum | undefined
  isWhole: boolean
  isNow: boolean
}

type BarsProps = {
  kind: PeriodKind
  name: string
  periods: readonly Stretch[]
  source: string
}

/** Days, weeks or months beside each other, with the exact figure of each in the line above. */
function StretchBars({ kind, name, periods, source }: BarsProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const figures = useMemo(
    () => figuresOf(periods, kind, areAmountsHidden),
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
      <TimeChart
        name={`${name.toLowerCase()} by ${kind}`}
        label={title}
        figures={figures}
        height={172}
        readout={readoutAt}
        describe={(at) => {
          const period = periodAt(at)
          const words = `${nameOf(period, kind)}: ${wordsOf(valueOf(period), areAmountsHidden)}`
          return [words, detailOf(period)].filter(Boolean).join(', ')
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

const NOT_LOADED = 'Not all orders of this period are loaded, or say when they closed.'

const valueOf = (period: Stretch | undefined): Decimal | undefined =>
  period?.isWhole ? profitOf(period.sum) : undefined

function wordsOf(value: Decimal | undefined, isHidden: boolean): string {
  if (value === undefined) return 'unknown'
  return isHidden ? 'hidden' : `${formatAmount(value, { places: 2, signed: true })} USD`
}

function detailOf(period: Stretch | undefined): string {
  if (!period) return ''
  const { sum, isWhole } = period
  if (!isWhole) return 'not known'
  return [sum && closingText(sum.closed), sum && unvaluedText(sum)].filter(Boolean).join(', ')
}

const column = (name: string): string => name.toLowerCase().replace(' ', '_')

const figureOf = (value: Decimal | undefined) => value && { figure: toText(value) }
const countOf = (count = 0) => ({ figure: String(count) })

const written = (key: string, kind: PeriodKind): string =>
  formatInstant(Date.parse(key), kind === 'month' ? 'month' : 'day')

function nameOf(period: Stretch | undefined, kind: PeriodKind): string {
  const name = period === undefined ? '' : written(period.key, kind)
  return kind === 'week' && period ? `Week of ${name}` : name
}

export function figuresOf(
  periods: readonly Stretch[],
  kind: PeriodKind,
  areAmountsHidden: boolean,
): TimeFigures {
  return {
    along: periods.map(({ key }) => {
      const text = written(key, kind)
      return kind === 'month' ? (text.split(' ')[0] ?? text) : text
    }),
    unit: { isAmount: true, signed: true },
    series: [
      {
        kind: 'bars',
        bars: periods.map((period) => {
          const value = valueOf(period)
          const number = value === undefined ? undefined : toNumber(value)
          return {
            value: number,
            isStrong: period.isNow,
            label:
              number === undefined || number === 0 || areAmountsHidden ? undefined : short(number),
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
  const reader = useDisplayPreferences()
  const [isWhole, setWhole] = useState(false)
  if (groups.length === 0) {
    return <p className="text-caption text-ink-3">No order closed with a profit or loss yet.</p>
  }
  const shown = isWhole ? groups : groups.slice(0, GROUPS_SHOWN)
  const rest = isWhole ? [] : groups.slice(GROUPS_SHOWN)
  const largest = nonZero(Math.max(...groups.map(([, { profit }]) => Math.abs(toNumber(profit)))))
  const others = together(rest.map(([, sum]) => sum))
  const file: ExportedFile = {
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
  }
  const ofImage = { ...file, title: imageTitle(file.title, groups.length) }
  return (
    <>
      <div className="flex min-h-9 items-center">
        <span className="text-caption text-ink-3">
          Highest profit first
          {kind === 'tag' && '. Orders with several tags count in each.'}
        </span>
        <ChartExport
          name={title.toLowerCase()}
          images={chartImages({ figures: figuresOfGroups(groups), file: ofImage, reader })}
          file={file}
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
                {unvaluedText(sum) ?? formatCount(sum.closed)}
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

const MOST_GROUPS = 12

/** An image that leaves out groups says so. */
export const imageTitle = (title: string, count: number): string =>
  count > MOST_GROUPS ? `${title}, the first ${MOST_GROUPS} of ${count}` : title

const figuresOfGroups = (groups: GroupBarsProps['groups']): TimeFigures => {
  const drawn = groups.slice(0, MOST_GROUPS)
  return {
    along: drawn.map(([name]) => name),
    unit: { isAmount: true, signed: true },
    series: [
      {
        kind: 'bars',
        bars: drawn.map(([, sum]) => {
          const profit = profitOf(sum)
          return { value: profit && toNumber(profit), isStrong: true }
        }),
      },
    ],
  }
}
