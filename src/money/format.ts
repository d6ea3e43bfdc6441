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
 * A formatted number: `sign + main + minor`. Groups of three digits are separated by commas and
 * decimals by a point in every browser language.
 */
export type Figure = {
  sign: '' | '+' | '−'
  main: string
  /** Less important decimals, which a screen may dim. */
  minor: string
}

type FigureOptions = {
  /** Exact number of decimals, rounded or padded; a small value gets more until two digits show. */
  places?: number | undefined
  /** Minimum number of decimals; never rounds. */
  minPlaces?: number | undefined
  /** Keeps at least four significant digits. */
  isPrice?: boolean | undefined
  /** Writes `+` before a gain. Zero never has a sign. */
  signed?: boolean | undefined
  /** Number of decimals in `main`; with 0 the point moves to `minor` too. */
  mainPlaces?: number | undefined
  rounding?: Rounding | undefined
}

/** Placeholder for a hidden amount. Its fixed width does not reveal the number of digits. */
export const HIDDEN = '••••'

const MAIN_PLACES = 4
const MAX_PLACES = 8
const MIN_DIGITS = 2
const MIN_PRICE_DIGITS = 4
const MAX_RATE_PLACES = 6
const WIDEST_PADDED = '10,000,000'.length

/**
 * Splits a value into main and minor digits. Never shows an exponent, never goes through a double,
 * and never prints a small amount as "0.00": 0.000412 at two places is "0.00041".
 */
