import { expect, it } from 'vitest'

import { noticeOf } from './notices.ts'

it('the notice of lightweight-charts has the attribution and link that its licence requires', () => {
  const { text } = noticeOf('node_modules/lightweight-charts')
  expect(text).toContain('Apache License')
  expect(text).toMatch(/Copyright .* TradingView, Inc\. https:\/\/www\.tradingview\.com\//)
})

it('the notice of a package contains its licence', () => {
  expect(noticeOf('node_modules/react').text).toMatch(/^react [\d.]+, MIT\n\nMIT License/)
})
