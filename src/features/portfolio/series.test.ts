import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { performanceOf } from './performance.ts'
import { heldInOther, type HistoryPoint, inUnit, paidIn, readSeries, upToNow } from './series.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const START = Date.UTC(2026, 7, 22)

const point = (day: number, usd: number, usdFlow = 0, price = 100_000): HistoryPoint => ({
  at: START + day * DAY,
  usd,
  btc: usd / price,
  usdFlow,
  btcFlow: usdFlow / price,
})
const series = (...points: HistoryPoint[]) => ({ points, hasFlows: true })
const inUsd = (points: readonly HistoryPoint[]) => performanceOf(inUnit(points, 'usd'), DAY)

describe('balance history', () => {
  it('is read in time order, without the points that say nothing', () => {
    const known = { usd: 1, btc: 2, btc_deposit_amount: 0, usd_deposit_amount: 0 }
    const { points, hasFlows } = readSeries([
      { date: 20, ...known },
      { date: undefined, ...known },
      { date: 10, ...known },
    ])
    expect(points.map(({ at }) => at)).toEqual([10, 20])
    expect(hasFlows).toBe(true)
  })

  it('knows no profit when a point does not say what was paid in', () => {
    const answer = [
      { date: 1, usd: 1, btc: 2, btc_deposit_amount: 0, usd_deposit_amount: undefined },
    ]
    expect(readSeries(answer).hasFlows).toBe(false)
  })

  it('is led up to now with all that came in since its end', () => {
    const recent = series(point(0.9, 990), point(1.2, 1600, 500), point(1.4, 1700, 100))
    const led = upToNow(series(point(0, 1000), point(1, 1000)), recent)
    expect(led.points).toHaveLength(3)
    expect(led.points.at(-1)).toMatchObject({ at: START + 1.4 * DAY, usd: 1700, usdFlow: 600 })
  })

  it('is not led over a gap in which money may have come in', () => {
    const whole = series(point(0, 1000))
    expect(upToNow(whole, series(point(2, 1600), point(2.1, 1600)))).toBe(whole)
  })

  it('is left alone when nothing is newer', () => {
    const whole = series(point(0, 1000), point(1, 1000))
    expect(upToNow(whole, series(point(0.5, 1000)))).toBe(whole)
  })
})

describe('lines to compare with', () => {
  const points = [point(0, 1000, 77), point(1, 1600, 500), point(2, 1400, -100, 50_000)]

  it('steps with deposits and withdrawals from the first value on', () => {
    expect(paidIn(inUnit(points, 'usd')).map(({ value }) => value)).toEqual([1000, 1500, 1400])
  })

  it('holds the same money in BTC', () => {
    const values = heldInOther(points, 'usd').map(({ value }) => Math.round(value))
    // 0.01 BTC, then 0.015, then 0.013 at half the price.
    expect(values).toEqual([1000, 1500, 650])
  })

  it('holds the same money in USD while figures are in BTC', () => {
    const values = heldInOther(points, 'btc').map(({ value }) => value)
    expect(values[2]).toBeCloseTo(1400 / 50_000, 10)
  })

  it('leaves out points whose price nobody knows', () => {
    expect(heldInOther([{ ...point(0, 10), btc: 0 }], 'usd')).toEqual([])
  })
})

describe('what a range comes to', () => {
  it('does not take a deposit for profit', () => {
    const performance = inUsd([point(0, 1000), point(1, 1500, 500)])
    expect(performance).toMatchObject({ profit: '0', deposits: '500', timeWeighted: 0 })
  })

  it('does not take a withdrawal for loss', () => {
    const performance = inUsd([point(0, 1000), point(1, 600, -400)])
    expect(performance).toMatchObject({ profit: '0', timeWeighted: 0 })
    expect(performance?.deepest?.value).toBe(0)
  })

  it('links what each step made of its money', () => {
    const performance = inUsd([point(0, 1000), point(1, 1100), point(2, 2200, 900), point(3, 1980)])
    // +10 %, then 2200 of 2000 is +10 %, then −10 %.
    expect(performance?.timeWeighted).toBeCloseTo((1.1 * 1.1 * 0.9 - 1) * 100, 10)
    expect(performance?.deepest).toMatchObject({ at: START + 3 * DAY })
    expect(performance?.deepest?.value).toBeCloseTo(-10, 10)
  })

  it('finds the best and the worst day by what they made, not by what came in', () => {
    const performance = inUsd([
      point(0, 1000),
      point(1, 1050),
      point(2, 5000, 4000),
      point(3, 5100),
    ])
    expect(performance?.best).toMatchObject({ at: START, profit: '50' })
    expect(performance?.worst).toMatchObject({ at: START + DAY, profit: '-50' })
  })

  it('adds up the steps of one day', () => {
    const hours = [0, 6, 18, 30].map((hour, index) => ({
      ...point(0, [1000, 1010, 990, 1000][index] ?? 0),
      at: START + hour * HOUR,
    }))
    const performance = inUsd(hours)
    expect(performance?.best).toMatchObject({ at: START, profit: '0' })
    expect(performance?.worst).toBe(performance?.best)
  })

  it('counts from nothing: the first deposit is not a gain', () => {
    const performance = inUsd([point(0, 0), point(1, 0), point(2, 5000, 5000), point(3, 5500)])
    expect(performance).toMatchObject({ profit: '500' })
    expect(performance?.timeWeighted).toBeCloseTo(10, 10)
  })

  it('names no return when a value was below zero', () => {
    expect(inUsd([point(0, 100), point(1, -50), point(2, 100)])?.timeWeighted).toBeUndefined()
  })

  it('says nothing of a single point', () => {
    expect(inUsd([point(0, 1000)])).toBeUndefined()
  })

  it('never finds profit in money that only came and went', () => {
    const flows = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(flows, (amounts) => {
        let value = 0
        const points = amounts.map((amount, index) => {
          value += amount
          return point(index + 1, value, amount)
        })
        const performance = inUsd([point(0, 0), ...points])
        expect(performance).toMatchObject({ profit: '0', timeWeighted: 0 })
      }),
    )
  })
})
