import { describe, expect, it } from 'vitest'

import { seriesOf } from '#testing/value-series.ts'

import { ratiosOf } from './returns-ratios.ts'
import { returnsOf } from './returns.ts'

const DAY = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Calculates ratios of days with the given growth, starting at 1,000; `skipped` days have no point.
 */
function after(growths: readonly number[], skipped: readonly number[] = []) {
  let value = 1_000
  const points = [0, ...growths].map((growth, day) => {
    if (day > 0) value *= growth
    return { at: day * DAY, value, flow: 0 }
  })
  return returnsOf(seriesOf(points.filter((_, day) => !skipped.includes(day))), dayOf)
}
const ratiosAfter = (...of: Parameters<typeof after>) => after(...of)?.ratios

/** Alternates +2 % and −1 %. */
const alternating = (days: number) =>
  Array.from({ length: days }, (_, day) => (day % 2 ? 0.99 : 1.02))

describe('ratios of thirty days of +2 % and −1 % in turn', () => {
  const ratios = ratiosAfter(alternating(30))

  // Mean 0.005; every day is 0.015 from it: s = √(30 × 0.000225 ÷ 29) = 0.0152564;
  // 0.005 ÷ 0.0152564 × √365 = 0.327731 × 19.104973.
  it('the Sharpe ratio is 6.26', () => expect(ratios?.sharpe.value).toBe('6.2613'))

  // Fifteen days of 0.01² among thirty: √0.00005 = 0.0070711; 0.005 ÷ 0.0070711 × √365.
  it('the Sortino ratio is 13.51', () => expect(ratios?.sortino.value).toBe('13.5093'))

  // 1.02 × 0.99 = 1.0098; in 365 days 182.5 of these: 5.92863; 4.92863 ÷ 0.01.
  it('the Calmar ratio is 492.86', () => expect(ratios?.calmar.value).toBe('492.863'))
})

it('partial days at both ends count in no ratio and no volatility', () => {
  const whole = after(alternating(30))
  let value = 1_000
  const parts = [
    [0.4, value],
    ...alternating(31).map((growth, day) => [day + 1, (value *= growth)]),
    [31.25, value * 1.001],
  ].map(([day = 0, worth = 0]) => ({ at: day * DAY, value: worth, flow: 0 }))
  const returns = returnsOf(seriesOf(parts), dayOf)
  expect(returns?.days).toBe(32)
  expect(returns?.ratios.sharpe).toEqual(whole?.ratios.sharpe)
  expect(returns?.ratios.sortino).toEqual(whole?.ratios.sortino)
  expect(returns?.dayVolatility).toEqual(whole?.dayVolatility)
})

it('ratios of a losing portfolio are negative', () => {
  // Alternates −2 % and +1 %: mean −0.005. Annual growth 0.9898^182.5 = 0.15396; drawdown from the
  // first day to the last but one: 1 − 0.9898^14 × 0.98 = 0.15103. −0.84604 ÷ 0.15103 = −5.602.
  const ratios = ratiosAfter(Array.from({ length: 30 }, (_, day) => (day % 2 ? 1.01 : 0.98)))
  expect(ratios?.sharpe.value).toBe('-6.2613')
  expect(ratios?.sortino.value).toBe('-6.7546')
  expect(ratios?.calmar.value).toBe('-5.6016')
})

describe('missing ratios', () => {
  const none = (why: string) => ({ sharpe: { why }, sortino: { why }, calmar: { why } })

  it('ratios are missing below thirty days', () => {
    expect(ratiosAfter(alternating(29))).toEqual(none('few days'))
    expect(ratiosAfter(alternating(30))?.sharpe.value).toBeDefined()
  })

  it('ratios are missing for an hourly range', () => {
    const hours = alternating(48).map((_, hour) => ({
      at: hour * (DAY / 24),
      value: 100 + hour,
      flow: 0,
    }))
    expect(returnsOf(seriesOf(hours), dayOf, DAY / 24)?.ratios).toEqual(none('few days'))
  })

  it('ratios are missing if a day has no point, and the gap is reported', () => {
    const returns = after(alternating(60), [40])
    expect(returns?.ratios).toEqual(none('gap'))
    expect(returns?.missedDay).toEqual({ from: 39 * DAY, to: 41 * DAY })
    // Volatility has a value all the same.
    expect(returns?.dayVolatility).toBeDefined()
  })

  it('ratios are missing if nothing was invested', () => {
    expect(ratiosAfter([...alternating(30), 0, 1])?.sharpe.value).toBeDefined()
    const born = [0, 100, ...alternating(40)].map((value, day) => ({
      at: day * DAY,
      value,
      flow: 0,
    }))
    expect(returnsOf(seriesOf(born), dayOf)?.ratios).toEqual(none('no growth'))
  })

  it('ratios are missing if there is no risk to divide by', () => {
    const [steady, flat] = [1.01, 1].map((growth) =>
      ratiosAfter(Array.from({ length: 40 }, () => growth)),
    )
    expect(steady).toMatchObject(none('no risk'))
    expect(flat).toMatchObject(none('no risk'))
  })

  it('ratios are missing if annual growth exceeds a double', () => {
    const growths = Array.from({ length: 30 }, () => 1e10)
    const days = { growths, growth: 1e300, isMissingDay: false }
    expect(ratiosOf({ ...days, drawdown: 0.1, length: 30 }).calmar).toEqual({ why: 'no growth' })
  })
})
