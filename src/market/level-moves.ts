import type { LevelMove } from '#charts/price-data.ts'
import { pricePlaces } from '#money/format.ts'
import {
  add,
  decimal,
  type Decimal,
  fromNumber,
  isPositive,
  larger,
  multiply,
  roundToStep,
  subtract,
  toNumber,
} from '#money/decimal.ts'
import { nearestTick } from '#trading/lots.ts'

/** Smallest price change: the exchange's tick, else the last decimal shown, or the fourth digit. */
export function tickOf(price: Decimal, tick: Decimal | undefined): Decimal {
  if (tick) return tick
  const places = Math.max(pricePlaces(price), 3 - magnitudeOf(price))
  return decimal(`0.${'1'.padStart(places, '0')}`)
}

/** 4 for 90,850 and -2 for 0.02. */
const magnitudeOf = (price: Decimal): number => Math.floor(Math.log10(toNumber(price)))

/** The axis position as a valid price; `undefined` below the first tick. */
export function priceThere(
  price: Decimal,
  place: number,
  tick: Decimal | undefined,
): Decimal | undefined {
  const there = nearestTick(fromNumber(place), tickOf(price, tick))
  return isPositive(there) ? there : undefined
}

const TEN = fromNumber(10)

/** Step of the arrow keys: a round value near a thousandth of the price. */
export function stepOf(price: Decimal, tick: Decimal | undefined): Decimal {
  const round = fromNumber(10 ** Math.floor(Math.log10(toNumber(price) * 0.002)))
  const least = tickOf(price, tick)
  return larger(roundToStep(round, least, 'half-even'), least)
}

/** Price after a key press, on a tick; `undefined` for other keys. */
export function nudged(
  price: Decimal,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  tick: Decimal | undefined,
): Decimal | undefined {
  const least = tickOf(price, tick)
  const step = stepOf(price, tick)
  const by = shiftKey ? least : step
  const ways: Record<string, Decimal> = {
    ArrowUp: add(price, by),
    ArrowRight: add(price, by),
    ArrowDown: subtract(price, by),
    ArrowLeft: subtract(price, by),
    PageUp: add(price, multiply(step, TEN)),
    PageDown: subtract(price, multiply(step, TEN)),
  }
  const there = ways[key]
  const onTick = there && nearestTick(there, least)
  return onTick && isPositive(onTick) ? onTick : undefined
}

type MoveWays = Pick<LevelMove, 'spoken' | 'onMove'> & {
  tick: Decimal | undefined
  isAllowed?: (there: Decimal) => boolean
}

/** A level that moves along ticks and updates its form at once. */
export function moveOf(price: Decimal, { tick, isAllowed, ...rest }: MoveWays): LevelMove {
  const allowed = (there: Decimal | undefined) =>
    there && isAllowed?.(there) !== false ? there : undefined
  return {
    ...rest,
    to: (place) => allowed(priceThere(price, place, tick)),
    by: (key, from) => allowed(nudged(from, key, tick)),
    isAt: (there) => there === price,
  }
}
