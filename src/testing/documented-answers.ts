import fc from 'fast-check'

import { readJson } from '#contract/json.ts'

export type Json = Readonly<Record<string, unknown>>

/** A JSON number by its digits, of which a double would lose some. */
export class Written {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

/** An answer as it arrives: its JSON text, read as the client reads it. */
export const arriving = (json: unknown): unknown => readJson(jsonText(json))

function jsonText(json: unknown): string {
  if (json instanceof Written) return json.digits
  if (Array.isArray(json)) return `[${json.map((one) => jsonText(one)).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json ?? null)
  const members = Object.entries(json).filter(([, value]) => value !== undefined)
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`
}

// Documented values, by kind.

const plainDigits = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat({ max: 53 }), fc.nat())
  .map(([whole, places, seed]) => {
    const fraction = Array.from({ length: places }, (_, at) => (seed * (at + 7) * 31) % 10).join('')
    return fraction === '' ? String(whole) : `${whole}.${fraction}`
  })
const digits = fc.oneof(
  plainDigits,
  fc
    .double({ noNaN: true, min: -1e12, max: 1e12 })
    .map((one) => (Math.abs(one) < 1e-20 ? '1e-7' : String(one))),
  fc.constantFrom('0', '0.0', '-0.0', '15.0', '-3.3e-05', '9.52E-5', '1e+2', '300'),
)
/** An amount as text or as a number. */
export const amounts: fc.Arbitrary<unknown> = fc.oneof(
  digits,
  digits.map((text) => new Written(text)),
)
const gaps = fc.constantFrom<unknown>(null, undefined, '', 'n/a', true, {}, [1])
const names = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('Harbour 🚀', 'null', '0', '_'),
)
const times = fc
  .integer({ min: Date.UTC(2017, 0), max: Date.UTC(2040, 0) })
  .map((at) => new Date(at).toISOString())
const seconds = fc
  .integer({ min: Date.UTC(2017, 0) / 1000, max: Date.UTC(2040, 0) / 1000 })
  .chain((at) => fc.constantFrom<unknown>(at, String(at)))
/** Beyond 2^53 as well, as text or as a number. */
export const longIds = fc
  .oneof(fc.integer({ min: 1 }).map(String), fc.stringMatching(/^[1-9]\d{15,20}$/))
  .chain((id) => fc.constantFrom<unknown>(id, new Written(id)))
/** Ids of accounts and bots that fit into a UUID of this dialect. */
export const ids = fc
  .oneof(
    fc.integer({ min: 1 }),
    fc.integer({ min: 1, max: 999_999_999_999_999 }).filter((id) => id < 2 ** 48),
  )
  .chain((id) => fc.constantFrom<unknown>(id, String(id)))

type Kind = {
  /** Documented answer. */
  readonly arrives: fc.Arbitrary<unknown>
  /** Checks that the shown value is the arrived one, and that an unknown one is not shown. */
  readonly isShown: (shown: unknown, wire: unknown) => boolean
}

const isUnknown = (shown: unknown): boolean => shown === null || shown === undefined
const written = (wire: unknown): unknown => (wire instanceof Written ? wire.digits : wire)
const asText = (wire: unknown): string | undefined => {
  const value = written(wire)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
const isSameText = (shown: unknown, wire: unknown): boolean =>
  typeof wire === 'string' ? shown === wire : isUnknown(shown)
const isSameTime = (shown: unknown, wire: unknown): boolean =>
  typeof wire === 'string' && /^\d{4}-/.test(wire) ? shown === Date.parse(wire) : isUnknown(shown)
const isSameFlag = (shown: unknown, wire: unknown): boolean =>
  wire === true || wire === 'true'
    ? shown === true
    : wire === false || wire === 'false'
      ? shown === false
      : isUnknown(shown)

/** A whole number, also one that is written with a point. */
function isSameWhole(shown: unknown, wire: unknown): boolean {
  const text = asText(wire)
  return text !== undefined && /^\d{1,15}(\.0+)?$/.test(text)
    ? String(shown) === String(BigInt(text.replace(/\..*/, '')))
    : isUnknown(shown)
}

const orGap = (arrives: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 7, arbitrary: arrives }, { weight: 1, arbitrary: gaps })
const orNothing = (arrives: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 5, arbitrary: arrives },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
  )
