import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decimal, sum, toNumber } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { type Point, seriesOf } from '#testing/value-series.ts'

import { moneyWeightedReturn } from './returns-money-weighted.ts'
import { growthIndex, returnsOf, volatilityOf } from './returns.ts'

const DAY = 86_400_000
const point = (day: number, value: number, flow = 0) => ({ at: day * DAY, value, flow })
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isNear = (left: number, right: number, by = 1e-9): boolean =>
  Math.abs(left - right) <= by * Math.max(1, Math.abs(left), Math.abs(right))
const figure = (value: ReturnType<typeof moneyWeightedReturn>): number =>
  value === undefined ? Number.NaN : toNumber(value)

const aYear = (percent: number, days: number): number =>
  ((1 + percent / 100) ** (365 / days) - 1) * 100

describe('published examples', () => {
  // Example of Excel's XIRR reference: 10,000 invested on 1 January 2008 and withdrawn on days 60,
  // 303, 411 and 456, at 0.373362535 per year of 365 days.
  it('Excel’s XIRR example has a money-weighted return of 37.336 %', () => {
    const parts = [point(60, 1, -2_750), point(303, 1, -4_250), point(411, 1, -3_250)]
    const taken = parts.flatMap((part) => [point(part.at / DAY - 0.0001, 1), part])
    const points = [point(0, 10_000), ...taken, point(455.9999, 2_750), point(456, 0, -2_750)]
    expect(aYear(figure(moneyWeightedReturn(seriesOf(points))), 456)).toBeCloseTo(37.3362535, 2)
  })

  // A practice question for the CFA examination, answered there with 10.8% and 9.4%: a share bought
  // at 200 and one at 225 a year later, a dividend of 5 a share each year, both sold at 235 after two
  // years. By money 200 (1 + r)² + 220 (1 + r) = 480; by time √(230 ÷ 200 × 480 ÷ 450).
  const shares = [point(0, 200), point(365, 230), point(365.0001, 450, 220), point(730, 480)]

  it('two shares have a money-weighted return of 9.4 % per year', () => {
    const rate = aYear(figure(moneyWeightedReturn(seriesOf(shares))), 730)
    expect([rate.toFixed(1), rate.toFixed(3)]).toEqual(['9.4', '9.393'])
  })

  it('two shares have a time-weighted return of 10.8 % per year', () => {
    const { timeWeighted } = returnsOf(seriesOf(shares), dayOf) ?? {}
    const rate = aYear(figure(timeWeighted), 730)
    expect([rate.toFixed(1), rate.toFixed(3)]).toEqual(['10.8', '10.755'])
  })
})

