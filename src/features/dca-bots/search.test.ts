import { expect, it } from 'vitest'

import { dcaSearch, strategySearch } from './search.ts'

it('an invalid DCA filter in the URL is ignored', () => {
  expect(dcaSearch.parse({ status: 'asleep', pair: 'btc', exchange: '', sort: 7 })).toEqual({
    sort: 'service',
    direction: 'desc',
  })
  expect(dcaSearch.parse({ status: 'all' }).status).toBeUndefined()
  expect(strategySearch.parse({ type: 'magic', market: 'moon' })).toEqual({})
})

it('a cleared filter is `undefined`, so that it replaces the previous one', () => {
  expect(Object.keys(dcaSearch.parse({ pair: undefined }))).toContain('pair')
})
