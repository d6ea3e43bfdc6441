import papaparse from 'papaparse'
import { expect, it } from 'vitest'

import type { BalancePoint } from '#contract/exchanges.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import { csvText } from '#ui/csv.ts'

import { linesOf } from './balance-lines.ts'
import { chartRows } from './chart-table.tsx'
import { readSeries } from './series.ts'

const DAY = 86_400_000
const point = (day: number, usd: number, deposit = 0): BalancePoint => ({
  date: day * DAY,
  usd,
  btc: usd / 50_000,
  usd_deposit_amount: deposit,
  btc_deposit_amount: deposit / 50_000,
})
const history = balanceColumns([point(0, 100), point(1, 110.1), point(2, 160, 50)])
const series = readSeries(history, 'since_last')

it('the file of a chart has every point with its flow in both currencies', () => {
  const text = csvText(chartRows(series, linesOf(series, undefined, 'usd'), 'usd'))
  const { data, errors } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(data).toHaveLength(3)
  expect(data[2]).toMatchObject({
    time: '1970-01-03T00:00:00.000Z',
    value_usd: '160',
    value_btc: '0.0032',
    flow_usd: '50',
    start_and_deposits_usd: '150',
  })
})

it('an unreadable value is an empty cell, never zero', () => {
  const torn = balanceColumns([point(0, 100), { ...point(1, 110), btc: undefined }, point(2, 120)])
  const lines = linesOf(readSeries(torn, 'since_last'), undefined, 'usd')
  const text = csvText(chartRows(readSeries(torn, 'since_last'), lines, 'usd'))
  const { data } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  })
  expect(data[1]).toMatchObject({ value_usd: '110', value_btc: '' })
})

it('the line of a new world starts at its first deposit, not at zero', () => {
  const fresh = balanceColumns([point(0, 0), point(1, 0), point(2, 500, 500), point(3, 510)])
  const lines = linesOf(readSeries(fresh, 'since_last'), undefined, 'usd')
  expect([...lines.value.at]).toEqual([2 * DAY, 3 * DAY])
  expect([...lines.paidIn.value]).toEqual([500, 500])
  expect(lines.flows).toEqual([{ at: 2 * DAY, value: 500 }])
})
