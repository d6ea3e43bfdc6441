import * as z from 'zod/mini'

import {
  amount,
  amountOrNull,
  flag,
  numericAmount,
  text,
  timestamp,
  idNumber,
  wholeNumber,
  mayBeMissing,
  word,
} from './primitives.ts'
import type { ReadOf } from './read.ts'

/** The service's words for where a trade, its entry or one of its steps stands. */
export const status = z.object({
  type: text,
  basic_type: mayBeMissing(text),
  title: text,
  error: z.optional(text),
})
export type Status = ReadOf<typeof status>
/** The same as the service writes it: every member is there. */
export type StatusEntity = z.output<typeof status>

const trailing = z.object({ enabled: flag, percent: amountOrNull })
const actions = z.object({ cancelable: flag, panic_sell_available: flag })

/**
 * Ours: the spec shows only empty steps arrays; the shape is the relative's. A service may have another
 * one, which makes no trade unreadable while its prices and volumes stand where they are looked for.
 */
export const takeProfitStep = z.object({
  id: idNumber,
  order_type: mayBeMissing(text),
  editable: mayBeMissing(flag),
  units: mayBeMissing(z.object({ value: amountOrNull })),
  price: z.object({
    type: mayBeMissing(text),
    value: amountOrNull,
    /** As it was set; `null` where a price was set. */
    percent: amountOrNull,
    /** Ours: it was set in percent and waits, so that it moves with the average entry. */
    follows_average: z.optional(flag),
  }),
  volume: amount,
  total: amountOrNull,
  trailing: mayBeMissing(trailing),
  status: mayBeMissing(status),
  data: mayBeMissing(actions),
  position: mayBeMissing(wholeNumber),
  /** Ours: what of its order has been filled, while the rest of it waits. */
  filled_units: z.optional(amount),
  closed_at: z.optional(z.nullable(timestamp)),
})
export type TakeProfitStep = ReadOf<typeof takeProfitStep>
/** The same as the service writes it: every member is there. */
export type TakeProfitStepEntity = z.output<typeof takeProfitStep>

/** Ours: the members of an enabled stop loss are not shown by the spec. */
export const stopLoss = z.object({
  enabled: flag,
  price_type: z.optional(text),
  breakeven: z.optional(flag),
  /** Ours, once a target was filled: where the stop moves, and whether it stands there or better. */
  breakeven_move: z.optional(z.object({ state: word('waiting', 'moved'), price: amount })),
  order_type: z.optional(text),
  editable: z.optional(flag),
  price: z.optional(
    z.object({ value: amountOrNull, percent: amountOrNull, follows_average: z.optional(flag) }),
  ),
  conditional: z.optional(
    z.object({
      price: z.object({
        value: amountOrNull,
        type: mayBeMissing(text),
        percent: amountOrNull,
        follows_average: z.optional(flag),
      }),
      trailing: mayBeMissing(trailing),
    }),
  ),
  timeout: z.optional(z.object({ enabled: flag, value: z.nullable(numericAmount) })),
  units: z.optional(z.object({ value: amountOrNull })),
  total: z.optional(z.object({ value: amountOrNull })),
  status: z.optional(status),
  closed_at: z.optional(z.nullable(timestamp)),
})

export type StopLoss = ReadOf<typeof stopLoss>
/** As sent by our service: all fields present. */
export type StopLossEntity = z.output<typeof stopLoss>

export const reduceStep = z.object({
  id: idNumber,
  type: mayBeMissing(text),
  status: mayBeMissing(status),
  units: z.object({ value: amount }),
  price: mayBeMissing(z.object({ value: amountOrNull, value_without_commission: amountOrNull })),
  total: mayBeMissing(z.object({ value: amountOrNull })),
  /** Ours: the price that a limit order asks for, what of it has been filled, and when the step was asked for. */
  limit: z.optional(z.object({ value: amount })),
  filled_units: z.optional(amount),
  created_at: z.optional(timestamp),
  closed_at: mayBeMissing(z.nullable(timestamp)),
  data: mayBeMissing(actions),
})
export type ReduceStepEntity = z.output<typeof reduceStep>

export const marketClose = z.object({
  id: z.optional(idNumber),
  type: z.optional(text),
  status: z.optional(status),
  units: z.optional(z.object({ value: amount })),
  price: z.optional(z.object({ value: amountOrNull, value_without_commission: amountOrNull })),
  total: z.optional(z.object({ value: amountOrNull })),
  filled: z.optional(
    z.object({ units: amount, total: amount, price: amountOrNull, value: amount }),
  ),
})

export const position = z.object({
  type: text,
  editable: mayBeMissing(flag),
  units: z.object({ value: amount, editable: mayBeMissing(flag) }),
  price: z.object({
    value: amountOrNull,
    value_without_commission: amountOrNull,
    editable: mayBeMissing(flag),
  }),
  total: z.object({
    value: amountOrNull,
    value_without_commission: z.optional(amountOrNull),
  }),
  order_type: text,
  conditional: z.optional(
    z.object({
      editable: mayBeMissing(flag),
      price: z.object({ value: amountOrNull, type: mayBeMissing(text) }),
      order_type: mayBeMissing(text),
      trailing: mayBeMissing(trailing),
    }),
  ),
  status,
})
