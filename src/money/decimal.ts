declare const mark: unique symbol

/**
 * An exact decimal, stored as its canonical text ("-12.5", never "-0", "1e3" or "1.50") so that
 * `===`, caches and JSON work. The opaque type makes `a + b` and `{amount}` compile errors.
 */
export type Decimal = { readonly [mark]: 'Decimal' }

/** 'down' rounds toward zero, 'up' away from it. */
export type Rounding = 'down' | 'up' | 'half-up' | 'half-even'

/** Represents `units / 10 ** places`. */
type Parts = { readonly units: bigint; readonly places: number }

/** A running sum: exact like `add`, and much cheaper for thousands of values. */
export type Tally = Parts

const PLAIN = /^-?\d+(\.\d+)?$/
const CANONICAL = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/
const WITH_EXPONENT = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/** True for texts that `decimal` accepts: digits with an optional sign and point, no exponent. */
export const isDecimal = (text: unknown): text is string =>
  typeof text === 'string' && PLAIN.test(text)

/** Parses a plain decimal text. Throws `RangeError` for anything else. */
export function decimal(text: string): Decimal {
  if (!PLAIN.test(text)) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`)
  return canonical(text)
}

/** Parsing is quadratic: a million digits would freeze the page. */
const MAX_CHARACTERS = 200

/**
 * Parses plain decimals and exponent forms such as "9.52E-5". Returns `undefined` for any other
 * text, for more than 200 characters and for exponents beyond ±400.
 */
export function readDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  if (CANONICAL.test(text) && text !== '-0') return text as unknown as Decimal
  if (PLAIN.test(text)) return canonical(text)
  const match = WITH_EXPONENT.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) > 400) return undefined
  const places = fraction.length - shift
  const digits = places < 0 ? whole + fraction + '0'.repeat(-places) : whole + fraction
  return join(BigInt(sign === '-' ? `-${digits}` : digits), Math.max(places, 0))
}

/** Converts a double by its printed digits: 0.1 → "0.1". Throws `RangeError` for NaN and ±∞. */
export function fromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  const text = String(value)
  // Doubles print without trailing zeros, so plain texts are canonical.
  if (PLAIN.test(text)) return text as unknown as Decimal
  return readDecimal(text) ?? ZERO
}

/** Canonical text, as sent to services. */
export const toText = (value: Decimal): string => value as unknown as string

/** Nearest double, for pixels and chart points only: never for money. */
export const toNumber = (value: Decimal): number => Number(toText(value))

export const ZERO = '0' as unknown as Decimal
export const ONE = '1' as unknown as Decimal
export const HUNDRED = '100' as unknown as Decimal

/** Exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) return a
  const [left, right, places] = aligned(a, b)
  return join(left + right, places)
}

/** Exact difference, `a − b`. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) return a
  const [left, right, places] = aligned(a, b)
  return join(left - right, places)
}

/** Exact product. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  const left = split(a)
  const right = split(b)
  return join(left.units * right.units, left.places + right.places)
}

/** Quotient rounded to `places` decimals. Throws `RangeError` if `b` is zero. */
export function divide(a: Decimal, b: Decimal, places: number, rounding: Rounding): Decimal {
  const left = split(a)
  const right = split(b)
  if (right.units === 0n) throw new RangeError('division by zero')
  const shift = places + right.places - left.places
  const numerator = shift >= 0 ? left.units * ten(shift) : left.units
  const denominator = shift >= 0 ? right.units : right.units * ten(-shift)
  return join(roundedQuotient(numerator, denominator, rounding), places)
}

const PRICE_PLACES = 12
const PRICE_DIGITS = 8

/** Rounds a price to 12 decimals or 8 significant digits, whichever keeps more. */
export const roundPrice = (value: Decimal, rounding: Rounding = 'half-even'): Decimal =>
  round(value, Math.max(PRICE_PLACES, PRICE_DIGITS - wholeDigitsOf(value)), rounding)

/** Quotient with the precision of `roundPrice`. Throws `RangeError` if `b` is zero. */
export function quotient(a: Decimal, b: Decimal, rounding: Rounding = 'half-even'): Decimal {
  const places = PRICE_DIGITS + 3 + wholeDigitsOf(b) - wholeDigitsOf(a)
  return roundPrice(divide(a, b, Math.max(PRICE_PLACES, places), rounding), rounding)
}

/** Exact sum; zero for an empty list. */
export const sum = (values: Iterable<Decimal>): Decimal => {
  let tally = NO_TALLY
  for (const value of values) tally = tallied(tally, value)
  return totalOf(tally)
}

export const NO_TALLY: Tally = { units: 0n, places: 0 }

/** Adds one value to a running sum. */
export function tallied({ units, places }: Tally, value: Decimal): Tally {
  const more = split(value)
  return more.places > places
    ? { units: units * ten(more.places - places) + more.units, places: more.places }
    : { units: units + more.units * ten(places - more.places), places }
}

export const totalOf = ({ units, places }: Tally): Decimal => join(units, places)

export function negate(value: Decimal): Decimal {
  const text = toText(value)
  if (text === '0') return value
  return (text.startsWith('-') ? text.slice(1) : `-${text}`) as unknown as Decimal
}

export const absolute = (value: Decimal): Decimal => (isNegative(value) ? negate(value) : value)

/** Comparator for `Array.prototype.sort`. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a === b) return 0
  const [left, right] = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

export const isZero = (value: Decimal): boolean => toText(value) === '0'
export const isNegative = (value: Decimal): boolean => toText(value).startsWith('-')
export const isPositive = (value: Decimal): boolean => !isZero(value) && !isNegative(value)

export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)
export const larger = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b)

/** Rounds to `places` decimals. */
export function round(value: Decimal, places: number, rounding: Rounding): Decimal {
  const { units, places: from } = split(value)
  if (from <= places) return value
  return join(roundedQuotient(units, ten(from - places), rounding), places)
}

/** Rounds to a whole multiple of a positive `step`, such as a tick or a lot size. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  if (!isPositive(step)) throw new RangeError('the step must be positive')
  const [units, stepUnits, places] = aligned(value, step)
  return join(roundedQuotient(units, stepUnits, rounding) * stepUnits, places)
}

/** True if `value` is a whole multiple of `step`; false for a step of zero. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [units, stepUnits] = aligned(value, step)
  return stepUnits !== 0n && units % stepUnits === 0n
}

/** Number of digits after the point. */
export const placesOf = (value: Decimal): number => {
  const text = toText(value)
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** Number of digits without leading zeros: 2 for 0.0012, 3 for 100. */
export const digitsOf = (value: Decimal): number =>
  toText(value).replace('-', '').replace('.', '').replace(/^0+/, '').length

/** Digits before the point: 3 for 250, 0 for 0.5, −2 for 0.0012 (two zeros after its point). */
export const wholeDigitsOf = (value: Decimal): number => digitsOf(value) - placesOf(value)

function canonical(text: string): Decimal {
  let plain = text.replace(/^(-?)0+(?=\d)/, '$1')
  if (plain.includes('.')) plain = plain.replace(/\.?0+$/, '')
  return (plain === '-0' ? '0' : plain) as unknown as Decimal
}

function split(value: Decimal): Parts {
  const text = toText(value)
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text), places: 0 }
  return {
    units: BigInt(text.slice(0, point) + text.slice(point + 1)),
    places: text.length - point - 1,
  }
}

function join(units: bigint, places: number): Decimal {
  if (places === 0) return units.toString() as unknown as Decimal
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const fraction = digits.slice(-places).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return (negative && text !== '0' ? `-${text}` : text) as unknown as Decimal
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const left = split(a)
  const right = split(b)
  const places = Math.max(left.places, right.places)
  return [left.units * ten(places - left.places), right.units * ten(places - right.places), places]
}

const TENS = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))

const ten = (exponent: number): bigint => TENS[exponent] ?? 10n ** BigInt(exponent)

function roundedQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator
  const rest = numerator % denominator
  if (rest === 0n || rounding === 'down') return quotient
  const away = numerator < 0n === denominator < 0n ? 1n : -1n
  if (rounding === 'up') return quotient + away
  const twice = 2n * (rest < 0n ? -rest : rest)
  const whole = denominator < 0n ? -denominator : denominator
  if (twice < whole) return quotient
  if (twice > whole || rounding === 'half-up') return quotient + away
  return quotient % 2n === 0n ? quotient : quotient + away
}
