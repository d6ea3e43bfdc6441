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

/** Status of a trade, its entry or a step, as named by the service. */
export const status = z.object({
  type: text,
  basic_type: mayBeMissing(text),
  title: text,
  error: z.optional(text),
})
export type Status = ReadOf<typeof status>
export type StatusEntity = z.output<typeof status>

const trailing = z.object({ enabled: flag, percent: amountOrNull })
const actions = z.object({ cancelable: flag, panic_sell_available: flag })

/** Not in the spec; shape as in 3Commas. Other steps are readable with prices and volumes. */
export const takeProfitStep = z.object({
  id: idNumber,
  order_type: mayBeMissing(text),
  editable: mayBeMissing(flag),
  units: mayBeMissing(z.object({ value: amountOrNull })),
  price: z.object({
    type: mayBeMissing(text),
    value: amountOrNull,
    /** `null` unless the price was set in percent. */
    percent: amountOrNull,
    /** Not in the spec. Pending and set in percent, so it moves with the average entry. */
    follows_average: z.optional(flag),
  }),
  volume: amount,
  total: amountOrNull,
  trailing: mayBeMissing(trailing),
  status: mayBeMissing(status),
  data: mayBeMissing(actions),
  position: mayBeMissing(wholeNumber),
  /** Not in the spec. Filled part of a pending order. */
  filled_units: z.optional(amount),
  closed_at: z.optional(z.nullable(timestamp)),
})
export type TakeProfitStep = ReadOf<typeof takeProfitStep>
export type TakeProfitStepEntity = z.output<typeof takeProfitStep>

/** Not in the spec, which doesn't show an enabled stop loss. */
export const stopLoss = z.object({
  enabled: flag,
  price_type: z.optional(text),
  breakeven: z.optional(flag),
  /** Not in the spec. Present once a target filled; `moved` if the stop is there or better. */
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

export const reduceStep = z.object({
  id: idNumber,
  type: mayBeMissing(text),
  status: mayBeMissing(status),
  units: z.object({ value: amount }),
  price: mayBeMissing(z.object({ value: amountOrNull, value_without_commission: amountOrNull })),
  total: mayBeMissing(z.object({ value: amountOrNull })),
  /** Not in the spec: limit price, filled part and creation time. */
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
