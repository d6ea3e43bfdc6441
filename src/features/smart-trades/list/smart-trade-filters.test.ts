import { expect, it } from 'vitest'

import { chipsOf, type SearchValues, withoutFilters } from '#lists/filters.tsx'

import { smartTrades, toList } from './smart-trade-filters.tsx'
import { smartTradeSearch } from './smart-trade-search.ts'

const page = smartTrades([{ id: 7, name: 'Harbour spot', pairs: [] }])
const search = smartTradeSearch.parse({
  status: 'successfully_finish',
  account_id: 7,
  pair: 'USDT_BTC',
  order_by: 'profit',
  order_direction: 'ASC',
  page: 3,
  trade: 12,
})
const taken = (values: SearchValues) => page.search.parse({ ...toList(search), ...values })
const changes: SearchValues[] = []
const filtering = {
  filters: page.filters,
  rows: undefined,
  search: toList(search),
  onChange: (values: SearchValues) => void changes.push(values),
}

it('a filter or sort change leads to the first page, keeping other filters', () => {
  expect(taken({ type: 'smart_sell' })).toEqual({
    ...search,
    type: 'smart_sell',
    page: 1,
    trade: undefined,
  })
  expect(taken({ sort: 'closed_at', direction: 'desc' })).toMatchObject({
    order_by: 'closed_at',
    order_direction: 'DESC',
    pair: 'USDT_BTC',
  })
})

it('each active filter has a chip, and clearing them shows all finished trades', () => {
  const chips = chipsOf(filtering)
  expect(chips.map(({ label }) => label)).toEqual([
    'Pair: BTC/USDT',
    'Account: Harbour spot',
    'Finished in profit',
  ])
  chips.at(-1)?.onRemove()
  expect(changes).toEqual([{ status: 'finished' }])
  expect(taken(withoutFilters(filtering))).toEqual(
    smartTradeSearch.parse({ status: 'finished', order_by: 'profit', order_direction: 'ASC' }),
  )
})
