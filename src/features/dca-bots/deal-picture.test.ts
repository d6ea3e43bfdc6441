import { expect, it } from 'vitest'

import { type MarketPair, marketPair } from '#contract/market.ts'
import { decimal, toText } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import { planLevels } from './deal-picture.tsx'
import { dealEstimate, type DealPlan } from './ladder.ts'

const BOT: DealPlan = {
  strategy: 'Long',
  base_order_size: decimal('100'),
  safety_order_size: decimal('200'),
  safety_order_step_scale: decimal('1'),
  safety_order_volume_scale: decimal('1'),
  price_deviation: decimal('2'),
  max_safety_orders: 2,
  take_profit_pct: decimal('3'),
  tp_type: 'percentage',
  stop_loss_enabled: true,
  stop_loss_pct: decimal('10'),
}
const ETH = entity(marketPair, { pair: 'USDT_ETH', last: '3000', tick: '0.01', lot: '0.0001' })

const levelsOf = (bot: DealPlan, market?: MarketPair) =>
  planLevels(bot, dealEstimate(bot, market)).map(({ name, price }) => `${name} ${toText(price)}`)

it('levels of a deal are its orders, target, stop and average', () => {
  expect(levelsOf(BOT, ETH)).toEqual([
    'Base order 3000',
    'Target 3090',
    'Stop loss 2700',
    'Safety order 1 2940',
    'Safety order 2 2880',
    expect.stringMatching(/^Average of all orders 29\d\d/),
  ])
})

it('a deal without a price has no levels', () => {
  expect(levelsOf(BOT)).toEqual([])
})

it('a deal with many safety orders names only the last', () => {
  const bot = { ...BOT, max_safety_orders: 12 }
  const orders = planLevels(bot, dealEstimate(bot, ETH)).filter(({ name }) =>
    name.startsWith('Safety'),
  )
  expect(orders.filter(({ isFaint }) => !isFaint).map(({ name }) => name)).toEqual([
    'Safety order 12',
  ])
})
