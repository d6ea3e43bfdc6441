import type { DcaBot, DcaBotEntity } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import { type Book, priceOfAmount } from '#contract/impact.ts'
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

/** The settings of a DCA bot that shape its ladder. Order sizes are in the quote currency. */
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
  /** How far from the start of the deal, in percent. */
  deviation: Decimal
  price: Decimal
  /** In the quote currency. */
  size: Decimal
  units: Decimal
  /** In the quote currency, this order and all before it. */
  spent: Decimal
  held: Decimal
  average: Decimal
  /** Where the deal would close at a profit after this order. */
  takeProfit: Decimal
  /** From this order's price to the take profit, in percent. */
  changeNeeded: Decimal
}

export type DcaMarket = { price: Decimal; tick?: Decimal | undefined; lot?: Decimal | undefined }

const PLACES = 18

/**
 * Base and safety orders of one deal that starts at `price`, as far as the price can fall. With
 * deviation d, step scale s and volume scale v, safety order k stands at d·(1 + s + … + s^(k−1))
 * percent and has the size so·v^(k−1): the usual meaning of these settings, which the spec leaves
 * open. Fees are left out.
 */
export function dcaLadder(
  settings: DcaSettings,
  { price: start, tick, lot }: DcaMarket,
): DcaStep[] {
  const steps: DcaStep[] = []
  for (const { index, deviation, size } of plannedOrders(settings)) {
    const price = nearestTick(shifted(start, deviation, settings.strategy !== 'Short'), tick)
    if (!isPositive(price)) break
    const before = steps[steps.length - 1]
    const units = unitsFor(size, price, lot)
    const spent = add(before?.spent ?? ZERO, lot ? multiply(units, price) : size)
    const held = before ? add(before.held, units) : units
    if (!isPositive(held)) break
    const average = quotient(spent, held)
    const takeProfit = nearestTick(takeProfitOf(settings, { spent, held, average }), tick)
    const changeNeeded = percentBetween(price, takeProfit)
    steps.push({
      index,
      deviation,
      price,
      size,
      units,
      spent,
      held,
      average,
      takeProfit,
      changeNeeded,
    })
  }
  return steps
}

/** What the base order pays or gets: a limit order the best price, a market order what it moves it to. */
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

/** No bot has more safety orders; an answer may say anything. */
export const MOST_ORDERS = 500

type Planned = { index: number; deviation: Decimal; size: Decimal }

function plannedOrders(settings: DcaSettings): Planned[] {
  const planned: Planned[] = [{ index: 0, deviation: ZERO, size: settings.base_order_size }]
  let deviation = ZERO
  let step = settings.price_deviation
  let size = settings.safety_order_size
  const count = Math.min(settings.max_safety_orders, MOST_ORDERS)
  for (let index = 1; index <= count; index += 1) {
    deviation = add(deviation, step)
    planned.push({ index, deviation, size })
    step = rounded(multiply(step, settings.safety_order_step_scale))
    size = rounded(multiply(size, settings.safety_order_volume_scale))
  }
  return planned
}

/** The most one deal can spend in the quote currency: the base order and every safety order. */
export const dealFunds = (settings: DcaSettings): Decimal =>
  sum(plannedOrders(settings).map(({ size }) => size))

type Position = Pick<DcaStep, 'spent' | 'held' | 'average'>

/**
 * Where a deal closes at its profit. `percentage` counts from the average price, `base` earns that
 * percent of the base order alone.
 */
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

/** The price where the stop loss of a deal lies: `percent` against it, counted from its start. */
export const dcaStop = (strategy: string, start: Decimal, percent: Decimal): Decimal =>
  shifted(start, percent, strategy !== 'Short')

type ShownSettings = {
  readonly [K in keyof DcaSettings]?:
    | (K extends 'strategy' | 'tp_type' ? string : DcaSettings[K])
    | undefined
}

/** The settings of a bot that was read, once none of them is unknown or a word nobody knows here. */
export function knownSettings(bot: ShownSettings): DcaSettings | undefined {
  // Nothing is said of orders that are never placed.
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
    isOneOf(settings.strategy, ['Long', 'Short']) &&
    isOneOf(settings.tp_type, ['percentage', 'base'])
  return areKnown ? (settings as DcaSettings) : undefined
}

const isOneOf = (word: string | undefined, known: readonly string[]): boolean =>
  word !== undefined && known.includes(word)

function shifted(price: Decimal, percent: Decimal, isDown: boolean): Decimal {
  const part = divide(percent, HUNDRED, PLACES, 'half-even')
  return roundPrice(multiply(price, isDown ? subtract(ONE, part) : add(ONE, part)))
}

const percentBetween = (from: Decimal, to: Decimal): Decimal =>
  multiply(subtract(divide(to, from, 8, 'half-even'), ONE), HUNDRED)

const rounded = (value: Decimal): Decimal => round(value, PLACES, 'half-even')

/** Every safety order is filled: nothing is left to average with. */
export const isAtLastOrder = (
  { safety_orders_filled: filled }: DcaDeal,
  { max_safety_orders: most }: DcaBot,
): boolean => filled !== undefined && most > 0 && filled >= most
