import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { listCandles } from '#contract/market.ts'
import { useExtension } from '#query/use-extension.ts'
import { useService } from '#query/service.tsx'

import { type DrawnCandle, drawnCandles } from './candle-paths.ts'
import { recentCandles } from '../queries.ts'

/** The candles of the last day, for drawing; none where the service tells none. */
export function useRecentCandles(pair: string): readonly DrawnCandle[] {
  const { clock } = useService()
  const [opened] = useState(() => clock.now())
  const isOffered = useExtension(listCandles) === true
  const { data } = useQuery({
    ...recentCandles(pair, opened),
    enabled: isOffered && pair.includes('_'),
  })
  return useMemo(() => drawnCandles(data ?? []), [data])
}
