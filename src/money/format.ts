import {
  absolute,
  type Decimal,
  fromNumber,
  isNegative,
  isZero,
  placesOf,
  round,
  type Rounding,
  toText,
  wholeDigitsOf,
} from './decimal.ts'

/**
 * A number ready for the eye: `sign + main + minor` is the whole of it. Whatever the browser's
 * language, a comma stands between groups of three digits and a point before the decimals.
 */
export type Figure = {
  sign: '' | '+' | '−'
  /** Grouped whole digits and the decimals that matter. */
  main: string
  /** The decimals a screen may dim; "" when there are none. */
  minor: string
}

export type FigureOptions = {
  /** This many decimals, rounded or filled with zeros; more only where two digits would not be seen. */
  places?: number | undefined
  /** At least this many decimals; nothing is rounded. */
  minPlaces?: number | undefined
  /** Rounding leaves at least four significant digits. */
  isPrice?: boolean | undefined
  /** `+` before a gain. Zero never has a sign. */
  signed?: boolean | undefined
  /** How many decimals belong to `main`; the point itself goes with `minor` when it is 0. */
  mainPlaces?: number | undefined
  rounding?: Rounding | undefined
}

/** What a figure shows while amounts are hidden: one width for every amount. */
export const HIDDEN = '••••'

/** Beyond this many decimals digits are minor. */
const MAIN_PLACES = 4
const MOST_PLACES = 8
/** Significant digits that rounding leaves: of an amount below one up to eight decimals, of any price. */
const LEAST_DIGITS = 2
const LEAST_PRICE_DIGITS = 4
const MOST_RATE_PLACES = 6
const WIDE = '10,000,000'.length

/**
 * Splits a value into what is read first and what may be dimmed. Works on the exact digits: never an
 * exponent, never a double in between, and nothing that is there is ever printed as "0.00": at two places
 * 0.000412 is "0.00041". The sign follows what is printed.
 */
export function figure(value: Decimal, options: FigureOptions = {}): Figure {
  const { minPlaces = 0, signed = false, mainPlaces = MAIN_PLACES } = options
  const places = options.places === undefined ? undefined : seenPlaces(value, options)
  const printed = printedValue(value, options)
  const [whole = '0', fraction = ''] = toText(absolute(printed)).split('.')
  const decimals = fraction.padEnd(places ?? minPlaces, '0')
  const head = decimals.slice(0, mainPlaces)
  const tail = decimals.slice(mainPlaces)
  return {
    sign: signOf(printed, signed),
    main: grouped(whole) + (head === '' ? '' : `.${head}`),
    minor: head === '' && tail !== '' ? `.${tail}` : tail,
  }
}

/** The value that the digits of a figure have once they are rounded. */
export const printedValue = (value: Decimal, options: FigureOptions): Decimal =>
  options.places === undefined
    ? value
    : round(value, seenPlaces(value, options), options.rounding ?? 'half-even')

/** The same digits as one text, for titles, spoken labels and files read by people. */
export function formatAmount(value: Decimal, options: FigureOptions = {}): string {
  const { sign, main, minor } = figure(value, options)
  return sign + main + minor
}

/**
 * Digits as they are typed, grouped as the screen writes them: "1234.5" is "1,234.5". `undefined` where
 * nothing is to be grouped, and for all that is not plain digits with a point.
 */
export function groupedText(text: string): string | undefined {
  const [, whole, rest = ''] = /^([1-9]\d{3,})(\.\d+)?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : grouped(whole) + rest
}

/** A number of things: "1,234". */
export const formatCount = (count: number): string => formatAmount(fromNumber(count))

/** A percentage that was set, such as a fee of 0.075: "0.075%", with up to six of its decimals. */
export function formatRate(percent: Decimal): string {
  const short = round(percent, MOST_RATE_PLACES, 'half-even')
  return `${formatAmount(short, { minPlaces: 2 })}%`
}

/** A value in percent points, such as 3.641, as "3.64%": two places unless told otherwise, no space. */
export function formatPercent(value: Decimal, options: FigureOptions = {}): string {
  const places = options.places ?? 2
  return `${formatAmount(round(value, places, 'half-even'), { ...options, places })}%`
}

/**
 * A figure with eight or more zeros after its point, with their count in brackets: "0.0(9)64" is
 * 0.00000000064. `undefined` for every other figure.
 */
export function countedZeros({ sign, main, minor }: Figure): string | undefined {
  const [, zeros, digits] = /^0\.(0{8,})([1-9]\d*)$/.exec(main + minor) ?? []
  return zeros === undefined ? undefined : `${sign}0.0(${zeros.length})${digits}`
}

/**
 * The invisible text that lets a printed number stand under one with `wanted` decimals. Beyond ten
 * millions there is none: points need not stand under points there, and no column has room for it.
 */
export function padding(printed: string, wanted: number): string {
  const [whole = '', decimals] = printed.split('.')
  const shown = decimals?.length ?? 0
  if (wanted <= shown || whole.length >= WIDE) return ''
  return (shown === 0 ? '.' : '') + '0'.repeat(wanted - shown)
}

/** The most decimals any of these values has, at most `limit`: what a column pads to. */
export function widestPlaces(values: Iterable<Decimal | undefined>, limit = 8): number {
  let widest = 0
  for (const value of values) if (value) widest = Math.max(widest, placesOf(value))
  return Math.min(widest, limit)
}

/** The decimals that leave enough significant digits, where `places` would not. */
function seenPlaces(value: Decimal, { places = 0, isPrice = false }: FigureOptions): number {
  const whole = wholeDigitsOf(value)
  const own = placesOf(value)
  if (isPrice) return Math.max(places, Math.min(LEAST_PRICE_DIGITS - whole, own))
  if (whole > 0 || whole <= -MOST_PLACES) return places
  return Math.max(places, Math.min(LEAST_DIGITS - whole, own, MOST_PLACES))
}

const signOf = (value: Decimal, signed: boolean): Figure['sign'] => {
  if (isZero(value)) return ''
  if (isNegative(value)) return '−'
  return signed ? '+' : ''
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')
