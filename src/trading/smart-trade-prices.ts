import type { SmartTrade } from '#contract/smart-trades.ts'
import type { Decimal } from '#money/decimal.ts'

import { priceAt } from './exits.ts'

export function sideOf(trade: SmartTrade): 'buy' | 'sell' | undefined {
  const side = trade.position.type
  return side === 'buy' || side === 'sell' ? side : undefined
}

/** What the open units cost on average, before fees where the service says so. */
export const averageEntryOf = ({ data }: SmartTrade): Decimal | undefined =>
  data.average_enter_price_without_commission ?? data.average_enter_price ?? undefined

/** The average entry; until the entry is filled, the price it waits for. */
export const entryOf = (trade: SmartTrade): Decimal | undefined =>
  averageEntryOf(trade) ??
  trade.position.price.value ??
  trade.position.conditional?.price.value ??
  undefined

/** The price that sets the stop off. */
export function stopOf(trade: SmartTrade): Decimal | undefined {
  const stop = trade.stop_loss
  if (!stop.enabled) return undefined
  return (
    stop.conditional?.price.value ??
    stop.price?.value ??
    fromPercent(trade, stop.conditional?.price.percent ?? stop.price?.percent, 'against')
  )
}

/** The price that a percent of the entry is: `beyond` it where the trade gains, `against` where it loses. */
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
