import { expect, it } from 'vitest'

import { dcaBot, type DcaBot } from '#contract/dca-bots.ts'
import type { Rows } from '#contract/read.ts'
import { shownRows } from '#lists/list-view.tsx'
import { entity } from '#testing/entity.ts'

import { type DcaSearch, dcaSearch } from '../search.ts'
import { DCA_BOTS } from './dca-bots-page.tsx'

const bot = (id: string, members: object): DcaBot =>
  entity(dcaBot, {
    id: `3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f60${id}`,
    status: 'running',
    quote_currency: 'USDT',
    ...members,
  })
const bots = [
  bot('1', { name: 'Zeal', total_profit: 9, total_trades: 4, active_trades: 1 }),
  bot('2', { name: 'amber', total_profit: 10.5, total_trades: 30, active_trades: 0 }),
  bot('3', { name: 'Mist', total_profit: 100, quote_currency: 'BTC', pair: 'ETH/BTC' }),
  bot('4', { name: 'Nobody knows' }),
]
const unreadable = { kind: 'unreadable', id: 'x', raw: {} } as never
const names = (search: Partial<DcaSearch>, rows: Rows<DcaBot> = bots) =>
  shownRows(DCA_BOTS, rows, dcaSearch.parse(search)).map((row) =>
    'name' in row ? row.name : 'unreadable',
  )

it('DCA bots keep the service’s order until another is chosen', () => {
  const sent = ['Zeal', 'amber', 'Mist', 'Nobody knows']
  expect([names({}), names({ sort: 'luck' })]).toEqual([sent, sent])
})

it('DCA bots are sorted by name, case-insensitively, in both directions', () => {
  expect(names({ sort: 'name', direction: 'asc' })).toEqual([
    'amber',
    'Mist',
    'Nobody knows',
    'Zeal',
  ])
  expect(names({ sort: 'name', direction: 'desc' })[0]).toBe('Zeal')
})

it('DCA bots are sorted by profit within each currency, unknown last', () => {
  expect(names({ sort: 'profit', direction: 'desc' })).toEqual([
    'Mist',
    'amber',
    'Zeal',
    'Nobody knows',
  ])
  expect(names({ sort: 'profit', direction: 'asc' })).toEqual([
    'Mist',
    'Zeal',
    'amber',
    'Nobody knows',
  ])
  expect(names({ sort: 'deals', direction: 'asc' }).slice(0, 2)).toEqual(['Zeal', 'amber'])
})

it('unreadable DCA bots are last', () => {
  expect(names({ sort: 'name' }, [unreadable, ...bots]).at(-1)).toBe('unreadable')
})

it('a filter of status or pair hides unreadable DCA bots', () => {
  const stopped = bot('5', { name: 'Still', status: 'stopped', pair: 'ETH/BTC' })
  const all = [...bots, stopped, unreadable]
  expect(names({ status: 'stopped' }, all)).toEqual(['Still'])
  expect(names({ pair: 'ETH/BTC' }, all)).toEqual(['Mist', 'Still'])
  expect(names({ pair: 'ETH/BTC', status: 'completed' }, all)).toEqual([])
})
