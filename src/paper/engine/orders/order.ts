import type { OrderRole } from '#contract/history.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Decimal, ZERO, add, subtract } from '#money/decimal.ts'

import type { PriceType, Side } from '../market/quotes.ts'

/** Money or coins that an order keeps from other orders. */
export type Hold = { currency: string; amount: Decimal }

/** What an execution moved: units, their total without the fee, and the fee, in the quote currency. */
export type Part = {
  units: Decimal
  total: Decimal
  fee: Decimal
  /** What the exchange's insurance paid of it. */
  insured: Decimal
}

export const NOTHING: Part = { units: ZERO, total: ZERO, fee: ZERO, insured: ZERO }

export const sumOf = (a: Part, b: Part): Part => ({
  units: add(a.units, b.units),
  total: add(a.total, b.total),
  fee: add(a.fee, b.fee),
  insured: add(a.insured, b.insured),
})

/** Who placed an order, and as which part of it. */
export type Owner = {
  type: 'smart_trade' | 'grid_bot' | 'dca_bot'
  /** The number or UUID of the trade or bot. */
  id: string
  role: OrderRole | 'trail'
  /** Which target or safety order; a grid names its line by its id. */
  index: number
}

/** A price that sets an order off once it is reached from the other side. */
export type Trigger = { type: PriceType; direction: 'up' | 'down'; price: Decimal }

/**
 * Follows the price at a distance: `up` follows a rising price and sets off when it falls back by
 * `percent` from its highest, `down` the other way round. `extreme` is null until it begins.
 */
export type Trail = { follows: 'up' | 'down'; percent: Decimal; extreme: Decimal | null }

export type Order = {
  id: number
  account: number
  pair: string
  side: Side
  kind: 'market' | 'limit'
  /** Zero for a stop that watches over units which other orders hold. */
  units: Decimal
  /** The price of a limit order. */
  price: Decimal | null
  /** Waited for before the order is sent. */
  trigger: Trigger | null
  trail: Trail | null
  /** Set off, it asks its owner what to do instead of being sent. */
  tells: boolean
  /** The exchange's insurance pays what the account lacks: the order closes a borrowed position. */
  insured: boolean
  holds: readonly Hold[]
  owner: Owner
  createdAt: Instant
  /** A market order is filled at this second. */
  dueAt: Instant | null
  /** A limit that the market already met when it was sent takes the market's price. */
  takes: boolean
  /** What of it has been executed while the rest waits. */
  done: Part | null
}

/** Units that are not filled yet. */
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

/** What an execution moved just now. */
export const movedBy = (execution: NonNullable<Execution>): Part =>
  'fill' in execution ? execution.fill.last : execution.part
