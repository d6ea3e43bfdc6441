import * as z from 'zod/mini'

import {
  type Decimal,
  decimal,
  fromNumber,
  isDecimal,
  isPositive,
  readDecimal,
  toNumber,
  toText,
} from '#money/decimal.ts'

import { plainSentence } from './sentences.ts'

// zod probes `new Function`, which violates the page's content security policy.
z.config({ jitless: true, customError: plainSentence })

const MAX_DIGITS = 40

/** Epoch milliseconds. */
export type Instant = number

const INVALID_NUMBER = `Enter a number in digits (at most ${MAX_DIGITS}), without currency or unit.`
const TOO_MANY_DIGITS = 'This has more digits than a JSON number can hold.'

const decimalValue = z.custom<Decimal>((value) => isDecimal(value), { error: INVALID_NUMBER })

/** Returns `undefined` if invalid or over 40 digits. */
function decimalOf(wire: string | number): Decimal | undefined {
  const value =
    typeof wire === 'number' ? fromNumber(wire) : isDecimal(wire) ? decimal(wire) : undefined
  return value !== undefined && writtenDigits(value) <= MAX_DIGITS ? value : undefined
}

const writtenDigits = (value: Decimal): number => toText(value).replace(/[-.]/g, '').length

export const text = z.string()

export const textSized = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most))

export const textLike = (form: RegExp, sentence?: string) =>
  z.string().check(z.regex(form, sentence))

export const wholeFrom = (least: number, sentence?: string) =>
  z.int().check(z.minimum(least, sentence))

export const wholeWithin = (least: number, most: number, sentence?: string) =>
  z.int().check(z.minimum(least, sentence), z.maximum(most, sentence))

const amountOnTheWire = z.union([text, z.number()], {
  error: ({ input }) => (input === undefined ? 'Enter a number.' : INVALID_NUMBER),
})

/** Text in JSON, exact decimal in memory. Also reads a number (`api-decisions`). */
export const amount = z.codec(amountOnTheWire, decimalValue, {
  decode: (wire, ctx) => decimalOf(wire) ?? refuse(ctx, wire, INVALID_NUMBER),
  encode: (value, ctx) => (isDecimal(value) ? toText(value) : refuse(ctx, value, INVALID_NUMBER)),
})

/** Tick or lot size. Zero or less is refused, as nothing is a multiple of it. */
export const step = amount.check(z.refine(isPositive, 'Send a number above zero.'))

export const amountOrNull = z.nullable(amount)

/** A JSON number, exact decimal in memory. Refuses values that JSON would shorten. */
export const numericAmount = z.codec(amountOnTheWire, decimalValue, {
  decode: (wire, ctx) => {
    const value = decimalOf(wire)
    if (value === undefined) return refuse(ctx, wire, INVALID_NUMBER)
    return asNumber(value) === value ? value : refuse(ctx, wire, TOO_MANY_DIGITS)
  },
  encode: (value, ctx) => {
    if (!isDecimal(value)) return refuse(ctx, value, INVALID_NUMBER)
    return asNumber(value) === value ? toNumber(value) : refuse(ctx, value, TOO_MANY_DIGITS)
  },
})

/** Returns the nearest decimal that a JSON number can hold: about 16 digits. */
export const asNumber = (value: Decimal): Decimal => {
  const number = toNumber(value)
  return Number.isFinite(number) ? fromNumber(number) : value
}

export const isAmount = (schema: z.core.$ZodType): boolean =>
  schema === amount || schema === numericAmount || schema === step

/** A number for charts only, never used as money. */
export const chartNumber = z.codec(amountOnTheWire, z.number(), {
  decode: (wire, ctx) => {
    if (typeof wire === 'number') return wire
    const value = readDecimal(wire)
    return value === undefined ? refuse(ctx, wire, 'Send a number.') : toNumber(value)
  },
  encode: (value) => value,
})

const WHOLE = { error: 'Enter a whole number.' }

const decodeWhole = (wire: string | number, ctx: z.core.ParsePayload): number =>
  parseWhole(wire) ?? refuse(ctx, wire, WHOLE.error)

/** A whole number in JSON. Also reads its text. */
export const wholeNumber = z.codec(z.union([z.int(), text], WHOLE), z.int(), {
  decode: decodeWhole,
  encode: (value) => value,
})

