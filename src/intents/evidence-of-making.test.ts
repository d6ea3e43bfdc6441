import { describe, expect, it } from 'vitest'

import { createDcaBot, dcaBot } from '#contract/dca-bots.ts'
import { createGridBot, gridBot } from '#contract/grid-bots.ts'
import { isUnreadable, read } from '#contract/read.ts'
import { createSmartTrade, smartTrade } from '#contract/smart-trades.ts'
import { anIntent } from '#testing/an-intent.ts'
import { entity } from '#testing/entity.ts'

import { evidenceOf, type Known } from './evidence.ts'
import type { Intent } from './intent.ts'

const SENT = Date.UTC(2026, 10, 21, 8)
const at = (after: number) => new Date(SENT + after).toISOString()

const ORDER = {
  account_id: 7,
  pair: 'USDT_BTC',
  position: { type: 'buy', order_type: 'limit', units: { value: '0.5' }, price: { value: 100 } },
  note: 'range',
}
const order = (changes: Partial<Intent> = {}, draft: object = {}) =>
  anIntent(createSmartTrade, {
    sentAt: SENT,
    endedAt: SENT + 20_000,
    body: JSON.stringify({ ...ORDER, ...draft }),
    ...changes,
  })
const trade = (id: number | string, members: object = {}) =>
  entity(smartTrade, {
    id,
    account: { id: 7 },
    is_position_not_filled: true,
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: '0.50' },
      price: { value: '100.0' },
    },
    note: 'range',
    data: { created_at: at(1_000) },
    ...members,
  })

const BOT = {
  account_id: 7,
  pair: 'USDT_ETH',
  lower_price: '90',
  upper_price: '110',
  grids_quantity: 5,
  grid_type: 'arithmetic',
  quantity_per_grid: '1',
}
const making = anIntent(createGridBot, {
  sentAt: SENT,
  body: JSON.stringify(BOT),
})
const bot = (id: number, members: object = {}) =>
  entity(gridBot, {
    ...BOT,
    id,
    order_currency_type: 'base',
    lower_price: '90.00',
    created_at: at(2_000),
    ...members,
  })

const found = (intent: Intent, made: unknown[], changes: Partial<Known> = {}) =>
  evidenceOf(intent, { claimed: new Set(), offers: () => true, offset: 0, ...changes })?.judge(made)

it('a lost order answer: the order is found among newer trades, and counted twice if there are two', () => {
  expect(found(order(), [trade(4)])).toMatchObject({
    kind: 'placed',
    answer: { id: 4 },
    isFound: true,
  })
  expect(found(order(), [trade(9), trade(4)])).toEqual({ kind: 'duplicated', ids: [4, 9] })
  expect(found(order(), [])).toBeUndefined()
})

it('a lost order answer: ids that differ in the last of twenty digits are two orders', () => {
  const ids = ['12345678901234567890', '12345678901234567891'] as const
  const made = ids.map((id) => trade(id))
  expect(found(order(), made)).toEqual({ kind: 'duplicated', ids })
  expect(found(order(), made, { claimed: new Set([ids[0]]) })).toMatchObject({
    kind: 'placed',
    answer: { id: ids[1] },
  })
})

it('a lost order answer: a trade of another intent is not counted', () => {
  expect(found(order(), [trade(4)], { claimed: new Set([4]) })).toBeUndefined()
})

it('two requests that differ only in fields not compared can be mistaken for each other', () => {
  const isAmbiguousWith = (draft: object, changes: Partial<Intent> = {}, own: object = {}) =>
    evidenceOf(order({}, own), { claimed: new Set(), offers: () => true, offset: 0 })!
      .isAmbiguousWith!(order({ id: 'other', ...changes }, draft))
  expect(isAmbiguousWith({})).toBe(true)
  expect(isAmbiguousWith({ take_profit: { enabled: true } })).toBe(true)
  expect(isAmbiguousWith({ account_id: 8 })).toBe(false)
  expect(isAmbiguousWith({ pair: 'USDT_ETH' })).toBe(false)
  expect(isAmbiguousWith({ position: { ...ORDER.position, units: { value: 1 } } })).toBe(false)
  expect(isAmbiguousWith({}, making)).toBe(false)
  const marked = { note: 'range ref:0a1b2c3d' }
  expect(isAmbiguousWith({ note: 'range ref:ffffffff' }, {}, marked)).toBe(false)
})

it.each([
  { position: { type: 'sell', order_type: 'limit', units: { value: '0.5' } } },
  { position: { type: 'buy', order_type: 'market', units: { value: '0.5' } } },
  { position: { type: 'buy', order_type: 'limit', units: { value: '0.6' } } },
  {
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: '0.5' },
      price: { value: '101' },
    },
  },
  { note: 'another' },
  { data: { created_at: at(-60_000) } },
])('a lost order answer: a trade with %j is another one', (members) => {
  expect(found(order(), [trade(4, members)])).toBeUndefined()
})

it('a lost order answer: a filled order is found, although its price includes slippage and fee', () => {
  const filled = (price: object, members: object = {}) =>
    trade(4, {
      position: { ...ORDER.position, units: { value: '0.50' }, price, ...members },
      is_position_not_filled: false,
    })
  const withFee = { value: '100.1', value_without_commission: '100' }
  expect(found(order(), [filled(withFee)])).toMatchObject({ kind: 'placed' })
  const better = { value: '99.6', value_without_commission: '99.5' }
  expect(found(order(), [filled(better)])).toMatchObject({ kind: 'placed' })
  // A limit is filled at no worse a price: this is another one.
  const worse = { value: '100.6', value_without_commission: '100.5' }
  expect(found(order(), [filled(worse)])).toBeUndefined()
  // A seller’s price is the least.
  const sale = order({}, { position: { ...ORDER.position, type: 'sell' } })
  expect(found(sale, [filled(worse, { type: 'sell' })])).toMatchObject({ kind: 'placed' })
  expect(found(sale, [filled(better, { type: 'sell' })])).toBeUndefined()
  const position = { ...ORDER.position, order_type: 'conditional' }
  const triggered = filled(worse, { order_type: 'conditional' })
  expect(found(order({}, { position }), [triggered])).toMatchObject({ kind: 'placed' })
})

