import { describe, expect, it } from 'vitest'

import type { Line } from '#charts/line.ts'
import type { BalancePoint } from '#contract/exchanges.ts'
import type { UnreadableRow } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'
import { seriesOf } from '#testing/value-series.ts'
import { balanceColumns, isSameHistory } from '#trading/balance-flow.ts'

import type { Asset, Worth } from '#market/assets.ts'
import { performanceOf, todayOf } from '../figures/performance.ts'
import { DAY } from '../range.ts'
import { linesOf, momentAt } from './balance-lines.ts'
import {
  endedNow,
  heldInOther,
  liveAfter,
  paidIn,
  readSeries,
  returnOfOther,
  upToRecent,
} from './series.ts'

type Point = BalancePoint

const START = Date.UTC(2026, 7, 22)

const point = (day: number, usd: number, usdFlow = 0, price = 100_000): Point => ({
  date: START + day * DAY,
  usd,
  btc: usd / price,
  usd_deposit_amount: usdFlow,
  btc_deposit_amount: usdFlow / price,
})
const series = (...points: (Point | UnreadableRow)[]) => readSeries(balanceColumns(points))
const values = ({ value }: Line) => Array.from(value, Math.round)

it('balance history is sorted by time, without unreadable points', () => {
  const { usd, btc, hasFlows } = series(
    point(2, 20),
    { ...point(1, 15), btc: undefined },
    point(0, 10),
  )
  expect(values(usd)).toEqual([10, 15, 20])
  expect(values(btc)).toHaveLength(2)
  expect(btc.missing).toHaveLength(1)
  expect(hasFlows).toEqual({ usd: true, btc: true })
})

it('balance history without deposit data has no profit', () => {
  const silent = series({ ...point(0, 10), usd_deposit_amount: undefined })
  expect(silent.hasFlows).toEqual({ usd: false, btc: true })
})

it('balance history counts unreadable points', () => {
  const { usd, unreadable } = series(
    { ...point(0, 10), usd: undefined },
    { kind: 'unreadable', id: undefined, raw: point(1, 15) },
  )
  expect(usd.at).toHaveLength(0)
  expect(unreadable).toEqual({ usd: 2, btc: 1 })
})

it('balance history has no flows or profit if the meaning of deposits is unknown', () => {
  const swings = [1, -1, 1, 1, -1, -1, 1, -1, 1, -1, -1, 1]
  const saver = swings.map((way, day) => point(day, 10_000 + day * 50 + way * 400, 50))
  const { reading, hasFlows, usd } = series(...saver)
  expect(reading).toBeUndefined()
  expect(hasFlows).toEqual({ usd: false, btc: false })
  expect(usd.flows.size).toBe(0)
  const lines = linesOf(series(...saver), undefined, 'usd')
  expect([lines.flows, lines.paidIn.at.length]).toEqual([[], 0])
  expect(readSeries(balanceColumns(saver), 'since_last').hasFlows.usd).toBe(true)
})

it('balance history is extended to the last recent point, with all flows since', () => {
  const recent = series(point(0.9, 990), point(1.2, 1600, 500), point(1.4, 1700, 100))
  const { usd, btc } = upToRecent(series(point(0, 1000), point(1, 1000)), recent)
  expect(values(usd)).toEqual([1000, 1000, 1700])
  expect(usd.at.at(-1)).toBe(START + 1.4 * DAY)
  expect(usd.flows).toEqual(new Map([[2, '600']]))
  expect(btc.flows.get(2)).toBe('0.006')
})

it('balance history is not extended over a gap in which deposits are possible', () => {
  const whole = series(point(0, 1000))
  expect(upToRecent(whole, series(point(2, 1600), point(2.1, 1600)))).toEqual(whole)
})

it('balance history starts with the last point before the first deposit', () => {
  const { usd } = series(point(0, 0), point(1, 0), point(2, 500, 500), point(3, 0), point(4, 0))
  expect(Array.from(usd.at, (at) => (at - START) / DAY)).toEqual([1, 2, 3, 4])
  expect(series(point(0, 0), point(1, 0)).usd.at).toHaveLength(0)
})

it('balance history that has just begun uses recent points only', () => {
  const recent = series(point(1.9, 0), point(2, 500, 500))
  expect(upToRecent(series(point(0, 0), point(1, 0)), recent).usd).toBe(recent.usd)
})

