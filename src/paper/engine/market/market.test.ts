import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { propertyRuns } from '#testing/proof-size.ts'

import { INSTRUMENTS } from './instruments.ts'
import { type Market, firstMarket, newMarket, seededMarket, upgradedMarket } from './market.ts'
import { YEAR, type Years, courseOf, drawnYears, equalYears } from './regimes.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const A_YEAR = 365 * DAY
/** Border of two blocks of the path: 2^28 seconds after the first day. */
const JOINT = 2 ** 28 * SECOND

const firstDay = Date.UTC(2026, 0, 1)
const market = seededMarket({ seed: 7, firstDay, market: newMarket(firstDay) })
const first = seededMarket({ seed: 7, firstDay, market: firstMarket(firstDay) })

function digestOf(of: Market, hours: Iterable<number>): string {
  const digest = createHash('sha256')
  for (const hour of hours) {
    const at = firstDay + hour * HOUR
    for (const { pair } of INSTRUMENTS) {
      const { low, high } = of.range(pair, at, at + HOUR)
      digest.update([of.last(pair, at), low, high].join())
    }
  }
  return digest.digest('hex').slice(0, 16)
}

function* every(step: number, from: number, to: number): Generator<number> {
  for (let value = from; value < to; value += step) yield value
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((x, y) => x + y, 0) / of.length
  const [meanA, meanB] = [mean(a), mean(b)]
  const about = (x: readonly number[], mx: number, y: readonly number[], my: number): number =>
    x.reduce((sum, value, index) => sum + (value - mx) * ((y[index] ?? 0) - my), 0)
  return (
    about(a, meanA, b, meanB) / Math.sqrt(about(a, meanA, a, meanA) * about(b, meanB, b, meanB))
  )
}

it('the prices of stored worlds are those that version 1 of the market made, for eight years either way', () => {
  const hours = every(331, -8 * 365 * 24, 8 * 365 * 24)
  expect(digestOf(first, hours)).toBe('a09b5a35a0a2c99f')
})

it('and those of the first year are the same in version 2', () => {
  expect(digestOf(market, every(31, 0, 365 * 24))).toBe('80e8d2854429fa72')
})

