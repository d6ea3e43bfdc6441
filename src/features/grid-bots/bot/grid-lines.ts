import type { GridBot, GridLine } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { present } from '#contract/read.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { isFuturesBot } from '#trading/allowed.ts'

export type GridPlan = Pick<
  GridBot,
  | 'current_price'
  | 'expansion_down_enabled'
  | 'expansion_down_stop_price'
  | 'grid_lines'
  | 'grid_price_step'
  | 'grid_type'
  | 'grids_quantity'
  | 'is_enabled'
  | 'leverage_type'
  | 'lower_price'
  | 'lower_stop_loss_enabled'
  | 'lower_stop_loss_price'
  | 'order_currency_type'
  | 'pair'
  | 'quantity_per_grid'
  | 'upper_price'
  | 'upper_stop_loss_enabled'
  | 'upper_stop_loss_price'
>

export type GridLineView = {
  id: Id | undefined
  price: Decimal
  /** `empty`: a line without an order. `mark`: a price that is no line. */
  state: 'sell' | 'buy' | 'waiting' | 'empty' | 'mark'
  words: string
  /** Order size in the base currency. */
  units: Decimal | undefined
  /** Order size in the quote currency. */
  total: Decimal | undefined
  fromLast: Decimal | undefined
}

const UNIT_PLACES = 8
const PERCENT_PLACES = 6

/** Lines of the bot, highest price first, without those that have no readable price. */
export function gridLinesOf(bot: GridPlan): GridLineView[] {
  const gridLines: GridLineView[] = []
  for (const line of bot.grid_lines) {
    if (!line.price) continue
    gridLines.push({
      id: line.id,
      price: line.price,
      ...stateOf(line, bot.is_enabled),
      ...sizeAt(bot, line.price),
      fromLast: percentFrom(line.price, bot.current_price),
    })
  }
  return gridLines.sort((a, b) => compare(b.price, a.price))
}

/** Active prices with another effect than an order, such as a stop loss. */
function marksOf(bot: GridPlan): GridLineView[] {
  const marks = [
    ['Stop loss above', bot.upper_stop_loss_enabled, bot.upper_stop_loss_price],
    ['Stop loss below', bot.lower_stop_loss_enabled, bot.lower_stop_loss_price],
    ['Extends down to', bot.expansion_down_enabled, bot.expansion_down_stop_price],
  ] as const
  return marks.flatMap(([words, isOn, price]) =>
    isOn && price
      ? [
          {
            id: undefined,
            price,
            state: 'mark' as const,
            words,
            units: undefined,
            total: undefined,
            fromLast: percentFrom(price, bot.current_price),
          },
        ]
      : [],
  )
}

export const linesAndMarks = (bot: GridPlan): GridLineView[] =>
  [...gridLinesOf(bot), ...marksOf(bot)].sort((a, b) => compare(b.price, a.price))

export const unreadableLines = (bot: GridPlan): number =>
  bot.grid_lines.filter((line) => !line.price).length

/** Index of the last price among lines sorted from the highest down. */
export function placeOfLast(gridLines: readonly GridLineView[], last: Decimal): number {
  const below = gridLines.findIndex((gridLine) => compare(gridLine.price, last) < 0)
  return below < 0 ? gridLines.length : below
}

/**
 * Total of all orders between the last price and each line: the amount traded once the price gets
 * there. Unknown beyond an order of unknown size, and everywhere if it is unknown which lines have
 * orders.
 */
export function sumsFromLast(
  gridLines: readonly GridLineView[],
  last: Decimal | undefined,
  orders: PendingOrders | undefined,
): (Decimal | undefined)[] {
  if (!orders) return gridLines.map(() => undefined)
  const place = last ? placeOfLast(gridLines, last) : Math.floor(gridLines.length / 2)
  const sums: (Decimal | undefined)[] = []
  const walk = (from: number, step: 1 | -1, end: number) => {
    let total: Decimal | undefined = ZERO
    for (let index = from; index !== end; index += step) {
      const gridLine = gridLines[index]
      if (gridLine?.state === 'buy' || gridLine?.state === 'sell') {
        total = total && gridLine.total && add(total, gridLine.total)
      }
      sums[index] = total
    }
  }
  walk(place - 1, -1, -1)
  walk(place, 1, gridLines.length)
  return sums
}

