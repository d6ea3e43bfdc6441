import * as z from 'zod/mini'

import type { DcaBotDraft } from '#contract/dca-bots.ts'

import { orderShape, partShape } from '../orders/order.ts'
import { amount, someObject, text, whole } from '../record-parts.ts'

/** One round of a DCA bot: bought in several orders, sold in one (a short the other way round). */
const dealShape = z.object({
  index: whole,
  /** Fill price of the base order, from which safety orders and stop are measured. */
  basePrice: z.nullable(amount),
  /** When a limit base order that has not been filled is taken back. */
  baseUntil: z.nullable(whole),
  /** Amounts entered. */
  units: amount,
  total: amount,
  fees: amount,
  closed: partShape,
  /** The profit of it that is in the history already. */
  realised: amount,
  /** Interest or funding owed and not yet paid, in the quote currency; negative is to be received. */
  interest: amount,
  /** Interest and funding that it has paid. Absent in deals that an older program opened, and before any. */
  interestPaid: z.exactOptional(amount),
  safetyFilled: whole,
  openedAt: whole,
})
export type Deal = z.infer<typeof dealShape>

/** A DCA bot as the engine keeps it. */
export const dcaBotShape = z.object({
  id: text,
  accountId: whole,
  /** Pair in the form of SmartTrades, QUOTE_BASE. */
  pair: text,
  settings: someObject<Omit<DcaBotDraft, 'connection_id' | 'pair'>>(),
  status: z.enum(['running', 'stopped', 'completed']),
  deals: z.array(dealShape),
  /** Numbers the deals; counts those that never filled as well. */
  dealsOpened: whole,
  dealsClosed: whole,
  /** Realised: of closed deals, and of parts of open ones that the history has. */
  profit: amount,
  orders: z.array(orderShape),
  /** When it next checks whether to open a deal. */
  dueAt: z.nullable(whole),
  /** No deal is opened before. */
  coolsUntil: whole,
  /** Secret that an alert must contain; null for a bot without alerts. */
  webhookSecret: z.nullable(text),
  nextEvent: whole,
  createdAt: whole,
  updatedAt: whole,
})
export type DcaBotRecord = z.infer<typeof dcaBotShape>