it('balance history is unchanged without newer points', () => {
  const whole = series(point(0, 1000), point(1, 1000))
  expect(upToRecent(whole, series(point(0.5, 1000)))).toEqual(whole)
})

it('an equal balance history keeps its object', () => {
  const before = balanceColumns([point(0, 10), point(1, 20)])
  expect(isSameHistory(before, balanceColumns([point(0, 10), point(1, 20)]))).toBe(true)
  expect(isSameHistory(before, balanceColumns([point(0, 10), point(1, 20, 5)]))).toBe(false)
  expect(isSameHistory(before, balanceColumns([point(0, 10)]))).toBe(false)
})

describe('comparison lines', () => {
  const reported = [point(0, 1000, 77), point(1, 1600, 500), point(2, 1400, -100, 50_000)]
  const whole = readSeries(balanceColumns(reported), 'since_last')

  it('currencies are paired by time, although a point may be readable in only one', () => {
    const torn = series(
      { ...point(0, 1000), usd: undefined },
      point(1, 1000),
      point(2, 500, 0, 50_000),
    )
    expect(values(heldInOther(torn, 'usd'))).toEqual([1000, 500])
    expect(returnOfOther(torn, 'usd')).toBeCloseTo(-50, 10)
  })

  it('the paid-in line steps with deposits and withdrawals from the first value', () => {
    expect(values(paidIn(whole.usd))).toEqual([1000, 1500, 1400])
  })

  it('the holding line keeps the same money in BTC', () => {
    // 0.01 BTC, then 0.015, then 0.013 at half the price.
    expect(values(heldInOther(whole, 'usd'))).toEqual([1000, 1500, 650])
    expect(returnOfOther(whole, 'usd')).toBeCloseTo(-50, 10)
  })

  it('the holding line keeps the same money in USD for figures in BTC', () => {
    expect(heldInOther(whole, 'btc').value[2]).toBeCloseTo(1400 / 50_000, 10)
    expect(returnOfOther(whole, 'btc')).toBeCloseTo(100, 10)
  })

  it('comparison lines leave out points with an unknown price', () => {
    const unpriced = series({ ...point(0, 10), btc: 0 }, point(1, 20))
    expect(values(linesOf(unpriced, undefined, 'usd').other)).toHaveLength(1)
    expect(returnOfOther(series({ ...point(0, 10), btc: 0 }, point(1, 10)), 'usd')).toBeUndefined()
  })
})

describe('figures of a range', () => {
  const days = series(point(0, 1000), point(1, 1050), point(2, 5000, 4000), point(3, 5100))

  it('a day that ends at midnight counts as the day before', () => {
    const performance = performanceOf(days.usd, '90d', 'UTC')
    expect(performance?.best).toMatchObject({ day: '2026-08-24', profit: '100' })
    expect(performance?.worst).toMatchObject({ day: '2026-08-23', profit: '-50' })
  })

  it('drawdown follows trading, not deposits and withdrawals', () => {
    const { usd } = series(point(0, 1000), point(1, 600, -400), point(2, 540), point(3, 1040, 500))
    const { fall } = performanceOf(usd, '90d', 'UTC') ?? {}
    expect(fall && values(fall)).toEqual([0, 0, -10, -10])
  })

  it('a single point has no figures', () => {
    expect(performanceOf(series(point(0, 1000)).usd, '24h', 'UTC')).toBeUndefined()
  })
})

describe('chart readout', () => {
  const whole = series(point(0, 1000), point(1, 1600, 500), point(2, 1550))
  const lines = linesOf(whole, performanceOf(whole.usd, '90d', 'UTC'), 'usd')

  it('the chart readout shows the last point until another is pointed at', () => {
    expect(momentAt(lines, undefined)).toMatchObject({ value: 1550, paidIn: 1500, profit: 50 })
    expect(momentAt(lines, START)).toMatchObject({ value: 1000, profit: 0, drawdown: 0 })
  })

  it('the chart readout marks deposits after the start of the range', () => {
    const early = series(point(0, 1000, 1000), point(1, 1600, 500))
    expect(linesOf(early, undefined, 'usd').flows).toEqual([{ at: START + DAY, value: 500 }])
  })

  it('the chart readout has no profit without deposit data', () => {
    const silent = { ...whole, hasFlows: { usd: false, btc: true } }
    const moment = momentAt(
      linesOf(silent, performanceOf(silent.usd, '90d', 'UTC'), 'usd'),
      undefined,
    )
    expect(moment).toMatchObject({ value: 1550, profit: undefined, drawdown: undefined })
  })

  it('the chart readout keeps exact amounts', () => {
    expect(whole.usd.flows.get(1)).toBe(decimal('500'))
  })
})

