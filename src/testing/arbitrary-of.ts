import fc from 'fast-check'
import * as z from 'zod/mini'

import { historyTime } from '#contract/history.ts'
import { noteText } from '#contract/note.ts'
import {
  amount,
  chartNumber,
  idNumber,
  idText,
  isoOrUnix,
  numericAmount,
  pair,
  slashPair,
  step,
  ticker,
  timestamp,
  unixSeconds,
} from '#contract/primitives.ts'
import { decimal, type Decimal, isPositive, toNumber } from '#money/decimal.ts'

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

/** Numbers, and the digits of those that a number cannot hold. */
const ids = fc.oneof(fc.nat(), fc.stringMatching(/^[1-9]\d{17,30}$/))

/** Values that the wire types do not define. */
const KNOWN = new Map<z.core.$ZodType, fc.Arbitrary<unknown>>([
  [amount, decimalUpTo(37n, 20)],
  [step, decimalUpTo(37n, 20).filter(isPositive)],
  // A double carries fifteen digits.
  [numericAmount, decimalUpTo(15n, 15)],
  [timestamp, instant],
  [historyTime, instant],
  [isoOrUnix, instant],
  [unixSeconds, instant.map((time) => Math.floor(time / 1000) * 1000)],
  [chartNumber, decimalUpTo(15n, 8).map(toNumber)],
  [idNumber, ids],
  [idText, ids],
  [pair, fc.constantFrom('USDT_BTC', 'USDT_kPEPE', 'BTC_BTC-PERPETUAL', 'USDT_币安人生')],
  [slashPair, fc.constantFrom('BTC/USDT', 'BTC/USDT:USDT')],
  [ticker, fc.constantFrom('BTC', 'kPEPE', '币安人生', 'BTC-USDT-SWAP')],
  [noteText, fc.string({ minLength: 1, maxLength: 80 })],
])

/** Values that a schema of the contract holds in memory. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = KNOWN.get(schema)
  if (known) return known
  if (schema instanceof z.ZodMiniOptional)
    return fc.option(arbitraryOf(schema.def.innerType), { nil: GONE })
  if (schema instanceof z.ZodMiniNullable)
    return fc.option(arbitraryOf(schema.def.innerType), { nil: null })
  if (schema instanceof z.ZodMiniNonOptional) return arbitraryOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniArray)
    return fc.array(arbitraryOf(schema.def.element), { maxLength: 3 })
  if (schema instanceof z.ZodMiniObject) return objects(schema)
  if (schema instanceof z.ZodMiniPipe) return arbitraryOf(schema.def.out)
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodMiniLiteral) return fc.constantFrom(...schema.def.values)
  if (schema instanceof z.ZodMiniUnion) return fc.oneof(...schema.def.options.map(arbitraryOf))
  if (schema instanceof z.ZodMiniRecord) {
    return fc.dictionary(fc.stringMatching(/^[a-z.0-9]{1,20}$/), arbitraryOf(schema.def.valueType))
  }
  if (schema instanceof z.ZodMiniUnknown) return fc.string()
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean()
  if (schema instanceof z.ZodMiniNumber) return numbers(schema)
  if (schema instanceof z.ZodMiniString) return texts(schema)
  throw new Error(`no values are known for a ${(schema as z.ZodMiniType).type}`)
}

const GONE = undefined

/** A member that is not there is left out, as the types want it. */
const objects = (schema: z.ZodMiniObject): fc.Arbitrary<unknown> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, member]) => [name, arbitraryOf(member)]),
      ),
    )
    .map((value) =>
      Object.fromEntries(Object.entries(value).filter(([, member]) => member !== GONE)),
    )

function numbers(schema: z.ZodMiniNumber): fc.Arbitrary<unknown> {
  const { type, minimum, maximum } = z.toJSONSchema(schema)
  if (type === 'integer') {
    return fc.integer({
      min: minimum ?? Number.MIN_SAFE_INTEGER,
      max: maximum ?? Number.MAX_SAFE_INTEGER,
    })
  }
  // JSON has no negative zero.
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
}

function texts(schema: z.ZodMiniString): fc.Arbitrary<unknown> {
  const { pattern, minLength = 0, maxLength = 40 } = z.toJSONSchema(schema)
  return pattern === undefined
    ? fc.string({ minLength, maxLength })
    : fc.stringMatching(new RegExp(pattern))
}
