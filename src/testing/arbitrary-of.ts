import fc from 'fast-check'
import * as z from 'zod'

import {
  amount,
  isoOrUnix,
  noteText,
  numericAmount,
  timestamp,
  unixSeconds,
} from '#contract/primitives.ts'
import { decimal, type Decimal } from '#money/decimal.ts'

const instant = fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(9999, 0) })

/** Any decimal of at most so many digits before and after the point. */
const decimalUpTo = (digits: bigint, places: number): fc.Arbitrary<Decimal> =>
  fc
    .tuple(fc.bigInt({ min: -(10n ** digits), max: 10n ** digits }), fc.nat({ max: places }))
    .map(([units, point]) => {
      const sign = units < 0n ? '-' : ''
      const text = String(units < 0n ? -units : units).padStart(point + 1, '0')
      const whole = text.slice(0, text.length - point)
      return decimal(point === 0 ? sign + whole : `${sign}${whole}.${text.slice(-point)}`)
    })

/** What the wire types cannot tell by themselves. */
const KNOWN = new Map<z.core.$ZodType, fc.Arbitrary<unknown>>([
  [amount, decimalUpTo(37n, 20)],
  // A double carries fifteen digits.
  [numericAmount, decimalUpTo(15n, 15)],
  [timestamp, instant],
  [isoOrUnix, instant],
  [unixSeconds, instant.map((time) => Math.floor(time / 1000) * 1000)],
  [noteText, fc.string({ minLength: 1, maxLength: 80 })],
])

/** Values that a schema of the contract holds in memory. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = KNOWN.get(schema)
  if (known) return known
  if (schema instanceof z.ZodOptional) return fc.option(arbitraryOf(schema.unwrap()), { nil: GONE })
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodArray) return fc.array(arbitraryOf(schema.element), { maxLength: 3 })
  if (schema instanceof z.ZodObject) return objects(schema)
  if (schema instanceof z.ZodPipe) return arbitraryOf(schema.def.out)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(arbitraryOf))
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(fc.stringMatching(/^[a-z.0-9]{1,20}$/), arbitraryOf(schema.def.valueType))
  }
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber) return numbers(schema)
  if (schema instanceof z.ZodString) return texts(schema)
  throw new Error(`no values are known for a ${(schema as z.ZodType).type}`)
}

const GONE = undefined

/** A member that is not there is left out, as the types want it. */
const objects = (schema: z.ZodObject): fc.Arbitrary<unknown> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, member]) => [name, arbitraryOf(member)]),
      ),
    )
    .map((value) =>
      Object.fromEntries(Object.entries(value).filter(([, member]) => member !== GONE)),
    )

function numbers({ format, minValue, maxValue }: z.ZodNumber): fc.Arbitrary<unknown> {
  if (format === 'safeint') {
    return fc.integer({
      min: minValue ?? Number.MIN_SAFE_INTEGER,
      max: maxValue ?? Number.MAX_SAFE_INTEGER,
    })
  }
  // JSON has no negative zero.
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
}

function texts(schema: z.ZodString): fc.Arbitrary<unknown> {
  for (const { _zod: check } of schema.def.checks ?? []) {
    const { pattern } = check.def as { pattern?: RegExp }
    // Flags would make other spellings, which the same pattern takes anyway.
    if (pattern) return fc.stringMatching(new RegExp(pattern.source))
  }
  return fc.string({ minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 40 })
}
