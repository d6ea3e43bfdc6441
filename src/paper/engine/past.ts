import * as z from 'zod/mini'

import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import type { HistoricalTradeEntity, HistoryFilter } from '#contract/history.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import type { SmartTradeType } from '#contract/smart-trade-type.ts'
import type { SmartTradeFilter } from '#contract/smart-trades.ts'
import { type Mode, mode } from '#contract/system.ts'
import type { SmartTradeGroup } from '#trading/smart-trade-group.ts'

import { amount, flag, someText, text, whole } from './record-parts.ts'

/** Ended entities, read by page from the store, including all changes it has taken. */
export type Past = {
  /**
   * Ended orders of a mode, by default the ten oldest. Rows with equal `created_at` come in the
   * order of insertion, reversed if the list descends.
   */
  history(filter: HistoryFilter & { mode: Mode }): Promise<HistoryRecord[]>
  /**
   * Ended trades: `limit` of them from `offset` on, in the filter's order; its `page` and
   * `per_page` are ignored. Ties break by id in the same direction; null keys come last.
   */
  trades(
    filter: SmartTradeFilter & { mode: Mode },
    span: { offset: number; limit: number },
  ): Promise<EndedTrade[]>
  trade(id: Id): Promise<EndedTrade | undefined>
  /** Events of a DCA bot, the newest first. */
  events(bot: string, limit: number): Promise<DcaBotEventEntity[]>
  /** Holdings of each account and currency at these ascending moments; without zeros. */
  ownedAt(accounts: readonly Id[], moments: readonly Instant[]): Promise<Owned[][]>
  /** Deposits into the accounts after `from` and up to `to`; withdrawals are negative. */
  flows(accounts: readonly Id[], from: Instant, to: Instant): Promise<Flow[]>
}

/** A row as stored: `kind` of the answer is in the order's type and side. */
export type HistoryRecord = Omit<
  HistoricalTradeEntity,
  'kind' | 'market_type' | 'order' | 'exit'
> & {
  order: NonNullable<HistoricalTradeEntity['order']>
}

/** An ended trade: its record as JSON text, and the keys by which lists filter and sort it. */
export const endedTradeShape = z.object({
  id: z.union([whole, text]),
  json: text,
  account: whole,
  mode,
  pair: text,
  base: text,
  quote: text,
  type: someText<SmartTradeType>(),
  group: someText<SmartTradeGroup>(),
  /** Position in the life cycle, for `order_by=status`. */
  rank: whole,
  /** In the group `successfully_finish`. */
  isSuccess: flag,
  createdAt: whole,
  updatedAt: whole,
  closedAt: z.nullable(whole),
  profitUsd: z.nullable(amount),
  profitPercent: z.nullable(amount),
})
export type EndedTrade = z.infer<typeof endedTradeShape>

/** Holding of an account (free, held and borrowed) from `at`, a multiple of `OWNED_STEP`. */
export const ownedShape = z.object({ account: whole, currency: text, at: whole, amount })
export type Owned = z.infer<typeof ownedShape>

/** In milliseconds: the finest step of a balance chart. */
export const OWNED_STEP = 300_000

export type Flow = Owned
