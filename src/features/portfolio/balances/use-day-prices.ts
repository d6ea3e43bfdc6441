import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { listCandles, type MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'
import { toNumber } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useListedPairs } from '#query/use-listed.ts'
import { splitPair } from '#trading/pair.ts'
import { useIsPhone } from '#ui/use-is-phone.ts'

import type { Asset } from './assets.ts'
import { dayCandles } from '../queries.ts'

/** The last day's prices of an asset, the oldest first; `undefined` where none are known. */
export type PricesOf = (code: string) => readonly number[] | undefined

/** Hourly prices of what is held, where the service tells them; absent where it does not. */
export function useDayPrices(assets: readonly Asset[], isWanted: boolean): PricesOf | undefined {
  const { clock } = useService()
  const isPhone = useIsPhone()
  const isOffered = useExtension(listCandles) === true && isWanted && !isPhone
  const isAsked = useTurnedTo() && isOffered
  const { pairs } = useListedPairs({ isWanted: isAsked })
  const asked = isAsked && pairs ? assets.flatMap((asset) => dollarPairOf(asset, pairs)) : []
  const now = clock.now()
  const prices = useQueries({
    queries: asked.map(({ pair }) => dayCandles(pair, now)),
    combine: (answers) =>
      new Map(
        answers.map(({ data }, index) => [
          asked[index]?.code,
          data?.flatMap(({ close }) => (close ? [toNumber(close)] : [])),
        ]),
      ),
  })
  return isOffered ? (code) => prices.get(code) : undefined
}

/** The price in dollars is drawn, whatever the page counts in: beside it stands its own change. */
function dollarPairOf({ code }: Asset, pairs: readonly Read<MarketPair>[]) {
  const found = pairs.find(({ pair }) => {
    const { base, quote } = splitPair(pair ?? '')
    return base === code && quote?.startsWith('USD')
  })
  return code === undefined || found?.pair === undefined ? [] : [{ code, pair: found.pair }]
}

/**
 * Whether the person has begun to look around on the page: one request for each coin is too many for
 * a page that is only opened.
 */
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