/** A whole number written as text: ids in paths, counts in queries and in grid bots. */
export const integerText = z.codec(z.union([text, z.int()], WHOLE), z.int(), {
  decode: decodeWhole,
  encode: (value) => String(value),
})

/** An identifier. Stays text if a number would lose digits. */
export type Id = number | string

const BIG_ID = /^[1-9]\d{15,39}$/

/** Normalises an identifier, so that ids can be compared with `===`. */
export function readId(wire: string | number | bigint): Id | undefined {
  // Numbers beyond 2^53 keep their digits here: see `readJson`.
  const written = typeof wire === 'number' ? toText(fromNumber(wire)) : String(wire)
  return parseWhole(written) ?? (BIG_ID.test(written) ? written : undefined)
}

export const heldId = z.union(
  [z.int(), z.string().check(z.refine((wire) => typeof readId(wire) === 'string'))],
  WHOLE,
)

/** An identifier, sent as a JSON number with all digits. */
export const idNumber = z.codec(z.union([z.number(), text, z.bigint()], WHOLE), heldId, {
  decode: (wire, ctx) => readId(wire) ?? refuse(ctx, wire, WHOLE.error),
  encode: (value) => (typeof value === 'string' ? BigInt(value) : value),
})

/** An identifier in a path or a query. */
export const idText = z.codec(z.union([text, z.number()], WHOLE), heldId, {
  decode: (wire, ctx) => readId(wire) ?? refuse(ctx, wire, WHOLE.error),
  encode: (value) => String(value),
})

function parseWhole(wire: string | number): number | undefined {
  if (typeof wire === 'number') return wire
  // Turns −0 into 0.
  const number = /^-?\d{1,16}$/.test(wire) ? Number(wire) + 0 : undefined
  return Number.isSafeInteger(number) ? number : undefined
}

const FLAG = { error: 'Send true or false.' }
const decodeFlag = (wire: boolean | 'true' | 'false'): boolean => wire === true || wire === 'true'

/** A boolean in JSON. Also reads its text. */
export const flag = z.codec(z.union([z.boolean(), z.enum(['true', 'false'])], FLAG), z.boolean(), {
  decode: decodeFlag,
  encode: (value) => value,
})