/** Total of all orders; unknown if a size is, or which lines have orders. */
export const totalOfOrders = (
  gridLines: readonly GridLineView[],
  orders: PendingOrders | undefined,
): Decimal | undefined =>
  orders &&
  sumOfKnown(
    gridLines.filter(({ state }) => state === 'buy' || state === 'sell').map(({ total }) => total),
  )

export type PendingOrders = {
  buys: number
  sells: number
  /** Quote currency held by the buys. */
  inBuys: Decimal | undefined
  /** Base currency held by the sells. */
  inSells: Decimal | undefined
  /** Value of the sells at the last price, in the quote currency. */
  sellsWorth: Decimal | undefined
  together: Decimal | undefined
}

export const whyNoSize = (bot: GridBot): string =>
  isFuturesBot(bot)
    ? 'The service does not say what its orders hold as margin.'
    : 'The service did not say how large the orders are.'

/**
 * Orders counted by line. Sums are unknown if a size is; everything is unknown if the lines are, or
 * if it is unknown whether one has an order. A running bot without orders has just started. Orders
 * with leverage reserve a margin that the service does not send. Kept per bot: lists ask often.
 */
export function pendingOrders(bot: GridPlan): PendingOrders | undefined {
  if (!ordersByBot.has(bot)) ordersByBot.set(bot, ordersOf(bot))
  return ordersByBot.get(bot)
}

const ordersByBot = new WeakMap<GridPlan, PendingOrders | undefined>()

function ordersOf(bot: GridPlan): PendingOrders | undefined {
  if (unreadableLines(bot) > 0 || isStarting(bot)) return undefined
  const gridLines = bot.grid_lines.flatMap((line) =>
    line.price ? { ...stateOf(line, bot.is_enabled), ...sizeAt(bot, line.price) } : [],
  )
  const buys = gridLines.filter((gridLine) => gridLine.state === 'buy')
  const sells = gridLines.filter((gridLine) => gridLine.state === 'sell')
  const sumOf = (sizes: (Decimal | undefined)[]) =>
    isFuturesBot(bot) && sizes.length > 0 ? undefined : sumOfKnown(sizes)
  const inBuys = sumOf(buys.map((gridLine) => gridLine.total))
  const inSells = sumOf(sells.map((gridLine) => gridLine.units))
  const sellsWorth = inSells && bot.current_price ? multiply(inSells, bot.current_price) : undefined
  return {
    buys: buys.length,
    sells: sells.length,
    inBuys,
    inSells,
    sellsWorth,
    together: sumOfKnown([inBuys, sellsWorth]),
  }
}

const isStarting = ({ is_enabled: isRunning, grid_lines: lines }: GridPlan): boolean =>
  isRunning && lines.length > 0 && lines.every((line) => line.side === null && !line.order_placed)

function stateOf(
  line: GridLine,
  isEnabled: boolean,
): { state: GridLineView['state']; words: string } {
  const side = line.side === 'buy' || line.side === 'sell' ? line.side : undefined
  if (side !== undefined && line.order_placed) {
    return { state: side, words: side === 'buy' ? 'Buy' : 'Sell' }
  }
  if (side !== undefined) {
    return { state: 'empty', words: `No ${side} placed` }
  }
  if (line.side === null && isEnabled) return { state: 'waiting', words: 'Waiting' }
  return { state: 'empty', words: line.side || 'No order' }
}

/** `quantity_per_grid` is in base or quote currency; the other follows from the price. */
function sizeAt(bot: GridPlan, price: Decimal): Pick<GridLineView, 'units' | 'total'> {
  const quantity = bot.quantity_per_grid
  if (quantity && bot.order_currency_type === 'base') {
    return { units: quantity, total: multiply(quantity, price) }
  }
  if (quantity && bot.order_currency_type === 'quote' && isPositive(price)) {
    return { units: divide(quantity, price, UNIT_PLACES, 'half-even'), total: quantity }
  }
  return { units: undefined, total: undefined }
}

function percentFrom(price: Decimal, last: Decimal | undefined): Decimal | undefined {
  if (!last || !isPositive(last)) return undefined
  return divide(multiply(subtract(price, last), HUNDRED), last, PERCENT_PLACES, 'half-even')
}

function sumOfKnown(values: readonly (Decimal | undefined)[]): Decimal | undefined {
  const known = present(values)
  return known.length === values.length ? sum(known) : undefined
}
