import type { ReactNode } from 'react'

import { type Decimal, fromNumber, negate, ZERO } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { formatInstant } from '#ui/instant.ts'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Percent } from '#ui/percent.tsx'
import { type Reading, useReading } from '#ui/reading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { DayResult } from '#trading/returns.ts'
import type { DepositReading, Unit } from '#trading/balance-flow.ts'

import { FigureLabel } from './figure-label.tsx'
import { FORMULAS, READINGS } from './formulas.ts'
import type { Performance } from './performance.ts'
import { DAY, type Range, stretchOf } from '../range.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'

type PortfolioFiguresProps = {
  unit: Unit
  range: Range
  /** What everything is worth now, in the chosen unit and in the other one. */
  value: Decimal | undefined
  otherValue: Decimal | undefined
  isValueLoading: boolean
  /** The last try to read it failed. */
  isValueStale: boolean
  performance: Performance | undefined
  today: Performance | undefined
  /** What the same money would have made held in the other currency, in percent. */
  otherReturn: number | undefined
  /** Whether every point of the range says what was paid in. */
  hasFlows: boolean
  /** How the deposit fields were understood. */
  reading: DepositReading | undefined
  isLoading: boolean
}

/** Seven stand side by side; on a phone the value has its own place above the chart. */
const FIGURES =
  'xl:[&>dl]:-ml-[calc(1.125rem+1px)] xl:[&>dl>*]:px-4.5 xl:[&>dl>:first-child]:pr-6 max-sm:[&>dl>:first-child]:hidden'

/** Keeps the line's height where there is nothing to say. */
const EMPTY = '\u00a0'

const NO_HISTORY = 'The range has fewer than two points.'
const NO_FLOWS = 'The service does not say what was paid in.'

/** The figures of the chosen range. */
export function PortfolioFigures(props: PortfolioFiguresProps) {
  const { unit, range, performance, today, otherReturn, hasFlows, isLoading } = props
  const { timeZone } = useReading()
  const known = hasFlows ? performance : undefined
  const reason = performance && !hasFlows ? NO_FLOWS : NO_HISTORY
  const places = UNIT_PLACES[unit]
  const period = stretchOf(range) < DAY ? 'hour' : 'day'
  const other = unit === 'usd' ? 'BTC' : 'USD'
  const wait = (children: ReactNode, width = 88) =>
    isLoading ? <Skeleton width={width} /> : children
  return (
    <KeyFigures label="Key figures" className={FIGURES}>
      <KeyFigure
        isLarge
        label="Value"
        value={
          props.isValueLoading ? (
            <Skeleton width={160} />
          ) : (
            <span data-stale={props.isValueStale || undefined}>
              <PortfolioValue unit={unit} value={props.value} />
            </span>
          )
        }
        detail={
          props.isValueLoading ? <Skeleton /> : <OtherValue unit={unit} value={props.otherValue} />
        }
      />
      <KeyFigure
        label={
          <FigureLabel formula={`${FORMULAS.profit} ${READINGS[props.reading ?? 'since_last']}`}>
            Profit net of deposits
          </FigureLabel>
        }
        value={wait(<Amount signed places={places} value={known?.profit} reason={reason} />)}
        detail={wait(performance ? sinceText(performance, timeZone) : EMPTY)}
      />
      <KeyFigure
        label={<FigureLabel formula={FORMULAS.timeWeighted}>Time-weighted return</FigureLabel>}
        value={wait(<Percent signed value={known?.timeWeighted} reason={reason} />)}
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
            value={known && negate(known.drawdown?.percent ?? ZERO)}
            reason={reason}
          />,
        )}
        detail={wait(
          known?.drawdown
            ? `${dayText(known.drawdown.peakAt, range, timeZone)} to ${dayText(known.drawdown.troughAt, range, timeZone)}`
            : EMPTY,
        )}
      />
      <StretchFigure name="Best" {...{ period, places, range }} stretch={known?.best} wait={wait} />
      <StretchFigure
        name="Worst"
        {...{ period, places, range }}
        stretch={known?.worst}
        wait={wait}
      />
      <KeyFigure
        label={
          <FigureLabel formula={FORMULAS.today}>
            {timeZone === 'UTC' ? 'Today, UTC' : 'Today'}
          </FigureLabel>
        }
        value={wait(
          <Amount signed places={places} value={today?.profit} reason="Today has no point yet." />,
        )}
        detail={wait(
          <Percent signed glyph={false} hasColour={false} value={today?.timeWeighted} />,
        )}
      />
    </KeyFigures>
  )
}

type PortfolioValueProps = { unit: Unit; value: Decimal | undefined; hasUnit?: boolean }

/** The page's one large figure, its cents dimmed. */
export function PortfolioValue({ unit, value, hasUnit = true }: PortfolioValueProps) {
  return (
    <span className="whitespace-nowrap">
      <Amount
        value={value}
        places={UNIT_PLACES[unit]}
        mainPlaces={unit === 'usd' ? 0 : 4}
        reason="The balances are not loaded."
      />
      {hasUnit && (
        <span className="ml-1 text-body font-normal tracking-normal text-ink-3">
          {UNIT_NAMES[unit]}
        </span>
      )}
    </span>
  )
}

function OtherValue({ unit, value }: { unit: Unit; value: Decimal | undefined }) {
  const other = unit === 'usd' ? 'btc' : 'usd'
  return (
    <Amount
      value={value}
      places={UNIT_PLACES[other]}
      mainPlaces={UNIT_PLACES[other]}
      unit={UNIT_NAMES[other]}
    />
  )
}

type StretchFigureProps = {
  name: 'Best' | 'Worst'
  period: 'hour' | 'day'
  places: number
  range: Range
  stretch: DayResult | undefined
  wait: (children: ReactNode) => ReactNode
}

function StretchFigure({ name, period, places, range, stretch, wait }: StretchFigureProps) {
  const { timeZone } = useReading()
  return (
    <KeyFigure
      label={<FigureLabel formula={FORMULAS.stretch}>{`${name} ${period}`}</FigureLabel>}
      value={wait(<Percent signed value={stretch?.percent} reason={NO_HISTORY} />)}
      detail={wait(
        stretch ? (
          <>
            {stretchText(stretch.day, range, timeZone)},{' '}
            <Amount signed glyph={false} hasColour={false} places={places} value={stretch.profit} />
          </>
        ) : (
          EMPTY
        ),
      )}
    />
  )
}

type Zone = Reading['timeZone']

/** The day of an instant; within two days its time is told too. */
const dayText = (at: number, range: Range, timeZone: Zone): string =>
  formatInstant(at, stretchOf(range) < DAY ? 'short' : 'day', timeZone)

/** A day by its name, or an hour by where it begins. */
const stretchText = (name: string, range: Range, timeZone: Zone): string =>
  stretchOf(range) < DAY
    ? formatInstant(Date.parse(name), 'short', timeZone)
    : formatInstant(Date.parse(name), 'day')

function sinceText({ startAt, endAt }: Performance, timeZone: Zone): string {
  const days = Math.round((endAt - startAt) / DAY)
  const style = days < 2 ? 'short' : days > 300 ? 'date' : 'day'
  const start = formatInstant(startAt, style, timeZone)
  return days < 2 ? `since ${start}` : `since ${start}, ${days} days`
}
