import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { entity } from '#testing/entity.ts'

import { openDealsOf, StillOpen } from './still-open.tsx'

const bot = (deals: unknown, open: number) =>
  entity(dcaBot, { name: 'ADA ladder', quote_currency: 'USDT', active_trades: open, deals })

it('panic: every open deal is named, also of a bot that does not list them', () => {
  const listed = bot([{ id: 41, profit: { amount: '-105.63' } }], 1)
  expect(openDealsOf({ rows: [listed, bot(undefined, 2), bot([], 0), bot(undefined, 0)] })).toEqual(
    [
      { name: 'ADA ladder, deal 41', count: 1, result: '-105.63', currency: 'USDT' },
      { name: 'ADA ladder, 2 deals', count: 2, result: undefined, currency: 'USDT' },
    ],
  )
})

it('panic: deals of a bot that does not list them are counted', () => {
  const dcaBots = { rows: [bot([{ id: 41 }], 1), bot(undefined, 2)] }
  const onReview = () => undefined
  const markup = renderToStaticMarkup(
    createElement(StillOpen, { dcaBots, sale: undefined, onReview }),
  )
  expect(markup).toContain('Still open: 3 DCA deals')
  expect(markup).toContain('Close 3 deals')
})