export function figure(value: Decimal, options: FigureOptions = {}): Figure {
  const { minPlaces = 0, signed = false, mainPlaces = MAIN_PLACES } = options
  const places = options.places === undefined ? undefined : visiblePlaces(value, options)
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

/** The value after the rounding that `figure` applies. */
export const printedValue = (value: Decimal, options: FigureOptions): Decimal =>
  options.places === undefined
    ? value
    : round(value, visiblePlaces(value, options), options.rounding ?? 'half-even')

/** The figure as one text, for tooltips, spoken labels and exported files. */
export function formatAmount(value: Decimal, options: FigureOptions = {}): string {
  const { sign, main, minor } = figure(value, options)
  return sign + main + minor
}

/**
 * Groups the digits of typed text: "1234.5" → "1,234.5". `undefined` if there is nothing to group
 * or the text is not plain digits.
 */
export function groupedText(text: string): string | undefined {
  const [, whole, rest = ''] = /^([1-9]\d{3,})(\.\d+)?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : grouped(whole) + rest
}

/** Groups the digits of a whole number: "1,234". */
export const formatCount = (count: number): string => formatAmount(fromNumber(count))

/** Formats a configured percentage, such as a fee: "0.075%", with two to six decimals. */
export function formatRate(percent: Decimal): string {
  const short = round(percent, MAX_RATE_PLACES, 'half-even')
  return `${formatAmount(short, { minPlaces: 2 })}%`
}

/** Formats a value in percent: 3.641 → "3.64%". Two decimals by default. */
export function formatPercent(value: Decimal, options: FigureOptions = {}): string {
  const places = options.places ?? 2
  return `${formatAmount(round(value, places, 'half-even'), { ...options, places })}%`
}

/**
 * Shortens eight or more zeros after the point to their count: 0.00000000064 → "0.0(9)64".
 * `undefined` for every other figure.
 */
export function countedZeros({ sign, main, minor }: Figure): string | undefined {
  const [, zeros, digits] = /^0\.(0{8,})([1-9]\d*)$/.exec(main + minor) ?? []
  return zeros === undefined ? undefined : `${sign}0.0(${zeros.length})${digits}`
}

/**
 * Invisible text that aligns a printed number with one of `wanted` decimals. Numbers of ten million
 * and more are not padded: no column has room for it.
 */
export function padding(printed: string, wanted: number): string {
  const [whole = '', decimals] = printed.split('.')
  const shown = decimals?.length ?? 0
  if (wanted <= shown || whole.length >= WIDEST_PADDED) return ''
  return (shown === 0 ? '.' : '') + '0'.repeat(wanted - shown)
}

/** Number of decimals to pad a column to: the longest of its values, at most `limit`. */
export const widestPlaces = (values: Iterable<Decimal | undefined>, limit = 8): number =>
  Math.min(limit, Math.max(0, ...Array.from(values, (value) => (value ? placesOf(value) : 0))))

/** Raises `places` until enough significant digits are visible. */
function visiblePlaces(value: Decimal, { places = 0, isPrice = false }: FigureOptions): number {
  const whole = wholeDigitsOf(value)
  const own = placesOf(value)
  if (isPrice) return Math.max(places, Math.min(MIN_PRICE_DIGITS - whole, own))
  if (whole > 0 || whole <= -MAX_PLACES) return places
  return Math.max(places, Math.min(MIN_DIGITS - whole, own, MAX_PLACES))
}

const signOf = (value: Decimal, signed: boolean): Figure['sign'] => {
  if (isZero(value)) return ''
  if (isNegative(value)) return '−'
  return signed ? '+' : ''
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** "1 bot", "1,200 bots", "2 entries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Returns `fallback` for an empty text. */
export const textOr = <T>(text: string, fallback: T): string | T => (text === '' ? fallback : text)

/** A code in words: "stop_limit" → "Stop limit". */
export function codeWords(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Joins words, skipping missing ones: "grid, BTC/USDT, Harbour". */
export const joined = (
  words: readonly (string | number | false | undefined)[],
  between = ', ',
): string =>
  words.filter((word) => word !== undefined && word !== false && word !== '').join(between)

/** "a", "a and b", "a, b and c". */
export const list = (words: readonly string[], before: 'and' | 'or' = 'and'): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${before} ${words[words.length - 1] ?? ''}`

const MIN_PLACES = 2
/** More decimals come from a division, not from a tick size. */
const MAX_TICK_PLACES = 8
const MAX_COLUMN_PLACES = 5
const DIGITS = 5
/** Decimals by price: from 1,000, from 1 and from 0.01. `whole` counts as in `wholeDigitsOf`. */
const STEPS = [
  { whole: 4, places: 2 },
  { whole: 1, places: 4 },
  { whole: -1, places: 6 },
] as const

/** Decimals to show of a price, about six digits in total. An average price may have dozens. */
export function pricePlaces(price: Decimal): number {
  if (isZero(price)) return MIN_PLACES
  const wholeDigits = wholeDigitsOf(price)
  const most = STEPS.find(({ whole }) => wholeDigits >= whole)?.places ?? DIGITS - wholeDigits
  return Math.max(MIN_PLACES, Math.min(most, placesOf(price)))
}

/**
 * Infers the decimals of a market's tick size from its prices: trailing zeros are not sent, but
 * hardly all prices end in one. `undefined` without prices.
 */
export function tickPlaces(prices: readonly (Decimal | null | undefined)[]): number | undefined {
  let most: number | undefined
  for (const price of prices) {
    if (!price) continue
    const own = Math.min(placesOf(price), Math.max(MAX_TICK_PLACES, pricePlaces(price)))
    most = Math.max(most ?? MIN_PLACES, own)
  }
  return most
}

/** Number of decimals to pad a column to. `tick`: decimals of the market's tick size, if known. */
export const widestPrice = (prices: Iterable<Decimal | undefined>, tick?: number): number => {
  const places = (price: Decimal) => Math.min(MAX_COLUMN_PLACES, tick ?? pricePlaces(price))
  return Math.max(0, ...Array.from(prices, (price) => (price ? places(price) : 0)))
}

/** Decimals per pair, those of its longest price, so that 163.8 never appears beside 163.85. */
export function placesByPair(
  rows: Iterable<{ pair: string | undefined; price: Decimal | undefined }>,
): Readonly<Record<string, number>> {
  const places = new Map<string, number>()
  for (const { pair, price } of rows) {
    if (pair === undefined || price === undefined) continue
    places.set(pair, Math.max(places.get(pair) ?? 0, pricePlaces(price)))
  }
  return Object.fromEntries(places)
}

/** Formats a price. `places`: decimals of the market's tick size, if known. */
export const formatPrice = (price: Decimal, places = pricePlaces(price)): string =>
  formatAmount(price, { places, isPrice: true })

/** Formats a price for a narrow label: replaces many zeros with their count (`countedZeros`). */
export const shortPrice = (price: Decimal, places = pricePlaces(price)): string =>
  countedZeros(figure(price, { places, isPrice: true })) ?? formatPrice(price, places)

/** State currencies and stablecoins. All other currencies count as coins. */
const WITH_CENTS = new Set(
  `USD USDT USDC FDUSD DAI BUSD TUSD PYUSD USDP GUSD USDD USDE USDS USD1 RLUSD LUSD
   EUR EURC EURT EURI GBP CHF AUD CAD NZD SGD HKD TRY BRL MXN ARS ZAR PLN CZK RON SEK NOK DKK
   UAH RUB KZT INR THB PHP AED SAR ILS NGN EGP`.split(/\s+/),
)
const WHOLE = new Set(['KRW', 'JPY', 'IDR', 'VND', 'CLP', 'COP', 'HUF'])
const MAX_COIN_PLACES = 8

/** Decimals to show: fixed for money; up to eight for a coin or an unknown currency (""). */
export const moneyPlaces = (currency: string, amount: Decimal): number =>
  fixedPlaces(currency) ?? Math.min(MAX_COIN_PLACES, placesOf(amount))

/** Formats an amount with the decimals of its currency. */
export const formatMoney = (
  amount: Decimal,
  currency: string,
  options: FigureOptions = {},
): string => formatAmount(amount, { ...options, places: moneyPlaces(currency, amount) })

/** `undefined` for a coin. "USDT:USDT" is USDT of a contract settled in USDT. */
export function fixedPlaces(currency: string): number | undefined {
  const [name = ''] = currency.split(':')
  return WITH_CENTS.has(name) ? 2 : WHOLE.has(name) ? 0 : undefined
}

/** Largest `moneyPlaces` of a column of one currency. */
export const widestMoney = (currency: string, amounts: Iterable<Decimal | undefined>): number =>
  Math.max(
    fixedPlaces(currency) ?? 0,
    ...Array.from(amounts, (amount) => (amount ? moneyPlaces(currency, amount) : 0)),
  )
