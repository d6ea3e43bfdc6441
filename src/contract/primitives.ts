import * as z from 'zod'

import {
  type Decimal,
  digitsOf,
  fromNumber,
  isDecimal,
  decimal,
  readDecimal,
  toNumber,
  toText,
} from '#money/decimal.ts'

// zod's probe for `new Function` would be reported by the page's content security policy.
z.config({ jitless: true })

const MAX_DIGITS = 40

/** A moment in epoch milliseconds. */
export type Instant = number

const held = z.custom<Decimal>((value) => isDecimal(value), { error: 'Enter a number' })

/** What a wire value means as a decimal; `undefined` when it is none or has over 40 digits. */
function decimalOf(wire: string | number): Decimal | undefined {
  if (typeof wire === 'number') return Number.isFinite(wire) ? fromNumber(wire) : undefined
  if (!isDecimal(wire)) return undefined
  const value = decimal(wire)
  return digitsOf(value) <= MAX_DIGITS ? value : undefined
}

const amountOnTheWire = z.union([z.string(), z.number()], { error: 'Enter a number' })

/** Text on the wire, an exact decimal in memory. A number is read too: see `api-decisions` on requests. */
export const amount = z.codec(amountOnTheWire, held, {
  decode: (wire, ctx) =>
    decimalOf(wire) ?? refuse(ctx, wire, 'Enter a number of at most 40 digits'),
  encode: (value, ctx) => (isDecimal(value) ? toText(value) : refuse(ctx, value, 'Enter a number')),
})

/** A JSON number on the wire, the same exact decimal in memory; never silently shortened. */
export const numericAmount = z.codec(amountOnTheWire, held, {
  decode: (wire, ctx) =>
    decimalOf(wire) ?? refuse(ctx, wire, 'Enter a number of at most 40 digits'),
  encode: (value, ctx) => {
    if (!isDecimal(value)) return refuse(ctx, value, 'Enter a number')
    const number = toNumber(value)
    return fromNumber(number) === value ? number : refuse(ctx, value, 'Too many digits')
  },
})

/** A number drawn, never counted as money: the points of the balance chart. */
export const chartNumber = z.codec(amountOnTheWire, z.number(), {
  decode: (wire, ctx) => {
    const value = typeof wire === 'number' ? fromNumber(wire) : readDecimal(wire)
    return value === undefined ? refuse(ctx, wire, 'Enter a number') : toNumber(value)
  },
  encode: (value) => value,
})

/** A whole number, as a JSON number or its text on the way in, as a number on the way out. */
export const wholeNumber = z.codec(
  z.union([z.int(), z.string()], { error: 'Enter a whole number' }),
  z.int(),
  {
    decode: (wire, ctx) => wholeOf(wire) ?? refuse(ctx, wire, 'Enter a whole number'),
    encode: (value) => value,
  },
)

/** A whole number written as text: identifiers in paths, counts in queries and in grid bots. */
export const integerText = z.codec(
  z.union([z.string(), z.int()], { error: 'Enter a whole number' }),
  z.int(),
  {
    decode: (wire, ctx) => wholeOf(wire) ?? refuse(ctx, wire, 'Enter a whole number'),
    encode: (value) => String(value),
  },
)

function wholeOf(wire: string | number): number | undefined {
  if (typeof wire === 'number') return wire
  return /^-?\d{1,15}$/.test(wire) ? Number(wire) : undefined
}

/** A boolean; its text is taken on the way in. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'Send true or false' }),
  z.boolean(),
  { decode: (wire) => wire === true || wire === 'true', encode: (value) => value },
)

/** A boolean that the wire writes as text. */
export const booleanText = z.codec(
  z.union([z.enum(['true', 'false']), z.boolean()], { error: 'Send true or false' }),
  z.boolean(),
  {
    decode: (wire) => wire === true || wire === 'true',
    encode: (value): 'true' | 'false' => (value ? 'true' : 'false'),
  },
)

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Milliseconds of an ISO 8601 text with `Z` or an offset; a date alone is its midnight in UTC. */
export function instantOf(text: string): Instant | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, year, month, day] = match
  const wanted = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // "2026-02-31" would otherwise roll over into March.
  if (Number.isNaN(wanted.getTime()) || wanted.getUTCDate() !== Number(day)) return undefined
  const time = new Date(text).getTime()
  return Number.isNaN(time) ? undefined : time
}

/** The extremes that `Date` can write. */
const isInstant = (value: unknown): value is Instant =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 8.64e15

/** ISO 8601 text on the wire, an instant in memory; UNIX seconds are read too. */
export const timestamp = z.codec(
  z.union([z.string(), z.number()], { error: 'Send an ISO 8601 date' }),
  z.int(),
  {
    decode: (wire, ctx) => {
      const instant = typeof wire === 'number' ? wire * 1000 : instantOf(wire)
      return isInstant(instant)
        ? instant
        : refuse(ctx, wire, 'Send an ISO 8601 date with Z or an offset')
    },
    encode: (value, ctx) =>
      isInstant(value) ? new Date(value).toISOString() : refuse(ctx, value, 'Send a date'),
  },
)

/** ISO 8601 or UNIX seconds in a query; milliseconds are refused. */
export const isoOrUnix = z.codec(z.string(), z.int(), {
  decode: (wire, ctx) => {
    const instant = /^\d{1,10}$/.test(wire) ? Number(wire) * 1000 : instantOf(wire)
    return isInstant(instant)
      ? instant
      : refuse(ctx, wire, 'Send an ISO 8601 date with Z or an offset, or UNIX seconds')
  },
  encode: (value, ctx) =>
    isInstant(value) ? new Date(value).toISOString() : refuse(ctx, value, 'Send a date'),
})

/** UNIX seconds on the wire, an instant in memory. */
export const unixSeconds = z.codec(
  z.union([z.int(), z.string()], { error: 'Send UNIX seconds' }),
  z.int(),
  {
    decode: (wire, ctx) => {
      const seconds = wholeOf(wire)
      return seconds === undefined ? refuse(ctx, wire, 'Send UNIX seconds') : seconds * 1000
    },
    encode: (value) => Math.floor(value / 1000),
  },
)

/** `<QUOTE>_<BASE>`, split at its first underscore. */
export const pair = z
  .string({ error: 'Choose a pair' })
  .regex(/^[A-Z0-9]{1,20}_[A-Z0-9_]{1,40}$/, 'Write the pair as QUOTE_BASE, such as USDT_BTC')

/** `<BASE>/<QUOTE>`, as DCA bots write it. */
export const slashPair = z
  .string()
  .regex(/^[A-Z0-9_]{1,40}\/[A-Z0-9]{1,20}$/, 'Write the pair as BASE/QUOTE, such as BTC/USDT')

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Send the UUID of a connection')

/** A word of a known list: the service writes no other, a reader takes any text (see `read`). */
export const word = <const W extends readonly [string, ...string[]]>(...words: W) => z.enum(words)

export const NOTE_LIMIT = 300
// NUL and other control characters except newline and tab
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/u

/** 1 to 300 characters, counted in Unicode code points. */
export const noteText = z
  .string({ error: 'Write a note of 1 to 300 characters' })
  .refine((text) => text.length > 0, 'Write a note of 1 to 300 characters')
  .refine((text) => Array.from(text).length <= NOTE_LIMIT, 'A note has at most 300 characters')
  .refine((text) => !CONTROL.test(text), 'A note has no control characters but new lines and tabs')

export function refuse(ctx: z.core.ParsePayload, input: unknown, message: string): never {
  ctx.issues.push({ code: 'custom', input, message })
  return z.NEVER
}
