import type { ReactNode } from 'react'

import type { ReportedProfit } from '#contract/exchanges.ts'
import { type Decimal, fromNumber, negate } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'
import type { DayResult, Drawdown, Gap } from '#trading/returns.ts'
import { Amount } from '#ui/amount.tsx'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Percent } from '#ui/percent.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import type { Worth, WorthOfUnit } from '#market/assets.ts'
import type { Series } from '../chart/series.ts'
import { DAY, HOUR, type Range, stretchOf } from '../range.ts'
import type { Scope } from '../scopes.tsx'
import { otherUnit, UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import {
  FigureLabel,
  FORMULAS,
  gapText,
  READINGS,
  whyNoDays,
  whyNoDrawdown,
  whyNoGrowth,
} from './figure-words.tsx'
import type { Performance, Today } from './performance.ts'
import { RealisedLines, useRealised } from './realised.tsx'

type PortfolioFiguresProps = {
  unit: Unit
  range: Range
  /** What everything is worth now. */
  worth: Worth | undefined
  isValueLoading: boolean
  /** The last try to read it failed. */
  isValueStale: boolean
  performance: Performance | undefined
  today: Today
  /** What the same money would have made held in the other currency, in percent. */
  otherReturn: number | undefined
  series: Series | undefined
  isLoading: boolean
  /** Profits that the service itself reports. */
  reported: Record<keyof ReportedProfit, Decimal> | undefined
  /** The range ended before now. */
  isOver: boolean
  scope: Scope
}

/** On a phone the value has its own place above the chart. */
const FIGURES = 'narrow:[&>dl>:first-child]:hidden'

/** The profit that a service without deposits may report itself. */
const REPORTED = [
  ['day', 'Profit of the day'],
  ['month', 'Profit of the month'],
  ['total', 'Total profit'],
] as const

/** Keeps the line's height where there is nothing to say. */
const EMPTY = '\u00a0'

const NO_HISTORY = 'The range has fewer than two points that can be read.'
const NO_FLOWS = 'The service does not say what was paid in.'
const UNCLEAR_FLOWS =
  'How this service counts deposits is not known. Answer the question above the chart.'

const NO_TODAY = {
  'not loaded': 'The points of today are not loaded.',
  'no flows': NO_FLOWS,
  'no start': 'The service has no point from before midnight.',
  'no point': 'Today has no point yet.',
}

/** The figures of the chosen range. */
export function PortfolioFigures(props: PortfolioFiguresProps) {
  const { unit, range, performance, today, otherReturn, series, worth, isLoading, reported } = props
  const { timeZone } = useDisplayPreferences()
  const known = series?.hasFlows[unit] ? performance : undefined
  const { isOffered, split } = useRealised(props.scope, unit, known, props.isOver)
  const reading = series?.reading
  const reason =
    !performance || known ? NO_HISTORY : reading === undefined ? UNCLEAR_FLOWS : NO_FLOWS
  const gap = known?.gap ?? known?.dayGap
  const places = UNIT_PLACES[unit]
  const period = stretchOf(range) < DAY ? 'hour' : 'day'
  const other = unit === 'usd' ? 'BTC' : 'USD'
  const wait = (children: ReactNode, width = 88) =>
    isLoading ? <Skeleton width={width} /> : children
  const value = (
    <KeyFigure
      isLarge
      label="Value"
      value={
        props.isValueLoading ? (
          <Skeleton width={160} />
        ) : (
          <span data-stale={props.isValueStale || undefined}>
            <PortfolioValue unit={unit} worth={worth} />
          </span>
        )
      }
      detail={props.isValueLoading ? <Skeleton /> : <OtherValue unit={unit} worth={worth} />}
    />
  )
  if (!isLoading && series && !performance && series.unreadable[unit] === 0) {
    return (
      <KeyFigures label="Key figures" className={FIGURES}>
        {value}
        <KeyFigure
          label="Profit, return and drawdown"
          value="Not yet"
          detail={`from the second point of balance history on; this range has ${series[unit].at.length}`}
        />
      </KeyFigures>
    )
  }
  if (!isLoading && performance && reason === NO_FLOWS) {
    return (
      <KeyFigures label="Key figures" className={FIGURES}>
        {value}
        {reported && (
          <>
            {REPORTED.map(([name, label]) => (
              <KeyFigure
                key={name}
                label={label}
                value={<Amount signed places={places} value={reported[name]} />}
                detail="as the service reports it"
              />
            ))}
          </>
        )}
        <KeyFigure
          label={reported ? 'Return and drawdown' : 'Profit, return and drawdown'}
          value="Not known"
          detail="the service does not say what was paid in or out"
        />
      </KeyFigures>
    )
  }
  return (
    <KeyFigures label="Key figures" className={FIGURES}>
      {value}
      <KeyFigure
        label={
          <FigureLabel formula={`${FORMULAS.profit} ${READINGS[reading ?? 'since_last']}`}>
            Profit net of deposits
          </FigureLabel>
        }
        value={wait(<Amount signed places={places} value={known?.profit} reason={reason} />)}
        detail={
          <>
            {wait(performance ? periodText(performance, range, timeZone) : EMPTY)}
            {isOffered && (
              <span className="block min-h-8">
                {split && known && (
                  <RealisedLines split={split} performance={known} isOver={props.isOver} />
                )}
              </span>
            )}
          </>
        }
      />
      <KeyFigure
        label={<FigureLabel formula={FORMULAS.timeWeighted}>Time-weighted return</FigureLabel>}
        value={wait(
          <Percent
            signed
            value={known?.timeWeighted}
            reason={known ? whyNoGrowth(known, timeZone) : reason}
          />,
        )}
        detail={wait(
          otherReturn === undefined ? (
            EMPTY
          ) : (
            <>
              {other} alone{' '}
              <Percent signed glyph={false} hasColour={false} value={fromNumber(otherReturn)} />
            </>
          ),
        )}
      />
      <KeyFigure
        label={<FigureLabel formula={FORMULAS.drawdown}>Maximum drawdown</FigureLabel>}
        value={wait(
          <Percent
            signed
            value={known?.drawdown && negate(known.drawdown.percent)}
            reason={known ? whyNoDrawdown(known, timeZone) : reason}
          />,
        )}
        detail={wait(
          known?.drawdown
            ? fallText(known.drawdown, range, timeZone)
            : known?.gap
              ? `no points ${gapText(known.gap, timeZone)}`
              : EMPTY,
        )}
      />
      <StretchFigure
        name="Best"
        {...{ period, places, range, wait }}
        stretch={known?.best}
        reason={known ? whyNoDays(known, timeZone) : reason}
        gap={gap}
      />
      <StretchFigure
        name="Worst"
        {...{ period, places, range, wait }}
        stretch={known?.worst}
        reason={known ? whyNoDays(known, timeZone) : reason}
        gap={gap}
      />
      <KeyFigure
        label={
          <FigureLabel formula={FORMULAS.today}>
            {timeZone === 'UTC' ? 'Today, UTC' : 'Today'}
          </FigureLabel>
        }
        value={wait(
          <Amount
            signed
            places={places}
            value={today.performance?.profit}
            reason={
              today.why === 'no flows' && reading === undefined
                ? UNCLEAR_FLOWS
                : today.why && NO_TODAY[today.why]
            }
          />,
        )}
        detail={wait(
          <Percent
            signed
            glyph={false}
            hasColour={false}
            value={today.performance?.timeWeighted}
          />,
        )}
      />
    </KeyFigures>
  )
}

type PortfolioValueProps = { unit: Unit; worth: Worth | undefined; hasUnit?: boolean }

/** The page's one large figure, its cents dimmed. */
export function PortfolioValue({ unit, worth, hasUnit = true }: PortfolioValueProps) {
  return (
    <span className="whitespace-nowrap">
      <Amount
        value={worth?.[unit].value}
        places={UNIT_PLACES[unit]}
        mainPlaces={unit === 'usd' ? 0 : 4}
        reason={
          worth ? `None of ${countOf(worth[unit])} has a value.` : 'The balances are not loaded.'
        }
      />
      {hasUnit && (
        <span className="ml-1 text-body font-normal tracking-normal text-ink-3">
          {UNIT_NAMES[unit]}
        </span>
      )}
    </span>
  )
}

/** The same in the other unit, and what is in neither. */
function OtherValue({ unit, worth }: { unit: Unit; worth: Worth | undefined }) {
  const other = otherUnit(unit)
  const { value } = worth?.[other] ?? {}
  return (
    <>
      {(value !== undefined || !worth) && (
        <Amount
          value={value}
          places={UNIT_PLACES[other]}
          mainPlaces={UNIT_PLACES[other]}
          unit={UNIT_NAMES[other]}
        />
      )}
      <WithoutValue worth={worth?.[unit]} hasOther={value !== undefined} />
    </>
  )
}

const countOf = ({ count }: WorthOfUnit): string =>
  count === 1 ? 'the one asset' : `${count} assets`

type WithoutValueProps = { worth: WorthOfUnit | undefined; hasOther: boolean }

/** How many assets a sum leaves out. */
export function WithoutValue({ worth, hasOther }: WithoutValueProps) {
  if (!worth || worth.without === 0) return null
  const words =
    worth.value === undefined
      ? `none of ${countOf(worth)} has a value`
      : `without ${worth.without} of ${countOf(worth)}`
  return <span className="whitespace-normal">{hasOther ? `, ${words}` : words}</span>
}

type StretchFigureProps = {
  name: 'Best' | 'Worst'
  period: 'hour' | 'day'
  places: number
  range: Range
  stretch: DayResult | undefined
  /** Why it is a dash. */
  reason: string | undefined
  gap: Gap | undefined
  wait: (children: ReactNode) => ReactNode
}

function StretchFigure(props: StretchFigureProps) {
  const { name, period, places, range, stretch, reason, gap, wait } = props
  const { timeZone } = useDisplayPreferences()
  return (
    <KeyFigure
      label={<FigureLabel formula={FORMULAS.stretch}>{`${name} ${period}`}</FigureLabel>}
      value={wait(<Percent signed value={stretch?.percent} reason={reason} />)}
      detail={wait(
        stretch ? (
          <>
            {stretchText(stretch.day, range, timeZone)},{' '}
            <Amount signed glyph={false} hasColour={false} places={places} value={stretch.profit} />
          </>
        ) : gap ? (
          `no points ${gapText(gap, timeZone)}`
        ) : (
          EMPTY
        ),
      )}
    />
  )
}

type Zone = DisplayPreferences['timeZone']

/** The day of an instant; within two days with its time. */
const dayText = (at: number, range: Range, timeZone: Zone): string =>
  formatInstant(at, stretchOf(range) < DAY ? 'short' : 'day', timeZone)

/** From the peak to the trough; nothing without a fall. */
const fallText = ({ peakAt, troughAt }: Drawdown, range: Range, timeZone: Zone): string =>
  peakAt === undefined || troughAt === undefined
    ? EMPTY
    : `${dayText(peakAt, range, timeZone)} to ${dayText(troughAt, range, timeZone)}`

/** A day by its name, or an hour by where it begins. */
const stretchText = (name: string, range: Range, timeZone: Zone): string =>
  stretchOf(range) < DAY
    ? formatInstant(Date.parse(name), 'short', timeZone)
    : formatInstant(Date.parse(name), 'day')

/** When the range began; both ends of one that may be over. */
function periodText({ startAt, endAt }: Performance, range: Range, timeZone: Zone): string {
  if (typeof range === 'object') return gapText({ from: startAt, to: endAt }, timeZone)
  // Whole days, of which one may have 23 hours.
  const days = Math.floor((endAt - startAt + HOUR) / DAY)
  const style = days < 2 ? 'short' : days > 300 ? 'date' : 'day'
  const start = formatInstant(startAt, style, timeZone)
  return days < 2 ? `since ${start}` : `since ${start}, ${days} days`
}
