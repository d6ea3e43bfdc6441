import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { fromNumber } from '#money/decimal.ts'

import { type LadderLine, linesInSight, PriceLadder } from './price-ladder.tsx'

it('a short price ladder is shown whole, a long one around the last price', () => {
  expect(linesInSight(40, 20)).toEqual([0, 40])
  expect(linesInSight(100, 50)).toEqual([38, 62])
  expect(linesInSight(100, 0)).toEqual([0, 12])
  expect(linesInSight(100, 100)).toEqual([88, 100])
})

it('price ladder bars are as long as their amounts; unknown amounts have none', () => {
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
