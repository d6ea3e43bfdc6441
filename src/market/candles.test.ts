import { describe, expect, it } from 'vitest'

import { MAX_CANDLES } from '#contract/market.ts'

import { windowSince } from './candles.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 14, 32)
const windowOf = (age: number) => windowSince(NOW - age, NOW)

describe('the prices asked for behind a ladder', () => {
  it('are fine for a young bot and coarse for an old one', () => {
    expect(windowOf(3_600_000)?.interval).toBe('1m')
    expect(windowOf(10 * DAY)?.interval).toBe('1h')
    expect(windowOf(49 * DAY)?.interval).toBe('4h')
    expect(windowOf(5_000 * DAY)?.interval).toBe('1d')
  })

  it('are never more than the service gives at once', () => {
    const window = windowOf(5_000 * DAY)
    expect((NOW - (window?.from ?? 0)) / DAY).toBeLessThanOrEqual(MAX_CANDLES)
  })

  it('are asked for with the same words until the next candle begins', () => {
    const first = windowOf(49 * DAY)
    const later = windowSince(NOW - 49 * DAY, NOW + 60_000)
    expect(later).toEqual(first)
  })

  it('are not asked for when the bot’s beginning is unknown', () => {
    expect(windowSince(undefined, NOW)).toBeUndefined()
  })
})
