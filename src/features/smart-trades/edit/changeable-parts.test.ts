import { expect, it } from 'vitest'

import { smartTrade } from '#contract/smart-trades.ts'
import { entity } from '#testing/entity.ts'

import { changeableParts } from './change.ts'

type Changes = { step?: object; stop?: object; conditional?: object; last?: string }

const tradeWith = ({ step, stop, conditional, last = '100' }: Changes = {}) =>
  entity(smartTrade, {
    id: 7,
    status: { type: 'waiting_targets' },
    data: { entered_amount: '1', closed_amount: '0', current_price: { last } },
    take_profit: {
      enabled: true,
      steps: [
        {
          order_type: 'limit',
          volume: 100,
          price: { type: 'last', value: '120' },
          trailing: { enabled: false },
          editable: true,
          ...step,
        },
      ],
    },
    stop_loss: {
      enabled: true,
      order_type: 'market',
      breakeven: false,
      price: { value: '90' },
      conditional: {
        price: { type: 'last', value: '90' },
        trailing: { enabled: false },
        ...conditional,
      },
      timeout: { enabled: false },
      ...stop,
    },
  })

const parts = (changes?: Changes) => changeableParts(tradeWith(changes))

it.each<[string, Changes]>([
  ['trails its target', { step: { trailing: { enabled: true, percent: '1' } } }],
  ['sells its target at the market', { step: { order_type: 'market' } }],
  ['stops by a limit order', { stop: { order_type: 'limit' } }],
  ['moves its stop to break-even', { stop: { breakeven: true } }],
  ['trails its stop', { conditional: { trailing: { enabled: true, percent: '2' } } }],
  ['waits before its stop', { stop: { timeout: { enabled: true, value: 60 } } }],
])('a trade that meanwhile %s counts as changed', (_, changes) => {
  expect(parts(changes)).not.toBe(parts())
})

it('a trade with only a new price counts as unchanged', () => {
  expect(parts({ last: '101' })).toBe(parts())
})
