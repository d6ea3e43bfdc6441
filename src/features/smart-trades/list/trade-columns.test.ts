import { expect, it } from 'vitest'

import { shownColumns } from '#ui/data-list.tsx'

import { TRADE_COLUMNS, type TradeContext } from './trade-columns.tsx'

it('SmartTrade columns have unique names, and the link to the trade stays', () => {
  const all = TRADE_COLUMNS.map(({ id }) => id)
  expect(new Set(all).size).toBe(all.length)
  expect(TRADE_COLUMNS.filter(({ isFixed }) => isFixed).map(({ id }) => id)).toEqual(['pair'])
})

it('account, number, total and update time are shown if chosen', () => {
  const extra = TRADE_COLUMNS.filter(({ isExtra }) => isExtra).map(({ id }) => id)
  expect(extra).toEqual(['updated', 'number', 'account', 'total'])
})

it('the link to the trade stays, even if an imported file hides it', () => {
  const [first] = shownColumns(TRADE_COLUMNS, {
    rows: undefined,
    context: { status: 'active' } as TradeContext,
    hidden: ['pair', 'note'],
  })
  expect(first?.id).toBe('pair')
})
