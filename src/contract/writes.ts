import * as dcaBots from './dca-bots.ts'
import type { WriteEndpoint } from './endpoint.ts'
import * as exchanges from './exchanges.ts'
import * as gridBots from './grid-bots.ts'
import * as smartTradeChange from './smart-trade-change.ts'
import * as smartTradeFunds from './smart-trade-funds.ts'
import * as smartTrades from './smart-trades.ts'
import * as system from './system.ts'

/** All write endpoints, including those of stored intents. */
export const writes: readonly WriteEndpoint[] = [
  smartTrades.createSmartTrade,
  smartTrades.setSmartTradeNote,
  smartTradeChange.updateSmartTrade,
  smartTradeFunds.addSmartTradeFunds,
  smartTradeFunds.reduceSmartTradeFunds,
  smartTradeFunds.cancelSmartTradeFunds,
  smartTrades.cancelSmartTrade,
  smartTrades.closeSmartTrade,
  gridBots.createGridBot,
  gridBots.startGridBot,
  gridBots.stopGridBot,
  dcaBots.createDcaBot,
  dcaBots.startDcaBot,
  dcaBots.stopDcaBot,
  dcaBots.startDeal,
  dcaBots.receiveSignal,
  system.setMode,
  exchanges.sellAllToUsd,
]

const BY_NAME: ReadonlyMap<string, WriteEndpoint> = new Map(writes.map((one) => [one.name, one]))

export const writeNamed = (name: string): WriteEndpoint | undefined => BY_NAME.get(name)
