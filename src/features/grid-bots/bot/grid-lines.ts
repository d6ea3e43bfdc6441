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

/** The part of a bot that its ladder reads. A bot that is only planned has it as well. */
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

/** One line of a bot's ladder as the screen shows it. */
export type GridLineView = {
  id: Id | undefined
  price: Decimal
  /** `empty`: the line has a side or none, and no order stands there. `mark`: no line at all. */
  state: 'sell' | 'buy' | 'waiting' | 'empty' | 'mark'
  words: string
  /** What the order buys or sells, in the base currency. */
  units: Decimal | undefined
  /** The same in the quote currency. */
  total: Decimal | undefined
  /** Distance from the last price in percent of it. */
  fromLast: Decimal | undefined
}

const UNIT_PLACES = 8
const PERCENT_PLACES = 6

/** The bot's lines, highest price first; a line without a readable price is left out. */
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

/** Prices at which something else happens to the bot than an order: only those that are switched on. */
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

/** The lines and the marks together, highest price first. */
export const linesAndMarks = (bot: GridPlan): GridLineView[] =>
  [...gridLinesOf(bot), ...marksOf(bot)].sort((a, b) => compare(b.price, a.price))

/** How many lines came without a price that could be read. */
export const unreadableLines = (bot: GridPlan): number =>
  bot.grid_lines.filter((line) => !line.price).length

/** The place of the last price among gridLines that run from the highest down. */
export function placeOfLast(gridLines: readonly GridLineView[], last: Decimal): number {
  const below = gridLines.findIndex((gridLine) => compare(gridLine.price, last) < 0)
  return below < 0 ? gridLines.length : below
}

/**
 * For each gridLine the total of all orders from the last price up or down to it: what has changed hands
 * once the price gets there. Unknown from the first order of unknown size on, and all of it where it
 * does not know which lines have an order.
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

/** The total of all orders; unknown where a size is, or which lines have an order. */
export const totalOfOrders = (
  gridLines: readonly GridLineView[],
  orders: PendingOrders | undefined,
): Decimal | undefined =>
  orders &&
  sumOfKnown(
    gridLines.filter(({ state }) => state === 'buy' || state === 'sell').map(({ total }) => total),
  )

/** What stands on the exchange for a bot, and what its orders hold there. */
export type PendingOrders = {
  buys: number
  sells: number
  /** Quote currency that the buys hold. */
  inBuys: Decimal | undefined
  /** Base currency that the sells hold. */
  inSells: Decimal | undefined
  /** The sells' holding at the last price, in the quote currency. */
  sellsWorth: Decimal | undefined
  together: Decimal | undefined
}

/** The reason of an unknown sum of `PendingOrders`. */
export const whyNoSize = (bot: GridBot): string =>
  isFuturesBot(bot)
    ? 'The service does not say what its orders hold as margin.'
    : 'The service did not say how large the orders are.'

/**
 * Counted from the lines whose order is placed; sums are unknown where a size is, and all of it where
 * the lines are unknown, or whether an order is placed at one of them. A running bot without any order
 * has only just started. Orders with leverage reserve a margin that the service does not send.
 */
export function pendingOrders(bot: GridPlan): PendingOrders | undefined {
  if (unreadableLines(bot) > 0 || isStarting(bot)) return undefined
  const gridLines = gridLinesOf(bot)
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

/** `quantity_per_grid` counts in the base or in the quote currency; the other follows from the price. */
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
