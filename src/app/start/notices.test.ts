import { expect, it } from 'vitest'

import { noticeOf } from './notices.ts'

it('the notices name the author of the price charts and link to his page, as their licence asks', () => {
  const { text } = noticeOf('node_modules/lightweight-charts')
  expect(text).toContain('Apache License')
  expect(text).toMatch(/Copyright .* TradingView, Inc\. https:\/\/www\.tradingview\.com\//)
})

it('the notice of a package holds its licence', () => {
  expect(noticeOf('node_modules/react').text).toMatch(/^react [\d.]+, MIT\n\nMIT License/)
})
