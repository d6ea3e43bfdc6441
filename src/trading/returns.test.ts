import { describe, expect, it } from 'vitest'

import type { BalancePoint } from '#contract/exchanges.ts'

import {
  balanceColumns,
  guessReading,
  knowsFlows,
  unreadablePoints,
  valueSeries,
} from './balance-flow.ts'
import { returnsOf } from './returns.ts'

const DAY = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const point = (day: number, usd: number, deposit = 0): BalancePoint => ({
  date: day * DAY,
  usd,
  btc: usd / 50_000,
  usd_deposit_amount: deposit,
  btc_deposit_amount: deposit / 50_000,
})

const inDollars = (history: readonly BalancePoint[]) =>
  valueSeries(balanceColumns(history), 'usd', 'since_last')

// +10 %, then a deposit of 50, then −10 %.
const points = [point(0, 100, 1000), point(1, 110), point(2, 160, 50), point(3, 144)]

describe('key figures', () => {
  const returns = returnsOf(inDollars(points), dayOf)

  it('profit excludes deposits', () => {
    expect(returns).toMatchObject({ start: '100', end: '144', flows: '50', profit: '-6' })
    // −6 ÷ (100 + 50)
    expect(returns?.simple).toBe('-4')
  })

  it('the time-weighted return is independent of deposits', () => {
    // 1.1 × 1 × 0.9
    expect(returns?.timeWeighted).toBe('-1')
  })

  it('the drawdown has its depth and its days', () => {
    expect(returns?.drawdown).toEqual({ percent: '10', peakAt: DAY, troughAt: 3 * DAY })
  })

  it('best and worst day are named', () => {
    expect(returns?.best).toMatchObject({ day: '1970-01-01', at: DAY, profit: '10', percent: '10' })
    expect(returns?.worst).toMatchObject({ day: '1970-01-03', profit: '-16', percent: '-10' })
  })
})

it('points of one day are combined', () => {
  const hours = [0, 6, 12, 42].map((hour) => ({ ...point(0, 100 + hour), date: hour * 3_600_000 }))
  const returns = returnsOf(inDollars(hours), dayOf)
  expect(returns?.worst).toMatchObject({ day: '1970-01-01', profit: '12' })
  // The interval from noon to 18:00 of the next day belongs mostly to the next day.
  expect(returns?.best).toMatchObject({ day: '1970-01-02', profit: '30' })
  expect(returns?.drawdown).toEqual({ percent: '0' })
})

describe('withdrawals', () => {
  const grewBy5 = (out: number) =>
    returnsOf(inDollars([point(0, 1_000), point(1, 1_050 - out, -out)]), dayOf)

  it.each([1_050, 1_045, 990, 600, 0])(
    'withdrawals of %i from 1,000 that grew 5 % leave a return of 5 %',
    (out) => {
      expect(grewBy5(out)).toMatchObject({
        profit: '50',
        timeWeighted: '5',
        drawdown: { percent: '0' },
        best: { percent: '5' },
      })
    },
  )

  it('withdrawing everything and starting again multiplies the growth of both parts', () => {
    const walk = [point(0, 1_000), point(1, 0, -1_100), point(2, 0), point(3, 550, 500)]
    expect(returnsOf(inDollars(walk), dayOf)).toMatchObject({ timeWeighted: '21', profit: '150' })
  })
})

it('growth from zero has no percentage, nor has a range that contains it', () => {
  const returns = returnsOf(inDollars([point(0, 0), point(1, 100), point(2, 110)]), dayOf)
  expect(returns).toMatchObject({
    profit: '110',
    timeWeighted: undefined,
    drawdown: undefined,
    dayVolatility: undefined,
    noBaseAt: DAY,
  })
  expect(returns?.best).toMatchObject({ profit: '100', percent: undefined })
})

it('debt above the value has no percentage', () => {
  const walk = [point(0, 100), point(1, -20), point(2, 30, 10)]
  expect(returnsOf(inDollars(walk), dayOf)).toMatchObject({
    timeWeighted: undefined,
    noBaseAt: DAY,
  })
})

describe('gaps', () => {
  const SEPTEMBER = Date.UTC(2026, 8, 18) / DAY
  const OCTOBER = Date.UTC(2026, 9, 2) / DAY
  const sparse = inDollars([point(SEPTEMBER, 1_000), point(OCTOBER, 1_100)])

  it('a gap keeps profit and return, but not best and worst day, volatility and drawdown', () => {
    expect(returnsOf(sparse, dayOf)).toMatchObject({
      profit: '100',
      timeWeighted: '10',
      best: undefined,
      worst: undefined,
      daysUp: undefined,
      dayVolatility: undefined,
      drawdown: undefined,
      gap: { from: SEPTEMBER * DAY, to: OCTOBER * DAY },
      dayGap: { from: SEPTEMBER * DAY, to: OCTOBER * DAY },
    })
  })

  it('a gap starts if a day has no point within two days around it', () => {
    const untilDay = (last: number) =>
      returnsOf(
        inDollars([point(0, 100), point(1, 101), point(last, 102), point(last + 1, 103)]),
        dayOf,
      )
    expect(untilDay(3)).toMatchObject({ gap: undefined, best: { profit: '1' } })
    expect(untilDay(3.01)).toMatchObject({ gap: { from: DAY, to: 3.01 * DAY }, best: undefined })
  })

  it('an hourly gap keeps the drawdown, which needs no hours', () => {
    const hours = [point(0, 100), point(0.25, 90), point(0.5, 95)]
    expect(returnsOf(inDollars(hours), dayOf, DAY / 24)).toMatchObject({
      drawdown: { percent: '10' },
      gap: undefined,
      dayGap: { from: 0, to: DAY / 4 },
      worst: undefined,
      dayVolatility: undefined,
    })
  })
})

