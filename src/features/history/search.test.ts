import { expect, it } from 'vitest'

import { HISTORY_DEFAULTS, historySearch } from './search.ts'

it('a URL without parameters shows the newest orders of all', () => {
  expect(historySearch.parse({})).toEqual(HISTORY_DEFAULTS)
})

it('invalid URL parameters are ignored, valid ones kept', () => {
  const wrong = {
    account_id: 'harbour',
    order_by: 'luck',
    direction: 'sideways',
    view: 'globe',
    by: 'century',
    period: '2026-13',
    from: '2026-02-30',
    day: '2026-02-30',
    trade: '',
  }
  expect(historySearch.parse({ ...wrong, pair: 'USDT_ETH' })).toEqual({
    ...HISTORY_DEFAULTS,
    pair: 'USDT_ETH',
  })
  expect(historySearch.parse({ pair: 'eth', account_id: 1.5, order_by: 'pair' })).toEqual({
    ...HISTORY_DEFAULTS,
    order_by: 'pair',
  })
})

it('valid URL parameters are used', () => {
  const link = {
    account_id: 1204,
    pair: 'USDT_ETH',
    order_by: 'created_at',
    direction: 'asc',
    view: 'rows',
    by: 'role',
    period: '2026-02',
    day: '2026-02-28',
    trade: 'a1',
    profit: 'gross',
    source: 'grid_bot:12',
    side: 'sell',
    role: 'stop',
    tag: '#swing',
    from: '2026-02-01',
    to: '2026-02-28',
  }
  expect(historySearch.parse(link)).toEqual(link)
})

it('a year in the URL is a period, also if parsed as a number', () => {
  expect(historySearch.parse({ period: 2026 }).period).toBe('2026')
  expect(historySearch.parse({ period: '2026' }).period).toBe('2026')
  expect(historySearch.parse({ period: 'all' }).period).toBe('all')
  expect(historySearch.parse({ period: 1999 }).period).toBeUndefined()
})
