import * as z from 'zod/mini'

import type { STOP_ACTIONS } from '#contract/grid-bots.ts'

import { holdShape, orderShape } from '../orders/order.ts'
import { amount, flag, side, someText, text, whole } from '../record-parts.ts'

const lineShape = z.object({
  id: whole,
  price: amount,
  /** Null for the waiting line, and for every line of a stopped bot. */
  side: z.nullable(side),
  orderId: z.nullable(whole),
  /** Its sale sells a coin of the start, not one that was bought on the line below. */
  isOfStart: flag,
})
export type Line = z.infer<typeof lineShape>

export type StopAction = (typeof STOP_ACTIONS)[number]
/** Frozen at the price of the stop. `open` is the part of the result that belongs to coins it kept. */
const endedRunShape = z.object({ result: amount, open: amount })
export type EndedRun = z.infer<typeof endedRunShape>
const gridStopShape = z.object({ price: amount, action: someText<StopAction>() })
export type GridStop = z.infer<typeof gridStopShape>

/** A grid bot as the engine keeps it. Its lines stand in the order of their prices. */
export const gridBotShape = z.object({
  id: whole,
  accountId: whole,
  pair: text,
  name: text,
  note: z.nullable(text),
  isEnabled: flag,
  gridType: z.enum(['arithmetic', 'geometric']),
  lower: amount,
  upper: amount,
  /** Units of the base currency that each line buys or sells. */
  quantity: amount,
  leverage: z.nullable(z.number()),
  lines: z.array(lineShape),
  step: amount,
  /** Number of lines per side that have an order at a time. */
  mostBuys: whole,
  mostSells: whole,
  lowerStop: z.nullable(gridStopShape),
  upperStop: z.nullable(gridStopShape),
  trailsUp: flag,
  expandsDown: flag,
  /** No line is added below this price. */
  expansionFloor: z.nullable(amount),
  orders: z.array(orderShape),
  startPrice: z.nullable(amount),
  /** When the present run began; null while stopped. */
  startedAt: z.nullable(whole),
  /** Milliseconds that ended runs took. */
  ranBefore: whole,
  /** Funds at the start of the last run. */
  startBase: amount,
  startQuote: amount,
  /** Value of the coins at the start; bought coins count at their cost. */
  startCost: amount,
  /** Fees of the coins bought at the start. */
  startFees: amount,
  loan: z.nullable(holdShape),
  /** Interest or funding owed and not yet paid, in the quote currency; negative is to be received. */
  interest: amount,
  /** Interest and funding that the last run has paid, less what the insurance paid for it. */
  otherCosts: amount,
  /** Bought and sold since the last start, by its lines and at its stop, in units of the base currency. */
  bought: amount,
  sold: amount,
  spent: amount,
  received: amount,
  fees: amount,
  /** Grid profit of all runs: each sale against the line below. */
  gridProfit: amount,
  /** Profit that the orders on the lines of the present or last run have realised. */
  realised: amount,
  earlierResult: amount,
  /** The last run, once it has ended. */
  ended: z.nullable(endedRunShape),
  profitsCount: whole,
  createdAt: whole,
  updatedAt: whole,
})
export type GridBotRecord = z.infer<typeof gridBotShape>