it('key figures need two points', () => {
  expect(returnsOf(inDollars([point(0, 1)]), dayOf)).toBeUndefined()
  expect(returnsOf(inDollars([]), dayOf)).toBeUndefined()
})

it('key figures exist for a portfolio that starts at zero', () => {
  const returns = returnsOf(inDollars([point(0, 0), point(1, 0), point(2, 90, 100)]), dayOf)
  expect(returns).toMatchObject({ profit: '-10', simple: '-10', timeWeighted: '-10' })
})

describe('unreadable points', () => {
  const UNDATED = { kind: 'unreadable', id: undefined, raw: { usd: 1 } } as const
  const unread = (day: number, deposit: number | undefined): BalancePoint => ({
    ...point(day, 1),
    usd: undefined,
    usd_deposit_amount: deposit,
  })

  it('unreadable points are reported and left out, and their deposits are kept', () => {
    const series = inDollars([point(0, 100), unread(1, 50), point(2, 152)])
    expect([...series.value]).toEqual([100, 152])
    expect([...series.missing]).toEqual([DAY])
    expect(returnsOf(series, dayOf)?.profit).toBe('2')
  })

  it('unreadable points points unreadable in one currency count in the other', () => {
    const { at } = valueSeries(balanceColumns([point(0, 100), unread(1, 0)]), 'btc', 'since_last')
    expect(at).toHaveLength(2)
  })

  it('deposits of unreadable points are unknown, but a running total recovers', () => {
    const answer = balanceColumns([point(0, 100, 100), unread(1, undefined), point(2, 152, 150)])
    expect(knowsFlows(answer, 'usd', 'since_last')).toBe(false)
    expect(knowsFlows(answer, 'usd', 'cumulative')).toBe(true)
    expect(knowsFlows(answer, 'btc', 'since_last')).toBe(true)
    expect(valueSeries(answer, 'usd', 'cumulative').flows).toEqual(new Map([[1, '50']]))
  })

  it('unreadable points are counted, with or without a date, and do not make the history empty', () => {
    const answer = balanceColumns([unread(0, 0), UNDATED, point(2, 5)])
    expect(unreadablePoints(answer, 'usd')).toBe(2)
    const none = balanceColumns([unread(0, 0), unread(1, 0)])
    expect(valueSeries(none, 'usd', 'since_last').at).toHaveLength(0)
    expect(unreadablePoints(none, 'usd')).toBe(2)
  })

  it('duplicate points count once', () => {
    const series = inDollars([point(0, 100), point(1, 150, 50), point(1, 150, 50)])
    expect(returnsOf(series, dayOf)?.profit).toBe('0')
  })
})

describe('meaning of deposits', () => {
  const totals = [point(0, 100, 100), point(1, 101, 100), point(2, 152, 150), point(3, 153, 150)]

  it('deposits are recognised by the money that stays', () => {
    expect(guessReading(balanceColumns(points))).toBe('since_last')
    expect(guessReading(balanceColumns(totals))).toBe('cumulative')
    expect(guessReading(balanceColumns([point(0, 1), point(1, 1)]))).toBe('since_last')
  })

  /**
   * Returns the points of a portfolio that changes by ±`swing` per day and saves `saved` per day.
   */
  const daily = (days: number, swing: number, saved: number, deposit: (day: number) => number) => {
    const sign = (day: number) => (Math.imul(day + 1, 2_654_435_761) >>> 31 === 1 ? 1 : -1)
    let value = 10_000
    return balanceColumns(
      Array.from({ length: days }, (_, day) => {
        if (day > 0) value = value * (1 + sign(day) * swing) + saved
        return point(day, value, deposit(day))
      }),
    )
  }

  it('equal daily deposits are no running total if the value rises by them', () => {
    expect(guessReading(daily(30, 0.002, 50, () => 50))).toBe('since_last')
  })

  it('equal deposits are a running total if the value does not rise', () => {
    expect(guessReading(daily(30, 0.002, 0, () => 50))).toBe('cumulative')
    expect(guessReading(daily(30, 0.02, 0, () => 8_000))).toBe('cumulative')
  })

  it('deposits smaller than the price noise are not guessed', () => {
    expect(guessReading(daily(30, 0.03, 50, () => 50))).toBeUndefined()
    expect(guessReading(daily(30, 0.03, 0, () => 50))).toBeUndefined()
  })

  it('weekly deposits are single ones despite price noise', () => {
    const weekly = (day: number) => (day % 7 === 3 ? 50 : 0)
    expect(guessReading(daily(30, 0.03, 7, weekly))).toBe('since_last')
  })

  it('a rising running total counts its increases', () => {
    const { flows } = valueSeries(balanceColumns(totals), 'usd', 'cumulative')
    expect(flows).toEqual(new Map([[2, '50']]))
  })

  it('meaning of deposits points are sorted by time, without unreadable ones', () => {
    const odd = [point(2, 3), { ...point(1, 2), usd: undefined }, point(0, 1)]
    expect([...inDollars(odd).value]).toEqual([1, 3])
  })

  it('deposits may be counted in BTC', () => {
    const { at, value, flows } = valueSeries(balanceColumns(points), 'btc', 'since_last')
    expect([at[2], value[2], flows.get(2)]).toEqual([2 * DAY, 0.0032, '0.001'])
  })
})
