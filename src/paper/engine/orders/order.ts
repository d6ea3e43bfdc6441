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

/** Amount reserved for an order. */
export const holdShape = z.object({ currency: text, amount })
export type Hold = z.infer<typeof holdShape>

export const heldIn = (holds: readonly Hold[], currency: string): Decimal =>
  holds.reduce((sum, hold) => (hold.currency === currency ? add(sum, hold.amount) : sum), ZERO)

/** Units, total before fee, and fee of a fill, in the quote currency. */
export const partShape = z.object({
  units: amount,
  total: amount,
  fee: amount,
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

/** The trade or bot of an order, and its part in it. */
const ownerShape = z.object({
  type: z.enum(['smart_trade', 'grid_bot', 'dca_bot']),
  id: text,
  role: someText<OrderRole | 'trail'>(),
  /** Number of the target or safety order; in a grid, id of the line. */
  index: whole,
})
export type Owner = z.infer<typeof ownerShape>

/** A price that triggers an order when reached from the other side. */
export type Trigger = { type: PriceType; direction: 'up' | 'down'; price: Decimal }

/**
 * `up` follows a rise and triggers at a fall by `percent` from `extreme`, `down` the reverse.
 * `extreme` is null until it begins.
 */
export type Trail = { follows: 'up' | 'down'; percent: Decimal; extreme: Decimal | null }

export const orderShape = z.object({
  id: whole,
  account: whole,
  pair: text,
  side,
  kind: orderType,
  /** Zero for a stop over units that other orders hold. */
  units: amount,
  price: z.nullable(amount),
  trigger: z.nullable(someObject<Trigger>()),
  trail: z.nullable(someObject<Trail>()),
  /** Once triggered, it calls its owner instead of being sent. */
  tells: flag,
  /** The exchange's insurance pays the rest: the order closes a borrowed position. */
  insured: flag,
  holds: z.readonly(z.array(holdShape)),
  owner: ownerShape,
  createdAt: whole,
  /** Second at which a market order fills. */
  dueAt: z.nullable(whole),
  /** A limit that met the market when sent fills at the market's price. */
  takes: flag,
  /** Filled part, while the rest waits. */
  done: z.nullable(partShape),
})
export type Order = z.infer<typeof orderShape>

export const leftOf = ({ units, done }: Order): Decimal =>
  done ? subtract(units, done.units) : units

/** A completely filled order; the fee comes on top of a buy's total or out of a sell's. */
export type Fill = Part & {
  order: Order
  at: Instant
  /** Average of all fills. */
  price: Decimal
  last: Part
}

/** Filled, partly filled, or `undefined` if the account could not pay. */
export type Execution = { fill: Fill } | { part: Part } | undefined

export const movedBy = (execution: NonNullable<Execution>): Part =>
  'fill' in execution ? execution.fill.last : execution.part
