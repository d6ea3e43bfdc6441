import type { STOP_ACTIONS } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import type { Hold, Order } from '../orders/order.ts'
import type { Side } from '../market/quotes.ts'

export type Line = {
  id: number
  price: Decimal
  /** Null for the waiting line, and for every line of a stopped bot. */
  side: Side | null
  orderId: number | null
  /** Its sale sells a coin of the start, not one that was bought on the line below. */
  isOfStart: boolean
}

export type StopAction = (typeof STOP_ACTIONS)[number]
/** Frozen at the price of the stop. `open` is the part of the result that belongs to coins it kept. */
export type EndedRun = { result: Decimal; open: Decimal }
export type GridStop = { price: Decimal; action: StopAction }

/** A grid bot as the engine keeps it. Its lines stand in the order of their prices. */
export type GridBotRecord = {
  id: number
  accountId: number
  pair: string
  name: string
  note: string | null
  isEnabled: boolean
  gridType: 'arithmetic' | 'geometric'
  lower: Decimal
  upper: Decimal
  /** Units of the base currency that each line buys or sells. */
  quantity: Decimal
  leverage: number | null
  lines: Line[]
  step: Decimal
  /** How many lines of a side have an order at a time. */
  mostBuys: number
  mostSells: number
  lowerStop: GridStop | null
  upperStop: GridStop | null
  trailsUp: boolean
  expandsDown: boolean
  /** No line is added below this price. */
  expansionFloor: Decimal | null
  orders: Order[]
  startPrice: Decimal | null
  /** When the present run began; null while stopped. */
  startedAt: Instant | null
  /** Milliseconds that ended runs took. */
  ranBefore: number
  /** What the last run was started with. */
  startBase: Decimal
  startQuote: Decimal
  /** What the coins were worth at the start; bought ones count at what was paid for them. */
  startCost: Decimal
  /** Fees of the coins bought at the start. */
  startFees: Decimal
  loan: Hold | null
  /** Interest or funding owed and not yet paid, in the quote currency; negative is to be received. */
  interest: Decimal
  /** Interest and funding that the last run has paid, less what the insurance paid for it. */
  otherCosts: Decimal
  /** Bought and sold since the last start, by its lines and at its stop, in units of the base currency. */
  bought: Decimal
  sold: Decimal
  spent: Decimal
  received: Decimal
  fees: Decimal
  /** Grid profit of all runs: each sale against the line below. */
  gridProfit: Decimal
  /** Profit that the orders on the lines of the present or last run have realised. */
  realised: Decimal
  /** Result of all earlier runs. */
  earlierResult: Decimal
  /** The last run, once it has ended. */
  ended: EndedRun | null
  profitsCount: number
  createdAt: Instant
  updatedAt: Instant
}
