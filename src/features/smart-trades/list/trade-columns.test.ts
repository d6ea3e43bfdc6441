import { expect, it } from 'vitest'

import { TRADE_COLUMNS } from './trade-columns.tsx'

it('the columns of SmartTrades have names of their own, and the way to the trade stays', () => {
  const all = TRADE_COLUMNS.map(({ id }) => id)
  expect(new Set(all).size).toBe(all.length)
  expect(TRADE_COLUMNS.filter(({ isFixed }) => isFixed).map(({ id }) => id)).toEqual(['pair'])
})

it('account, number, total and time of update are shown once they are chosen', () => {
  const extra = TRADE_COLUMNS.filter(({ isExtra }) => isExtra).map(({ id }) => id)
  expect(extra).toEqual(['updated', 'number', 'account', 'total'])
})
