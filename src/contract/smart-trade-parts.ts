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

/** Ours: the spec shows only empty steps arrays; the shape is the relative's. */
export const takeProfitStep = z.object({
  id: idNumber,
  order_type: text,
  editable: mayBeMissing(flag),
  units: z.object({ value: amountOrNull }),
  price: z.object({ type: text, value: amountOrNull, percent: amountOrNull }),
  volume: amount,
  total: amountOrNull,
  trailing,
  status,
  data: mayBeMissing(actions),
  position: mayBeMissing(wholeNumber),
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
  order_type: z.optional(text),
  editable: z.optional(flag),
  price: z.optional(z.object({ value: amountOrNull, percent: amountOrNull })),
  conditional: z.optional(
    z.object({
      price: z.object({ value: amountOrNull, type: text, percent: amountOrNull }),
      trailing,
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
  type: text,
  status,
  units: z.object({ value: amount }),
  price: z.object({ value: amountOrNull, value_without_commission: amountOrNull }),
  total: z.object({ value: amountOrNull }),
  closed_at: mayBeMissing(z.nullable(timestamp)),
  data: mayBeMissing(actions),
})

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
      price: z.object({ value: amountOrNull, type: text }),
      order_type: text,
      trailing,
    }),
  ),
  status,
})
