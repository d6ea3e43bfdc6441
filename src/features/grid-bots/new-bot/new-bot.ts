import type { Attributes } from '#contract/errors.ts'
import { type GridBot, type GridBotDraft, gridBot, MOST_LINES } from '#contract/grid-bots.ts'
import { readParts } from '#contract/read.ts'
import { readAmount, readWhole } from '#forms/amount-text.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  larger,
  multiply,
  subtract,
  toText,
  ZERO,
} from '#money/decimal.ts'
import { FEE_RATE } from '#trading/fees.ts'
import {
  gridFunds,
  gridLadder,
  gridProfit,
  gridSides,
  gridStart,
  gridStep,
} from '#trading/grid-ladder.ts'
import { judgeGridBot, type PairRules, rangeOf } from '#trading/judge-grid-bot.ts'
import { nearestTick } from '#trading/lots.ts'

import type { NewBot } from './new-bot-values.ts'

/** What is known of pair and account besides the form. */
export type BotMarket = PairRules & {
  price: Decimal | undefined
  /** What the first coin costs now, and what the price of more depends on. */
  ask?: Decimal | undefined
  depth?: Decimal | undefined
  impact?: Decimal | undefined
  /** `undefined` while the account's kind is unknown. */
  isFutures: boolean | undefined
  free: { base: Decimal | undefined; quote: Decimal | undefined }
  /** What a fill is assumed to cost as a part of its total. */
  feeRate?: Decimal | undefined
}

export type Judged = { draft: GridBotDraft | undefined; problems: Attributes }

const NEEDED = ['lower_price', 'upper_price', 'quantity_per_grid'] as const
const OPTIONAL = [
  'lower_stop_loss_price',
  'upper_stop_loss_price',
  'expansion_down_stop_price',
] as const

/** The draft that would be sent, or what is wrong, by the rules that the engine has too. */
export function judgeNewBot(values: NewBot, market: BotMarket): Judged {
  const problems: Attributes = {}
  if (values.account === '') problems['account_id'] = ['Choose an account.']
  if (values.pair === '') problems['pair'] = ['Choose a pair.']
  const amounts: Partial<Record<(typeof NEEDED)[number] | (typeof OPTIONAL)[number], Decimal>> = {}
  for (const field of [...NEEDED, ...OPTIONAL]) {
    const text = values[field].trim()
    const amount = readAmount(text)
    if (amount) amounts[field] = amount
    else if (text !== '' || NEEDED.some((needed) => needed === field)) {
      problems[field] = ['Type a number.']
    }
  }
  const lines = readWhole(values.grids_quantity) ?? 0
  if (lines < 2 || lines > MOST_LINES) problems['grids_quantity'] = ['From 2 to 1,000 lines.']
  const { lower_price: lower, upper_price: upper, quantity_per_grid: quantity } = amounts
  if (Object.keys(problems).length > 0 || !lower || !upper || !quantity) {
    return { draft: undefined, problems }
  }
  const { lower_stop_loss_price: below, upper_stop_loss_price: above } = amounts
  const floor = amounts.expansion_down_stop_price
  const draft: GridBotDraft = {
    account_id: Number(values.account),
    pair: values.pair,
    lower_price: lower,
    upper_price: upper,
    grids_quantity: lines,
    grid_type: values.grid_type,
    quantity_per_grid: quantity,
    ...(values.name.trim() !== '' && { name: values.name.trim() }),
    ...(below && {
      lower_stop_loss_enabled: true,
      lower_stop_loss_price: below,
      lower_stop_loss_action: values.lower_stop_loss_action,
    }),
    ...(above && {
      upper_stop_loss_enabled: true,
      upper_stop_loss_price: above,
      upper_stop_loss_action: values.upper_stop_loss_action,
    }),
    ...(floor && { expansion_down_enabled: true, expansion_down_stop_price: floor }),
    ...(values.trailing_up_enabled && { trailing_up_enabled: true }),
  }
  const broken = judgeGridBot(draft, market, market.isFutures ?? false)
  return Object.keys(broken).length > 0
    ? { draft: undefined, problems: broken }
    : { draft, problems: {} }
}

/** A grid as it would stand at the present price. */
export type BotPreview = {
  /** For the ladder that shows bots. */
  bot: GridBot
  needs: { base: Decimal; quote: Decimal }
  /** Units to be bought first, where the free balance is known. */
  missing: Decimal | undefined
  /** The quote currency for all of it: the buys, and what is bought first. */
  total: Decimal | undefined
  /** By how much the free balance falls short; 0 when it does not. */
  short: Decimal | undefined
  /** A turn between two lines after both fees, at the bottom and at the top. */
  turns: { bottom: Decimal; top: Decimal }
  /** What a gap makes in percent before fees, at the bottom and at the top. */
  gaps: { bottom: Decimal; top: Decimal }
}

export function previewOf(draft: GridBotDraft, market: BotMarket): BotPreview {
  const range = rangeOf(draft, market)
  const prices = gridLadder(range)
  const { price, lot, feeRate = FEE_RATE } = market
  const quantity = draft.quantity_per_grid
  const sides = price ? gridSides(prices, price) : prices.map(() => null)
  const needs = gridFunds({ prices, sides, quantity, unit: 'base', lot, feeRate })
  const at = (index: number) => prices.at(index) ?? ZERO
  const turn = (from: number, to: number) => gridProfit(quantity, at(from), at(to), feeRate)
  // Of a bot that is only planned, what is drawn is known and nothing else.
  const blank = readParts(gridBot, {})
  return {
    bot: {
      ...blank,
      ...draft,
      name: draft.name,
      is_enabled: price === undefined ? undefined : true,
      current_price: price,
      order_currency_type: 'base',
      grid_price_step: gridStep(range),
      grid_lines: prices.map((line, index) => ({
        id: index + 1,
        price: line,
        side: sides[index] ?? null,
        order_placed: sides[index] != null,
      })),
    } as GridBot,
    needs,
    ...costOf(needs, market),
    turns: { bottom: turn(0, 1), top: turn(-2, -1) },
    gaps: { bottom: gap(at(0), at(1)), top: gap(at(-2), at(-1)) },
  }
}

/** From one price to the next above, in percent of the lower. */
const gap = (lower: Decimal, upper: Decimal): Decimal =>
  divide(multiply(subtract(upper, lower), HUNDRED), lower, 6, 'half-even')

/** What a spot account has to buy first and hold in all; leverage is the service's own affair. */
function costOf(
  needs: BotPreview['needs'],
  market: BotMarket,
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

/** Both prices so many percent around the present one, on the pair's ticks. */
export function rangeAround(
  percent: number,
  { price, tick }: Pick<BotMarket, 'price' | 'tick'>,
): Pick<NewBot, 'lower_price' | 'upper_price'> | undefined {
  if (!price || !isPositive(price)) return undefined
  const part = divide(multiply(price, fromNumber(percent)), HUNDRED, 18, 'half-even')
  const lower = nearestTick(subtract(price, part), tick)
  const upper = nearestTick(add(price, part), tick)
  if (compare(lower, upper) >= 0 || !isPositive(lower)) return undefined
  return { lower_price: toText(lower), upper_price: toText(upper) }
}
