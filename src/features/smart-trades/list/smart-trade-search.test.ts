import { afterEach, expect, it, vi } from 'vitest'

import { dayOfMoment, filterOf, searchDefaults, smartTradeSearch } from './smart-trade-search.ts'

afterEach(() => vi.unstubAllEnvs())

it('a list URL without parameters shows active trades, newest first', () => {
  expect(smartTradeSearch.parse({})).toEqual(searchDefaults)
})

it('a list URL keeps valid parameters and replaces invalid ones', () => {
  const search = smartTradeSearch.parse({
    status: 'sleeping',
    page: -3,
    per_page: 1000,
    account_id: 'x',
    pair: 'btc/usdt',
    from: 'yesterday',
    base: 'ETH',
    order_direction: 'up',
    type: 'smart_cover',
  })
  expect(search).toEqual({ ...searchDefaults, base: 'ETH', type: 'smart_cover' })
})

it('a list URL accepts a ticker parsed as a number', () => {
  expect(smartTradeSearch.parse({ base: 1000 }).base).toBe('1000')
})

it('a list URL requests whole days in UTC, inclusive', () => {
  const search = smartTradeSearch.parse({ from: '2026-11-01', to: '2026-11-30', trade: 7 })
  expect(filterOf(search, 'UTC')).toEqual({
    ...searchDefaults,
    from: Date.UTC(2026, 10, 1),
    to: Date.UTC(2026, 11, 1) - 1,
  })
})

it.each([
  ['America/New_York', '2026-11-01T00:00:00-04:00', '2026-12-01T00:00:00-05:00'],
  ['Pacific/Auckland', '2026-11-01T00:00:00+13:00', '2026-12-01T00:00:00+13:00'],
])('a list URL requests whole days of the chosen zone in %s', (place, from, to) => {
  vi.stubEnv('TZ', place)
  const search = smartTradeSearch.parse({ from: '2026-11-01', to: '2026-11-30' })
  expect(filterOf(search, 'local')).toMatchObject({
    from: Date.parse(from),
    to: Date.parse(to) - 1,
  })
  const moments = smartTradeSearch.parse({
    from: '2026-11-01T12:00:00Z',
    to: '2026-11-02T12:00:00Z',
  })
  expect(filterOf(moments, 'local')).toMatchObject({
    from: Date.UTC(2026, 10, 1, 12),
    to: Date.UTC(2026, 10, 2, 12),
  })
})

it('a date field shows the day of an instant on the trader’s clock', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(dayOfMoment('2026-11-20T03:00:00Z', 'local')).toBe('2026-11-19')
  expect(dayOfMoment('2026-11-20', 'local')).toBe('2026-11-20')
})
