import type { SMART_TRADE_TYPES } from './smart-trades.ts'

export type SmartTradeType = (typeof SMART_TRADE_TYPES)[number]

type Shape = {
  instant?: boolean | undefined
  skip_enter_step?: boolean | undefined
  position: { type: 'buy' | 'sell' }
}

/** Derives the type of a trade. A held long will be sold, but its position is a buy. */
export function typeOfTrade({ instant, skip_enter_step: isHeld, position }: Shape): SmartTradeType {
  const isBuy = position.type === 'buy'
  if (instant) return isBuy ? 'simple_buy' : 'simple_sell'
  if (isHeld) return isBuy ? 'smart_sell' : 'smart_buy'
  return isBuy ? 'smart_trade' : 'smart_cover'
}

export const SHAPE_OF_TYPE: Record<SmartTradeType, Required<Shape>> = {
  simple_buy: { instant: true, skip_enter_step: false, position: { type: 'buy' } },
  simple_sell: { instant: true, skip_enter_step: false, position: { type: 'sell' } },
  smart_sell: { instant: false, skip_enter_step: true, position: { type: 'buy' } },
  smart_buy: { instant: false, skip_enter_step: true, position: { type: 'sell' } },
  smart_trade: { instant: false, skip_enter_step: false, position: { type: 'buy' } },
  smart_cover: { instant: false, skip_enter_step: false, position: { type: 'sell' } },
}
