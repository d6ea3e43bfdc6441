import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { type BalanceRow, getBalanceTable } from '#contract/exchanges.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { SUMMARY } from '#contract/searches.ts'
import { type Decimal, divide, HUNDRED, isPositive, multiply, ONE } from '#money/decimal.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { worthOf } from './assets.ts'

const EVERY = 60_000

/** Dollars per unit, from a balance table; `undefined` without a price. Zero counts as unknown. */
export function dollarsIn(rows: Rows<BalanceRow> | undefined) {
  const prices = readableRows(rows).filter(
    ({ current_price_usd: price }) => price !== undefined && isPositive(price),
  )
  return (currency: string): Decimal | undefined =>
    DOLLARS.has(currency)
      ? ONE
      : prices.find(({ currency_code: code }) => code === currency)?.current_price_usd
}

/** Share of the portfolio in percent; `undefined` if a price or the portfolio is unknown. */
export type ShareOf = (amount: Decimal | undefined, currency: string) => Decimal | undefined

/** Shares from one balance table, read after the page's figures. */
export function useShares({ isWanted }: { isWanted: boolean }): ShareOf | undefined {
  const { data } = useQuery({
    ...endpointQuery(getBalanceTable, { params: { id: SUMMARY } }, 'extra'),
    refetchInterval: every(EVERY),
    enabled: isWanted,
  })
  return useMemo(() => data && sharesIn(data), [data])
}

export function sharesIn(rows: Rows<BalanceRow>): ShareOf {
  const { value: whole } = worthOf(rows).usd
  const dollarsOf = dollarsIn(rows)
  return (amount, currency) => {
    const price = dollarsOf(currency)
    if (!amount || !price || !whole || !isPositive(whole)) return undefined
    return divide(multiply(multiply(amount, price), HUNDRED), whole, 4, 'half-even')
  }
}
