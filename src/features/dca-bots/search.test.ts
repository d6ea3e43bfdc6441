import { describe, expect, it } from 'vitest'

import { dcaSearch, filterOf, strategySearch } from './search.ts'

describe('the filters in the address', () => {
  it('heal what cannot be read there', () => {
    expect(dcaSearch.parse({ status: 'asleep', pair: 'btc', exchange: '', sort: 'luck' })).toEqual({
      status: 'all',
      sort: 'service',
      direction: 'desc',
    })
    expect(strategySearch.parse({ type: 'magic', market: 'moon' })).toEqual({})
  })

  it('ask the service for what is set and for nothing else', () => {
    expect(filterOf(dcaSearch.parse({}))).toEqual({})
    expect(
      filterOf(dcaSearch.parse({ status: 'running', pair: 'BTC/USDT', exchange: 'quay' })),
    ).toEqual({ status: 'running', pair: 'BTC/USDT', exchange: 'quay' })
  })
})
