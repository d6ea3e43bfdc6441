import { testRules } from '#testing/rule-cases.ts'

import { directionRules } from './direction-rules.ts'

const conditional = {
  'position.order_type': 'conditional',
  'position.conditional.order_type': 'market',
  'position.conditional.price.value': 60_000,
}

const stop = 'stop_loss.conditional.price.value'

/** A sell with its target below and its stop above. */
const short = {
  'position.type': 'sell',
  'take_profit.steps.0.price.value': 57_000,
  'stop_loss.conditional.price.value': 63_000,
}

testRules(directionRules, [
  {
    rule: 'buy-target-above',
    by: { 'take_profit.steps.0.price.value': 60_000 },
    at: 'take_profit.steps.0.price.value',
    says: 'A target of a buy must be above the entry price, 60,000.',
  },
  {
    rule: 'buy-target-above',
    by: {
      'position.order_type': 'market',
      'position.price': undefined,
      'take_profit.steps.0.price.value': 59_000,
    },
    at: 'take_profit.steps.0.price.value',
    says: 'A target of a buy must be above the current price, 60,000.',
  },
  {
    rule: 'sell-target-below',
    by: { ...short, 'take_profit.steps.0.price.value': 60_001 },
    at: 'take_profit.steps.0.price.value',
    says: 'A target of a sell must be below the entry price, 60,000.',
  },
  {
    rule: 'buy-stop-below',
    by: { [stop]: '60000.5' },
    at: stop,
    says: 'The stop of a buy must be below the entry price, 60,000.',
  },
  {
    rule: 'buy-stop-below',
    by: { ...conditional, 'position.conditional.price.value': 56_000 },
    at: stop,
    says: 'The stop of a buy must be below the entry price, 56,000.',
  },
  {
    rule: 'sell-stop-above',
    by: { ...short, [stop]: 59_000 },
    at: stop,
    says: 'The stop of a sell must be above the entry price, 60,000.',
  },
  {
    rule: 'sell-target-percent',
    by: { ...short, 'take_profit.steps.1.price.percent': 100 },
    at: 'take_profit.steps.1.price.percent',
    says: 'A target of a sell lies less than 100 percent below its entry.',
  },
  {
    rule: 'buy-stop-percent',
    by: { 'stop_loss.conditional.price': { percent: 100 } },
    at: 'stop_loss.conditional.price.percent',
    says: 'The stop of a buy lies less than 100 percent below its entry.',
  },
])
