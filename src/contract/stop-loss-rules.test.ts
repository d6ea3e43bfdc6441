import { expect, it } from 'vitest'

import { aDraft } from '#testing/a-draft.ts'
import { spot, testRules } from '#testing/rule-cases.ts'

import { judgeSmartTrade } from './smart-trade-rules.ts'
import { stopLossRules } from './stop-loss-rules.ts'

const TRAILING = 'Trailing must be 0.01 to 100 percent.'

const stop = 'stop_loss.conditional.price.value'

const short = {
  'position.type': 'sell',
  'take_profit.steps.0.price.value': 57_000,
  [stop]: 63_000,
}

it('the limit of a limit stop may equal its trigger or be worse', () => {
  const at = (limit: number) =>
    judgeSmartTrade(
      aDraft({
        'stop_loss.order_type': 'limit',
        'stop_loss.price.value': limit,
      }),
      spot,
    )
  expect([at(57_000).issues, at(56_900).issues]).toEqual([undefined, undefined])
})

it('the delay of a stop may have fractions of a second', () => {
  const draft = aDraft({ 'stop_loss.timeout': { enabled: true, value: 90.5 } })
  expect(judgeSmartTrade(draft, spot).draft?.stop_loss?.timeout?.value).toBe('90.5')
})

testRules(stopLossRules, [
  {
    rule: 'stop-order-type',
    by: { 'stop_loss.order_type': undefined },
    at: 'stop_loss.order_type',
    says: 'An enabled stop loss needs an order type.',
  },
  {
    rule: 'stop-price-needed',
    by: { 'stop_loss.conditional': undefined },
    at: 'stop_loss.price.value',
    says: 'A stop loss needs a price or a percent.',
  },
  {
    rule: 'stop-limit-complete',
    by: { 'stop_loss.order_type': 'limit' },
    at: 'stop_loss.price.value',
    says: 'A limit stop needs a limit price and a trigger price.',
  },
  {
    rule: 'stop-limit-complete',
    by: {
      'stop_loss.order_type': 'limit',
      'stop_loss.conditional': undefined,
      'stop_loss.price.value': 57_000,
    },
    at: stop,
    says: 'A limit stop needs a limit price and a trigger price.',
  },
  {
    rule: 'stop-price-single',
    by: { 'stop_loss.conditional.price.percent': 5 },
    at: 'stop_loss.conditional.price.percent',
    says: 'Give the stop as a price or as a percent, not both.',
  },
  {
    rule: 'stop-value-positive',
    by: { [stop]: -1 },
    at: stop,
    says: 'The price of a stop must be more than 0.',
  },
  {
    rule: 'stop-percent-positive',
    by: { 'stop_loss.conditional': undefined, 'stop_loss.price.percent': -5 },
    at: 'stop_loss.price.percent',
    says: 'The percent of a stop is written as a positive number.',
  },
  {
    rule: 'stop-limit-side',
    by: {
      'stop_loss.order_type': 'limit',
      'stop_loss.price.value': '57000.01',
    },
    at: ['stop_loss.price.value', stop],
    says: 'The limit of the stop of a buy must not be above its trigger.',
  },
  {
    rule: 'stop-limit-side',
    by: {
      ...short,
      'stop_loss.order_type': 'limit',
      'stop_loss.price.value': 62_999,
    },
    at: ['stop_loss.price.value', stop],
    says: 'The limit of the stop of a sell must not be below its trigger.',
  },
  {
    rule: 'stop-limit-side',
    by: {
      'position.order_type': 'market',
      'position.price': undefined,
      'stop_loss.order_type': 'limit',
      'stop_loss.price.percent': 1,
      'stop_loss.conditional.price': { percent: 10 },
    },
    market: {},
    at: ['stop_loss.price.percent', 'stop_loss.conditional.price.percent'],
    says: 'The limit of the stop of a buy must not be above its trigger.',
  },
  {
    rule: 'stop-limit-side',
    by: { 'stop_loss.order_type': 'limit', 'stop_loss.price.percent': 4 },
    at: ['stop_loss.price.percent', stop],
    says: 'The limit of the stop of a buy must not be above its trigger.',
  },
  {
    rule: 'stop-trailing-market',
    by: {
      'stop_loss.order_type': 'limit',
      'stop_loss.price.value': 56_900,
      'stop_loss.conditional.trailing': { enabled: true, percent: 1 },
    },
    at: 'stop_loss.conditional.trailing.enabled',
    says: 'Only a market stop can trail.',
  },
  {
    rule: 'stop-trailing-percent',
    by: { 'stop_loss.conditional.trailing': { enabled: true, percent: 0 } },
    at: 'stop_loss.conditional.trailing.percent',
    says: TRAILING,
  },
  {
    rule: 'break-even',
    by: {
      'stop_loss.breakeven': true,
      'take_profit.steps': [{ order_type: 'limit', volume: 100, price: { value: 63_000 } }],
    },
    at: 'stop_loss.breakeven',
    says: 'Break-even needs at least two targets.',
  },
  {
    rule: 'break-even',
    by: { 'stop_loss.breakeven': true, 'take_profit.enabled': false },
    at: 'stop_loss.breakeven',
    says: 'Break-even needs at least two targets.',
  },
  {
    rule: 'timeout',
    by: { 'stop_loss.timeout': { enabled: true, value: 0 } },
    at: 'stop_loss.timeout.value',
    says: 'The delay of a stop loss must be more than 0 seconds and at most one year.',
  },
  {
    rule: 'timeout',
    by: { 'stop_loss.timeout': { enabled: true, value: 31_536_001 } },
    at: 'stop_loss.timeout.value',
    says: 'The delay of a stop loss must be more than 0 seconds and at most one year.',
  },
  {
    rule: 'timeout',
    by: { 'stop_loss.timeout': { enabled: true } },
    at: 'stop_loss.timeout.value',
    says: 'The delay of a stop loss must be more than 0 seconds and at most one year.',
  },
])
