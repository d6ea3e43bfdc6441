import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { About } from './settings-page.tsx'

it('Settings → About links to TradingView and to the licences, since the price charts show no logo', () => {
  const page = renderToStaticMarkup(createElement(About))
  expect(page).toContain('href="https://www.tradingview.com/"')
  expect(page).toContain('href="/third-party-notices.txt"')
})
