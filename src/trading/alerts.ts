import type { Alert, AlertDraft, AlertEntity } from '#contract/alerts.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import {
  absolute,
  compare,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
  toText,
  ZERO,
} from '#money/decimal.ts'
import { formatAmount, textOr } from '#money/format.ts'

import {
  type BalanceColumns,
  type DepositReading,
  guessReading,
  knowsFlows,
  valueSeries,
} from './balance-flow.ts'
import { toSlashPair } from './pair.ts'
import { growthIndex } from './returns.ts'
import { groupOf } from './smart-trade-group.ts'

export const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Range of a drawdown's peak, in milliseconds. */
export const PEAK_RANGE = 30 * DAY
/** End of that range that is read at a finer interval, in milliseconds (`withLatest`). */
export const FINE_RANGE = 46 * HOUR
const PERCENT_PLACES = 4

/** Value watched by an alert, read at one moment. */
export type AlertReading = {
  /** Price, or distance to the stop or drawdown in percent. */
  value: Decimal
  /** Range of a grid bot. */
  range?: { lower: Decimal; upper: Decimal }
}

type Watched = Pick<Alert, 'kind' | 'direction' | 'level' | 'percent'>
type Judged = Watched & Pick<Alert, 'is_on' | 'every_time' | 'last_fired_at'>

/** Returns whether the condition is met; `undefined` if unknown. */
export function isMet(alert: Watched, reading: AlertReading | undefined): boolean | undefined {
  if (reading === undefined) return undefined
  const { value, range } = reading
  const { kind, direction, level, percent } = alert
  if (kind === 'out_of_range') {
    return range && (compare(value, range.lower) < 0 || compare(value, range.upper) > 0)
  }
  if (kind === 'price') {
    if (!level) return undefined
    return direction === 'below' ? compare(value, level) <= 0 : compare(value, level) >= 0
  }
  if (!percent) return undefined
  return kind === 'stop_distance' ? compare(value, percent) <= 0 : compare(value, percent) >= 0
}

/** Returns true if newly met, at most hourly unless set to every time. */
export function fires(
  alert: Judged,
  before: AlertReading | undefined,
  now: AlertReading | undefined,
  at: Instant,
): boolean {
  return isMet(alert, before) === false && isMet(alert, now) === true && mayFire(alert, at)
}

export function mayFire(alert: Pick<Judged, keyof Judged>, at: Instant): boolean {
  const { is_on: isOn, every_time: isEveryTime, last_fired_at: last } = alert
  return isOn && (isEveryTime || last === null || Math.abs(at - last) >= HOUR)
}

/** Key of the condition. Alerts with the same key fire once an hour altogether. */
export const subjectOf = (
  alert: Watched & Pick<Alert, 'pair' | 'exchange' | 'trade_id' | 'bot_id'>,
) =>
  [
    alert.kind,
    alert.exchange,
    alert.pair,
    alert.trade_id,
    alert.bot_id,
    alert.direction,
    alert.level && toText(alert.level),
    alert.percent && toText(alert.percent),
  ].join(' ')

export const priceReading = (price: Decimal | undefined): AlertReading | undefined =>
  price && { value: price }

/** Returns the distance to the stop in percent; zero beyond it or once hit, as prices can jump. */
export function stopReading(trade: SmartTrade): AlertReading | undefined {
  const { stop_loss: stop, data, position, status } = trade
  if (!stop.enabled) return undefined
  if (status.type === 'stop_loss_in_progress' || status.type === 'stop_loss_finished') {
    return { value: ZERO }
  }
  if (groupOf(status) !== 'active') return undefined
  const level = stop.conditional?.price.value ?? stop.price?.value
  const price = data.current_price.last
  if (!level || !price || !isPositive(level)) return undefined
  const gap = position.type === 'sell' ? subtract(level, price) : subtract(price, level)
  const part = isPositive(gap) ? gap : subtract(price, price)
  return { value: divide(multiply(part, HUNDRED), level, PERCENT_PLACES, 'half-even') }
}

