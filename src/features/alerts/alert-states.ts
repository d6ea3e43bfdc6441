import type { Alert } from '#contract/alerts.ts'
import {
  absolute,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
} from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import { alertSubject, alertWords, type AlertReading, isMet } from '#trading/alerts.ts'

export type AlertState = 'fired' | 'watching' | 'paused'

export type Watched = {
  alert: Alert
  reading: AlertReading | undefined
  state: AlertState
  distance: Decimal | undefined
}

export function watchedOf(alert: Alert, reading: AlertReading | undefined): Watched {
  const isFired = alert.last_fired_at !== null && isMet(alert, reading) === true
  const state = !alert.is_on ? 'paused' : isFired ? 'fired' : 'watching'
  return { alert, reading, state, distance: distanceOf(alert, reading) }
}

export const isPriced = ({ kind }: Pick<Alert, 'kind'>): boolean =>
  kind === 'price' || kind === 'out_of_range'

/** Percent of a price, or percentage points of a distance or drawdown; zero once met. */
export function distanceOf(alert: Alert, reading: AlertReading | undefined): Decimal | undefined {
  const { kind, level, percent } = alert
  if (!reading) return undefined
  const { value, range } = reading
  if (isMet(alert, reading) === true) return subtract(value, value)
  if (kind === 'price') return level ? moveTo(level, value) : undefined
  if (kind === 'out_of_range') return range && nearer(range.lower, range.upper, value)
  return percent ? subtract(percent, value) : undefined
}

const PLACES = 4

const moveTo = (level: Decimal, price: Decimal): Decimal | undefined =>
  isPositive(price)
    ? divide(multiply(subtract(level, price), HUNDRED), price, PLACES, 'half-even')
    : undefined

function nearer(lower: Decimal, upper: Decimal, price: Decimal): Decimal | undefined {
  const [down, up] = [moveTo(lower, price), moveTo(upper, price)]
  if (!down || !up) return undefined
  return compare(absolute(down), up) <= 0 ? down : up
}

const RANKS: Record<AlertState, number> = { fired: 0, watching: 1, paused: 2 }

/** Fired alerts first, then the nearest, those without a known distance, and paused ones. */
export const nearestFirst = (a: Watched, b: Watched): number =>
  thenBy(
    RANKS[a.state] - RANKS[b.state],
    thenBy(
      Number(!a.distance) - Number(!b.distance),
      a.distance && b.distance ? compare(absolute(a.distance), absolute(b.distance)) : 0,
    ),
  )

export type LogEntry = {
  at: number
  alert: Alert
  /** A trade event, or the condition. */
  text: string
  /** Result of the webhook delivery; `undefined` for the alert itself. */
  problem?: string | null
  isTest?: boolean
}

export const logOf = (alerts: readonly Alert[]): LogEntry[] =>
  alerts
    .flatMap((alert): LogEntry[] => {
      const { last_fired_at: fired, webhook, recent } = alert
      const last = webhook?.last_try
      const text = `${alertSubject(alert)} ${alertWords(alert)}`
      const fires = fired === null ? [] : [{ at: fired, text }]
      return [
        ...(recent ? recent : fires).map((event) => ({ at: event.at, text: event.text, alert })),
        ...(last
          ? [{ at: last.at, text, alert, problem: last.problem, isTest: last.is_test === true }]
          : []),
      ]
    })
    .toSorted((a, b) => b.at - a.at)
