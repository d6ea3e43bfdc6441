import type { MarketView } from '#contract/draft-rule.ts'
import { priceOfAmount } from '#contract/impact.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import {
  add,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  round,
  ZERO,
} from '#money/decimal.ts'

import { cutToLot } from './lots.ts'

const PLACES = 18
const UNIT_PLACES = 8

/** Returns the currency spent: quote to buy, base to sell. A held short is bought back. */
export function takenCurrency(type: SmartTradeType): 'base' | 'quote' {
  const { position, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  return (position.type === 'buy') !== isHeld ? 'quote' : 'base'
}

/** Returns the units in whole lots that a share (percent) of the free balance can buy or sell. */
export function unitsOfFree(
  type: SmartTradeType,
  share: Decimal,
  price: Decimal | undefined,
  market: MarketView,
  isAtMarket = false,
): Decimal | undefined {
  const { free, feeRate, lot } = market
  const amount = free?.[takenCurrency(type)]
  if (amount === undefined) return undefined
  const part = divide(multiply(amount, share), HUNDRED, PLACES, 'down')
  if (takenCurrency(type) === 'base') return whole(part, lot)
  if (price === undefined || !isPositive(price)) return undefined
  const paid = isAtMarket ? priceOfAmount('buy', part, price, market.book) : price
  return whole(divide(part, multiply(paid, add(ONE, feeRate ?? ZERO)), PLACES, 'down'), lot)
}

const whole = (units: Decimal, lot: Decimal | undefined): Decimal =>
  cutToLot(round(units, UNIT_PLACES, 'down'), lot)
