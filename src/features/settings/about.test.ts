import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { About } from './settings-page.tsx'

it('Settings → About names the version, and links to changes, licences and TradingView as its licence requires', () => {
  const page = renderToStaticMarkup(createElement(About))
  expect(page).toContain('href="https://www.tradingview.com/"')
  expect(page).toContain('href="/third-party-notices.txt"')
  expect(page).toMatch(/Quarterdeck \d+\.\d+\.\d+ \(<a [^>]*href="\/changelog\.txt"/)
})
