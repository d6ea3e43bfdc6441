import { createDcaBot, receiveSignal, startDcaBot, startDeal, stopDcaBot } from './dca-bots.ts'
import type { WriteEndpoint } from './endpoint.ts'
import { sellAllToUsd } from './exchanges.ts'
import { createGridBot, startGridBot, stopGridBot } from './grid-bots.ts'
import { updateSmartTrade } from './smart-trade-change.ts'
import {
  addSmartTradeFunds,
  cancelSmartTradeFunds,
  reduceSmartTradeFunds,
} from './smart-trade-funds.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  createSmartTrade,
  setSmartTradeNote,
} from './smart-trades.ts'
import { setMode } from './system.ts'

/** All write endpoints, including those of stored intents. */
export const writes: readonly WriteEndpoint[] = [
  createSmartTrade,
  setSmartTradeNote,
  updateSmartTrade,
  addSmartTradeFunds,
  reduceSmartTradeFunds,
  cancelSmartTradeFunds,
  cancelSmartTrade,
  closeSmartTrade,
  createGridBot,
  startGridBot,
  stopGridBot,
  createDcaBot,
  startDcaBot,
  stopDcaBot,
  startDeal,
  receiveSignal,
  setMode,
  sellAllToUsd,
]

const BY_NAME: ReadonlyMap<string, WriteEndpoint> = new Map(writes.map((one) => [one.name, one]))

/** Returns `undefined` for a write of an earlier contract. */
export const writeNamed = (name: string): WriteEndpoint | undefined => BY_NAME.get(name)
