import * as z from 'zod/mini'

import {
  amount,
  amountOrNull,
  idNumber,
  mayBeMissing,
  slashPair,
  text,
  timestamp,
  wholeNumber,
} from './primitives.ts'
import type { ReadOf } from './read.ts'

/**
 * What closing the deal at the current price adds to `total_profit`: after the fees paid so far, the fee
 * of that close, and interest and funding.
 */
const dealProfit = z.object({
  amount,
  // Of what entered the deal.
  percent: amount,
  // Left out: the quote currency of the pair.
  currency: z.optional(text),
  usd: z.optional(amount),
})

/** Ours: an open deal of a bot, in the currencies of its pair. */
export const dcaDeal = z.object({
  id: idNumber,
  pair: slashPair,
  created_at: timestamp,
  status: mayBeMissing(text),
  safety_orders_filled: mayBeMissing(wholeNumber),
  // Entered so far: in the quote currency, and in coins. A short deal enters by selling.
  spent: amount,
  bought: amount,
  // Coins closed so far.
  sold: amount,
  // `null` before the base order fills.
  average_price: amountOrNull,
  current_price: amount,
  take_profit_price: amountOrNull,
  stop_loss_price: amountOrNull,
  // The safety order that fills next; `null` if none waits, left out by services that do not say.
  next_order_price: z.optional(amountOrNull),
  // Paid so far.
  fees: z.optional(amount),
  profit: mayBeMissing(dealProfit),
})
export type DcaDeal = ReadOf<typeof dcaDeal>
/** The same as the service writes it: every member is there. */
export type DcaDealEntity = z.output<typeof dcaDeal>