describe('prices without an end', () => {
  const days = [
    ...every(1, 0, 30 * 365),
    ...every(29, -300 * 365, 0),
    ...every(29, 30 * 365, 300 * 365),
  ]

  it.each(['USDT_BTC', 'USDT_DOGE'])(
    'prices without an end of %s are whole ticks near their level, 300 years either way',
    (pair) => {
      const level = market.last(pair, firstDay + A_YEAR)
      for (const day of days) {
        const ticks = market.last(pair, firstDay + day * DAY)
        expect(Number.isInteger(ticks)).toBe(true)
        expect(ticks).toBeGreaterThan(level / 20)
        expect(ticks).toBeLessThan(level * 20)
      }
    },
  )

  it('swing in every one of thirty years as much as the pair does', () => {
    for (const year of every(1, 0, 30)) {
      const returns = [...every(1, year * 365, (year + 1) * 365)].map((day) =>
        Math.log(
          market.last('USDT_BTC', firstDay + (day + 1) * DAY) /
            market.last('USDT_BTC', firstDay + day * DAY),
        ),
      )
      const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
      const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / returns.length
      const yearly = Math.sqrt(variance * 365)
      expect(yearly).toBeGreaterThan(0.25)
      expect(yearly).toBeLessThan(0.8)
      expect(Math.abs(mean * 365)).toBeLessThan(0.9)
    }
  })

  it('prices without an end go on from one block of the path to the next as from any second to the next', () => {
    for (const { pair } of INSTRUMENTS) {
      for (const joint of [-3, -1, 1, 3].map((odd) => firstDay + odd * JOINT)) {
        const before = market.last(pair, joint - SECOND)
        const there = market.last(pair, joint)
        expect(Math.abs(there / before - 1)).toBeLessThan(0.002)
        expect(market.firstOutside(pair, joint - SECOND, joint, 0, there)).toBe(joint)
        expect(market.range(pair, joint - SECOND, joint).high).toBe(Math.max(before, there))
      }
    }
  })

  it('prices without an end do not fall every year on the day on which they fell in the first', () => {
    const crash = 118 * DAY
    const falls = (of: Market): number[] =>
      [...every(1, 0, 20)].filter((year) => {
        const at = firstDay + year * A_YEAR + crash
        return of.last('USDT_BTC', at + 5 * HOUR) / of.last('USDT_BTC', at) < 0.85
      })
    expect(falls(first)).toHaveLength(20)
    expect(falls(market)).toEqual([0])
  })

  it('prices without an end do not begin anew with the next block of the path', () => {
    const movesFrom = (start: number): number[] =>
      [...every(1, 0, 500)].map((hour) =>
        Math.log(
          market.last('USDT_BTC', start + (hour + 1) * HOUR) /
            market.last('USDT_BTC', start + hour * HOUR),
        ),
      )
    const here = movesFrom(firstDay + 30 * DAY)
    expect(correlation(here, here)).toBeCloseTo(1)
    for (const blocks of [-2, 1, 7]) {
      const there = movesFrom(firstDay + 30 * DAY + 2 * blocks * JOINT)
      expect(Math.abs(correlation(here, there))).toBeLessThan(0.2)
    }
  })

  it('prices without an end are refused for what is no moment', () => {
    for (const at of [Number.NaN, Infinity, -Infinity]) {
      expect(() => market.last('USDT_BTC', at)).toThrow(RangeError)
      expect(() => market.range('USDT_BTC', at, firstDay)).toThrow(RangeError)
    }
    expect(market.last('USDT_BTC', firstDay)).toBe(first.last('USDT_BTC', firstDay))
  })
})

describe('the course of the market', () => {
  /** Average correlation of the same weeks over all pairs of years. */
  function likeness(years: Years): number {
    const course = courseOf(years, 1)
    const week = YEAR / 52
    const moves = [...every(1, 1, 31)].map((year) =>
      [...every(1, 0, 52)].map(
        (number) =>
          course.at(year * YEAR + (number + 1) * week) - course.at(year * YEAR + number * week),
      ),
    )
    let sum = 0
    let count = 0
    for (const [index, a] of moves.entries()) {
      for (const b of moves.slice(index + 1)) {
        sum += correlation(a, b)
        count += 1
      }
    }
    return sum / count
  }

  it('the course of the market does not repeat from year to year', () => {
    expect(likeness(equalYears)).toBeCloseTo(1)
    for (const seed of [1, 2, 3]) expect(Math.abs(likeness(drawnYears(seed)))).toBeLessThan(0.1)
  })

  it('the course of the market never leaves its swing, and has no gap between two years', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -300, max: 300 }), (seed, year) => {
        const years = drawnYears(seed)
        const knots = years.knotsOf(year)
        const seconds = knots.map(([second]) => second)
        expect(seconds).toEqual([...new Set(seconds)].toSorted((a, b) => a - b))
        expect(seconds[0]).toBe(0)
        expect(seconds.at(-1)).toBeLessThan(YEAR - 20 * 86_400)
        for (const [, value] of knots) expect(Math.abs(value)).toBeLessThanOrEqual(years.swing / 2)
        const course = courseOf(years, 1)
        const end = (year + 1) * YEAR
        expect(Math.abs(course.at(end) - course.at(end - 1))).toBeLessThan(1e-6)
      }),
      { numRuns: propertyRuns(20_000) },
    )
  })
})

