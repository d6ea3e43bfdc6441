import * as z from 'zod/mini'

import type { OrderRole } from '#contract/history.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Decimal, ZERO, add, subtract } from '#money/decimal.ts'

import type { PriceType } from '../market/quotes.ts'
import {
  amount,
  flag,
  orderType,
  side,
  someObject,
  someText,
  text,
  whole,
} from '../record-parts.ts'

/** Money or coins that an order keeps from other orders. */
export const holdShape = z.object({ currency: text, amount })
export type Hold = z.infer<typeof holdShape>

export const heldIn = (holds: readonly Hold[], currency: string): Decimal =>
  holds.reduce((sum, hold) => (hold.currency === currency ? add(sum, hold.amount) : sum), ZERO)

/** Amounts of an execution: units, total without the fee, and the fee, in the quote currency. */
export const partShape = z.object({
  units: amount,
  total: amount,
  fee: amount,
  /** Amount paid by the exchange's insurance. */
  insured: amount,
})
export type Part = z.infer<typeof partShape>

export const NOTHING: Part = { units: ZERO, total: ZERO, fee: ZERO, insured: ZERO }

export const sumOf = (a: Part, b: Part): Part => ({
  units: add(a.units, b.units),
  total: add(a.total, b.total),
  fee: add(a.fee, b.fee),
  insured: add(a.insured, b.insured),
})

/** Owner of an order: a trade or bot, and the part of it. */
const ownerShape = z.object({
  type: z.enum(['smart_trade', 'grid_bot', 'dca_bot']),
  /** The number or UUID of the trade or bot. */
  id: text,
  role: someText<OrderRole | 'trail'>(),
  /** Number of the target or safety order; a grid uses the id of its line. */
  index: whole,
})
export type Owner = z.infer<typeof ownerShape>

/** A price that sets an order off once it is reached from the other side. */
export type Trigger = { type: PriceType; direction: 'up' | 'down'; price: Decimal }

/**
 * Follows the price at a distance: `up` follows a rising price and sets off when it falls back by
 * `percent` from its highest, `down` the other way round. `extreme` is null until it begins.
 */
export type Trail = { follows: 'up' | 'down'; percent: Decimal; extreme: Decimal | null }

export const orderShape = z.object({
  id: whole,
  account: whole,
  pair: text,
  side,
  kind: orderType,
  /** Zero for a stop that watches over units which other orders hold. */
  units: amount,
  /** The price of a limit order. */
  price: z.nullable(amount),
  /** Waited for before the order is sent. */
  trigger: z.nullable(someObject<Trigger>()),
  trail: z.nullable(someObject<Trail>()),
  /** Set off, it asks its owner what to do instead of being sent. */
  tells: flag,
  /** The exchange's insurance pays what the account lacks: the order closes a borrowed position. */
  insured: flag,
  holds: z.readonly(z.array(holdShape)),
  owner: ownerShape,
  createdAt: whole,
  /** A market order is filled at this second. */
  dueAt: z.nullable(whole),
  /** A limit that the market already met when it was sent takes the market's price. */
  takes: flag,
  /** Executed part while the rest waits. */
  done: z.nullable(partShape),
})
export type Order = z.infer<typeof orderShape>

export const leftOf = ({ units, done }: Order): Decimal =>
  done ? subtract(units, done.units) : units

/** An order that has been executed in full, with the fee on top of a buy's total or out of a sell's. */
export type Fill = Part & {
  order: Order
  at: Instant
  /** The average of its executions. */
  price: Decimal
  /** The last of its executions. */
  last: Part
}

/** The result of an order at the market: filled, filled in part, or undefined where the account could not pay. */
export type Execution = { fill: Fill } | { part: Part } | undefined

/** Amounts of the latest execution. */
export const movedBy = (execution: NonNullable<Execution>): Part =>
  'fill' in execution ? execution.fill.last : execution.part
