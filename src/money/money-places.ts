import { type Decimal, placesOf } from './decimal.ts'
import { type FigureOptions, formatAmount } from './format.ts'

/** Dollars, what is worth one, and the money of states: each counts in hundredths, or in whole units. */
const WITH_CENTS = new Set(
  `USD USDT USDC FDUSD DAI BUSD TUSD PYUSD USDP GUSD USDD USDE USDS USD1 RLUSD LUSD
   EUR EURC EURT EURI GBP CHF AUD CAD NZD SGD HKD TRY BRL MXN ARS ZAR PLN CZK RON SEK NOK DKK
   UAH RUB KZT INR THB PHP AED SAR ILS NGN EGP`.split(/\s+/),
)
const WHOLE = new Set(['KRW', 'JPY', 'IDR', 'VND', 'CLP', 'COP', 'HUF'])
const MOST = 8

/**
 * The decimals an amount of a currency is shown with: those of money, or as many as it has up to eight.
 * If nobody knows the currency ("") none are cut that could matter.
 */
export const moneyPlaces = (currency: string, amount: Decimal): number =>
  ownPlaces(currency) ?? Math.min(MOST, placesOf(amount))

/** An amount as text, with the decimals of its currency. */
export const formatMoney = (
  amount: Decimal,
  currency: string,
  options: FigureOptions = {},
): string => formatAmount(amount, { ...options, places: moneyPlaces(currency, amount) })

/** The decimals of money, `undefined` for a coin. "USDT:USDT" names what a contract is settled in. */
function ownPlaces(currency: string): number | undefined {
  const [name = ''] = currency.split(':')
  return WITH_CENTS.has(name) ? 2 : WHOLE.has(name) ? 0 : undefined
}

/** The decimals that show every one of these amounts of a currency. */
export const widestMoney = (currency: string, amounts: Iterable<Decimal | undefined>): number => {
  let widest = ownPlaces(currency) ?? 0
  for (const amount of amounts) {
    if (amount) widest = Math.max(widest, moneyPlaces(currency, amount))
  }
  return widest
}
