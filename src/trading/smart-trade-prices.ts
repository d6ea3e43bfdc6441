import type { SmartTrade } from '#contract/smart-trades.ts'
import type { Decimal } from '#money/decimal.ts'

import { priceAt } from './exits.ts'

export function sideOf(trade: SmartTrade): 'buy' | 'sell' | undefined {
  const side = trade.position.type
  return side === 'buy' || side === 'sell' ? side : undefined
}

/** Returns the average entry price of the open units, before fees if reported. */
export const averageEntryOf = ({ data }: SmartTrade): Decimal | undefined =>
  data.average_enter_price_without_commission ?? data.average_enter_price ?? undefined

/** Returns the average entry price, or the entry's target price until it is filled. */
export const entryOf = (trade: SmartTrade): Decimal | undefined =>
  averageEntryOf(trade) ??
  trade.position.price.value ??
  trade.position.conditional?.price.value ??
  undefined

export function stopOf(trade: SmartTrade): Decimal | undefined {
  const stop = trade.stop_loss
  if (!stop.enabled) return undefined
  return (
    stop.conditional?.price.value ??
    stop.price?.value ??
    fromPercent(trade, stop.conditional?.price.percent ?? stop.price?.percent, 'against')
  )
}

/** Returns the price a percent away from the entry: `beyond` it in profit, `against` it in loss. */
export function fromPercent(
  trade: SmartTrade,
  percent: Decimal | null | undefined,
  where: 'beyond' | 'against',
): Decimal | undefined {
  const entry = entryOf(trade)
  const side = sideOf(trade)
  if (!percent || !entry || side === undefined) return undefined
  return priceAt(entry, percent, (side === 'buy') === (where === 'beyond'), undefined)
}
