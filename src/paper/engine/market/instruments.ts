import type { Instant } from '#contract/primitives.ts'
import { type Decimal, decimal, divide, fromNumber, multiply, roundToStep } from '#money/decimal.ts'

/** A pair on an exchange. Prices are whole ticks, sizes whole lots. */
export type Instrument = {
  pair: string
  base: string
  quote: string
  tick: Decimal
  /** Decimal places of a price; the tick is one unit of the last. */
  places: number
  lot: Decimal
  minTotal: Decimal
  /** Commission of a fill as a share of its total, paid in the quote currency. */
  fee: Decimal
  maxLeverage: number
  /** Ticks between the last price and the bid (or ask). */
  halfSpread: number
  /** Units filled per second at most; null if unlimited. */
  depth: Decimal | null
  /** Price impact of an order for the whole depth, as a fraction. */
  impact: Decimal
  /** End of trading: a halted pair keeps its last price, a delisted one has none. */
  ended?: { at: Instant; by: 'halt' | 'delisting' }
}

export type Manner = {
  /** Price a year after the first day, at which the demo ends. */
  level: number
  /** Standard deviation of the yearly log return. */
  volatility: number
  /** Correlation with the whole market, 0 to 1. */
  market: number
  /** Mean volume per hour, in base units. */
  hourlyVolume: number
}

/** A table row: trading rules and price behaviour of a pair. */
export type PairRow = [
  base: string,
  places: number,
  lot: string,
  halfSpread: number,
  leverage: number,
  Manner,
]

export const manner = (
  level: number,
  volatility: number,
  market: number,
  hourlyVolume: number,
): Manner => ({ level, volatility, market, hourlyVolume })

const ROWS: readonly PairRow[] = [
  ['BTC', 2, '0.00001', 50, 20, manner(91_240.5, 0.42, 0.9, 1_150)],
  ['ETH', 2, '0.0001', 5, 20, manner(3_186.42, 0.56, 0.85, 16_000)],
  ['SOL', 2, '0.001', 1, 10, manner(142.87, 0.7, 0.78, 120_000)],
  ['XRP', 4, '0.1', 2, 10, manner(2.1846, 0.66, 0.65, 5_200_000)],
  ['LINK', 3, '0.01', 2, 10, manner(14.823, 0.72, 0.75, 210_000)],
  ['AVAX', 3, '0.01', 3, 10, manner(17.354, 0.75, 0.74, 150_000)],
  ['DOGE', 5, '1', 2, 5, manner(0.16241, 0.82, 0.68, 38_000_000)],
  ['ADA', 4, '0.1', 1, 5, manner(0.4587, 0.72, 0.7, 9_000_000)],
  ['LTC', 2, '0.001', 1, 5, manner(96.21, 0.6, 0.7, 18_000)],
  ['DOT', 3, '0.01', 1, 5, manner(4.512, 0.7, 0.72, 340_000)],
]

export const QUOTE = 'USDT'
export const FEE = decimal('0.001')

/** Impact of one second's full depth, per unit of yearly volatility (our choice). */
const IMPACT = decimal('0.001')

/** Depth per second is the hourly volume ÷ 600 (our choice). */
const SECONDS_OF_DEPTH = decimal('600')

export type Listed = { instrument: Instrument; manner: Manner }

/** The pairs of one exchange, with its own prices. */
export type Listing = { exchange: string; listed: readonly Listed[] }

/** One unit of the last of so many decimal places. */
export const unitOf = (places: number): string =>
  places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`

export function listedPair(row: PairRow, quote = QUOTE): Listed {
  const [base, places, lot, halfSpread, maxLeverage, how] = row
  const { hourlyVolume, volatility } = how
  const instrument = {
    pair: `${quote}_${base}`,
    base,
    quote,
    tick: decimal(unitOf(places)),
    places,
    lot: decimal(lot),
    minTotal: decimal('5'),
    fee: FEE,
    maxLeverage,
    halfSpread,
    impact: multiply(IMPACT, fromNumber(volatility)),
    depth: roundToStep(
      divide(fromNumber(hourlyVolume), SECONDS_OF_DEPTH, 8, 'up'),
      decimal(lot),
      'up',
    ),
  }
  return { instrument, manner: how }
}

export const LISTED: readonly Listed[] = ROWS.map((row) => listedPair(row))
export const INSTRUMENTS: readonly Instrument[] = LISTED.map(({ instrument }) => instrument)

/** The display name of a currency; one ticker can be two coins on two exchanges. */
export const currencyName = (exchange: string, currency: string): string =>
  NAMES_ON[exchange]?.[currency] ?? NAMES[currency] ?? currency

const NAMES_ON: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  meridian: { LUNA: 'Terra Luna Classic' },
}

/** HBRT trades nowhere: a balance of it has no price. */
const NAMES: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ether',
  SOL: 'Solana',
  XRP: 'XRP',
  LINK: 'Chainlink',
  AVAX: 'Avalanche',
  DOGE: 'Dogecoin',
  ADA: 'Cardano',
  LTC: 'Litecoin',
  DOT: 'Polkadot',
  USDT: 'Tether USD',
  USDC: 'USD Coin',
  FDUSD: 'First Digital USD',
  DAI: 'Dai',
  USD: 'US dollar',
  HBRT: 'Harbour Token',
  LUNA: 'Terra Luna',
}
