import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { candlesIn, dayWindow, useHasCandles } from '#market/candles.ts'
import { dollarPairOf } from '#market/markets.ts'
import { useExchanges } from '#market/exchanges.ts'
import { pairsOn, useListedPairs } from '#market/pairs.tsx'
import { toNumber } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import type { Asset } from '#market/assets.ts'

/** Last day's prices of an asset, oldest first; `undefined` if unknown. */
export type PricesOf = (asset: Asset) => readonly number[] | undefined

/** Hourly prices of held assets; absent if the service offers no candles. */
export function useDayPrices(assets: readonly Asset[], isWanted: boolean): PricesOf | undefined {
  const { clock } = useService()
  const isNarrow = useIsNarrow()
  const isOffered = useHasCandles() && isWanted && !isNarrow
  const isAsked = useTurnedTo() && isOffered
  const { pairs } = useListedPairs({ isWanted: isAsked })
  const { exchanges } = useExchanges()
  const asked = assets.flatMap(({ id, code, account, sharesCode }) => {
    if (!isAsked || !pairs || code === undefined) return []
    const exchange = exchanges.find((one) => one.id === account)?.exchange
    // Coins may share a code, so only the exchange tells which one a pair trades.
    if (exchange === undefined && sharesCode) return []
    // Always in USD, because the asset's change beside it is in USD.
    const pair = dollarPairOf(code, pairsOn(exchange, pairs))
    return pair === undefined ? [] : [{ id, pair, exchange }]
  })
  const now = clock.now()
  const prices = useQueries({
    queries: asked.map(({ pair, exchange }) => ({
      ...candlesIn({ pair, exchange }, dayWindow('1h', now)),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) =>
      new Map(
        answers.map(({ data }, index) => [
          asked[index]?.id,
          data?.flatMap(({ close }) => (close ? [toNumber(close)] : [])),
        ]),
      ),
  })
  return isOffered ? ({ id }) => prices.get(id) : undefined
}

/** The trader uses the page: one request per coin is too many for a page only opened. */
function useTurnedTo(): boolean {
  const [isTurnedTo, setTurnedTo] = useState(false)
  useEffect(() => {
    if (isTurnedTo) return
    const done = new AbortController()
    const turn = () => setTurnedTo(true)
    for (const event of ['pointermove', 'wheel', 'keydown', 'touchstart', 'scroll']) {
      addEventListener(event, turn, { signal: done.signal, passive: true })
    }
    return () => done.abort()
  }, [isTurnedTo])
  return isTurnedTo
}
