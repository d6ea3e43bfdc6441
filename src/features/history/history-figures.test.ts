import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { read } from '#contract/read.ts'

import { HistoryFigures } from './history-figures.tsx'

it('coins that were traded are not rounded to cents', () => {
  const trades = read(listHistory.response, [
    { pair: 'BTC_ETH', filled: { total: '1.23456789' } },
    { pair: 'USDT_ETH', filled: { total: '0.5' } },
  ]).value
  const text = renderToStaticMarkup(
    createElement(HistoryFigures, { trades, loaded: 2, hasMore: false }),
  ).replace(/<[^>]+>/g, '')
  expect(text).toContain('1.23456789BTC')
  expect(text).toContain('0.5000USDT')
})
