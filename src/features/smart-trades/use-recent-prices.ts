import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { listCandles } from '#contract/market.ts'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { useExtension } from '#query/use-extension.ts'
import { useService } from '#query/service.tsx'

import { recentCandles } from './queries.ts'

/** The closing prices of the last day up to now, for drawing; empty where the service tells none. */
export function useRecentPrices(pair: string, last: Decimal | undefined): number[] {
  const { clock } = useService()
  const [opened] = useState(() => clock.now())
  const isOffered = useExtension(listCandles) === true
  const { data } = useQuery({
    ...recentCandles(pair, opened),
    enabled: isOffered && pair.includes('_'),
  })
  const closes = data?.flatMap(({ close }) => (close ? [toNumber(close)] : [])) ?? []
  return last === undefined ? closes : [...closes, toNumber(last)]
}
