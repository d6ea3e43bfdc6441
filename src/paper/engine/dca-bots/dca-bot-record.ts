import * as z from 'zod/mini'

import type { DcaBotDraft } from '#contract/dca-bots.ts'

import { orderShape, partShape } from '../orders/order.ts'
import { amount, someObject, text, whole } from '../record-parts.ts'

/** One round of a DCA bot: bought in several orders, sold in one (reversed for a short). */
const dealShape = z.object({
  index: whole,
  /** Fill price of the base order, from which safety orders and stop are measured. */
  basePrice: z.nullable(amount),
  /** When an unfilled limit base order is cancelled. */
  baseUntil: z.nullable(whole),
  units: amount,
  total: amount,
  fees: amount,
  closed: partShape,
  /** Profit that the history already has. */
  realised: amount,
  /** Interest or funding owed, in the quote currency; negative is to be received. */
  interest: amount,
  /** Interest and funding paid. Absent before any, and in deals of an older program. */
  interestPaid: z.exactOptional(amount),
  safetyFilled: whole,
  openedAt: whole,
})
export type Deal = z.infer<typeof dealShape>

export const dcaBotShape = z.object({
  id: text,
  accountId: whole,
  /** Pair in the form of SmartTrades, QUOTE_BASE. */
  pair: text,
  settings: someObject<Omit<DcaBotDraft, 'connection_id' | 'pair'>>(),
  status: z.enum(['running', 'stopped', 'completed']),
  deals: z.array(dealShape),
  /** Counts all deals, including those that never filled. */
  dealsOpened: whole,
  dealsClosed: whole,
  /** Realised: of closed deals, and of parts of open ones in the history. */
  profit: amount,
  orders: z.array(orderShape),
  /** Next check to open a deal. */
  dueAt: z.nullable(whole),
  /** Reported reason why the last check opened no deal; empty if it opened one. */
  obstacle: z.exactOptional(text),
  /** End of the cooldown. */
  coolsUntil: whole,
  /** Secret that an alert must contain; null for a bot without alerts. */
  webhookSecret: z.nullable(text),
  nextEvent: whole,
  createdAt: whole,
  updatedAt: whole,
})
export type DcaBotRecord = z.infer<typeof dcaBotShape>
