import { expect, it } from 'vitest'

import { dcaSearch, strategySearch } from './search.ts'

it('heal what cannot be read there', () => {
  expect(dcaSearch.parse({ status: 'asleep', pair: 'btc', exchange: '', sort: 7 })).toEqual({
    sort: 'service',
    direction: 'desc',
  })
  expect(dcaSearch.parse({ status: 'all' }).status).toBeUndefined()
  expect(strategySearch.parse({ type: 'magic', market: 'moon' })).toEqual({})
})

it('a cleared filter stays in the search as `undefined`, so that it replaces the one before', () => {
  expect(Object.keys(dcaSearch.parse({ pair: undefined }))).toContain('pair')
})
