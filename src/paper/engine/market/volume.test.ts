import fc from 'fast-check'
import { expect, it } from 'vitest'

import { LISTED } from './instruments.ts'
import { newMarket, seededMarket } from './market.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const firstDay = Date.UTC(2026, 0, 1)
const market = seededMarket({ seed: 7, firstDay, market: newMarket(firstDay) })

it.each([
  ['hours', HOUR],
  ['minutes of one day', MINUTE],
])('volume follows how far the price moves, over %s', (_, length) => {
  const stretches = Array.from(
    { length: 1_440 },
    (__, index) => firstDay + 50 * DAY + index * length,
  )
  const rows = stretches.map((at) => ({
    move: Math.abs(Math.log(market.last('USDT_BTC', at + length) / market.last('USDT_BTC', at))),
    volume: market.volume('USDT_BTC', at, at + length),
  }))
  rows.sort((a, b) => a.move - b.move)
  const mean = (part: typeof rows): number =>
    part.reduce((sum, { volume }) => sum + volume, 0) / part.length
  const quiet = mean(rows.slice(0, 360))
  const busy = mean(rows.slice(-360))
  expect(busy / quiet).toBeGreaterThan(2)
})

it('volume is many times the usual in a crash', () => {
  const crash = firstDay + 118 * DAY
  const usual = market.volume('USDT_BTC', crash - 30 * DAY, crash) / 30 / 24
  expect(market.volume('USDT_BTC', crash, crash + 5 * HOUR) / 5).toBeGreaterThan(5 * usual)
})

it('volume is about what the pair trades in an hour, over a year', () => {
  for (const { instrument, manner } of LISTED) {
    const hourly = market.volume(instrument.pair, firstDay, firstDay + 365 * DAY) / 365 / 24
    expect(hourly / manner.hourlyVolume).toBeGreaterThan(0.8)
    expect(hourly / manner.hourlyVolume).toBeLessThan(1.3)
  }
})

it('volume of shorter stretches adds up to that of longer ones', () => {
  const seconds = fc.integer({ min: -4e9, max: 4e9 })
  const lengths = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(seconds, lengths, (start, parts) => {
      let at = firstDay + start * SECOND
      const from = at
      let sum = 0
      for (const part of parts) {
        sum += market.volume('USDT_SOL', at, at + part * SECOND)
        at += part * SECOND
      }
      const whole = market.volume('USDT_SOL', from, at)
      expect(Math.abs(sum - whole)).toBeLessThanOrEqual(1e-9 * whole)
    }),
  )
})
