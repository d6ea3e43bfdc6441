import * as z from 'zod/mini'

import { type GridBotDraft, gridBotDraft } from '#contract/grid-bots.ts'
import { attributesOf } from '#contract/sentences.ts'
import { readAmount, readWhole } from '#forms/amount-text.ts'
import type { Judged } from '#forms/form-errors.ts'
import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  larger,
  multiply,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import type { GridMarket } from '#trading/example-grid.ts'
import { FEE_RATE } from '#trading/fees.ts'
import {
  gridFunds,
  gridLadder,
  gridProblem,
  gridProfit,
  gridSides,
  gridStart,
  gridStep,
} from '#trading/grid-ladder.ts'
import { judgeGridBot, rangeOf } from '#trading/judge-grid-bot.ts'
import { splitPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

import type { GridPlan } from '../bot/grid-lines.ts'
import { gridBotForm, type NewBot, toRequest } from './fields.ts'

/** Draft to send, or its issues by the contract and by the rules shared with the engine. */
export function judgeNewBot(values: NewBot, market: GridMarket): Judged<GridBotDraft> {
  const checked = z.safeDecode(gridBotDraft, toRequest(values) as never)
  if (!checked.success) {
    return { issues: gridBotForm.withWants(attributesOf(checked.error), values, market) }
  }
  const issues = judgeGridBot(checked.data, market, market.isFutures ?? false)
  return Object.keys(issues).length > 0 ? { issues } : { draft: checked.data }
}

/** Grid as it would be created at the current price. */
export type BotPreview = {
  /** Input of the ladder that also shows running bots. */
  bot: GridPlan
  needs: { base: Decimal; quote: Decimal }
  /** Base currency to buy first; `undefined` if the free balance is unknown. */
  missing: Decimal | undefined
  /** Quote currency for the buys and the initial purchase. */
  total: Decimal | undefined
  /** Missing free balance; 0 if there is enough. */
  short: Decimal | undefined
  /** Profit of a round trip after both fees, at the bottom and at the top. */
  turns: { bottom: Decimal; top: Decimal }
  /** Return of a gap in percent before fees, at the bottom and at the top. */
  gaps: { bottom: Decimal; top: Decimal }
}

export function previewOf(draft: GridBotDraft, market: GridMarket): BotPreview {
  const range = rangeOf(draft, market)
  const prices = gridLadder(range)
  const { price, lot, feeRate = FEE_RATE } = market
  const quantity = draft.quantity_per_grid
  const sides = price ? gridSides(prices, price) : prices.map(() => null)
  const needs = gridFunds({ prices, sides, quantity, unit: 'base', lot, feeRate })
  const at = (index: number) => prices.at(index) ?? ZERO
  const turn = (from: number, to: number) => gridProfit(quantity, at(from), at(to), feeRate)
  return {
    bot: {
      ...draft,
      upper_stop_loss_enabled: draft.upper_stop_loss_enabled ?? false,
      lower_stop_loss_enabled: draft.lower_stop_loss_enabled ?? false,
      expansion_down_enabled: draft.expansion_down_enabled ?? false,
      upper_stop_loss_price: draft.upper_stop_loss_price ?? null,
      lower_stop_loss_price: draft.lower_stop_loss_price ?? null,
      expansion_down_stop_price: draft.expansion_down_stop_price ?? null,
      is_enabled: price !== undefined,
      current_price: price,
      order_currency_type: 'base',
      grid_price_step: gridStep(range),
      grid_lines: prices.map((line, index) => ({
        id: index + 1,
        price: line,
        side: sides[index] ?? null,
        order_placed: sides[index] != null,
      })),
      leverage_type: undefined,
    },
    needs,
    ...costOf(needs, market),
    turns: { bottom: turn(0, 1), top: turn(-2, -1) },
    gaps: { bottom: gap(at(0), at(1)), top: gap(at(-2), at(-1)) },
  }
}

const gap = (lower: Decimal, upper: Decimal): Decimal =>
  divide(multiply(subtract(upper, lower), HUNDRED), lower, 6, 'half-even')

/** Initial purchase and total funds of a spot bot; the service decides about leverage. */
function costOf(
  needs: BotPreview['needs'],
  market: GridMarket,
): Pick<BotPreview, 'missing' | 'total' | 'short'> {
  const unknown = { missing: undefined, total: undefined, short: undefined }
  const { price: last, ask: price = last, free, isFutures, feeRate = FEE_RATE } = market
  if (!price || !free.base || isFutures === true) return unknown
  const { lot, minTotal } = market
  const start = { needed: needs, own: free.base, price, book: market, lot, minTotal, feeRate }
  const { purchase, total } = gridStart(start)
  return {
    missing: purchase,
    total,
    short: free.quote && larger(ZERO, subtract(total, free.quote)),
  }
}

/** Valid range and lines as typed; the quantity may be missing. */
export function shapeOf(values: NewBot) {
  const [lower, upper] = [readAmount(values.lower_price), readAmount(values.upper_price)]
  const lines = readWhole(values.grids_quantity)
  if (!lower || !upper || lines === undefined || compare(lower, upper) >= 0) return undefined
  return { lower, upper, grids_quantity: lines, grid_type: values.grid_type }
}

/** Lines of a range and their order sides, before a quantity is typed. */
export function linesOf(shape: NonNullable<ReturnType<typeof shapeOf>>, market: GridMarket) {
  const { grids_quantity: lines, grid_type: type, ...range } = shape
  const asked = { ...range, lines, type, tick: market.tick }
  if (gridProblem(asked) !== undefined) return []
  const prices = gridLadder(asked)
  const sides = market.price && gridSides(prices, market.price)
  return prices.map((price, index) => ({ price, side: sides?.[index] ?? null }))
}

/**
 * Effect of newer prices on a reviewed grid, as a sentence. `undefined` if the price is on the same
 * side of range and stops, and the initial purchase costs about the same.
 */
export function whatMoved(
  draft: GridBotDraft,
  from: Decimal | undefined,
  to: Decimal | undefined,
): string | undefined {
  if (!from || !to) return undefined
  const moved = priceWent(from, to, splitPair(draft.pair).quote)
  const levels: [name: string, price: Decimal | undefined][] = [
    ['lower price', draft.lower_price],
    ['upper price', draft.upper_price],
    ['stop loss below', draft.lower_stop_loss_price],
    ['stop loss above', draft.upper_stop_loss_price],
  ]
  const passed = levels.find(
    ([, price]) => price && compare(price, from) > 0 !== compare(price, to) > 0,
  )
  if (passed) return `${moved} and has passed the ${passed[0]}.`
  return isFar(from, to) ? `${moved}, and its lines are set around that price.` : undefined
}
