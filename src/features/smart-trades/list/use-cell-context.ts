import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { widestPrice } from '#market/price.tsx'
import { widestPlaces } from '#money/format.ts'

import type { ProfitUnit } from './profit-total.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import type { CellContext } from './trade-columns.tsx'
import { entryOf, nowOf, type Trade } from '../trade-facts.ts'

const MOST_UNIT_PLACES = 5

/** What all rows have in common; the same object until some of it changes. */
export function useCellContext(
  trades: readonly Trade[] | undefined,
  search: SmartTradeSearch,
  { currency, of }: ProfitUnit,
): CellContext {
  const { status } = search
  const address = useListAddress(search)
  const places = useMemo(() => placesOf(trades ?? []), [trades])
  return useMemo(
    () => ({
      status,
      profit: { currency, of },
      places,
      addressOf: (id) => `${address}${address.includes('?') ? '&' : '?'}trade=${id}`,
    }),
    [status, currency, of, places, address],
  )
}

/** What the columns of figures pad to. */
const placesOf = (trades: readonly Trade[]): CellContext['places'] => ({
  entry: widestPrice(trades.map(entryOf)),
  now: widestPrice(trades.map(nowOf)),
  units: widestPlaces(
    trades.map(({ position }) => position?.units?.value),
    MOST_UNIT_PLACES,
  ),
})

/** The list as it is, without a trade beside it. */
function useListAddress(search: SmartTradeSearch): string {
  const router = useRouter()
  return router.buildLocation({ to: '/smart-trades', search: { ...search, trade: undefined } }).href
}
