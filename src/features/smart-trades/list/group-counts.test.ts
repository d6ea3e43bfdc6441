import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { smartTradesPage } from '../queries.ts'
import { countsIn, type Group } from './group-counts.ts'
import { filterOf, type SearchChange, smartTradeSearch } from './smart-trade-search.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) }))
afterEach(() => void vi.useRealTimers())

const search = smartTradeSearch.parse({ per_page: 10 })
const client = new QueryClient()
beforeEach(() => client.clear())

/** An answer of so many rows to the search with some members changed. */
const read = (changes: SearchChange, rows: number) =>
  client.setQueryData(
    smartTradesPage(filterOf({ ...search, ...changes }, 'UTC')).queryKey,
    Array.from({ length: rows }, (_, id) => ({ kind: 'unreadable', id, raw: {} }) as never),
  )
const count = (group: Group, now: SearchChange = {}) =>
  countsIn(client, filterOf({ ...search, ...now }, 'UTC'))[group]

it('group counts need a completely read group', () => {
  read({ status: 'active' }, 7)
  read({ status: 'finished' }, 10)
  read({ status: 'cancelled' }, 0)
  expect(count('active')).toBe(7)
  expect(count('finished')).toBeUndefined()
  expect(count('cancelled')).toBe(0)
  expect(count('failed')).toBeUndefined()
})

it('group counts include the pages before the last', () => {
  read({ status: 'finished', page: 3 }, 4)
  expect(count('finished')).toBe(24)
  // Nothing says how full the one before an empty page is.
  read({ status: 'failed', page: 3 }, 0)
  expect(count('failed')).toBeUndefined()
})

it('group counts ignore the order and depend on filters', () => {
  read({ status: 'active', order_by: 'profit', pair: 'USDT_BTC' }, 3)
  expect(count('active')).toBeUndefined()
  expect(count('active', { pair: 'USDT_BTC' })).toBe(3)
  read({ status: 'successfully_finish' }, 5)
  expect(count('finished')).toBeUndefined()
})

it('group counts expire after a minute, and after a write', async () => {
  read({ status: 'active' }, 7)
  vi.advanceTimersByTime(59_000)
  expect(count('active')).toBe(7)
  vi.advanceTimersByTime(2_000)
  expect(count('active')).toBeUndefined()

  read({ status: 'active' }, 7)
  await client.invalidateQueries()
  expect(count('active')).toBeUndefined()
})
