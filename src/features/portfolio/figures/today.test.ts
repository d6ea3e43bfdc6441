import { expect, it } from 'vitest'

import type { BalancePoint } from '#contract/exchanges.ts'
import { balanceColumns } from '#trading/balance-flow.ts'

import { readSeries } from '../chart/series.ts'
import { todayOf } from './performance.ts'

const HOUR = 3_600_000
const MIDNIGHT = Date.UTC(2026, 10, 22)

type Point = BalancePoint

/** Points by hours from midnight on. */
const point = (hour: number, usd: number, deposit: number | undefined = 0): Point => ({
  date: MIDNIGHT + hour * HOUR,
  usd,
  btc: usd / 100_000,
  usd_deposit_amount: deposit,
  btc_deposit_amount: 0,
})
const today = (...points: Point[]) =>
  todayOf(readSeries(balanceColumns(points), 'since_last'), 'usd', {
    midnight: MIDNIGHT,
    timeZone: 'UTC',
  })

it('today’s profit counts from the last point before midnight', () => {
  const { performance } = today(point(-2, 90), point(-1, 100), point(1, 110), point(2, 130, 10))
  expect(performance).toMatchObject({ start: '100', profit: '20' })
})

it('today’s profit counts from zero if nothing was held before', () => {
  const { performance } = today(point(-1, 0), point(9, 0), point(10, 100, 100), point(11, 103))
  expect(performance).toMatchObject({ start: '0', flows: '100', profit: '3' })
})

it('today’s profit is unknown with its actual reason', () => {
  expect(today(point(1, 100), point(2, 110)).why).toBe('no start')
  expect(today(point(-1, 100)).why).toBe('no point')
  expect(today(point(-1, 100), { ...point(1, 110), usd_deposit_amount: undefined }).why).toBe(
    'no flows',
  )
  expect(todayOf(undefined, 'usd', { midnight: MIDNIGHT, timeZone: 'UTC' }).why).toBe('not loaded')
})
