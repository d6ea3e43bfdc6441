import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { runsOf } from './price-ladder.tsx'

it('shows a short ladder whole', () => {
  expect(runsOf(40, 20)).toEqual([{ from: 0, to: 40, isFolded: false }])
})

it('folds a long one but for its ends and the lines around the last price', () => {
  expect(runsOf(100, 50)).toEqual([
    { from: 0, to: 4, isFolded: false },
    { from: 4, to: 43, isFolded: true },
    { from: 43, to: 57, isFolded: false },
    { from: 57, to: 96, isFolded: true },
    { from: 96, to: 100, isFolded: false },
  ])
})

it('covers every line once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 400 }),
      (count, middle) => {
        let next = 0
        for (const run of runsOf(count, middle)) {
          expect(run.from).toBe(next)
          next = run.to
        }
        expect(next).toBe(count)
      },
    ),
  )
})
