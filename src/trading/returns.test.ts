import { describe, expect, it } from 'vitest'

import type { BalancePoint } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'

import { balanceColumns, guessReading, valueSeries } from './balance-flow.ts'
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

const inDollars = (history: readonly Read<BalancePoint>[]) =>
  valueSeries(balanceColumns(history), 'usd', 'since_last')

// Up a tenth, then 50 more are paid in, then down a tenth.
const points = [point(0, 100, 1000), point(1, 110), point(2, 160, 50), point(3, 144)]

describe('the figures of a range', () => {
  const returns = returnsOf(inDollars(points), dayOf)

  it('count profit without what was paid in', () => {
    expect(returns).toMatchObject({ start: '100', end: '144', flows: '50', profit: '-6' })
    // −6 ÷ (100 + 50)
    expect(returns?.simple).toBe('-4')
  })

  it('tell how the money did, whenever it came', () => {
    // 1.1 × 1 × 0.9
    expect(returns?.timeWeighted).toBe('-1')
  })

  it('find the deepest fall and its days', () => {
    expect(returns?.drawdown).toEqual({ percent: '10', peakAt: DAY, troughAt: 3 * DAY })
  })

  it('name the best and the worst day', () => {
    expect(returns?.best).toMatchObject({ day: '1970-01-01', at: DAY, profit: '10', percent: '10' })
    expect(returns?.worst).toMatchObject({ day: '1970-01-03', profit: '-16', percent: '-10' })
  })
})

it('join the points of one day', () => {
  const hours = [0, 6, 12, 42].map((hour) => ({ ...point(0, 100 + hour), date: hour * 3_600_000 }))
  const returns = returnsOf(inDollars(hours), dayOf)
  expect(returns?.worst).toMatchObject({ day: '1970-01-01', profit: '12' })
  // Most of what lies between noon and 18 o'clock of the next day is the next day's.
  expect(returns?.best).toMatchObject({ day: '1970-01-02', profit: '30' })
  expect(returns?.drawdown).toBeUndefined()
})

it('need two points', () => {
  expect(returnsOf(inDollars([point(0, 1)]), dayOf)).toBeUndefined()
  expect(returnsOf(inDollars([]), dayOf)).toBeUndefined()
})

it('survive a portfolio that begins with nothing', () => {
  const returns = returnsOf(inDollars([point(0, 0), point(1, 0), point(2, 90, 100)]), dayOf)
  expect(returns).toMatchObject({ profit: '-10', simple: '-10', timeWeighted: '-10' })
})

describe('deposits', () => {
  const totals = [point(0, 100, 100), point(1, 101, 100), point(2, 152, 150), point(3, 153, 150)]

  it('are told apart by what stays from point to point', () => {
    expect(guessReading(balanceColumns(points))).toBe('since_last')
    expect(guessReading(balanceColumns(totals))).toBe('cumulative')
    expect(guessReading(balanceColumns([point(0, 1), point(1, 1)]))).toBe('since_last')
  })

  it('that run up count by what they rise', () => {
    const { flows } = valueSeries(balanceColumns(totals), 'usd', 'cumulative')
    expect(flows).toEqual(new Map([[2, '50']]))
  })

  it('are sorted by time, without the points that cannot be read', () => {
    const odd = [point(2, 3), { ...point(1, 2), usd: undefined }, point(0, 1)]
    expect([...inDollars(odd).value]).toEqual([1, 3])
  })

  it('are counted in BTC where that is asked for', () => {
    const { at, value, flows } = valueSeries(balanceColumns(points), 'btc', 'since_last')
    expect([at[2], value[2], flows.get(2)]).toEqual([2 * DAY, 0.0032, '0.001'])
  })
})