/** Returns price and range of a running bot, or of one stopped outside its range. */
export function rangeReading(bot: GridBot): AlertReading | undefined {
  const {
    is_enabled: isRunning,
    current_price: value,
    lower_price: lower,
    upper_price: upper,
  } = bot
  if (!value || !lower || !upper) return undefined
  const isOutside = compare(value, lower) < 0 || compare(value, upper) > 0
  return isRunning || isOutside ? { value, range: { lower, upper } } : undefined
}

/** Replaces the end of a balance history by finer points, which start on a full hour. */
export function withLatest(points: BalanceColumns, latest: BalanceColumns): BalanceColumns {
  const joint = latest.at[0] ?? Infinity
  const count = points.at.filter((at) => at <= joint).length
  const skipped = points.at[count - 1] === joint ? 1 : 0
  const joined = (older: Float64Array, end: Float64Array): Float64Array =>
    Float64Array.of(...older.subarray(0, count), ...end.subarray(skipped))
  const both = (of: 'value' | 'deposit') => ({
    usd: joined(points[of].usd, latest[of].usd),
    btc: joined(points[of].btc, latest[of].btc),
  })
  return {
    at: joined(points.at, latest.at),
    value: both('value'),
    deposit: both('deposit'),
    undated: points.undated + latest.undated,
  }
}

export const latestFrom = (now: Instant): Instant => Math.floor((now - FINE_RANGE) / HOUR) * HOUR

/** Returns the drawdown in percent, net of deposits; `undefined` if those are unknown. */
export function drawdownReading(
  columns: BalanceColumns,
  reading?: DepositReading,
): AlertReading | undefined {
  const deposits = reading ?? guessReading(columns)
  if (deposits === undefined || !knowsFlows(columns, 'usd', deposits)) return undefined
  const index = growthIndex(valueSeries(columns, 'usd', deposits))
  const now = index.at(-1)
  const peak = Math.max(...index)
  if (now === undefined || !(peak > 0)) return undefined
  return { value: fromNumber(Math.round((1 - now / peak) * 1_000_000) / 10_000) }
}

/** Describes the condition, with no amounts except those typed. */
export function alertWords(alert: Watched): string {
  const { kind, direction, level, percent } = alert
  const share = percent ? `${toText(absolute(percent))}%` : 'a percentage'
  if (kind === 'price') {
    const price = level ? formatAmount(level) : 'a price'
    return direction === 'below' ? `falls to ${price} or below` : `rises to ${price} or above`
  }
  if (kind === 'stop_distance') return `comes within ${share} of its stop`
  if (kind === 'out_of_range') return 'leaves its range'
  if (kind === 'trade_events') return '(trade events)'
  return kind === 'drawdown' ? `falls ${share} below its peak` : `meets ${String(kind)}`
}

export const alertSubject = ({ name, pair }: Pick<Alert, 'name' | 'pair'>): string =>
  textOr(name, pair ? toSlashPair(pair) : 'Portfolio')

export const newAlert = (draft: Omit<AlertDraft, 'webhook'>, at: Instant): AlertEntity => ({
  id: draft.id,
  kind: draft.kind,
  name: draft.name,
  pair: draft.pair ?? null,
  exchange: draft.exchange ?? null,
  direction: draft.direction ?? null,
  level: draft.level ?? null,
  percent: draft.percent ?? null,
  trade_id: draft.trade_id ?? null,
  bot_id: draft.bot_id ?? null,
  every_time: draft.every_time ?? false,
  is_on: draft.is_on ?? true,
  created_at: at,
  last_fired_at: null,
  webhook: null,
  ...(draft.kind === 'trade_events' && {
    events: draft.events ?? [],
    with_amounts: draft.with_amounts ?? false,
    ...(draft.account_id !== undefined && { account_id: draft.account_id }),
    ...(draft.dca_bot_id !== undefined && { dca_bot_id: draft.dca_bot_id }),
  }),
})
