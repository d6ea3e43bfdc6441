import { expect, it } from 'vitest'

import { otherNotices } from './notices.ts'

it('the notices have the attribution and link that the licence of lightweight-charts requires', () => {
  expect(otherNotices()).toMatch(
    /lightweight-charts\n\n.*\nCopyright .* TradingView, Inc\. https:\/\/www\.tradingview\.com\//,
  )
})

it('the notices contain the licences of font and style sheet', () => {
  expect(otherNotices()).toMatch(/tailwindcss\n\nMIT License/)
  expect(otherNotices()).toMatch(/inter\n\n.*\n[^]*SIL OPEN FONT LICENSE/)
})
