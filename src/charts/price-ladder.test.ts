import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { fromNumber } from '#money/decimal.ts'

import { type LadderLine, PriceLadder, runsOf } from './price-ladder.tsx'

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

it('draws each bar as long as its amount is large, and none for an unknown one', () => {
  const amount = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), (amounts) => {
      const lines = amounts.map((cents, index): LadderLine => ({
        id: String(index),
        side: 'buy',
        cells: [],
        barAmount: cents === undefined ? undefined : fromNumber(cents / 100),
      }))
      const page = renderToStaticMarkup(
        createElement(PriceLadder, { caption: 'Orders', columns: [], barHead: 'Total', lines }),
      )
      const widths = [...page.matchAll(/style="width:([\d.e+-]+)%"/g)].map(([, text]) =>
        Number(text),
      )
      const most = Math.max(...amounts.map((cents) => cents ?? 0))
      expect(widths).toHaveLength(amounts.length)
      for (const [index, cents = 0] of amounts.entries()) {
        expect(widths[index]).toBeCloseTo(most === 0 ? 0 : (cents / most) * 100, 6)
      }
    }),
    { numRuns: 30 },
  )
})