const flags = fc.constantFrom<unknown>(true, false, 'true', 'false')
const wholes = fc
  .nat({ max: 2_592_000 })
  .chain((count) => fc.constantFrom<unknown>(count, String(count), `${count}.0`))

/** `text`, `time` and the like are always there; those that end in a question mark may be missing. */
export const KINDS = {
  amount: { arrives: orGap(amounts), isShown: isSameAmount },
  /** An amount that is always there. */
  figure: { arrives: amounts, isShown: isSameAmount },
  text: { arrives: names, isShown: isSameText },
  'text or null': { arrives: fc.option(names), isShown: isSameText },
  'text?': { arrives: orNothing(names), isShown: isSameText },
  time: { arrives: times, isShown: isSameTime },
  'time?': { arrives: orNothing(times), isShown: isSameTime },
  second: { arrives: seconds, isShown: isSameSecond },
  flag: { arrives: flags, isShown: isSameFlag },
  'flag?': { arrives: orNothing(flags), isShown: isSameFlag },
  whole: { arrives: wholes, isShown: isSameWhole },
  integer: {
    arrives: fc.nat().chain((one) => fc.constantFrom<unknown>(one, String(one))),
    isShown: isSameId,
  },
  id: { arrives: longIds, isShown: isSameId },
} satisfies Record<string, Kind>

function isSameId(shown: unknown, wire: unknown): boolean {
  return String(shown) === asText(wire)
}

function isSameSecond(shown: unknown, wire: unknown): boolean {
  return shown === Number(asText(wire)) * 1_000
}

/** Members of an entity by their dotted paths, and what the documents say of each. */
export type Fields = Readonly<Record<string, keyof typeof KINDS>>

/** Any entity of these fields, and members of later times. */
export const entitiesOf = (fields: Fields): fc.Arbitrary<Json> =>
  fc
    .record(
      Object.fromEntries(Object.entries(fields).map(([path, kind]) => [path, KINDS[kind].arrives])),
    )
    .map((flat) => {
      const entity: Record<string, unknown> = {}
      for (const [path, value] of Object.entries(flat)) put(entity, path.split('.'), value)
      return { ...entity, of_a_later_year: { new: '1.50' } }
    })

function put(
  entity: Record<string, unknown>,
  [name = '', ...rest]: string[],
  value: unknown,
): void {
  if (rest.length === 0) entity[name] = value
  else put((entity[name] ??= {}) as Record<string, unknown>, rest, value)
}

export const at = (entity: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
      entity,
    )

/**
 * What is shown of an entity otherwise than it arrived, one line for each; `names` are the contract's
 * names where they differ. What arrived is got back from what is shown alone.
 */
export const lost = (
  shown: unknown,
  wire: unknown,
  fields: Fields,
  names: Readonly<Record<string, string>> = {},
): string[] =>
  Object.entries(fields).flatMap(([path, kind]) => {
    const [is, was] = [at(shown, names[path] ?? path), at(wire, path)]
    return KINDS[kind].isShown(is, was)
      ? []
      : [
          `${path}: ${jsonText(was)} is shown as ${is === undefined ? 'nothing' : JSON.stringify(is)}`,
        ]
  })

/** The value of digits with or without an exponent, as units of 10 to the power of −places. */
function unitsOf(text: string): { units: bigint; places: number } | undefined {
  const parts = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const units = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  return { units, places: fraction.length - Number(exponent) }
}

const SIGNIFICANT = 30

/** Checks that an amount is the arrived one, exactly or to thirty significant digits. */
export function isSameAmount(shown: unknown, wire: unknown): boolean {
  const text = asText(wire)
  const exact = text === undefined ? undefined : unitsOf(text.trim())
  if (!exact) return isUnknown(shown)
  if (typeof shown !== 'string') return false
  const said = unitsOf(shown)
  if (!said) return false
  const places = Math.max(exact.places, said.places)
  const [a, b] = [exact, said].map((one) => one.units * 10n ** BigInt(places - one.places))
  if (a === undefined || b === undefined) return false
  const off = a < b ? b - a : a - b
  const size = a < 0n ? -a : a
  // Half a unit of the thirtieth digit, at the most.
  const length = String(size).replace(/0+$/, '').length
  return length <= SIGNIFICANT ? off === 0n : off * 2n * 10n ** BigInt(SIGNIFICANT - 1) <= size
}
