import papaparse from 'papaparse'
import { expect, it } from 'vitest'

import type { BalancePoint } from '#contract/exchanges.ts'
import { balanceColumns } from '#trading/balance-flow.ts'

import { linesOf } from './balance-lines.ts'
import { chartAsCsv } from './chart-csv.ts'
import { readSeries, withNow } from './series.ts'

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
  const text = chartAsCsv(series, linesOf(series, undefined, 'usd'), 'usd')
  const { data, errors } = papaparse.parse(text, { header: true, skipEmptyLines: true })
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

it('a series ends with what the balances say now, unless they are older', () => {
  const later = withNow(series, { at: 3 * DAY, usd: 170, btc: 0.004 })
  expect([...later.usd.at]).toEqual([0, DAY, 2 * DAY, 3 * DAY])
  expect([...later.usd.value]).toEqual([100, 110.1, 160, 170])
  expect(later.usd.flows).toEqual(series.usd.flows)
  expect(later.btc.value.at(-1)).toBe(0.004)
  expect(withNow(series, { at: DAY, usd: 1, btc: 1 })).toBe(series)
})
