import { type Decimal, placesOf } from './decimal.ts'
import { type FigureOptions, formatAmount } from './format.ts'

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
