import { describe, expect, it } from 'vitest'

import { dcaSearch, strategySearch } from './search.ts'

describe('the filters in the address', () => {
  it('heal what cannot be read there', () => {
    expect(dcaSearch.parse({ status: 'asleep', pair: 'btc', exchange: '', sort: 7 })).toEqual({
      sort: 'service',
      direction: 'desc',
    })
    expect(strategySearch.parse({ type: 'magic', market: 'moon' })).toEqual({})
  })
})
