import type {
  ChartingSignal,
  DcaBot,
  DcaBotDetail,
  DcaBotDraft,
  DcaBotWithSecret,
  DealsAtStop,
} from '#contract/dca-bots.ts'
import type {
  BalancePoint,
  BalanceRow,
  ExchangeConnection,
  ListedExchange,
} from '#contract/exchanges.ts'
import type { GridBot, GridBotDraft, RequiredBalances } from '#contract/grid-bots.ts'
import type { HistoricalTrade, HistoryFilter } from '#contract/history.ts'
import type { Candle, CandleInterval, MarketPair } from '#contract/market.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { SmartTrade, SmartTradeFilter } from '#contract/smart-trades.ts'
import type { Mode } from '#contract/system.ts'
import type { Decimal } from '#money/decimal.ts'

import type { EndedTrade, Owned } from './past.ts'

/**
 * One user's world: commands in, time in, reads out. Nothing inside reads a clock, draws a random
 * number of its own or touches a disk. What may not be throws `Refusal` and changes nothing. What
 * returns a promise may read the past first, and changes what is in memory only after that.
 */
export type Engine = Reads & Acts & Time

type Reads = {
  readonly mode: Mode
  /** Why nothing is traded in this world, as a sentence; reading goes on. */
  readonly trouble: string | undefined
  smartTrades(filter: SmartTradeFilter): Promise<SmartTrade[]>
  smartTrade(id: Id): Promise<SmartTrade>
  gridBots(): GridBot[]
  gridBot(id: Id): GridBot
  requiredBalances(id: Id): RequiredBalances
  dcaBots(filter: {
    exchange?: string | undefined
    status?: string | undefined
    pair?: string | undefined
  }): DcaBot[]
  dcaBot(id: string, withEvents: boolean): Promise<DcaBotDetail>
  /** Of a bot in either mode; undefined for one that obeys no alerts. */
  webhookSecret(id: string): string | undefined
  exchanges(): ListedExchange[]
  /** `id` is a connection's UUID or `summary`. */
  balanceHistory(id: string, from: Instant, to: Instant): Promise<BalancePoint[]>
  balanceTable(id: string): BalanceRow[]
  history(filter: HistoryFilter): Promise<HistoricalTrade[]>
  pairs(): MarketPair[]
  candles(query: { pair: string; interval: CandleInterval; from: Instant; to: Instant }): Candle[]
}

export type Acts = {
  createSmartTrade(draft: SmartTradeDraft): SmartTrade
  setSmartTradeNote(id: Id, note: string): Promise<SmartTrade>
  cancelSmartTrade(id: Id): Promise<SmartTrade>
  closeSmartTrade(id: Id): Promise<SmartTrade>
  stopGridBot(id: Id): GridBot
  startGridBot(id: Id): GridBot
  createGridBot(draft: GridBotDraft): GridBot
  startDcaBot(id: string): DcaBotWithSecret
  /** A stopped bot stays as it is. */
  stopDcaBot(id: string, deals: DealsAtStop): DcaBot
  /** `secret` is what alerts will have to know, for a bot that obeys them. */
  createDcaBot(draft: DcaBotDraft, secret: string): DcaBotWithSecret
  startDeal(id: string): DcaBot
  signal(id: string, action: ChartingSignal['action']): void
  sellAllToUsd(connectionId: string): ExchangeConnection
  setMode(mode: Mode): void
}

type Time = {
  /** The moment the world has been advanced to. */
  readonly now: Instant
  /** From 0 to 1, while `advance` has been ended on its way: nothing is traded by command meanwhile. */
  readonly shareCaughtUp: number | undefined
  /**
   * Moves time forward: prices move, orders fill, targets and stops close. Asked after each moment at
   * which something happened, `enough` ends it there; false when it has not come to `to`. With
   * `cutsSeconds` it is asked after each event, and can end it within a second.
   */
  advance(to: Instant, enough?: () => boolean, cutsSeconds?: boolean): boolean
  /** `advance` was ended within a second: until it is called again nothing else may be. */
  readonly isWithinSecond: boolean
  /** What came about since the last call, to be stored in the transaction of the command or tick. */
  takeChanges(): Changes
}

/** One stored thing: its JSON text replaces what was stored under the same kind and id. */
export type Stored = { kind: string; id: string; json: string }

/** A row that is only ever added. `json` is a ledger entry, an ended order or an event. */
export type Appended =
  | { journal: 'ledger'; at: Instant; json: string }
  | { journal: 'flows'; at: Instant; account: number; currency: string; amount: Decimal }
  | {
      journal: 'history'
      at: Instant
      json: string
      mode: Mode
      account: number
      pair: string
      createdAt: Instant
      closedAt: Instant
    }
  | { journal: 'events'; at: Instant; json: string; bot: string; number: number }

/** What is stored in one transaction. What of it belongs to the past is read through `Past` from then on. */
export type Changes = {
  stored: Stored[]
  /** Alive no longer. */
  removed: { kind: string; id: string }[]
  /** Put under their id: a note may still change. */
  ended: EndedTrade[]
  /** Put under account, currency and moment. */
  owned: Owned[]
  appended: Appended[]
}

/** What is alive in a world and its balances, read once, when the world is opened. */
export type StoredWorld = {
  stored: Stored[]
  /** What those say that have been read already, since reading all of a large world takes long. */
  records?: ReadonlyMap<Stored, unknown>
  /** What of the stored ledger contradicts the balances beside it. */
  fault?: string | undefined
}
