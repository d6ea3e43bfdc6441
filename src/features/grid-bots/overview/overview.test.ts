import { expect, it } from 'vitest'

import { type GridBot, gridBot } from '#contract/grid-bots.ts'
import { historicalTrade } from '#contract/history.ts'
import type { Rows } from '#contract/read.ts'
import { shownRows } from '#lists/list-view.tsx'
import { entity } from '#testing/entity.ts'

import { gridBotSearch } from '../search.ts'
import { GRID_BOTS } from './grid-bots-page.tsx'
import { fillsOf } from './overview.ts'

const botOf = (members: object) => entity(gridBot, members)
const DAY = 86_400_000

const bots = [
  botOf({
    id: 1,
    name: 'Ether grid',
    pair: 'USDT_ETH',
    account_id: 7,
    is_enabled: true,
    lower_price: '90',
    upper_price: '110',
    current_price: '100',
    current_profit_loss: '9',
    unrealized_profit_loss: '0',
    created_at: new Date(10 * DAY).toISOString(),
  }),
  botOf({
    id: 2,
    name: 'Bitcoin grid',
    pair: 'USDT_BTC',
    account_id: 8,
    is_enabled: true,
    lower_price: '90',
    upper_price: '101',
    current_price: '100',
    current_profit_loss: '10.5',
    unrealized_profit_loss: '0',
    created_at: new Date(5 * DAY).toISOString(),
  }),
  botOf({
    id: 3,
    name: 'Gone',
    pair: 'BTC_ETH',
    account_id: 7,
    is_enabled: false,
    lower_price: '90',
    upper_price: '95',
    current_price: '100',
    current_profit_loss: '100',
    unrealized_profit_loss: '0',
  }),
  botOf({ id: 4, name: 'A riddle', note: 'for #winter' }),
]

const STEADY = { name: 'Other', lower_price: '90', upper_price: '110' }

const idsOf = (search: object, rows: Rows<GridBot> = bots) =>
  shownRows(GRID_BOTS, rows, gridBotSearch.parse(search)).map(({ id }) => id)

it('grid bots: those outside their range are first, farthest on top, disabled ones last', () => {
  const outside = (id: number, price: string) =>
    botOf({ ...STEADY, id, is_enabled: true, current_price: price })
  const [near, far] = [outside(5, '111'), outside(6, '60')]
  const all = [...bots, near, far]
  expect(idsOf({}, all)).toEqual([6, 5, 1, 2, 3, 4])
})

it('grid bots: the service’s order can be chosen', () => {
  expect(idsOf({ sort: 'service' })).toEqual([1, 2, 3, 4])
})

it('grid bots: filters are state, account and every search word', () => {
  expect(idsOf({ state: 'running' })).toEqual([1, 2])
  expect(idsOf({ state: 'disabled' })).toEqual([3, 4])
  expect(idsOf({ account: 7 })).toEqual([1, 3])
  for (const find of ['eth/usdt', 'ETHUSDT', 'eth-usdt', 'ETH_USDT']) {
    expect([find, idsOf({ find })]).toEqual([find, [1]])
  }
  expect(idsOf({ find: 'grid USDT_BTC' })).toEqual([2])
  expect(idsOf({ find: '#winter' })).toEqual([4])
})

it('grid bots: those that left or will next leave their range can be first', () => {
  expect(idsOf({ sort: 'edge', direction: 'asc' })).toEqual([3, 2, 1, 4])
})

it('grid bots: figures are sorted by value, within one currency', () => {
  // 9 comes before 10.5, and 100 BTC stands apart from both.
  expect(idsOf({ sort: 'realised', direction: 'asc' })).toEqual([3, 1, 2, 4])
  expect(idsOf({ sort: 'realised', direction: 'desc' })).toEqual([3, 2, 1, 4])
})

it('grid bots: unknown values are last in both directions', () => {
  expect(idsOf({ sort: 'runtime', direction: 'asc' })).toEqual([1, 2, 3, 4])
  expect(idsOf({ sort: 'runtime', direction: 'desc' })).toEqual([2, 1, 3, 4])
  expect(idsOf({ sort: 'name', direction: 'asc' })).toEqual([4, 2, 1, 3])
})

it('grid bots: invalid URL parameters are ignored', () => {
  expect(idsOf({ state: 'asleep', sort: 'luck', account: 'x', find: 7 })).toEqual([1, 2, 3, 4])
})

it('an unreadable grid bot is found by id, and hidden by any filter', () => {
  const all: Rows<GridBot> = [{ kind: 'unreadable', id: 97, raw: {} }, ...bots]
  expect(idsOf({}, all)).toEqual([1, 2, 3, 4, 97])
  expect(idsOf({ find: '97' }, all)).toEqual([97])
  expect(idsOf({ find: 'grid' }, all)).toEqual([1, 2])
  expect(idsOf({ state: 'running' }, all)).toEqual([1, 2])
  expect(idsOf({ sort: 'name', direction: 'asc' }, all)).toEqual([4, 2, 1, 3, 97])
})

it('a bot’s fills are dots since its creation', () => {
  const bot = botOf({ id: 1, created_at: new Date(5 * DAY).toISOString() })
  const fill = (day: number, price: string, id = '1') =>
    entity(historicalTrade, {
      source: { type: 'grid_bot', id },
      closed_at: new Date(day * DAY).toISOString(),
      order: { side: 'buy' },
      filled: { price },
    })
  const fills = [fill(10, '101'), fill(6, '99'), fill(4, '98'), fill(7, '97', '2')]
  expect(fillsOf([bot], { fills, readAt: 10 * DAY }).get('1')).toEqual([
    { x: 1, value: 101, isBuy: true },
    { x: 0.2, value: 99, isBuy: true },
  ])
})