const flat = seriesOf([
  { at: 0, value: 10_000, flow: 0 },
  { at: DAY, value: 10_000, flow: 0 },
])

/** Current holdings, by value and change within a day. */
const holding = (...held: [value: string, dayChange: string | undefined][]) =>
  held.map(([value, change]) => ({
    value: decimal(value),
    dayChange: change === undefined ? undefined : decimal(change),
  })) as Asset[]

const now = (value: string, assets: Asset[], at = DAY + 60_000) =>
  liveAfter(flat, { at, value: decimal(value), assets }, 'usd')

it('a deposit since the last point is a jump that prices do not explain', () => {
  expect(now('20000', holding(['10000', '1'], ['10000', '0']))?.jump).toEqual({
    by: '10000',
    since: DAY,
    isPriced: true,
  })
  expect(now('4000', holding(['4000', '1']))?.jump).toMatchObject({ by: '-6000', since: DAY })
})

it('a change that prices may explain is no jump', () => {
  expect(now('10200', holding(['10200', '0.1']))?.jump).toBeUndefined()
  expect(now('14000', holding(['14000', '35']))?.jump).toBeUndefined()
  expect(now('11500', holding(['11500', undefined]))?.jump).toBeUndefined()
  // In sixteen days prices go four times as far as in one.
  expect(now('11800', holding(['11800', '1']))?.jump).toBeDefined()
  expect(now('11800', holding(['11800', '1']), 17 * DAY)?.jump).toBeUndefined()
})

it('a fall from a lost asset price is a jump, but no withdrawal', () => {
  const assets = [...holding(['4000', '1']), { value: undefined, dayChange: undefined } as Asset]
  expect(now('4000', assets)).toMatchObject({ value: 4_000, jump: { isPriced: false } })
})

it('any value after zero is a jump', () => {
  const nothing = seriesOf([{ at: 0, value: 0, flow: 0 }])
  const assets = holding(['50', '0'])
  const live = liveAfter(nothing, { at: 1, value: decimal('50'), assets }, 'usd')
  expect(live?.jump).toBeDefined()
})

it('the current value counts at the last point if the history was read later', () => {
  expect(now('10001', [], DAY - 10_000)).toMatchObject({ at: DAY + 1, value: 10_001 })
})

it('the current value is missing without a history, or if read long before', () => {
  const old = { at: 2 * DAY, value: undefined, assets: [] }
  expect(liveAfter(flat, old, 'usd')).toBeUndefined()
  const none = liveAfter(seriesOf([]), { at: 1, value: decimal('1'), assets: [] }, 'usd')
  expect(none).toBeUndefined()
  expect(now('1', [], DAY - 60_001)).toBeUndefined()
})

describe('figures up to now', () => {
  const worthAt = (usd: string): Worth => {
    const of = (value: string) => ({
      value: decimal(value),
      without: 0,
      count: 1,
      assets: holding([value, '1']),
    })
    return { usd: of(usd), btc: of('0.0101') }
  }
  const history = series(point(0, 1000), point(1, 1200, 150))
  const at = START + 1.1 * DAY

  it('profit up to now is value minus start minus deposits', () => {
    const { series: ended, live } = endedNow(history, { at, worth: worthAt('1210.456') }, 'usd')
    const performance = performanceOf(ended.usd, '30d', 'UTC')
    expect(performance).toMatchObject({ end: '1210.46', profit: '60.46', endAt: at })
    expect(live).toMatchObject({ at, value: 1210.46 })
    expect(momentAt(linesOf(ended, performance, 'usd'), undefined)).toMatchObject({
      at,
      value: 1210.46,
      paidIn: 1150,
    })
    const today = todayOf(ended, 'usd', { midnight: START + DAY, timeZone: 'UTC' })
    expect(today.performance).toMatchObject({ profit: '10.46', endAt: at })
    expect(ended.btc.value.at(-1)).toBe(0.0101)
  })

  it('figures end with the last point if the value has jumped since', () => {
    const { series: ended, live } = endedNow(history, { at, worth: worthAt('2000') }, 'usd')
    expect(live?.jump).toMatchObject({ by: '800' })
    expect(performanceOf(ended.usd, '30d', 'UTC')).toMatchObject({ end: '1200', profit: '50' })
  })
})