describe('examples calculated by hand', () => {
  // After the formula in Bacon, Practical Portfolio Performance Measurement and Attribution: worth
  // 74.2, then 67.0 when 37.1 come in on day 14, then 104.4 on day 31. 67.0 ÷ 74.2 = 0.902965 and
  // 104.4 ÷ 104.1 = 1.002882, together 0.905567.
  const january = [point(0, 74.2), point(14, 67), point(14.0001, 104.1, 37.1), point(31, 104.4)]

  it('growth before and after a deposit multiplies to −9.44%', () => {
    const { timeWeighted } = returnsOf(seriesOf(january), dayOf) ?? {}
    expect(figure(timeWeighted).toFixed(2)).toBe('-9.44')
  })

  it('one rate solves 74.2 (1 + r) + 37.1 (1 + r)^(17/31) = 104.4', () => {
    const rate = figure(moneyWeightedReturn(seriesOf(january))) / 100
    expect(74.2 * (1 + rate) + 37.1 * (1 + rate) ** (17 / 31)).toBeCloseTo(104.4, 3)
  })

  // After the formula in Hull, Options, Futures, and Other Derivatives, for volatility from past
  // prices: 20 logarithms that sum to ln(22 ÷ 20) = 0.095310, their squares to 0.003263, so that
  // s = √(0.003263 ÷ 19 − 0.095310² ÷ (20 × 19)) = 0.01216, a year √252 times that.
  it('twenty-one closing prices have a daily volatility of 1.216 %', () => {
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

/** A portfolio over several days, with deposits before and withdrawals after a day's growth. */
const steps = fc.array(
  fc.record({
    growth: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
    flow: fc.oneof(fc.constant(0), fc.double({ min: -0.999, max: 2, noNaN: true })),
  }),
  { minLength: 2, maxLength: 40 },
)
type Step = { growth: number; flow: number }

function grown(walk: readonly Step[], start = 1_000): Point[] {
  let value = start
  return [
    point(0, start),
    ...walk.map(({ growth, flow }, index) => {
      const paid = flow > 0 ? value * flow : value * growth * flow
      value = flow > 0 ? (value + paid) * growth : value * growth + paid
      return point(index + 1, value, paid)
    }),
  ]
}
const runs = { numRuns: propertyRuns(5_000) }
const timeWeighted = (points: readonly Point[]): number =>
  (growthIndex(seriesOf(points)).at(-1) ?? 1) - 1

it('the growth of an interval does not depend on deposits and withdrawals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      fc.oneof(fc.constantFrom(0, -1), fc.double({ min: -1, max: 100, noNaN: true })),
      (start, growth, flow) => {
        const points = grown([{ growth, flow }], start)
        expect(isNear(growthIndex(seriesOf(points)).at(-1) ?? Number.NaN, growth, 1e-6)).toBe(true)
      },
    ),
    runs,
  )
})

it('time-weighted returns of parts multiply to that of the whole', () => {
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

it('deposits and withdrawals do not change the time-weighted return', () => {
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
      expect(returnsOf(seriesOf(points), dayOf)).toMatchObject({
        profit: '0',
        simple: '0',
        timeWeighted: '0',
        moneyWeighted: '0',
        drawdown: { percent: '0' },
        daysUp: 0,
        dayVolatility: '0',
      })
    }),
    runs,
  )
})

it('properties without deposits both returns equal the growth of the value', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const points = grown(walk.map(({ growth }) => ({ growth, flow: 0 })))
      const whole = ((points.at(-1)?.value ?? 1) / 1_000 - 1) * 100
      const returns = returnsOf(seriesOf(points), dayOf)
      expect(isNear(figure(returns?.timeWeighted), whole, 1e-3)).toBe(true)
      expect(isNear(figure(returns?.moneyWeighted), whole, 1e-3)).toBe(true)
    }),
    runs,
  )
})

it('daily profits add up to the total, and no fall exceeds the drawdown', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const points = grown(walk)
      const returns = returnsOf(seriesOf(points), dayOf)
      const daily = points.slice(1).map((end, index) => {
        const two = returnsOf(seriesOf([points[index] ?? end, end]), dayOf)
        return two?.profit ?? decimal('0')
      })
      expect(returns?.profit).toBe(sum(daily))
      const index = growthIndex(seriesOf(points))
      const deepest = Math.max(
        ...index.map((low, at) => 1 - low / Math.max(...index.slice(0, at + 1))),
      )
      expect(isNear(figure(returns?.drawdown?.percent ?? decimal('0')), deepest * 100, 1e-3)).toBe(
        true,
      )
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

it('the money-weighted return is unknown if no rate fits or several do', () => {
  expect(moneyWeightedReturn(seriesOf([point(0, 0), point(1, 0)]))).toBeUndefined()
  expect(moneyWeightedReturn(seriesOf([point(0, 0), point(1, 100)]))).toBeUndefined()
  // +100, −230 after half the time, +132: both 10 % and 20 % fit.
  const twice = [point(0, 100), point(1, -120, -230), point(2, -132)]
  expect(moneyWeightedReturn(seriesOf(twice))).toBeUndefined()
})
