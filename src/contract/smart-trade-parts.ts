import * as z from 'zod'

import { amount, flag, timestamp, wholeNumber } from './primitives.ts'

/** The service's words for where a trade, its entry or one of its steps stands. */
export const status = z.object({
  type: z.string(),
  basic_type: z.string(),
  title: z.string(),
  error: z.string().optional(),
})
export type Status = z.output<typeof status>

const trailing = z.object({ enabled: flag, percent: amount.nullable() })
const actions = z.object({ cancelable: flag, panic_sell_available: flag })

/** Ours: the spec shows only empty steps arrays; the shape is the relative's. */
export const takeProfitStep = z.object({
  id: wholeNumber,
  order_type: z.string(),
  editable: flag,
  units: z.object({ value: amount.nullable() }),
  price: z.object({ type: z.string(), value: amount.nullable(), percent: amount.nullable() }),
  volume: amount,
  total: amount.nullable(),
  trailing,
  status,
  data: actions,
  position: wholeNumber,
  closed_at: timestamp.nullable().optional(),
})
export type TakeProfitStep = z.output<typeof takeProfitStep>

/** Ours: the members of an enabled stop loss are not shown by the spec. */
export const stopLoss = z.object({
  enabled: flag,
  price_type: z.string().optional(),
  breakeven: flag.optional(),
  order_type: z.string().optional(),
  editable: flag.optional(),
  price: z.object({ value: amount.nullable(), percent: amount.nullable() }).optional(),
  conditional: z
    .object({
      price: z.object({ value: amount.nullable(), type: z.string(), percent: amount.nullable() }),
      trailing,
    })
    .optional(),
  timeout: z.object({ enabled: flag, value: wholeNumber.nullable() }).optional(),
  units: z.object({ value: amount.nullable() }).optional(),
  total: z.object({ value: amount.nullable() }).optional(),
  status: status.optional(),
  closed_at: timestamp.nullable().optional(),
})

export type StopLoss = z.output<typeof stopLoss>

export const reduceStep = z.object({
  id: wholeNumber,
  type: z.string(),
  status,
  units: z.object({ value: amount }),
  price: z.object({ value: amount.nullable(), value_without_commission: amount.nullable() }),
  total: z.object({ value: amount.nullable() }),
  closed_at: timestamp.nullable(),
  data: actions,
})

export const marketClose = z.object({
  id: wholeNumber.optional(),
  type: z.string().optional(),
  status: status.optional(),
  units: z.object({ value: amount }).optional(),
  price: z
    .object({ value: amount.nullable(), value_without_commission: amount.nullable() })
    .optional(),
  total: z.object({ value: amount.nullable() }).optional(),
  filled: z
    .object({ units: amount, total: amount, price: amount.nullable(), value: amount })
    .optional(),
})

export const position = z.object({
  type: z.string(),
  editable: flag,
  units: z.object({ value: amount, editable: flag }),
  price: z.object({
    value: amount.nullable(),
    value_without_commission: amount.nullable(),
    editable: flag,
  }),
  total: z.object({
    value: amount.nullable(),
    value_without_commission: amount.nullable().optional(),
  }),
  order_type: z.string(),
  conditional: z
    .object({
      editable: flag,
      price: z.object({ value: amount.nullable(), type: z.string() }),
      order_type: z.string(),
      trailing,
    })
    .optional(),
  status,
})
