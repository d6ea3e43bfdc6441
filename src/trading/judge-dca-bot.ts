import type { DcaBotDraft } from '#contract/dca-bots.ts'
import type { Attributes } from '#contract/sentences.ts'
import {
  absolute,
  type Decimal,
  HUNDRED,
  ONE,
  ZERO,
  compare,
  decimal,
  isNegative,
  isPositive,
  larger,
  multiply,
  round,
  subtract,
  toText,
} from '#money/decimal.ts'

import { dcaLadder } from './dca-ladder.ts'
import type { PairRules } from './judge-grid-bot.ts'
import { unitsFor } from './lots.ts'
import { breakEvenOf } from './position-cost.ts'

const MAX_SAFETY_ORDERS = 100
const MAX_DEALS = 100
const MAX_COOLDOWN = 31_536_000
const MAX_SCALE = decimal('10')
const MAX_NAME_LENGTH = 100
const FEE_PLACES = 4
/** Must not be negative even if unused, as they are stored and shown. */
const NEVER_NEGATIVE = [
  'safety_order_size',
  'safety_order_step_scale',
  'safety_order_volume_scale',
  'price_deviation',
  'tp_trailing_pct',
  'stop_loss_pct',
] as const

/** Market and account data, as far as known. */
export type DcaPlace = PairRules & {
  price?: Decimal | undefined
  /** Fee rate of a fill. */
  fee?: Decimal | undefined
  /** `spot`, `margin` or `futures`. */
  marketType?: string | undefined
}

/** Returns broken rules by field. Rules with missing data are skipped. */
export function judgeDcaBot(draft: DcaBotDraft, place: DcaPlace): Attributes {
  const { price, tick, lot, minTotal, marketType, fee } = place
  const problems: Attributes = {}
  const demand = (isMet: boolean, path: keyof DcaBotDraft, sentence: string): void => {
    if (!isMet) problems[path] ??= [sentence]
  }
  const isLong = draft.strategy === 'Long'
  const nameLength = Array.from(draft.name).length
  demand(
    nameLength >= 1 && nameLength <= MAX_NAME_LENGTH,
    'name',
    'The name must have 1 to 100 characters.',
  )
  if (marketType !== undefined) {
    demand(isLong || marketType !== 'spot', 'strategy', 'A spot account cannot open short deals.')
    const isMarket = (draft.market_type === 'futures') === (marketType === 'futures')
    demand(isMarket, 'market_type', `This is a ${marketType} account.`)
  }

  const least = larger(minTotal ?? ZERO, price && lot ? multiply(price, lot) : ZERO)
  const isWorth = (size: Decimal): boolean => {
    const worth = price ? multiply(unitsFor(size, price, lot), price) : size
    return isPositive(size) && compare(worth, least) >= 0
  }
  const minimum = isPositive(least)
    ? `An order must be worth at least ${toText(least)}.`
    : 'This must be more than 0.'
  demand(isWorth(draft.base_order_size), 'base_order_size', minimum)
  const isBetween = (count: number, most: number, from = 0): boolean =>
    count >= from && count <= most
  const orders = draft.max_safety_orders
  demand(
    isBetween(orders, MAX_SAFETY_ORDERS),
    'max_safety_orders',
    'A deal can have 0 to 100 safety orders.',
  )
  demand(
    isBetween(draft.max_active_trades, MAX_DEALS, 1),
    'max_active_trades',
    'A bot can have 1 to 100 deals at a time.',
  )
  demand(
    isBetween(draft.cooldown_between_trades, MAX_COOLDOWN),
    'cooldown_between_trades',
    'The cooldown must be at most one year, in seconds.',
  )
  if (orders > 0) {
    demand(isWorth(draft.safety_order_size), 'safety_order_size', minimum)
    demand(isPositive(draft.price_deviation), 'price_deviation', 'This must be more than 0.')
    for (const path of ['safety_order_step_scale', 'safety_order_volume_scale'] as const) {
      const isScale = isPositive(draft[path]) && compare(draft[path], MAX_SCALE) <= 0
      demand(isScale, path, 'A multiplier must be more than 0 and at most 10.')
    }
  }
  if (orders > 0 && price && Object.keys(problems).length === 0) {
    const steps = dcaLadder(draft, { price, tick, lot })
    for (const { index, units, price: at } of steps.slice(1)) {
      const worth = multiply(units, at)
      const sentence = `Safety order ${index} is worth ${toText(worth)}. ${minimum}`
      demand(!minTotal || compare(worth, minTotal) >= 0, 'safety_order_size', sentence)
      const isApart = at !== steps[index - 1]?.price
      demand(isApart, 'price_deviation', `Safety order ${index} has the price of the one before.`)
    }
    // The ladder ends above a price of zero.
    const noPrice = `Safety order ${steps.length} would be at a price of 0.`
    demand(steps.length > orders, 'price_deviation', noPrice)
  }

  const isBelow100 = (percent: Decimal): boolean =>
    isPositive(percent) && compare(percent, HUNDRED) < 0
  const below100 = 'This must be more than 0 and less than 100 percent.'
  const profit = draft.take_profit_pct
  demand(isPositive(profit), 'take_profit_pct', 'This must be more than 0.')
  demand(isLong || isBelow100(profit), 'take_profit_pct', below100)
  if (fee) {
    const cost = { units: ONE, total: HUNDRED, fee: multiply(HUNDRED, fee) }
    const direction = isLong ? 'long' : 'short'
    const even = breakEvenOf({ direction, cost, exitFeeRate: fee }, undefined) ?? ZERO
    const fees = round(absolute(subtract(even, HUNDRED)), FEE_PLACES, 'up')
    const sentence = `Below ${toText(fees)} percent, the two fees of a deal turn it into a loss.`
    demand(compare(profit, fees) >= 0, 'take_profit_pct', sentence)
  }
  if (draft.tp_trailing) demand(isBelow100(draft.tp_trailing_pct), 'tp_trailing_pct', below100)
  if (draft.stop_loss_enabled) {
    const percent = draft.stop_loss_pct
    demand(isLong ? isBelow100(percent) : isPositive(percent), 'stop_loss_pct', below100)
  }
  for (const path of NEVER_NEGATIVE) {
    demand(!isNegative(draft[path]), path, 'This must not be below 0.')
  }
  return problems
}
