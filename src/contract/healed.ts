import * as z from 'zod/mini'

/** Reads values from a URL or browser storage; falls back to `value` if invalid or missing. */
export const healed = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) =>
  z.prefault(z.catch(schema, value as never), value as never)

/** Reads optional values from a URL or browser storage; ignores invalid ones. */
export const orAbsent = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(z.optional(schema), undefined)
