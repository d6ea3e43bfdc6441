import { useMemo, useState } from 'react'

import { dayWindow, useCandles } from '#market/candles.ts'
import { useService } from '#query/service.tsx'

import { type DrawnCandle, drawnCandles } from './candle-paths.ts'

const EVERY = 300_000

/** The candles of the last day, for drawing; none where the service offers none. */
export function useRecentCandles(pair: string): readonly DrawnCandle[] {
  const { clock } = useService()
  const [opened] = useState(() => clock.now())
  const { data } = useCandles(pair, dayWindow('30m', opened), EVERY)
  return useMemo(() => drawnCandles(data ?? []), [data])
}