describe('searching', () => {
  const upgraded = seededMarket({
    seed: 7,
    firstDay,
    market: upgradedMarket({ firstDay }, firstDay + 3 * A_YEAR + 12_345_678),
  })
  const markets = { new: market, spliced: upgraded }
  const moments = fc.oneof(
    fc.integer({ min: -40, max: 40 }).map((years) => years * A_YEAR),
    fc.constantFrom(JOINT, -JOINT, 3 * JOINT, 3 * A_YEAR + 12_345_000),
  )
  const cases = {
    name: fc.constantFrom('new' as const, 'spliced' as const),
    pair: fc.constantFrom('USDT_BTC', 'USDT_XRP'),
    about: moments,
    before: fc.integer({ min: 0, max: 900 }),
    length: fc.integer({ min: 0, max: 900 }),
    low: fc.integer({ min: 1, max: 400 }),
    high: fc.integer({ min: 1, max: 400 }),
  }

  it('searching finds what asking for every second finds, over joints and seams too', () => {
    fc.assert(
      fc.property(fc.record(cases), ({ name, pair, about, before, length, low, high }) => {
        const of = markets[name]
        const from = firstDay + about - before * SECOND
        const to = from + length * SECOND
        const seconds = [...every(SECOND, from, to + SECOND)]
        const prices = seconds.map((at) => of.last(pair, at))
        const range = { low: Math.min(...prices), high: Math.max(...prices) }
        expect(of.range(pair, from, to)).toEqual(range)
        const now = prices[0] ?? 0
        const bottom = Math.floor(now - (now * low) / 1e6)
        const top = Math.ceil(now + (now * high) / 1e6)
        const isOutside = (ticks = now): boolean => ticks <= bottom || ticks >= top
        expect(of.firstOutside(pair, from, to, bottom, top)).toBe(
          seconds.find((at, index) => at > from && isOutside(prices[index])),
        )
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })
})

describe('a stored world that goes on in version 2', () => {
  const now = firstDay + 3 * A_YEAR + 12_345_678
  const seam = firstDay + 3 * A_YEAR + 12_345_000
  const versions = upgradedMarket({ firstDay }, now)
  const upgraded = seededMarket({ seed: 7, firstDay, market: versions })

  it('a stored world that goes on in version 2 says so with the second from which on it does, once', () => {
    expect(versions).toEqual([
      { version: 1, from: firstDay },
      { version: 2, from: seam },
    ])
    expect(upgradedMarket({ firstDay, market: versions }, now + A_YEAR)).toBe(versions)
    expect(upgradedMarket({ firstDay, market: newMarket(firstDay) }, now)).toEqual(
      newMarket(firstDay),
    )
  })

  it('a stored world that goes on in version 2 keeps its prices and volumes up to then, and goes on without a jump', () => {
    for (const { pair } of INSTRUMENTS) {
      expect(upgraded.last(pair, seam)).toBe(first.last(pair, seam))
      const step = upgraded.last(pair, seam + SECOND) / upgraded.last(pair, seam)
      expect(Math.abs(step - 1)).toBeLessThan(0.002)
      for (const day of every(17, -2_000, 1_090)) {
        const at = firstDay + day * DAY
        expect(upgraded.last(pair, at)).toBe(first.last(pair, at))
        expect(upgraded.range(pair, at, at + DAY)).toEqual(first.range(pair, at, at + DAY))
        expect(upgraded.volume(pair, at, at + DAY)).toBe(first.volume(pair, at, at + DAY))
      }
    }
  })

  it('a stored world that goes on in version 2 moves as version 2 does from then on, and trades as much', () => {
    const pair = 'USDT_ETH'
    const factor = upgraded.last(pair, seam) / market.last(pair, seam)
    for (const day of every(17, 1, 4_000)) {
      const at = seam + day * DAY
      expect(upgraded.last(pair, at) / market.last(pair, at)).toBeCloseTo(factor, 4)
      expect(upgraded.volume(pair, at, at + HOUR)).toBe(market.volume(pair, at, at + HOUR))
    }
    const over = upgraded.volume(pair, seam - HOUR, seam + HOUR)
    expect(over).toBeCloseTo(
      first.volume(pair, seam - HOUR, seam) + market.volume(pair, seam, seam + HOUR),
    )
  })
})
