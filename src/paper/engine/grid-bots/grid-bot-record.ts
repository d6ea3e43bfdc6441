import * as z from 'zod/mini'

import type { STOP_ACTIONS } from '#contract/grid-bots.ts'

import { holdShape, orderShape } from '../orders/order.ts'
import { amount, flag, side, someText, text, whole } from '../record-parts.ts'

const lineShape = z.object({
  id: whole,
  price: amount,
  /** Null for the waiting line, and for all lines of a stopped bot. */
  side: z.nullable(side),
  orderId: z.nullable(whole),
  /** Set if its sale sells a coin of the start, not one bought on the line below. */
  isOfStart: flag,
})
export type Line = z.infer<typeof lineShape>

export type StopAction = (typeof STOP_ACTIONS)[number]
/** Frozen at the price of the stop. `open`: part of the result from coins that it kept. */
const endedRunShape = z.object({ result: amount, open: amount })
export type EndedRun = z.infer<typeof endedRunShape>
const gridStopShape = z.object({ price: amount, action: someText<StopAction>() })
export type GridStop = z.infer<typeof gridStopShape>

/** A grid bot. Its lines are in price order. */
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
  /** Base units per line. */
  quantity: amount,
  leverage: z.nullable(z.number()),
  lines: z.array(lineShape),
  step: amount,
  /** Maximum of orders per side. */
  mostBuys: whole,
  mostSells: whole,
  lowerStop: z.nullable(gridStopShape),
  upperStop: z.nullable(gridStopShape),
  trailsUp: flag,
  expandsDown: flag,
  /** Lowest price for an added line. */
  expansionFloor: z.nullable(amount),
  orders: z.array(orderShape),
  startPrice: z.nullable(amount),
  /** When the present run began; null while stopped. */
  startedAt: z.nullable(whole),
  /** Total milliseconds of ended runs. */
  ranBefore: whole,
  /** Funds at the start of the last run. */
  startBase: amount,
  startQuote: amount,
  /** Value of the coins at the start; bought ones count at cost. */
  startCost: amount,
  startFees: amount,
  loan: z.nullable(holdShape),
  /** Interest or funding owed, in the quote currency; negative is to be received. */
  interest: amount,
  /** Interest and funding that the last run paid, less the insurance's payment. */
  otherCosts: amount,
  /** Base units bought and sold since the last start, by lines and stop. */
  bought: amount,
  sold: amount,
  spent: amount,
  received: amount,
  fees: amount,
  /** Grid profit of all runs: each sale against the line below. */
  gridProfit: amount,
  /** Profit realised by the orders on the lines of the last run. */
  realised: amount,
  earlierResult: amount,
  /** The last run, once ended. */
  ended: z.nullable(endedRunShape),
  profitsCount: whole,
  createdAt: whole,
  updatedAt: whole,
})
export type GridBotRecord = z.infer<typeof gridBotShape>
