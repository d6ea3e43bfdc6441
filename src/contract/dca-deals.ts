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

/** Change of `total_profit` on closing now: after all fees, interest and funding. */
const dealProfit = z.object({
  amount,
  // Percent of the amount entered.
  percent: amount,
  // Defaults to the pair's quote currency.
  currency: z.optional(text),
  usd: z.optional(amount),
})

/** Not in the spec. An open deal, in the currencies of its pair. */
export const dcaDeal = z.object({
  id: idNumber,
  pair: slashPair,
  created_at: timestamp,
  status: mayBeMissing(text),
  safety_orders_filled: mayBeMissing(wholeNumber),
  // Entered so far: quote currency, then coins. A short deal enters by selling.
  spent: amount,
  bought: amount,
  // Coins closed so far.
  sold: amount,
  // `null` until the base order fills.
  average_price: amountOrNull,
  current_price: amount,
  take_profit_price: amountOrNull,
  stop_loss_price: amountOrNull,
  // Next safety order; `null` if none is left, missing if not reported.
  next_order_price: z.optional(amountOrNull),
  fees: z.optional(amount),
  profit: mayBeMissing(dealProfit),
})
export type DcaDeal = ReadOf<typeof dcaDeal>
export type DcaDealEntity = z.output<typeof dcaDeal>
