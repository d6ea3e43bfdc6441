import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { oneUnread } from '#testing/one-unread.ts'

import { profitTotal, profitUnit } from './profit-total.tsx'

const unfilled = {
  is_position_not_filled: true,
  data: { entered_amount: '0' },
  profit: { volume: '0', usd: '0' },
}

it('a profit total is in the quote currency shared by all filled trades', () => {
  const trades = [
    aSmartTrade({ profit: { volume: '10.5' } }),
    aSmartTrade({ profit: { volume: '-3' } }),
    aSmartTrade(unfilled),
    aSmartTrade({ profit: { volume: null } }),
  ]
  const unit = profitUnit(trades)
  expect(unit.currency).toBe('USDT')
  expect(profitTotal(trades, unit)).toMatchObject({
    total: decimal('7.5'),
    counted: 2,
    rows: 4,
  })
})

it('a profit total is in USD if quote currencies differ', () => {
  const trades = [
    aSmartTrade({ profit: { volume: '1', usd: '1' } }),
    aSmartTrade({ pair: 'BTC_ETH', profit: { volume: '0.001', usd: '90' } }),
  ]
  const unit = profitUnit(trades)
  expect(unit.currency).toBe('USD')
  expect(profitTotal(trades, unit).total).toBe(decimal('91'))
})

it('a profit total in USD names trades whose profit has no value in USD', () => {
  const trades = [
    aSmartTrade({ profit: { volume: '1', usd: '1' } }),
    aSmartTrade({ id: 7, pair: 'BTC_ETH', profit: { volume: '0.001', usd: null } }),
    aSmartTrade({ id: 8, pair: 'BTC_ETH', profit: { volume: null, usd: null } }),
  ]
  const { total, counted, sums } = profitTotal(trades, profitUnit(trades))
  expect([total, counted, sums.missing]).toEqual(['1', 1, ['ETH/BTC 7']])
})

it('a profit total is unknown without any profit', () => {
  const trades = [aSmartTrade(unfilled)]
  expect(profitTotal(trades, profitUnit(trades))).toMatchObject({
    total: undefined,
    percent: undefined,
    counted: 0,
    rows: 1,
  })
})

it('a profit total counts trades with unreadable profits', () => {
  const profits = [
    { profit: { volume: '10.5', usd: '10' } },
    { profit: { volume: '-3', usd: '-2' } },
  ]
  for (const { json, path } of oneUnread(profits)) {
    const trades = json.map((profit) => aSmartTrade(profit))
    const { total, counted, rows } = profitTotal(trades, profitUnit(trades))
    expect([path, total === decimal('7.5') || counted < rows]).toEqual([path, true])
  }
})

it('a profit total names trades whose result is missing', () => {
  const unknown = aSmartTrade({ id: 7, profit: { volume: undefined } })
  const trades = [
    aSmartTrade({ profit: { volume: '1' } }),
    unknown,
    aSmartTrade(unfilled),
    aSmartTrade({ profit: { volume: null } }),
  ]
  const unreadable = { kind: 'unreadable' as const, id: 9, raw: {} }
  const { sums } = profitTotal([...trades, unreadable], profitUnit(trades))
  expect(sums.missing).toEqual(['ETH/USDT 7', 'an unreadable row'])
})

it('a profit total includes the profit of a partly filled entry', () => {
  const partly = { is_position_not_filled: true, profit: { volume: '-2' } }
  const trades = [
    aSmartTrade({ ...partly, data: { entered_amount: '0.1' } }),
    aSmartTrade(unfilled),
  ]
  expect(profitTotal(trades, profitUnit(trades))).toMatchObject({
    total: decimal('-2'),
    counted: 1,
    rows: 2,
  })
})

it('a profit total has a percentage in one currency only', () => {
  const trades = [
    aSmartTrade({ profit: { volume: '12' }, data: { entered_total: '100' } }),
    aSmartTrade({ profit: { volume: '-2' }, data: { entered_total: '300' } }),
    aSmartTrade(unfilled),
  ]
  expect(profitTotal(trades, profitUnit(trades)).percent).toBe(decimal('2.5'))
  const mixed = [...trades, aSmartTrade({ pair: 'BTC_ETH' })]
  expect(profitTotal(mixed, profitUnit(mixed)).percent).toBeUndefined()
})
