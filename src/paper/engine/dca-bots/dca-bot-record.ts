import type { DcaBotDraft } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import type { Order, Part } from '../orders/order.ts'

/** One round of a DCA bot: bought in several orders, sold in one (a short the other way round). */
export type Deal = {
  index: number
  /** Where the base order was filled; safety orders and stop are measured from it. */
  basePrice: Decimal | null
  /** When a limit base order that has not been filled is taken back. */
  baseUntil: Instant | null
  /** What went in. */
  units: Decimal
  total: Decimal
  fees: Decimal
  /** What has been closed. */
  closed: Part
  /** The profit of it that is in the history already. */
  realised: Decimal
  /** Interest or funding owed and not yet paid, in the quote currency; negative is to be received. */
  interest: Decimal
  /** Interest and funding that it has paid. Absent in deals that an older program opened, and before any. */
  interestPaid?: Decimal
  safetyFilled: number
  openedAt: Instant
}

/** A DCA bot as the engine keeps it. */
export type DcaBotRecord = {
  id: string
  accountId: number
  /** As SmartTrades write it, QUOTE_BASE. */
  pair: string
  settings: Omit<DcaBotDraft, 'connection_id' | 'pair'>
  status: 'running' | 'stopped' | 'completed'
  deals: Deal[]
  /** Numbers the deals; counts those that never filled as well. */
  dealsOpened: number
  dealsClosed: number
  /** Realised: of closed deals, and of parts of open ones that the history has. */
  profit: Decimal
  orders: Order[]
  /** When it next checks whether to open a deal. */
  dueAt: Instant | null
  /** No deal is opened before. */
  coolsUntil: Instant
  /** What an alert has to know to be obeyed; null for a bot that obeys none. */
  webhookSecret: string | null
  nextEvent: number
  createdAt: Instant
  updatedAt: Instant
}
