import type { DcaBot, DcaBotEntity } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import { type Book, priceOfAmount } from '#contract/impact.ts'
import { knownWord } from '#contract/value-of-word.ts'
import {
  add,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  quotient,
  round,
  roundPrice,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'

import { nearestTick, unitsFor } from './lots.ts'

/** Settings that shape the ladder. Order sizes are in the quote currency. */
export type DcaSettings = Pick<
  DcaBotEntity,
  | 'strategy'
  | 'base_order_size'
  | 'safety_order_size'
  | 'safety_order_step_scale'
  | 'safety_order_volume_scale'
  | 'price_deviation'
  | 'max_safety_orders'
  | 'take_profit_pct'
  | 'tp_type'
>

export type DcaStep = {
  /** 0 is the base order. */
  index: number
  /** Distance from the start of the deal, in percent. */
  deviation: Decimal
  price: Decimal
  size: Decimal
  units: Decimal
  /** Total of this and all earlier orders, in the quote currency. */
  spent: Decimal
  held: Decimal
  average: Decimal
  /** Closing price if this is the last filled order. */
  takeProfit: Decimal
  /** Percent from this order's price to the take profit. */
  changeNeeded: Decimal
}

export type DcaMarket = { price: Decimal; tick?: Decimal | undefined; lot?: Decimal | undefined }

const PLACES = 18

/**
 * Returns base and safety orders without fees. With deviation d, step scale s and volume scale v,
 * safety order k is d·(1 + s + … + s^(k−1)) percent away, with size so·v^(k−1): the common reading,
 * which the spec leaves open. Stops at a price of zero.
 */
export function dcaLadder(
  settings: DcaSettings,
  { price: start, tick, lot }: DcaMarket,
): DcaStep[] {
  const steps: DcaStep[] = []
  for (const order of plannedOrders(settings)) {
    const price = nearestTick(shifted(start, order.deviation, settings.strategy !== 'Short'), tick)
    if (!isPositive(price)) break
    const before = steps[steps.length - 1]
    const units = unitsFor(order.size, price, lot)
    const spent = add(before?.spent ?? ZERO, lot ? multiply(units, price) : order.size)
    const held = before ? add(before.held, units) : units
    if (!isPositive(held)) break
    const average = quotient(spent, held)
    const takeProfit = nearestTick(takeProfitOf(settings, { spent, held, average }), tick)
    const changeNeeded = percentBetween(price, takeProfit)
    steps.push({ ...order, price, units, spent, held, average, takeProfit, changeNeeded })
  }
  return steps
}

/** Returns the base order's price: the best for a limit, else including price impact. */
export const dcaStart = (
  settings: { strategy: string; base_order_size: Decimal; start_order_type: string | undefined },
  best: Decimal,
  book: Book,
): Decimal =>
  settings.start_order_type === 'limit'
    ? best
    : priceOfAmount(
        settings.strategy === 'Short' ? 'sell' : 'buy',
        settings.base_order_size,
        best,
        book,
      )

/** Upper bound of safety orders, as responses may claim any number. */
export const MAX_SAFETY_ORDERS = 500

type Planned = { index: number; deviation: Decimal; size: Decimal }

function plannedOrders(settings: DcaSettings): Planned[] {
  const planned: Planned[] = [{ index: 0, deviation: ZERO, size: settings.base_order_size }]
  let deviation = ZERO
  let step = settings.price_deviation
  let size = settings.safety_order_size
  const count = Math.min(settings.max_safety_orders, MAX_SAFETY_ORDERS)
  for (let index = 1; index <= count; index += 1) {
    deviation = add(deviation, step)
    planned.push({ index, deviation, size })
    step = rounded(multiply(step, settings.safety_order_step_scale))
    size = rounded(multiply(size, settings.safety_order_volume_scale))
  }
  return planned
}

/** Returns the maximum cost of a deal in the quote currency. */
export const dealFunds = (settings: DcaSettings): Decimal =>
  sum(plannedOrders(settings).map(({ size }) => size))

type Position = Pick<DcaStep, 'spent' | 'held' | 'average'>

/** Returns the take-profit price; `base` earns the percent of the base order only. */
export function takeProfitOf(settings: DcaSettings, { spent, held, average }: Position): Decimal {
  const isLong = settings.strategy !== 'Short'
  if (settings.tp_type !== 'base') return shifted(average, settings.take_profit_pct, !isLong)
  const profit = divide(
    multiply(settings.base_order_size, settings.take_profit_pct),
    HUNDRED,
    PLACES,
    'half-even',
  )
  const wanted = isLong ? add(spent, profit) : subtract(spent, profit)
  return quotient(wanted, held)
}

export const dcaStop = (strategy: string, start: Decimal, percent: Decimal): Decimal =>
  shifted(start, percent, strategy !== 'Short')

type ShownSettings = {
  readonly [K in keyof DcaSettings]?:
    | (K extends 'strategy' | 'tp_type' ? string : DcaSettings[K])
    | undefined
}

/** Returns the settings if all are known, else `undefined`. */
export function knownSettings(bot: ShownSettings): DcaSettings | undefined {
  // Settings of safety orders are irrelevant without safety orders.
  const otherwise = bot.max_safety_orders === 0 ? ZERO : undefined
  const settings = {
    strategy: bot.strategy,
    base_order_size: bot.base_order_size,
    safety_order_size: bot.safety_order_size ?? otherwise,
    safety_order_step_scale: bot.safety_order_step_scale ?? otherwise,
    safety_order_volume_scale: bot.safety_order_volume_scale ?? otherwise,
    price_deviation: bot.price_deviation ?? otherwise,
    max_safety_orders: bot.max_safety_orders,
    take_profit_pct: bot.take_profit_pct,
    tp_type: bot.tp_type,
  }
  const areKnown =
    Object.values(settings).every((value) => value !== undefined) &&
    knownWord(['Long', 'Short'], settings.strategy) !== undefined &&
    knownWord(['percentage', 'base'], settings.tp_type) !== undefined
  return areKnown ? (settings as DcaSettings) : undefined
}

function shifted(price: Decimal, percent: Decimal, isDown: boolean): Decimal {
  const part = divide(percent, HUNDRED, PLACES, 'half-even')
  return roundPrice(multiply(price, isDown ? subtract(ONE, part) : add(ONE, part)))
}

const percentBetween = (from: Decimal, to: Decimal): Decimal =>
  multiply(subtract(divide(to, from, 8, 'half-even'), ONE), HUNDRED)

const rounded = (value: Decimal): Decimal => round(value, PLACES, 'half-even')

/** Returns true if all safety orders are filled, so nothing can improve the average price. */
export const isAtLastOrder = (
  { safety_orders_filled: filled }: DcaDeal,
  { max_safety_orders: most }: DcaBot,
): boolean => filled !== undefined && most > 0 && filled >= most
