import { readAmount } from '#forms/amount-text.ts'
import {
  add,
  compare,
  decimal,
  type Decimal,
  digitsOf,
  divide,
  isPositive,
  multiply,
  ONE,
  placesOf,
  round,
  roundToStep,
  toText,
} from '#money/decimal.ts'
import { moneyPlaces } from '#money/format.ts'
import { FEE_RATE } from '#trading/fees.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'

import type { NewBot } from './fields.ts'

export type Risk = 'small' | 'medium' | 'large'

type Steps = Pick<
  NewBot,
  | 'max_safety_orders'
  | 'price_deviation'
  | 'safety_order_step_scale'
  | 'safety_order_volume_scale'
  | 'take_profit_pct'
>

type Preset = { label: string; percent: string; steps: Steps }

/** Share of the free balance for one deal, and the spacing of its safety orders. */
export const PRESETS: Readonly<Record<Risk, Preset>> = {
  small: {
    label: 'Small size',
    percent: '5',
    steps: {
      max_safety_orders: '3',
      price_deviation: '2',
      safety_order_step_scale: '1.2',
      safety_order_volume_scale: '1.2',
      take_profit_pct: '1.5',
    },
  },
  medium: {
    label: 'Medium size',
    percent: '10',
    steps: {
      max_safety_orders: '5',
      price_deviation: '1.5',
      safety_order_step_scale: '1.2',
      safety_order_volume_scale: '1.4',
      take_profit_pct: '1.5',
    },
  },
  large: {
    label: 'Large size',
    percent: '25',
    steps: {
      max_safety_orders: '7',
      price_deviation: '1.5',
      safety_order_step_scale: '1.3',
      safety_order_volume_scale: '1.5',
      take_profit_pct: '2',
    },
  },
}

export type Means = Pick<DcaPlace, 'price' | 'lot' | 'minTotal'> & {
  free: Decimal | undefined
  quote: string
}

type Sizes = Pick<NewBot, 'base_order_size' | 'safety_order_size'>
export type Suggestion = Steps & Sizes

const NOT_KNOWN = 'The free balance is unknown, so no sizes are set.'

const PLACES = 18
const HUNDRED_PERCENT = decimal('100')

/** Settings of a risk with sizes that cover one deal, or the reason for none. */
export function suggestionFor(risk: Risk, means: Means): Suggestion | { cannot: string } {
  const { free, quote } = means
  const { percent, steps } = PRESETS[risk]
  if (!free) return { cannot: NOT_KNOWN }
  const parts = partsOf(steps)
  const least = leastSize(means)
  const share = divide(multiply(free, decimal(percent)), HUNDRED_PERCENT, PLACES, 'down')
  const size = handy(divide(share, parts, PLACES, 'down'), quote)
  const chosen = compare(size, least) >= 0 ? size : least
  if (!isPositive(chosen) || compare(multiply(chosen, parts), free) > 0) {
    return { cannot: `The free balance of ${quote} is too small for this many orders.` }
  }
  const text = toText(chosen)
  return { ...steps, base_order_size: text, safety_order_size: text }
}

type Growth = Pick<NewBot, 'max_safety_orders' | 'safety_order_volume_scale'>

/**
 * Equal sizes of base and first safety order, for one deal that uses a percentage of the free
 * balance including fees; or the reason for none.
 */
export function sizesFor(percent: string, typed: Growth, means: Means): Sizes | { cannot: string } {
  const { free, quote } = means
  if (!free) return { cannot: NOT_KNOWN }
  const count = readAmount(typed.max_safety_orders)
  const scale = readAmount(typed.safety_order_volume_scale)
  const isOne = count && !isPositive(count)
  if (!count || compare(count, MOST_ORDERS) > 0 || (!isOne && !(scale && isPositive(scale)))) {
    return { cannot: 'Enter the safety orders and by what their volume grows first.' }
  }
  const parts = isOne
    ? ONE
    : partsOf({
        max_safety_orders: toText(count),
        safety_order_volume_scale: toText(scale ?? ONE),
      })
  const share = divide(multiply(free, decimal(percent)), HUNDRED_PERCENT, PLACES, 'down')
  const each = divide(share, multiply(parts, add(ONE, FEE_RATE)), PLACES, 'down')
  const size = round(each, moneyPlaces(quote, each), 'down')
  if (!isPositive(size) || compare(size, leastSize(means)) < 0) {
    return { cannot: `${percent}% of the free ${quote} is too little for this many orders.` }
  }
  return { base_order_size: toText(size), safety_order_size: toText(size) }
}

const MOST_ORDERS = decimal('100')

/** Total of a deal in base orders: 1 + 1 + v + v² … */
function partsOf({ max_safety_orders: count, safety_order_volume_scale: scale }: Growth): Decimal {
  let size: Decimal = ONE
  let parts: Decimal = ONE
  for (let order = 0; order < Number(count); order += 1) {
    parts = add(parts, size)
    size = multiply(size, decimal(scale))
  }
  return parts
}

const ALMOST_DOUBLE = decimal('1.1')

/**
 * Minimum order that will be accepted: whole lots above the minimum total, with a margin for price
 * moves. More safety orders reach lower prices, at which a lot is worth less.
 */
function leastSize({ minTotal, lot, price, quote }: Means): Decimal {
  const oneLot = lot && price ? multiply(lot, price) : decimal('0')
  const least = multiply(add(minTotal ?? decimal('0'), oneLot), ALMOST_DOUBLE)
  return round(least, moneyPlaces(quote, least), 'up')
}

/** Rounds to two digits: 57, not 57.3461. */
function handy(size: Decimal, quote: string): Decimal {
  if (!isPositive(size)) return size
  const whole = digitsOf(size) - placesOf(size)
  if (whole <= 2)
    return round(
      size,
      Math.min(8, Math.max(2 - whole, moneyPlaces(quote, size) > 2 ? 8 : 0)),
      'down',
    )
  return roundToStep(size, decimal(`1${'0'.repeat(whole - 2)}`), 'down')
}