it('a lost order answer: the ref alone identifies the order', () => {
  const marked = order({}, { note: 'range ref:0a1b2c3d' })
  expect(found(marked, [trade(4), trade(5, { note: 'range ref:ffffffff' })])).toBeUndefined()
  expect(found(marked, [trade(4), trade(6, { note: 'changed ref:0a1b2c3d' })])).toMatchObject({
    kind: 'placed',
    answer: { id: 6 },
  })
})

it('a lost order answer: times are compared by the service’s clock', () => {
  const late = [trade(4, { data: { created_at: at(3_600_000) } })]
  expect(found(order({ outcome: { kind: 'placed', answer: {} } }), late)).toBeUndefined()
  const hourAhead = { offset: 3_600_000 }
  expect(found(order(), [trade(4)], hourAhead)).toBeUndefined()
  expect(found(order(), late, hourAhead)).toMatchObject({ kind: 'placed' })
})

it('a lost order answer: only the account’s newer trades of the pair are requested', () => {
  const request = evidenceOf(order(), {
    claimed: new Set(),
    offers: () => false,
    offset: 0,
  })!.request(1)
  expect(request).toMatchObject({
    query: { account_id: 7, pair: 'USDT_BTC', from: SENT - 10_000, status: 'all' },
  })
})

describe('an answered order', () => {
  const placed = order({ outcome: { kind: 'placed', answer: { id: 4 } } })

  it('an answered order with one trade stays placed, with two it is duplicated', () => {
    expect(found(placed, [trade(4)])).toBeUndefined()
    expect(found(placed, [trade(4), trade(5)])).toEqual({ kind: 'duplicated', ids: [4, 5] })
  })

  it('an answered order is not duplicated by a later manual one', () => {
    const later = trade(5, { data: { created_at: at(60_000) } })
    expect(found(placed, [trade(4), later])).toBeUndefined()
  })
})

it('a lost grid bot answer: the bot is found by all its settings', () => {
  expect(found(making, [bot(9, { upper_price: '111' }), bot(1)])).toMatchObject({
    kind: 'placed',
    answer: { id: 1 },
  })
  expect(found(making, [bot(1), bot(2)])).toEqual({ kind: 'duplicated', ids: [1, 2] })
})

it.each([
  { account_id: 8 },
  { pair: 'USDT_BTC' },
  { lower_price: '91' },
  { quantity_per_grid: '2' },
  { grids_quantity: '6' },
  { created_at: at(-3_600_000) },
])('a lost grid bot answer: a bot with %j is another one', (members) => {
  expect(found(making, [bot(1, members)])).toBeUndefined()
})

describe('a lost DCA bot answer', () => {
  const ASKED = {
    connection_id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607',
    pair: 'BTC/USDT',
    name: 'Dips',
    market_type: 'spot',
    strategy: 'Long',
    start_order_type: 'market',
    base_order_size: 100,
    safety_order_size: 150,
    safety_order_step_scale: 1.2,
    safety_order_volume_scale: 1.4,
    price_deviation: 1.5,
    max_safety_orders: 5,
    max_active_trades: 1,
    cooldown_between_trades: 0,
    take_profit_pct: 1.5,
    tp_type: 'percentage',
    tp_trailing: false,
    tp_trailing_pct: 0,
    stop_loss_enabled: false,
    stop_loss_pct: 0,
    sl_type: 'stop_loss',
    start_condition: 'asap',
  }
  const asking = anIntent(createDcaBot, { sentAt: SENT, body: JSON.stringify(ASKED) })
  const FIRST = '11111111-1111-4111-8111-111111111111'
  const SECOND = '22222222-2222-4222-8222-222222222222'
  const made = (id: string, members: object = {}) =>
    entity(dcaBot, { ...ASKED, id, created_at: at(2_000), ...members })

  it('a lost DCA bot answer: the bot is found among those of its pair by all its settings', () => {
    const request = evidenceOf(asking, {
      claimed: new Set(),
      offers: () => false,
      offset: 0,
    })!.request(1)
    expect(request).toEqual({ query: { pair: 'BTC/USDT' } })
    expect(found(asking, [made(SECOND, { name: 'Other' }), made(FIRST)])).toMatchObject({
      kind: 'placed',
      answer: { id: FIRST },
      isFound: true,
    })
    expect(found(asking, [made(SECOND), made(FIRST)])).toEqual({
      kind: 'duplicated',
      ids: [FIRST, SECOND],
    })
    expect(found(asking, [made(FIRST)], { claimed: new Set([FIRST]) })).toBeUndefined()
  })

  it('a lost DCA bot answer: an unreadable bot does not count', () => {
    const { value } = read(dcaBot, { id: SECOND, created_at: at(2_000), status: null })
    expect(isUnreadable(value)).toBe(true)
    expect(found(asking, [value])).toBeUndefined()
    expect(found(asking, [value, made(FIRST)])).toMatchObject({ answer: { id: FIRST } })
  })

  it.each([
    { connection_id: SECOND },
    { base_order_size: 101 },
    { start_condition: 'rsi' },
    { created_at: at(-3_600_000) },
  ])('a lost DCA bot answer: a bot with %j is another one', (members) => {
    expect(found(asking, [made(FIRST, members)])).toBeUndefined()
  })
})
