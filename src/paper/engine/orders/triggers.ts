import { type Decimal, compare, divide, toNumber } from '#money/decimal.ts'
import { trailingPrice } from '#trading/trailing.ts'

import type { Instrument } from '../market/instruments.ts'
import type { Order, Trail } from './order.ts'
import { type PriceType, offsetOf, priceOf } from '../market/quotes.ts'

/** Reached when the last price, in ticks, is at or beyond it. */
type Threshold = { order: Order; ticks: number }

export type Thresholds = ReturnType<typeof createThresholds>

/** Thresholds of one pair by price: a price move checks only those it passes. */
export function createThresholds(instrument: Instrument) {
  const falling: Threshold[] = []
  const rising: Threshold[] = []
  const placed = new Map<number, { low: number | null; high: number | null }>()

  const insert = (list: Threshold[], threshold: Threshold, sign: 1 | -1): void => {
    list.splice(positionIn(list, threshold, sign), 0, threshold)
  }
  const withdraw = (list: Threshold[], order: Order, ticks: number, sign: 1 | -1): void => {
    const at = positionIn(list, { order, ticks }, sign)
    if (list[at]?.order.id === order.id) list.splice(at, 1)
  }

  return {
    add(order: Order): void {
      const { low, high } = thresholdsOf(order, instrument)
      if (low !== null) insert(falling, { order, ticks: low }, -1)
      if (high !== null) insert(rising, { order, ticks: high }, 1)
      placed.set(order.id, { low, high })
    },
    remove(order: Order): void {
      const known = placed.get(order.id)
      if (!known) return
      if (known.low !== null) withdraw(falling, order, known.low, -1)
      if (known.high !== null) withdraw(rising, order, known.high, 1)
      placed.delete(order.id)
    },
    /** The nearest threshold below and above, in ticks. */
    nearest: () => ({ low: falling[0]?.ticks ?? -Infinity, high: rising[0]?.ticks ?? Infinity }),
    /** Orders that a price in ticks reaches, the nearest first. */
    reached(ticks: number): Order[] {
      const orders: Order[] = []
      for (const threshold of falling) {
        if (threshold.ticks < ticks) break
        orders.push(threshold.order)
      }
      for (const threshold of rising) {
        if (threshold.ticks > ticks) break
        orders.push(threshold.order)
      }
      return orders
    },
    isReached(order: Order, ticks: number): boolean {
      const { low = null, high = null } = placed.get(order.id) ?? {}
      return (low !== null && ticks <= low) || (high !== null && ticks >= high)
    },
    get size() {
      return placed.size
    },
  }
}

/** Position by price, then id. */
function positionIn(list: readonly Threshold[], { order, ticks }: Threshold, sign: 1 | -1): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    const isBefore =
      other !== undefined &&
      (sign * other.ticks < sign * ticks || (other.ticks === ticks && other.order.id < order.id))
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

function thresholdsOf(
  order: Order,
  instrument: Instrument,
): { low: number | null; high: number | null } {
  const { trigger, trail, price, side } = order
  if (trigger) {
    const ticks = ticksAt(instrument, trigger.price, trigger.type, trigger.direction)
    return trigger.direction === 'up' ? { low: null, high: ticks } : { low: ticks, high: null }
  }
  if (trail?.extreme) {
    const extreme = ticksAt(instrument, trail.extreme, 'last', 'up')
    const turn = ticksAt(instrument, turningPoint(trail, trail.extreme), 'last', turnOf(trail))
    return trail.follows === 'up'
      ? { low: turn, high: extreme + 1 }
      : { low: extreme - 1, high: turn }
  }
  if (!price) return { low: null, high: null }
  return side === 'buy'
    ? { low: ticksAt(instrument, price, 'ask', 'down'), high: null }
    : { low: null, high: ticksAt(instrument, price, 'bid', 'up') }
}

const turnOf = (trail: Trail): 'up' | 'down' => (trail.follows === 'up' ? 'down' : 'up')

const turningPoint = ({ follows, percent }: Trail, extreme: Decimal): Decimal =>
  trailingPrice({ side: follows === 'up' ? 'below' : 'above', percent, best: extreme })

/** Last price, in ticks, from which a price of this type has reached `price`. */
function ticksAt(
  instrument: Instrument,
  price: Decimal,
  type: PriceType,
  direction: 'up' | 'down',
): number {
  const whole = toNumber(divide(price, instrument.tick, 0, direction === 'up' ? 'up' : 'down'))
  return whole - offsetOf(instrument, type)
}

/** Returns true if the last price, in ticks, has reached a trigger. */
export const isReached = (
  instrument: Instrument,
  trigger: { price: Decimal; type: PriceType; direction: 'up' | 'down' },
  ticks: number,
): boolean => {
  const now = priceOf(instrument, Math.max(1, ticks + offsetOf(instrument, trigger.type)))
  return compare(now, trigger.price) * (trigger.direction === 'up' ? 1 : -1) >= 0
}
