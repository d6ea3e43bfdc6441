import { expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { formatAmount } from '#money/format.ts'
import { entity } from '#testing/entity.ts'

import { dealsDone, directionOf, plainWords, startInShort } from './words.ts'

const bot = (members: object = {}) =>
  entity(dcaBot, {
    pair: 'SOL/USDT',
    quote_currency: 'USDT',
    market_type: 'spot',
    strategy: 'Long',
    start_order_type: 'limit',
    base_order_size: 100,
    safety_order_size: 120,
    safety_order_step_scale: 1.25,
    safety_order_volume_scale: 1.3,
    price_deviation: 1.5,
    max_safety_orders: 7,
    max_active_trades: 3,
    cooldown_between_trades: 300,
    take_profit_pct: 1.6,
    tp_type: 'percentage',
    tp_trailing: false,
    tp_trailing_pct: 0.3,
    stop_loss_enabled: false,
    stop_loss_pct: 8,
    sl_type: 'stop_loss',
    start_condition: 'rsi',
    ...members,
  })

const words = (members: object = {}) =>
  plainWords(bot(members), (value) => formatAmount(value, { minPlaces: 2 })).join(' ')

it('a DCA bot in plain words has the service’s own words of a start that the contract has none for', () => {
  const start_condition = 'rsi (time 5m, points 30) and trading_view'
  expect(words({ start_condition: 'rsi + 1', in_words: { start_condition } })).toMatch(
    /^Opens a deal on rsi \(time 5m, points 30\) and trading_view\. /,
  )
})

it('a DCA bot in plain words says when it starts, what it buys, when it sells and what stops it', () => {
  expect(words()).toBe(
    'Opens a deal on a signal of the relative strength index. ' +
      'Buys SOL for 100.00 USDT by limit order, then up to 7 times more as the price falls, ' +
      'each order 1.3 times larger and 1.25 times further away. ' +
      'Sells everything 1.60% above the average. It has no stop loss. ' +
      'At most 3 deals at a time, 5 min apart.',
  )
})

it('a DCA bot in plain words turns every direction round for a short', () => {
  const short = words({ strategy: 'Short' })
  expect(short).toContain('Sells SOL for 100.00 USDT')
  expect(short).toContain('as the price rises')
  expect(short).toContain('Buys everything back 1.60% below the average.')
})

it('a DCA bot in plain words says a target that counts from the base order as what it is', () => {
  expect(words({ tp_type: 'base' })).toContain('once the profit is 1.60% of the base order.')
})

it('a DCA bot in plain words says that a target trails and that a stop switches the bot off', () => {
  const said = words({
    tp_trailing: true,
    stop_loss_enabled: true,
    sl_type: 'stop_loss_and_disable',
  })
  expect(said).toContain('above the average, trailing by 0.30%.')
  expect(said).toContain('A stop loss of 8.00% closes the deal, then switches the bot off.')
})

it('a DCA bot in plain words does not speak of growth where every order is the same', () => {
  const same = words({ safety_order_step_scale: 1, safety_order_volume_scale: 1 })
  expect(same).toContain('as the price falls. Sells')
})

it('a DCA bot in plain words says so when there is no safety order', () => {
  expect(words({ max_safety_orders: 0 })).toContain('by limit order, and places no safety order.')
})

it('a DCA bot in plain words leaves out what the service did not say', () => {
  expect(plainWords({}, String)).toEqual([])
  expect(words({ base_order_size: 'many' })).not.toContain('Buys SOL')
})

it('the sentences leave out a direction or a target of an unknown word', () => {
  const neutral = words({ strategy: 'Neutral' })
  expect(neutral).not.toMatch(/Buys|Sells|falls|rises|above|below/)
  expect(words({ tp_type: 'moon' })).not.toContain('average')
})

it('a DCA bot in plain words keeps a start condition that nobody here knows', () => {
  expect(words({ start_condition: 'full_moon' })).toContain('Opens a deal on “full_moon”.')
  expect(startInShort('full_moon')).toBe('full_moon')
})

it('a DCA bot in plain words names direction and market as far as they are known', () => {
  expect(directionOf(bot())).toBe('Long, spot')
  expect(directionOf({ market_type: 'spot' })).toBe('spot')
  expect(directionOf({})).toBe('')
})

it('counts the deals that are over, and none where the service does not tell both', () => {
  expect(dealsDone(bot({ total_trades: 14, active_trades: 2 }))).toBe(12)
  expect(dealsDone(bot({ active_trades: 2 }))).toBeUndefined()
})
