import * as z from 'zod/mini'

import { type Decimal, isDecimal } from '#money/decimal.ts'

export const amount = z.custom<Decimal>(isDecimal)
/** Counts, ids, and moments in epoch milliseconds. */
export const whole = z.int()
export const text = z.string()
export const flag = z.boolean()
export const side = z.enum(['buy', 'sell'])
export const orderType = z.enum(['market', 'limit'])
export const priceType = z.enum(['bid', 'ask', 'last'])

/** An object, or a text, typed elsewhere; its content is not checked here. */
export const someObject = <T extends object>() =>
  z.custom<T>(
    (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
export const someText = <T extends string>() => z.custom<T>((value) => typeof value === 'string')
