import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isInView, viewOf, ZOOMS } from './picture-view.ts'

const points = [
  { at: 0, value: 90 },
  { at: 800, value: 120 },
]

describe('zooming into the picture of a range', () => {
  it('begins with everything', () => {
    expect(viewOf({ points, prices: [80, 130], last: 120 }, '1')).toEqual({
      low: 80,
      high: 130,
      from: 0,
      to: 800,
    })
  })

  it('comes nearer to the last price and the latest time', () => {
    expect(viewOf({ points, prices: [80, 160], last: 120 }, '4')).toEqual({
      low: 110,
      high: 130,
      from: 600,
      to: 800,
    })
  })

  it('stays inside what there is when the last price is at an edge', () => {
    expect(viewOf({ points, prices: [80, 160], last: 160 }, '8')).toMatchObject({
      low: 150,
      high: 160,
    })
  })

  it('always has the last price in sight', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2 }),
        price,
        fc.constantFrom(...ZOOMS),
        (prices, last, zoom) => {
          const { low, high } = viewOf({ points: [], prices, last }, zoom)
          // A hair of room for what halving doubles leaves behind.
          const hair = (high - low) * 1e-9 + 1e-9
          expect(isInView(last, { low: low - hair, high: high + hair, from: 0, to: 0 })).toBe(true)
        },
      ),
    )
  })
})
