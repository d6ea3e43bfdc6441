import { expect, it } from 'vitest'

import { columnsOf, TRADE_COLUMNS } from './trade-columns.tsx'

const names = (chosen: unknown) => columnsOf(chosen).map(({ id }) => id)

it('shows the standard columns until others are chosen', () => {
  expect(names(undefined)).toEqual(names('rubbish'))
  expect(names(undefined)).not.toContain('account')
  expect(names(undefined)).toContain('profit')
})

it('shows what was chosen in the table’s own order, and always the way to the trade', () => {
  expect(names(['profit', 'account', 'gone', 4])).toEqual(['pair', 'account', 'profit'])
  expect(names([])).toEqual(['pair'])
})

it('has one column of each name', () => {
  const all = TRADE_COLUMNS.map(({ id }) => id)
  expect(new Set(all).size).toBe(all.length)
})
