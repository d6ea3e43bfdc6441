import { describe, expect, it } from 'vitest'

import { marketPair } from '#contract/market.ts'
import { decimal, toText } from '#money/decimal.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { entity } from '#testing/entity.ts'

import { dcaBotForm, type NewBot, toRequest, withMarketOf } from './fields.ts'
import { botOf, drawnDeal, judgeNewBot, whatMoved } from './new-bot.ts'
import { plainWords } from '../words.ts'

const ID = '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607'
const place: DcaPlace = { price: decimal('1000'), minTotal: decimal('5'), marketType: 'spot' }

const filled: NewBot = {
  ...dcaBotForm.empty(),
  connection_id: ID,
  pair: 'BTC/USDT',
  base_order_size: '100',
  safety_order_size: '200',
  safety_order_volume_scale: '1,5',
  safety_order_step_scale: '2',
  price_deviation: '1',
  max_safety_orders: '3',
  take_profit_pct: '2',
}

const judge = (change: Partial<NewBot>, at = place) => judgeNewBot({ ...filled, ...change }, at)
const drawn = (values: NewBot) =>
  drawnDeal(values, judgeNewBot(values, place).issues ?? {}, {
    market: entity(marketPair, { last: '1000' }),
  })

it('a new DCA bot is sent as typed, with a default name', () => {
  const { draft, issues } = judge({})
  expect(issues).toBeUndefined()
  expect(draft).toMatchObject({
    connection_id: ID,
    pair: 'BTC/USDT',
    name: 'BTC/USDT long',
    base_order_size: '100',
    safety_order_volume_scale: '1.5',
    max_safety_orders: 3,
    tp_trailing_pct: '0',
    stop_loss_pct: '0',
  })
  expect(judge({ name: ' Dips ' }).draft?.name).toBe('Dips')
})

it('a new DCA bot accepts a cooldown of 1,000 seconds as shown on screen', () => {
  expect(judge({ cooldown_between_trades: '1,000' }).draft?.cooldown_between_trades).toBe(1000)
  expect(judge({ cooldown_between_trades: '1.5' }).issues).toEqual({
    cooldown_between_trades: ['Enter a whole number.'],
  })
})

it('the orders of a new DCA bot are worth what they are set to while the price is unknown', () => {
  const unpriced = { ...place, price: undefined }
  expect(judge({}, unpriced).issues).toBeUndefined()
  expect(judge({ base_order_size: '4' }, unpriced).issues).toEqual({
    base_order_size: ['An order must be worth at least 5.'],
  })
})

it('a new DCA bot says what an empty field needs', () => {
  const { draft, issues } = judgeNewBot(dcaBotForm.empty(), {})
  expect(draft).toBeUndefined()
  expect(issues).toEqual({
    connection_id: ['Choose an account.'],
    pair: ['Choose a pair.'],
    base_order_size: ['Enter the base order.'],
    safety_order_size: ['Enter the safety order.'],
  })
})

it('a new DCA bot accepts any positive size without a price or minimum', () => {
  expect(judge({ base_order_size: '4' }).issues).toHaveProperty('base_order_size')
  expect(judge({ base_order_size: '4' }, {}).issues).toBeUndefined()
  expect(judge({ base_order_size: '0' }, {}).issues).toEqual({
    base_order_size: ['This must be more than 0.'],
  })
  expect(judge({ strategy: 'Short' }, {}).issues).toBeUndefined()
})

it('a new DCA bot has at most as many digits as a JSON number', () => {
  expect(judge({ take_profit_pct: '1.12345678901234567' }).issues).toEqual({
    take_profit_pct: ['This has more digits than a JSON number can hold.'],
  })
})

it('a new DCA bot shows its orders as a running one does', () => {
  const { bot, estimate } = drawn(filled) ?? {}
  // 100 + 200 + 300 + 450, as far down as 1 + 2 + 4 percent.
  expect(estimate && toText(estimate.funds)).toBe('1050')
  expect(estimate?.reach && toText(estimate.reach)).toBe('7')
  expect(bot?.quote_currency).toBe('USDT')
})

it('a new DCA bot shows orders before account and pair are chosen, but not with a wrong size', () => {
  const loose = { ...filled, connection_id: '', pair: '' }
  expect(drawn(loose)).toBeDefined()
  const wrong = { ...filled, safety_order_size: '-3' }
  expect(drawn(wrong)).toBeUndefined()
})

it('a sent DCA bot is described in the terms of its page', () => {
  const bot = botOf(JSON.parse(JSON.stringify(toRequest(filled))) as Record<string, unknown>)
  expect(plainWords(bot, toText)).toEqual([
    'Opens a deal immediately, then a new one after each close.',
    'Buys BTC for 100 USDT by market order, then up to 3 times more as the price falls, each order 1.5 times larger and 2 times further away.',
    'Sells everything 2.00% above the average.',
    'It has no stop loss.',
    'At most 1 deal at a time.',
  ])
})

it('a stored DCA bot form is restored, or dropped if unreadable', () => {
  expect(dcaBotForm.heal(JSON.parse(JSON.stringify(filled)))).toEqual(filled)
  expect(dcaBotForm.heal({ ...filled, strategy: 'Sideways' })).toBeUndefined()
  expect(dcaBotForm.heal(undefined)).toBeUndefined()
})

it('the DCA bot form follows the account’s market, if known', () => {
  const on = (marketType: string | undefined) =>
    withMarketOf(filled, { id: ID, name: 'Harbour', marketType }).market_type
  expect([on('margin'), on('futures'), on(undefined)]).toEqual(['spot', 'futures', 'spot'])
  const futures: NewBot = { ...filled, market_type: 'futures' }
  expect(withMarketOf(futures, undefined)).toEqual(futures)
})

describe('a DCA bot reviewed at 1,000', () => {
  const moved = (price: string | undefined, change: Partial<NewBot> = {}) => {
    const { draft } = judge(change)
    if (!draft) throw new Error('The draft is not whole.')
    const now = { ...place, price: price === undefined ? undefined : decimal(price) }
    return whatMoved(draft, decimal('1000'), now)
  }

  it('a reviewed DCA bot stays valid within 1 % of its price', () => {
    expect(moved('1010')).toBeUndefined()
    expect(moved('990')).toBeUndefined()
    expect(moved(undefined)).toBeUndefined()
  })

  it('a reviewed DCA bot is outdated if its first deal starts elsewhere', () => {
    expect(moved('1011')).toBe(
      'The price went from 1,000 to 1,011 USDT, and the first deal starts there.',
    )
    expect(moved('1500', { start_condition: 'manual' })).toBeUndefined()
  })

  it('a reviewed DCA bot is outdated if the exchange would refuse its orders', () => {
    const { draft } = judge({ base_order_size: '6' })
    const lot = decimal('0.001')
    const at = (price: string) =>
      draft && whatMoved(draft, decimal('1000'), { ...place, lot, price: decimal(price) })
    expect(at('1005')).toBeUndefined()
    // Six lots would do; at this price it buys two, which are worth less than 5.
    expect(at('2400')).toBe(
      'The price went from 1,000 to 2,400 USDT. An order must be worth at least 5.',
    )
  })
})
