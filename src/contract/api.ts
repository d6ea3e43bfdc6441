import { getWebhookOrigins, listAlerts, removeAlert, saveAlert, testWebhook } from './alerts.ts'
import {
  createDcaBot,
  getDcaBot,
  listDcaBots,
  listDcaStrategies,
  receiveSignal,
  startDcaBot,
  startDeal,
  stopDcaBot,
} from './dca-bots.ts'
import { getBalanceHistory, getBalanceTable, listExchanges, sellAllToUsd } from './exchanges.ts'
import {
  createGridBot,
  getGridBot,
  getRequiredBalances,
  listGridBots,
  startGridBot,
  stopGridBot,
} from './grid-bots.ts'
import { getRealisedProfit, listHistory } from './history.ts'
import { listCandles, listPairs } from './market.ts'
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
  getSmartTrade,
  listSmartTrades,
  setSmartTradeNote,
} from './smart-trades.ts'
import {
  getMode,
  getOpenApi,
  getTime,
  makePairingCode,
  pairBrowser,
  renewToken,
  setMode,
} from './system.ts'

/** All endpoints by name. The service implements each; tests iterate over them. */
export const api = {
  listSmartTrades,
  createSmartTrade,
  setSmartTradeNote,
  updateSmartTrade,
  addSmartTradeFunds,
  reduceSmartTradeFunds,
  cancelSmartTradeFunds,
  getSmartTrade,
  cancelSmartTrade,
  closeSmartTrade,
  getRequiredBalances,
  stopGridBot,
  listGridBots,
  getGridBot,
  startGridBot,
  createGridBot,
  getBalanceHistory,
  getBalanceTable,
  sellAllToUsd,
  listExchanges,
  listDcaBots,
  listDcaStrategies,
  getDcaBot,
  startDcaBot,
  stopDcaBot,
  createDcaBot,
  startDeal,
  receiveSignal,
  listHistory,
  getRealisedProfit,
  getTime,
  getOpenApi,
  setMode,
  getMode,
  renewToken,
  makePairingCode,
  listPairs,
  listCandles,
  pairBrowser,
  listAlerts,
  getWebhookOrigins,
  saveAlert,
  removeAlert,
  testWebhook,
} as const
export type Api = typeof api
export type EndpointName = keyof Api
