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

it('a DCA bot keeps the service’s words for an unknown start', () => {
  const start_condition = 'rsi (time 5m, points 30) and trading_view'
  expect(words({ start_condition: 'rsi + 1', in_words: { start_condition } })).toMatch(
    /^Opens a deal on rsi \(time 5m, points 30\) and trading_view\. /,
  )
})

it('a DCA bot in words: start, purchases, sale and stop', () => {
  expect(words()).toBe(
    'Opens a deal on a signal of the relative strength index. ' +
      'Buys SOL for 100.00 USDT by limit order, then up to 7 times more as the price falls, ' +
      'each order 1.3 times larger and 1.25 times further away. ' +
      'Sells everything 1.60% above the average. It has no stop loss. ' +
      'At most 3 deals at a time, 5 min apart.',
  )
})

it('a DCA bot in words: a short reverses every direction', () => {
  const short = words({ strategy: 'Short' })
  expect(short).toContain('Sells SOL for 100.00 USDT')
  expect(short).toContain('as the price rises')
  expect(short).toContain('Buys everything back 1.60% below the average.')
})

it('a DCA bot in words: a target on the base order is named as such', () => {
  expect(words({ tp_type: 'base' })).toContain('once the profit is 1.60% of the base order.')
})

it('a DCA bot in words: a trailing target, and a stop that disables the bot', () => {
  const said = words({
    tp_trailing: true,
    stop_loss_enabled: true,
    sl_type: 'stop_loss_and_disable',
  })
  expect(said).toContain('above the average, trailing by 0.30%.')
  expect(said).toContain('A stop loss of 8.00% closes the deal, then switches the bot off.')
})

it('a DCA bot in words: a trailing distance of the whole profit can end in a loss', () => {
  const trailing = (distance: number) => words({ tp_trailing: true, tp_trailing_pct: distance })
  expect(trailing(1.6)).toContain('trailing by 1.60%, which can end in a loss.')
  expect(trailing(1.5)).not.toContain('can end in a loss')
})

it('a DCA bot in words: equal orders have no growth', () => {
  const same = words({ safety_order_step_scale: 1, safety_order_volume_scale: 1 })
  expect(same).toContain('as the price falls. Sells')
})

it('a DCA bot in words: no safety orders', () => {
  expect(words({ max_safety_orders: 0 })).toContain('by limit order, and places no safety order.')
})

it('a DCA bot in words: facts that the service omits are left out', () => {
  expect(plainWords({}, String)).toEqual([])
  expect(words({ base_order_size: 'many' })).not.toContain('Buys SOL')
})

it('a DCA bot in words: unknown directions and targets are left out', () => {
  const neutral = words({ strategy: 'Neutral' })
  expect(neutral).not.toMatch(/Buys|Sells|falls|rises|above|below/)
  expect(words({ tp_type: 'moon' })).not.toContain('average')
})

it('a DCA bot in words: an unknown start condition is kept', () => {
  expect(words({ start_condition: 'full_moon' })).toContain('Opens a deal on “full_moon”.')
  expect(startInShort('full_moon')).toBe('full_moon')
})

it('a DCA bot in words: direction and market as far as known', () => {
  expect(directionOf(bot())).toBe('Long, spot')
  expect(directionOf({ market_type: 'spot' })).toBe('spot')
  expect(directionOf({})).toBe('')
})

it('closed DCA deals are unknown unless both counts are sent', () => {
  expect(dealsDone(bot({ total_trades: 14, active_trades: 2 }))).toBe(12)
  expect(dealsDone(bot({ active_trades: 2 }))).toBeUndefined()
})
