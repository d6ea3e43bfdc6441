import * as z from 'zod/mini'

import { mayBeMissing, numericAmount, text, wholeNumber, word } from './primitives.ts'
import type { ReadOf } from './read.ts'

/** Each condition has its own subset of these options. */
const conditionOptions = z.object({
  webhook_url: z.optional(text),
  supported_actions: z.optional(z.array(text)),
  timeframes: z.optional(z.array(text)),
  default_period: z.optional(wholeNumber),
  default_oversold: z.optional(wholeNumber),
  default_overbought: z.optional(wholeNumber),
  default_deviation: z.optional(numericAmount),
  fast_period: z.optional(wholeNumber),
  slow_period: z.optional(wholeNumber),
  signal_period: z.optional(wholeNumber),
})

export const dealStartCondition = z.object({
  id: text,
  name: text,
  type: word('simple', 'indicator', 'signal'),
  description: mayBeMissing(text),
  options: z.optional(conditionOptions),
})
export type DealStartCondition = ReadOf<typeof dealStartCondition>
export type DealStartConditionEntity = z.output<typeof dealStartCondition>

/** Spec 2.8. */
export const dcaStrategies = z.object({
  deal_start_conditions: z.array(mayBeMissing(dealStartCondition)),
  supported_strategies: z.array(text),
  supported_market_types: z.array(text),
  supported_order_types: z.array(text),
  supported_tp_types: z.array(text),
  supported_sl_types: z.array(text),
})
export type DcaStrategies = ReadOf<typeof dcaStrategies>
export type DcaStrategiesEntity = z.output<typeof dcaStrategies>