export const booleanText = z.codec(
  z.union([z.enum(['true', 'false']), z.boolean()], FLAG),
  z.boolean(),
  { decode: decodeFlag, encode: (value): 'true' | 'false' => (value ? 'true' : 'false') },
)

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** Parses ISO 8601 with `Z` or an offset; a date alone is midnight UTC. */
export function instantOf(text: string): Instant | undefined {
  if (!ISO.test(text)) return undefined
  const day = Number(text.slice(8, 10))
  // `Date.parse` would roll "2026-02-31" over into March.
  if (day > 28 && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== day) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

const YEAR_0 = -62_167_219_200_000
const YEAR_10000 = 253_402_300_800_000

/** Limits years to four digits, as in ISO 8601. */
const isInstant = (value: unknown): value is Instant =>
  Number.isInteger(value) && (value as number) >= YEAR_0 && (value as number) < YEAR_10000

const encodeInstant = (value: Instant, ctx: z.core.ParsePayload): string =>
  isInstant(value) ? new Date(value).toISOString() : refuse(ctx, value, 'Send a date.')

/** ISO 8601 in JSON, epoch milliseconds in memory. Also reads UNIX seconds. */
export const timestamp = z.codec(
  z.union([text, z.number()], { error: 'Send an ISO 8601 date.' }),
  z.int(),
  {
    decode: (wire, ctx) => {
      const instant = typeof wire === 'number' ? wire * 1000 : instantOf(wire)
      return isInstant(instant)
        ? instant
        : refuse(ctx, wire, 'Send an ISO 8601 date with Z or an offset.')
    },
    encode: encodeInstant,
  },
)

/** ISO 8601 or UNIX seconds in a query; refuses milliseconds. */
export const isoOrUnix = z.codec(text, z.int(), {
  decode: (wire, ctx) => {
    const instant = /^\d{1,10}$/.test(wire) ? Number(wire) * 1000 : instantOf(wire)
    return isInstant(instant)
      ? instant
      : refuse(
          ctx,
          wire,
          'Send an ISO 8601 date with Z or an offset (its + as %2B), or UNIX seconds.',
        )
  },
  encode: encodeInstant,
})

export const unixSeconds = z.codec(
  z.union([z.int(), text], { error: 'Send UNIX seconds.' }),
  z.int(),
  {
    decode: (wire, ctx) => {
      const seconds = parseWhole(wire)
      const instant = seconds === undefined ? undefined : seconds * 1000
      return isInstant(instant) ? instant : refuse(ctx, wire, 'Send UNIX seconds.')
    },
    encode: (value) => Math.floor(value / 1000),
  },
)

const PAIR = /^[^_\p{Cc}]+_[^\p{Cc}]+$/u
const SLASH_PAIR = /^[^/\p{Cc}]+\/[^\p{Cc}]+$/u

/** `<QUOTE>_<BASE>`, split at the first underscore: coin names may contain any character. */
export const pair = z
  .string({ error: 'Choose a pair.' })
  .check(z.regex(PAIR, 'Write the pair as QUOTE_BASE, such as USDT_BTC.'))

/** `<BASE>/<QUOTE>` of DCA bots, split at the first slash. */
export const slashPair = textLike(SLASH_PAIR, 'Write the pair as BASE/QUOTE, such as BTC/USDT.')

export const ticker = textLike(/^[^\p{Cc}]{1,100}$/u, 'Send a currency ticker.')

export const isPair = (schema: z.core.$ZodType): boolean => schema === pair || schema === slashPair

/** Accepts both cases; stores lower case (RFC 9562). */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const uuid = textLike(UUID, 'Send a UUID.').check(z.toLowerCase())

/** An enumeration. Our service sends no other value; a page accepts any text (see `read`). */
export const word = <const W extends readonly [string, ...string[]]>(...words: W) => z.enum(words)

/** A field that our service always sends; reads as `undefined` if missing or invalid. */
export const mayBeMissing = <S extends z.core.$ZodType>(schema: S): z.ZodMiniNonOptional<S> =>
  z.nonoptional(schema)

/** Control characters, and those that turn the direction of text around. */
const CONTROL = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
export const nameText = z
  .string()
  .check(z.refine((name) => !CONTROL.test(name), 'A name cannot have control characters.'))

const ifSafe = (json: unknown): number | undefined =>
  Number.isSafeInteger(json) ? (json as number) : undefined
const ifText = (form?: RegExp) => (json: unknown) =>
  typeof json === 'string' && form?.test(json) !== false ? json : undefined

/** A double that prints without an exponent has at most 40 digits, and its text is exact. */
const ifPlainNumber = (json: unknown): Decimal | undefined =>
  typeof json === 'number' && isDecimal(String(json)) ? fromNumber(json) : undefined

const FAST_READERS = new Map<z.core.$ZodType, (json: unknown) => unknown>([
  [text, ifText()],
  [pair, ifText(PAIR)],
  [slashPair, ifText(SLASH_PAIR)],
  [uuid, (json) => ifText(UUID)(json)?.toLowerCase()],
  [amount, ifPlainNumber],
  [numericAmount, ifPlainNumber],
  [flag, (json) => (typeof json === 'boolean' ? json : undefined)],
  [booleanText, (json) => (json === 'true' ? true : json === 'false' ? false : undefined)],
  [wholeNumber, ifSafe],
  [integerText, (json) => (typeof json === 'string' ? parseWhole(json) : undefined)],
  // Adding zero turns −0 into 0.
  [idNumber, (json) => (Number.isSafeInteger(json) ? (json as number) + 0 : undefined)],
  [chartNumber, (json) => (typeof json === 'number' && Number.isFinite(json) ? json : undefined)],
  [
    timestamp,
    (json) => {
      const instant = typeof json === 'string' ? instantOf(json) : undefined
      return isInstant(instant) ? instant : undefined
    },
  ],
])

/** Reads the usual form of a value, ten times faster; `undefined` leaves it to the schema. */
export const fastReaderOf = (schema: z.core.$ZodType): ((json: unknown) => unknown) | undefined =>
  FAST_READERS.get(schema)

export function refuse(ctx: z.core.ParsePayload, input: unknown, message: string): never {
  ctx.issues.push({ code: 'custom', input, message })
  return z.NEVER
}
