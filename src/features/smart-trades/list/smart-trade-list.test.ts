import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { rowPropsEqual } from '#ui/data-list.tsx'

import type { Trade } from '../trade-facts.ts'
import { smartTradeList } from './smart-trade-list.tsx'
import { TRADE_COLUMNS, type TradeContext } from './trade-columns.tsx'

const trade = (status: string, last: string, note = 'kept'): Trade =>
  aSmartTrade({ status: { type: status }, note, data: { current_price: { last, bid: last } } })

const context: TradeContext = {
  status: 'all',
  profit: {
    currency: 'USDT',
    of: ({ profit }) => profit.volume ?? undefined,
    isUnknown: () => false,
  },
  total: {
    sums: { sums: [], missing: [] },
    total: undefined,
    percent: undefined,
    counted: 0,
    rows: 1,
  },
  places: { entry: 2, now: 2, units: 2 },
  address: '/smart-trades',
  TagLink: ({ tag }) => tag,
}

const line = (status: string, last: string, note?: string) => ({
  row: trade(status, last, note),
  list: smartTradeList,
  context,
})

it('a closed trade is not redrawn for market prices', () => {
  expect(rowPropsEqual(line('finished', '3100'), line('finished', '3200'))).toBe(true)
})

it('an open trade is redrawn for each price', () => {
  expect(rowPropsEqual(line('waiting_targets', '3100'), line('waiting_targets', '3200'))).toBe(
    false,
  )
})

it('a closed trade is redrawn for any other change', () => {
  const before = line('finished', '3100')
  expect(rowPropsEqual(before, line('finished', '3100', 'another'))).toBe(false)
  expect(rowPropsEqual(before, line('panic_sold', '3100'))).toBe(false)
  expect(rowPropsEqual(before, Object.assign({}, before, { context: { ...context } }))).toBe(false)
})

it('the redraw check of closed trades covers all their columns', () => {
  const drawn = (last: string) =>
    TRADE_COLUMNS.map(({ cell }) => renderToStaticMarkup(cell(trade('finished', last), context)))
  expect(drawn('3200')).toEqual(drawn('3100'))
})
