import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { ReviewExits, ReviewFacts } from './review-facts.tsx'

/** Text of an order's review. */
function reviewOf(changes: Changes): string {
  const { draft, issues } = judgeSmartTrade(aDraft(changes), {})
  if (!draft) throw new Error(JSON.stringify(issues))
  const market = { view: {}, priceAt: undefined, readAgain: async () => ({}) }
  const preview = previewSmartTrade(draft, {})
  const parts = [
    createElement(ReviewFacts, { body: draft, preview, market: market as never }),
    createElement(ReviewExits, { body: draft, preview }),
  ]
  return parts.map((part) => renderToStaticMarkup(part).replace(/<[^>]+>/g, '')).join(' ')
}

it('the review shows every digit of entry, targets and stop', () => {
  const review = reviewOf({
    'position.price.value': 1.08345,
    'take_profit.steps': [
      { order_type: 'limit', volume: 100, price: { type: 'last', value: 1.123456789 } },
    ],
    'stop_loss.conditional.price.value': 1.0123456,
    'stop_loss.order_type': 'limit',
    'stop_loss.price.value': 1.0023456,
  })
  expect(review).toContain('1.08345')
  expect(review).toContain('1.123456789')
  expect(review).toContain('1.0123456')
  expect(review).toContain('1.0023456')
})

it('the review shows an exit’s distance if that is what is sent', () => {
  const review = reviewOf({
    'take_profit.steps': [
      { order_type: 'limit', volume: 100, price: { type: 'last', percent: 3.3333 } },
    ],
  })
  expect(review).toContain('3.3333% from the entry')
})
