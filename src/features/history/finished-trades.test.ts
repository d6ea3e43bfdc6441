import { describe, expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { decimal } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import { profitRowOf, hasNoProfit } from './finished-trades.tsx'
import { profitByGroup, profitOf, profitOfAll } from './sums.ts'
import type { Trade } from './trades.ts'

const rows = (...json: object[]): Trade[] => entity(listHistory.response, json)
const bought = { pair: 'USDT_ETH', filled: { total: '12' } }
const sold = { ...bought, profit: { amount: '3', currency: 'USDT', usd: '3', percent: '1' } }

it('a history without the profit field has no profit', () => {
  expect(hasNoProfit(rows(bought, bought))).toBe(true)
})

it('a history has profit if one order has it, or closed nothing', () => {
  expect(hasNoProfit(rows(bought, sold))).toBe(false)
  expect(hasNoProfit(rows(bought, { ...bought, profit: null }))).toBe(false)
})

it('a history before the first fill is not “without profit”', () => {
  expect(hasNoProfit([])).toBe(false)
  expect(hasNoProfit(rows({ filled: { total: '0.00' } }))).toBe(false)
})

describe('finished SmartTrades', () => {
  const trades = (...json: object[]) => entity(listSmartTrades.response, json).map(profitRowOf)

  it('finished SmartTrades count by closing time, in dollars per pair', () => {
    const [first, ...others] = trades(
      {
        pair: 'USDT_BTC',
        data: { closed_at: '2026-11-19T21:00:00.000Z' },
        profit: { volume: '20', usd: '19.5', percent: '2' },
      },
      { pair: 'BTC_ETH', profit: { volume: '0.001', usd: '-4.5', percent: '1' } },
    )
    expect(first?.closed_at).toBe(Date.UTC(2026, 10, 19, 21))
    const all = first ? [first, ...others] : []
    expect(profitOfAll(all)).toMatchObject({ profit: decimal('15'), closed: 2, valued: 2 })
    expect(profitByGroup(all, 'pair').map(([pair]) => pair)).toEqual(['USDT_BTC', 'BTC_ETH'])
  })

  it('finished SmartTrades without a dollar profit are left out and counted', () => {
    const sum = profitOfAll(trades({ pair: 'BTC_ETH', profit: { volume: '1', usd: null } }, {}))
    expect(sum.unvalued).toBe(2)
    expect(profitOf(sum)).toBeUndefined()
  })
})
