import { widestPlaces, widestPrice } from '#money/format.ts'
import type { DataList } from '#ui/data-list.tsx'

import { entryOf, nowOf, tickPlacesOf, type Trade } from '../trade-facts.ts'
import { TRADE_COLUMNS, type TradeContext } from './trade-columns.tsx'

export const addressOf = ({ id }: Trade, { address }: TradeContext): string =>
  `${address}${address.includes('?') ? '&' : '?'}trade=${id}`

export const tradeRows: DataList<Trade, TradeContext> = {
  caption: 'SmartTrades',
  columns: TRADE_COLUMNS,
  idOf: ({ id }) => id,
  hrefOf: addressOf,
  labelOf: ({ id, pair }) => `${pair}, open SmartTrade ${id}`,
  menu: { label: ({ id }) => `Actions for SmartTrade ${id}`, className: 'pinned-end' },
  hasBleed: true,
  isTight: true,
  className: '@container',
}

const MOST_UNIT_PLACES = 5

/** Decimal places of the figure columns: by the market's tick, or by the prices if it is unknown. */
export function placesOf(trades: readonly Trade[]): TradeContext['places'] {
  let [entry, now] = [0, 0]
  for (const trade of trades) {
    const tick = tickPlacesOf(trade)
    entry = Math.max(entry, widestPrice([entryOf(trade)], tick))
    now = Math.max(now, widestPrice([nowOf(trade)], tick))
  }
  const units = trades.map(({ position }) => position.units.value)
  return { entry, now, units: widestPlaces(units, MOST_UNIT_PLACES) }
}
