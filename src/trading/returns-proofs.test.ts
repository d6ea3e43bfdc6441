import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decimal, fromNumber, sum, toNumber } from '#money/decimal.ts'
import { proofSize } from '#testing/proof-size.ts'

import type { ValuePoint } from './balance-flow.ts'
import { moneyWeightedReturn } from './returns-money-weighted.ts'
import { growthIndex, returnsOf, volatilityOf } from './returns.ts'

const DAY = 86_400_000
const point = (day: number, value: number, flow = 0): ValuePoint => ({
  at: day * DAY,
  value: fromNumber(value),
  flow: fromNumber(flow),
})
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isNear = (left: number, right: number, by = 1e-9): boolean =>
  Math.abs(left - right) <= by * Math.max(1, Math.abs(left), Math.abs(right))
const figure = (value: ReturnType<typeof moneyWeightedReturn>): number =>
  value === undefined ? Number.NaN : toNumber(value)

describe('worked examples', () => {
  // Bacon, Practical Portfolio Performance Measurement and Attribution, chapter 2: 74.2 m at the end
  // of December, worth 67.0 m when 37.1 m come in on 14 January, 104.4 m at the end of January.
  const january = [point(0, 74.2), point(14, 67), point(14.0001, 104.1, 37.1), point(31, 104.4)]

  it('of Bacon: the time-weighted return is −9.44%', () => {
    expect(toNumber(returnsOf(january, dayOf)?.timeWeighted ?? decimal('0')).toFixed(2)).toBe(
      '-9.44',
    )
  })

  it('of Bacon: the money-weighted return solves 74.2 (1 + r) + 37.1 (1 + r)^(17/31) = 104.4', () => {
    const rate = figure(moneyWeightedReturn(january)) / 100
    expect(74.2 * (1 + rate) + 37.1 * (1 + rate) ** (17 / 31)).toBeCloseTo(104.4, 3)
  })

  // DeFusco and others, Quantitative Investment Analysis, chapter 2: a share bought at 200 and one at
  // 225 a year later, a dividend of 5 a share each year, both sold at 235 after two years.
  const shares = [point(0, 200), point(365, 230), point(365.0001, 450, 220), point(730, 480)]
  const aYear = (percent: number) => (((1 + percent / 100) ** 0.5 - 1) * 100).toFixed(2)

  it('of DeFusco: two years of shares return 9.39% a year by money', () => {
    expect(aYear(figure(moneyWeightedReturn(shares)))).toBe('9.39')
  })

  it('of DeFusco: the same shares return 10.76% a year by time', () => {
    // The book multiplies rounded years.
    expect(Number(aYear(figure(returnsOf(shares, dayOf)?.timeWeighted)))).toBeCloseTo(10.76, 1)
  })

  it('of Hull: twenty-one closing prices have a daily volatility of 1.216%', () => {
    // Options, Futures, and Other Derivatives, "Estimating volatility from historical data".
    const prices = [
      20, 20.1, 19.9, 20, 20.5, 20.25, 20.9, 20.9, 20.9, 20.75, 20.75, 21, 21.1, 20.9, 20.9, 21.25,
      21.4, 21.4, 21.25, 21.75, 22,
    ]
    const growths = prices.slice(1).map((price, index) => price / (prices[index] ?? 1))
    const daily = figure(volatilityOf(growths))
    expect(daily.toFixed(3)).toBe('1.216')
    expect((daily * Math.sqrt(252)).toFixed(1)).toBe('19.3')
  })
})

/** A portfolio of some days: each grows by a factor after something came in or went out. */
const steps = fc.array(
  fc.record({
    growth: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
    flow: fc.oneof(fc.constant(0), fc.double({ min: -0.3, max: 2, noNaN: true })),
  }),
  { minLength: 2, maxLength: 40 },
)
type Step = { growth: number; flow: number }

function grown(walk: readonly Step[], start = 1_000): ValuePoint[] {
  let value = start
  return [
    point(0, start),
    ...walk.map(({ growth, flow }, index) => {
      const paid = value * flow
      value = (value + paid) * growth
      return point(index + 1, value, paid)
    }),
  ]
}
const runs = { numRuns: proofSize(100, 5_000) }
const timeWeighted = (points: readonly ValuePoint[]): number =>
  (growthIndex(points).at(-1) ?? 1) - 1

describe('properties', () => {
  it('splitting a range multiplies its time-weighted returns', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (walk, place) => {
        const points = grown(walk)
        const cut = 1 + (place % (points.length - 1))
        const [left, right] = [points.slice(0, cut + 1), points.slice(cut)]
        const product = (1 + timeWeighted(left)) * (1 + timeWeighted(right))
        expect(isNear(1 + timeWeighted(points), product)).toBe(true)
      }),
      runs,
    )
  })

  it('what comes in or goes out changes no time-weighted return', () => {
    fc.assert(
      fc.property(steps, (walk) => {
        const alone = walk.map(({ growth }) => ({ growth, flow: 0 }))
        expect(isNear(timeWeighted(grown(walk)), timeWeighted(grown(alone)), 1e-6)).toBe(true)
      }),
      runs,
    )
  })

  it('a deposit alone is no profit, no return, no drawdown and no volatility', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 900 }), { minLength: 2 }), (flows) => {
        let value = 100_000
        const points = [
          point(0, value),
          ...flows.map((flow, index) => point(index + 1, (value += flow), flow)),
        ]
        expect(returnsOf(points, dayOf)).toMatchObject({
          profit: '0',
          simple: '0',
          timeWeighted: '0',
          moneyWeighted: '0',
          drawdown: undefined,
          daysUp: 0,
          dayVolatility: '0',
        })
      }),
      runs,
    )
  })

  it('without flows both returns are what the value grew by', () => {
    fc.assert(
      fc.property(steps, (walk) => {
        const points = grown(walk.map(({ growth }) => ({ growth, flow: 0 })))
        const whole = (toNumber(points.at(-1)?.value ?? decimal('1')) / 1_000 - 1) * 100
        const returns = returnsOf(points, dayOf)
        expect(isNear(figure(returns?.timeWeighted), whole, 1e-3)).toBe(true)
        expect(isNear(figure(returns?.moneyWeighted), whole, 1e-3)).toBe(true)
      }),
      runs,
    )
  })

  it('profit of all days is the profit of the whole, and no fall is deeper than the drawdown', () => {
    fc.assert(
      fc.property(steps, (walk) => {
        const points = grown(walk)
        const returns = returnsOf(points, dayOf)
        const daily = points.slice(1).map((end, index) => {
          const two = returnsOf([points[index] ?? end, end], dayOf)
          return two?.profit ?? decimal('0')
        })
        expect(returns?.profit).toBe(sum(daily))
        const index = growthIndex(points)
        const deepest = Math.max(
          ...index.map((low, at) => 1 - low / Math.max(...index.slice(0, at + 1))),
        )
        expect(
          isNear(figure(returns?.drawdown?.percent ?? decimal('0')), deepest * 100, 1e-3),
        ).toBe(true)
      }),
      { numRuns: proofSize(100, 1_000) },
    )
  })
})

it('no rate is told where none fits or several do', () => {
  expect(moneyWeightedReturn([point(0, 0), point(1, 0)])).toBeUndefined()
  expect(moneyWeightedReturn([point(0, 0), point(1, 100)])).toBeUndefined()
  // 100 in, 230 out half-way, 132 in again: 10% and 20% fit alike.
  const twice = [point(0, 100), point(1, 100), point(2, -120, -230), point(2.0001, -132)]
  expect(moneyWeightedReturn(twice)).toBeUndefined()
})
