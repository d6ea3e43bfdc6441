import { expect, test } from 'vitest'

import { columnsFor } from './key-figures.tsx'

test('figures that fit one row have a column each', () => {
  expect(columnsFor(5, 8)).toBe(5)
  expect(columnsFor(4, 4)).toBe(4)
})

test('no figure stands alone in the last row', () => {
  for (let count = 3; count <= 8; count += 1) {
    for (const most of [4, 5, 6, 8]) expect(count % columnsFor(count, most)).not.toBe(1)
  }
  expect(columnsFor(5, 4)).toBe(3)
  expect(columnsFor(7, 6)).toBe(5)
})
