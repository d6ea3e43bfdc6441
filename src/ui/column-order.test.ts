import { expect, it } from 'vitest'

import { inOrder, movedBy } from './column-order.ts'

const columns = [
  { id: 'name', isFixed: true },
  { id: 'pair' },
  { id: 'status' },
  { id: 'profit' },
  { id: 'stop', isFixed: true },
]
const ids = (order: readonly string[]) => inOrder(columns, order).map(({ id }) => id)

it('puts columns in the order chosen, between those that are fixed', () => {
  expect(ids([])).toEqual(['name', 'pair', 'status', 'profit', 'stop'])
  expect(ids(['profit', 'pair', 'status'])).toEqual(['name', 'profit', 'pair', 'status', 'stop'])
})

it('a column order includes columns added later, and forgets removed ones', () => {
  expect(ids(['gone', 'profit'])).toEqual(['name', 'profit', 'pair', 'status', 'stop'])
})

it('moves a column by one place and never past an end', () => {
  const left = movedBy(columns, [], 'profit', -1)
  expect(ids(left)).toEqual(['name', 'pair', 'profit', 'status', 'stop'])
  expect(ids(movedBy(columns, left, 'profit', -1))).toEqual([
    'name',
    'profit',
    'pair',
    'status',
    'stop',
  ])
  expect(movedBy(columns, [], 'pair', -1)).toEqual([])
  expect(movedBy(columns, [], 'profit', 1)).toEqual([])
})
