import fc from 'fast-check'
import { expect, it } from 'vitest'

import { CANDLE_LENGTHS } from '#contract/market.ts'

import { lifeWindow } from './candles.ts'

const NOW = Date.UTC(2026, 10, 27, 9, 41)

it('the candles over a life begin with it and are at most 122', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 120 * 86_400_000 }), (age) => {
      const since = NOW - age
      const { interval, from, to = 0 } = lifeWindow(since, NOW)
      const length = CANDLE_LENGTHS[interval]
      expect(from).toBeLessThanOrEqual(since)
      expect(since - from).toBeLessThan(length)
      expect(to).toBeGreaterThanOrEqual(NOW)
      expect((to + 1 - from) / length).toBeLessThanOrEqual(122)
    }),
  )
})
