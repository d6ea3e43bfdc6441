import * as alerts from './alerts.ts'
import * as dcaBots from './dca-bots.ts'
import * as exchanges from './exchanges.ts'
import * as gridBots from './grid-bots.ts'
import * as history from './history.ts'
import * as market from './market.ts'
import * as smartTradeChange from './smart-trade-change.ts'
import * as smartTradeFunds from './smart-trade-funds.ts'
import * as smartTrades from './smart-trades.ts'
import * as stream from './stream.ts'
import * as system from './system.ts'

export const api = {
  listSmartTrades: smartTrades.listSmartTrades,
  createSmartTrade: smartTrades.createSmartTrade,
  setSmartTradeNote: smartTrades.setSmartTradeNote,
  updateSmartTrade: smartTradeChange.updateSmartTrade,
  addSmartTradeFunds: smartTradeFunds.addSmartTradeFunds,
  reduceSmartTradeFunds: smartTradeFunds.reduceSmartTradeFunds,
  cancelSmartTradeFunds: smartTradeFunds.cancelSmartTradeFunds,
  getSmartTrade: smartTrades.getSmartTrade,
  cancelSmartTrade: smartTrades.cancelSmartTrade,
  closeSmartTrade: smartTrades.closeSmartTrade,
  getRequiredBalances: gridBots.getRequiredBalances,
  stopGridBot: gridBots.stopGridBot,
  listGridBots: gridBots.listGridBots,
  getGridBot: gridBots.getGridBot,
  startGridBot: gridBots.startGridBot,
  createGridBot: gridBots.createGridBot,
  getBalanceHistory: exchanges.getBalanceHistory,
  getBalanceTable: exchanges.getBalanceTable,
  sellAllToUsd: exchanges.sellAllToUsd,
  listExchanges: exchanges.listExchanges,
  listDcaBots: dcaBots.listDcaBots,
  listDcaStrategies: dcaBots.listDcaStrategies,
  getDcaBot: dcaBots.getDcaBot,
  startDcaBot: dcaBots.startDcaBot,
  stopDcaBot: dcaBots.stopDcaBot,
  createDcaBot: dcaBots.createDcaBot,
  startDeal: dcaBots.startDeal,
  receiveSignal: dcaBots.receiveSignal,
  listHistory: history.listHistory,
  getRealisedProfit: history.getRealisedProfit,
  getTime: system.getTime,
  getOpenApi: system.getOpenApi,
  setMode: system.setMode,
  getMode: system.getMode,
  renewToken: system.renewToken,
  makePairingCode: system.makePairingCode,
  openWorld: system.openWorld,
  listPairs: market.listPairs,
  listCandles: market.listCandles,
  openStream: stream.openStream,
  pairBrowser: system.pairBrowser,
  listAlerts: alerts.listAlerts,
  getWebhookOrigins: alerts.getWebhookOrigins,
  changeWebhookOrigin: alerts.changeWebhookOrigin,
  saveAlert: alerts.saveAlert,
  removeAlert: alerts.removeAlert,
  testWebhook: alerts.testWebhook,
} as const
export type Api = typeof api
export type EndpointName = keyof Api
