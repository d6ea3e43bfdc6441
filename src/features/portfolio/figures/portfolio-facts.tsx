import type { ReactNode } from 'react'

import type { ReportedProfit } from '#contract/exchanges.ts'
import type { Worth, WorthOfUnit } from '#market/assets.ts'
import { type Decimal, fromNumber, negate } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'
import type { DayResult, Drawdown, Gap } from '#trading/returns.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { daysPassed } from '#ui/civil-day.ts'
import { money, plainChange } from '#ui/facts.tsx'
import { formatInstant } from '#ui/instant.ts'
import type { KeyFact, KeyFacts } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import type { HistoryFigures } from '../chart/history-figures.ts'
import { DAY, type Range, stretchOf, type Zone } from '../range.ts'
import { otherUnit, UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import {
  FORMULAS,
  gapText,
  READINGS,
  type RatioName,
  whyNoDays,
  whyNoDrawdown,
  whyNoGrowth,
  whyNoRatio,
} from './figure-words.tsx'
import type { Performance } from './performance.ts'

// Drawn by React and before React (`app/start`), so nothing here uses a hook.

export type PortfolioFacts = Pick<
  HistoryFigures,
  'performance' | 'today' | 'otherReturn' | 'series'
> & {
  unit: Unit
  range: Range
  worth: Worth | undefined
  isValueLoading: boolean
  /** The last attempt to read it failed. */
  isValueStale: boolean
  reported: Record<keyof ReportedProfit, Decimal> | undefined
  isLoading: boolean
  zone: Zone
  /** The service can split the profit; the parts follow once read. */
  isSplit: boolean
  parts?: ReactNode
}

/** On a phone the value is above the chart. */
export const FIGURES = 'narrow:min-h-62 narrow:[&>dl>:first-child]:hidden'

/** Keeps the height of an empty line. */
const EMPTY = '\u00a0'

const NO_HISTORY = 'The range has fewer than two points that can be read.'
const NO_FLOWS = 'The service does not send deposits.'
const UNCLEAR_FLOWS =
  'How this service counts deposits is not known. Answer the question above the chart.'

const NO_TODAY = {
  'not loaded': 'The points of today are not loaded.',
  'no start': 'The service has no point from before midnight.',
  'no point': 'Today has no point yet.',
}

/** Performance, if the deposits that its profit needs are known. */
export const knownOf = ({ series, performance }: Partial<HistoryFigures>, unit: Unit) =>
  series?.hasFlows[unit] ? performance : undefined

export function portfolioFacts(props: PortfolioFacts): KeyFacts {
  const { unit, range, performance, today, otherReturn, series, worth, isLoading, reported } = props
  const known = knownOf(props, unit)
  const wait = (children: ReactNode, width = 88) =>
    isLoading ? <Skeleton width={width} /> : children
  const Value: KeyFact = props.isValueLoading
    ? { value: <Skeleton width={160} />, detail: <Skeleton /> }
    : {
        value: (
          <span data-stale={props.isValueStale || undefined}>
            <PortfolioValue unit={unit} worth={worth} />
          </span>
        ),
        detail: <OtherValue unit={unit} worth={worth} />,
      }
  const places = UNIT_PLACES[unit]
  const reading = series?.reading
  const noFlows = reading === undefined ? UNCLEAR_FLOWS : NO_FLOWS
  const reason = !performance || known ? NO_HISTORY : noFlows
  if (!isLoading && series && !performance && series.unreadable[unit] === 0) {
    const detail = `from the second point of balance history on; this range has ${series[unit].at.length}`
    return { Value, 'Profit, return and drawdown': { value: 'Not yet', detail } }
  }
  if (!isLoading && performance && reason === NO_FLOWS) {
    const earned = (name: keyof ReportedProfit) =>
      reported && {
        value: <Amount signed places={places} value={reported[name]} />,
        detail: 'as the service reports it',
      }
    return {
      Value,
      'Profit of the day': earned('day'),
      'Profit of the month': earned('month'),
      'Total profit': earned('total'),
      [reported ? 'Return and drawdown' : 'Profit, return and drawdown']: {
        value: 'Not known',
        detail: 'the service does not send deposits',
      },
    }
  }
  const period = performance ? periodText(performance, range, props.zone) : EMPTY
  const { isSplit, zone, parts = wait(period) } = props
  const facts = rangeFacts(known, { unit, range, zone, reason, hasGlyph: true })
  const figure = (fact: KeyFact, detail: ReactNode = EMPTY): KeyFact => ({
    ...fact,
    value: wait(fact.value),
    detail: wait(detail),
  })
  const gapWords = (gap: Gap | undefined) => gap && `no points ${gapText(gap, zone)}`
  const stretch = (fact: KeyFact, result: DayResult | undefined) =>
    figure(
      fact,
      result ? (
        <>
          {stretchText(result.day, range, zone)},{' '}
          <Amount signed glyph={false} hasColour={false} places={places} value={result.profit} />
        </>
      ) : (
        gapWords(known?.gap ?? known?.dayGap)
      ),
    )
  const { performance: ofToday, why } = today
  const noToday = why === 'no flows' ? noFlows : why && NO_TODAY[why]
  return {
    Value,
    'Profit net of deposits': {
      value: wait(facts.profit.value),
      formula: `${FORMULAS.profit} ${READINGS[reading ?? 'since_last']}${performance ? ` Here ${period}.` : ''}`,
      detail: <span className={isSplit ? 'block min-h-[2lh]' : ''}>{parts}</span>,
    },
    'Time-weighted return': figure(
      facts.timeWeighted,
      otherReturn === undefined ? undefined : (
        <>
          {UNIT_NAMES[otherUnit(unit)]} alone {plainChange(fromNumber(otherReturn))}
        </>
      ),
    ),
    'Maximum drawdown': figure(
      facts.drawdown,
      known?.drawdown ? fallText(known.drawdown, range, zone) : gapWords(known?.gap),
    ),
    [facts.best.term]: stretch(facts.best, known?.best),
    [facts.worst.term]: stretch(facts.worst, known?.worst),
    [zone === 'UTC' ? 'Today, UTC' : 'Today']: {
      formula: FORMULAS.today,
      value: wait(<Amount signed places={places} value={ofToday?.profit} reason={noToday} />),
      detail: wait(ofToday ? plainChange(ofToday.timeWeighted, whyNoGrowth(ofToday, zone)) : EMPTY),
    },
  }
}

type PortfolioValueProps = { unit: Unit; worth: Worth | undefined; hasUnit?: boolean }

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

function OtherValue({ unit, worth }: { unit: Unit; worth: Worth | undefined }) {
  if (!worth) return EMPTY
  const other = otherUnit(unit)
  const { value } = worth[other]
  return (
    <>
      {value && (
        <Amount
          value={value}
          places={UNIT_PLACES[other]}
          mainPlaces={UNIT_PLACES[other]}
          unit={UNIT_NAMES[other]}
        />
      )}
      <WithoutValue worth={worth[unit]} hasOther={value !== undefined} />
    </>
  )
}

const countOf = ({ count }: WorthOfUnit): string =>
  count === 1 ? 'the one asset' : `${count} assets`

type WithoutValueProps = { worth: WorthOfUnit | undefined; hasOther: boolean }

export function WithoutValue({ worth, hasOther }: WithoutValueProps) {
  if (!worth || worth.without === 0) return null
  const words = !worth.value
    ? `none of ${countOf(worth)} has a value`
    : `without ${worth.without} of ${countOf(worth)}`
  return <span className="whitespace-normal">{hasOther ? `, ${words}` : words}</span>
}

const dayText = (at: number, range: Range, timeZone: Zone): string =>
  formatInstant(at, stretchOf(range) < DAY ? 'short' : 'day', timeZone)

/** From peak to trough; empty without a drawdown. */
const fallText = ({ peakAt, troughAt }: Drawdown, range: Range, timeZone: Zone): string =>
  peakAt === undefined || troughAt === undefined
    ? EMPTY
    : `${dayText(peakAt, range, timeZone)} to ${dayText(troughAt, range, timeZone)}`

/** Day, or the start of an hour. */
const stretchText = (name: string, range: Range, timeZone: Zone): string =>
  stretchOf(range) < DAY
    ? formatInstant(Date.parse(name), 'short', timeZone)
    : formatInstant(Date.parse(name), 'day')

function periodText({ startAt, endAt }: Performance, range: Range, timeZone: Zone): string {
  if (typeof range === 'object') return gapText({ from: startAt, to: endAt }, timeZone)
  const days = daysPassed(startAt, endAt, timeZone)
  const style = days < 2 ? 'short' : days > 300 ? 'date' : 'day'
  const start = formatInstant(startAt, style, timeZone)
  return days < 2 ? `since ${start}` : `since ${start}, ${days} days`
}

type RangeLook = {
  unit: Unit
  range: Range
  zone: Zone
  /** Reason of every dash if nothing is known. */
  reason?: string
  hasGlyph?: boolean
}

export function rangeFacts(of: Performance | undefined, look: RangeLook) {
  const { unit, range, zone, reason, hasGlyph = false } = look
  const stretch = stretchOf(range) < DAY ? 'hour' : 'day'
  const places = UNIT_PLACES[unit]
  const glyph = hasGlyph
  const why = (own: typeof whyNoDays) => (of ? own(of, zone) : reason)
  const [noGrowth, noDays] = [why(whyNoGrowth), why(whyNoDays)]
  const noVolatility = noDays ?? `It needs two ${stretch}s.`
  const noRate = 'No single rate fits these deposits and withdrawals.'
  const percent = (value: Decimal | undefined, no: string | undefined) => (
    <Percent signed glyph={glyph} value={value} reason={no} />
  )
  const amount = (value: Decimal | undefined, signs: Parameters<typeof money>[2] = {}) =>
    money(value, '', { ...signs, places, mainPlaces: glyph ? undefined : places, reason })
  const ratio = (name: RatioName) => {
    const { value, why: no } = of?.ratios[name] ?? {}
    if (value) return formatAmount(value, { places: 2 })
    return <UnknownValue reason={of && no ? whyNoRatio(name, no, of, zone) : reason} />
  }
  const daysUp = of?.daysUp
  const fact = (term: string, formula: string, value: ReactNode) => ({ term, formula, value })
  return {
    start: fact('Value at the start', FORMULAS.start, amount(of?.start)),
    end: fact('Value at the end', FORMULAS.end, amount(of?.end)),
    flows: fact('Net deposits', FORMULAS.flows, amount(of?.flows, UNCOLOURED)),
    profit: fact('Profit', FORMULAS.profit, amount(of?.profit, { signed: true, glyph })),
    timeWeighted: fact('Time-weighted', FORMULAS.timeWeighted, percent(of?.timeWeighted, noGrowth)),
    moneyWeighted: fact(
      'Money-weighted',
      FORMULAS.moneyWeighted,
      percent(of?.moneyWeighted, noRate),
    ),
    drawdown: fact(
      'Maximum drawdown',
      FORMULAS.drawdown,
      percent(of?.drawdown && negate(of.drawdown.percent), why(whyNoDrawdown)),
    ),
    volatility: fact(
      'Volatility, annualised',
      FORMULAS.volatility,
      <Percent value={of?.volatility} reason={noVolatility} />,
    ),
    sharpe: fact('Sharpe ratio', FORMULAS.sharpe, ratio('sharpe')),
    sortino: fact('Sortino ratio', FORMULAS.sortino, ratio('sortino')),
    calmar: fact('Calmar ratio', FORMULAS.calmar, ratio('calmar')),
    best: fact(`Best ${stretch}`, FORMULAS.stretch, percent(of?.best?.percent, noDays)),
    worst: fact(`Worst ${stretch}`, FORMULAS.stretch, percent(of?.worst?.percent, noDays)),
    daysUp: fact(
      stretch === 'day' ? 'Days in profit' : 'Hours in profit',
      FORMULAS.daysUp,
      daysUp === undefined ? <UnknownValue reason={noDays} /> : `${daysUp} of ${of?.days}`,
    ),
  }
}

const UNCOLOURED = { signed: true, glyph: false, hasColour: false }
