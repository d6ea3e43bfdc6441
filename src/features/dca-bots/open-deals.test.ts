import { expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { entity } from '#testing/entity.ts'

import { isAtLastOrder } from '#trading/dca-ladder.ts'
import { isWaiting, openDealsOf, rangeOf } from './open-deals.ts'

const deal = { id: 1, pair: 'BTC/USDT', created_at: '2026-01-05T00:00:00Z' }
const bot = (members: object) => entity(dcaBot, { active_trades: 1, ...members })
const dealOf = (members: object) => bot({ deals: [{ ...deal, ...members }] }).deals?.[0] as never

it('open deals are unknown if the service does not report them, and empty if none is open', () => {
  expect(openDealsOf(bot({ deals: [deal] }))).toMatchObject({ deals: [{ id: 1 }] })
  expect(openDealsOf(bot({ active_trades: 0 }))).toEqual({ deals: [] })
  expect(openDealsOf(bot({}))).toMatchObject({ reason: expect.stringMatching(/^Not reported/) })
  expect(openDealsOf(bot({ deals: null }))).toMatchObject({
    reason: expect.stringMatching(/^The service did not list/),
  })
})

it('a deal waits until its base order has a fill, and ends at its last order', () => {
  expect(isWaiting(dealOf({ bought: '0' }))).toBe(true)
  expect([isWaiting(dealOf({ bought: '1' })), isWaiting(dealOf({}))]).toEqual([false, false])
  const ladder = bot({ max_safety_orders: 2 })
  const filled = (count: number | null) => dealOf({ safety_orders_filled: count })
  expect([filled(2), filled(1), filled(null)].map((one) => isAtLastOrder(one, ladder))).toEqual([
    true,
    false,
    false,
  ])
})

it('the range of a deal runs from stop, next order or average price to the target', () => {
  const prices = { take_profit_price: '11', average_price: '10' }
  const range = (members: object) => rangeOf(dealOf({ ...prices, ...members }))
  expect(range({ stop_loss_price: '8', next_order_price: '9' })).toMatchObject({ from: '8' })
  expect(range({ next_order_price: '9' })).toMatchObject({ from: '9', name: 'next safety order' })
  // Its last safety order has filled.
  expect(range({})).toEqual({ from: '10', target: '11', name: 'average price' })
  expect(range({ take_profit_price: null })).toBeUndefined()
})
