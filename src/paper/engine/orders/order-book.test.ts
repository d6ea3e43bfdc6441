import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { scriptedMarket } from '#testing/scripted-world.ts'

import { createBook } from './order-book.ts'
import type { Order } from './order.ts'

/** A market order waits for its second, whatever the price does. */
const marketOrder: Order = {
  id: 1,
  account: 1,
  pair: 'USDT_BTC',
  side: 'buy',
  kind: 'market',
  units: decimal('1'),
  price: null,
  trigger: null,
  trail: null,
  tells: false,
  insured: false,
  holds: [],
  owner: { type: 'smart_trade', id: '1', role: 'entry', index: 0 },
  createdAt: 5_000,
  dueAt: 6_000,
  takes: false,
  done: null,
}

it('the open orders are never reached in the past: time would stand still', () => {
  const book = createBook(() => scriptedMarket({ USDT_BTC: [[0, 90_000]] }))
  book.add(marketOrder)
  const next = book.next(10_000, 10_000)
  expect(next === undefined || next.at > 10_000).toBe(true)
})
