import * as z from 'zod/mini'

/** What an address or this browser may hold: what is wrong or not there counts as `value`. */
export const healed = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) =>
  z.prefault(z.catch(schema, value as never), value as never)

/** The same for what may be absent: what is wrong counts as not there. */
export const orAbsent = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(z.optional(schema), undefined)
