import { expect, it } from 'vitest'

import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { progressOf } from './row-cells.tsx'

it('the progress bar places entry, targets and current price of a long', () => {
  expect(progressOf(aSmartTrade())).toEqual({
    entry: 0.2,
    now: 0.5,
    targets: [0.6],
    direction: 'up',
    label: 'Stop 2,900, entry 3,000, now 3,150, targets 3,200, 3,400',
  })
})

it('the progress bar has the stop at the left for a short too', () => {
  const short = aSmartTrade({
    position: { type: 'sell' },
    stop_loss: {
      conditional: { price: { value: '3200', type: 'last', percent: null } },
    },
    take_profit: { steps: [aTarget('2800')] },
    profit: { volume: '-180', percent: '-5' },
  })
  expect(progressOf(short)).toMatchObject({
    entry: 0.5,
    now: 0.125,
    direction: 'down',
  })
})

it('the progress bar ends at the farthest target in any order', () => {
  const steps = [aTarget('3400'), aTarget('3200')]
  expect(progressOf(aSmartTrade({ take_profit: { steps } }))).toMatchObject({
    entry: 0.2,
    now: 0.5,
    targets: [0.6],
  })
})

it('the progress bar has no direction before the entry fills', () => {
  const waiting = aSmartTrade({
    is_position_not_filled: true,
    data: { average_enter_price: null, average_enter_price_without_commission: null },
    profit: { volume: null, percent: '0.0' },
  })
  expect(progressOf(waiting)).toMatchObject({
    entry: 0.3,
    direction: 'none',
  })
})

it('the progress bar starts at the entry without a stop and ends there without a target', () => {
  expect(progressOf(aSmartTrade({ stop_loss: { enabled: false } }))).toMatchObject({ entry: 0 })
  expect(progressOf(aSmartTrade({ take_profit: { enabled: false } }))).toMatchObject({ entry: 1 })
})

it('a trade without exits has no progress bar', () => {
  const bare = aSmartTrade({
    stop_loss: { enabled: false },
    take_profit: { enabled: false },
  })
  expect(progressOf(bare)).toBeUndefined()
})

const aTarget = (value: string) => ({
  price: { type: 'last', value, percent: null },
})
