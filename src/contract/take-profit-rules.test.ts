import { testRules } from '#testing/rule-cases.ts'

import { takeProfitRules } from './take-profit-rules.ts'

const TRAILING = 'Trailing must be 0.01 to 100 percent.'

/** A sell with its target below and its stop above. */
const short = {
  'position.type': 'sell',
  'take_profit.steps.0.price.value': 57_000,
  'stop_loss.conditional.price.value': 63_000,
}

const nine = Array.from({ length: 9 }, (_, index) => ({
  order_type: 'market',
  volume: index === 0 ? 92 : 1,
  price: { percent: index + 1 },
}))

testRules(takeProfitRules, [
  {
    rule: 'steps-count',
    by: { 'take_profit.steps': [] },
    at: 'take_profit.steps',
    says: 'Take profit needs 1 to 8 targets.',
  },
  {
    rule: 'steps-count',
    by: { 'take_profit.steps': undefined },
    at: 'take_profit.steps',
    says: 'Take profit needs 1 to 8 targets.',
  },
  {
    rule: 'steps-count',
    by: { 'take_profit.steps': nine },
    at: 'take_profit.steps',
    says: 'Take profit needs 1 to 8 targets.',
  },
  {
    rule: 'volume-positive',
    by: { 'take_profit.steps.0.volume': 0 },
    at: 'take_profit.steps.0.volume',
    says: 'The volume of a target must be more than 0 percent.',
  },
  {
    rule: 'volumes-sum',
    by: { 'take_profit.steps.1.volume': '59.99' },
    at: 'take_profit.steps',
    says: 'The volumes of the targets must add up to exactly 100 percent.',
  },
  {
    rule: 'target-price-needed',
    by: { 'take_profit.steps.0.price': {} },
    at: 'take_profit.steps.0.price.value',
    says: 'A target needs a price or a percent.',
  },
  {
    rule: 'target-price-single',
    by: { 'take_profit.steps.0.price.percent': 5 },
    at: 'take_profit.steps.0.price.percent',
    says: 'Give a target as a price or as a percent, not both.',
  },
  {
    rule: 'target-value-positive',
    by: { ...short, 'take_profit.steps.0.price.value': 0 },
    at: 'take_profit.steps.0.price.value',
    says: 'The price of a target must be more than 0.',
  },
  {
    rule: 'target-percent-positive',
    by: { 'take_profit.steps.1.price.percent': -10 },
    at: 'take_profit.steps.1.price.percent',
    says: 'The percent of a target is written as a positive number.',
  },
  {
    rule: 'trailing-last',
    by: {
      'take_profit.steps.0.order_type': 'market',
      'take_profit.steps.0.trailing': { enabled: true, percent: 1 },
    },
    at: 'take_profit.steps.0.trailing.enabled',
    says: 'Only the last target can trail.',
  },
  {
    rule: 'trailing-market',
    by: {
      'take_profit.steps.1.order_type': 'limit',
      'take_profit.steps.1.trailing': { enabled: true, percent: 1 },
    },
    at: 'take_profit.steps.1.trailing.enabled',
    says: 'Only a market order can trail.',
  },
  {
    rule: 'trailing-percent',
    by: { 'take_profit.steps.1.trailing': { enabled: true, percent: 0.001 } },
    at: 'take_profit.steps.1.trailing.percent',
    says: TRAILING,
  },
  {
    rule: 'trailing-percent',
    by: { 'take_profit.steps.1.trailing': { enabled: true, percent: '100.01' } },
    at: 'take_profit.steps.1.trailing.percent',
    says: TRAILING,
  },
  {
    rule: 'trailing-percent',
    by: { 'take_profit.steps.1.trailing': { enabled: true } },
    at: 'take_profit.steps.1.trailing.percent',
    says: TRAILING,
  },
])
