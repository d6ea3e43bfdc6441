import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'
import { spot, testRules } from '#testing/rule-cases.ts'

import { directionRules, judgeSmartTrade } from './smart-trade-rules.ts'

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

/** A position bought at 50,000; the price is 60,000. */
const held = {
  skip_enter_step: true,
  'position.order_type': 'market',
  'position.price.value': 50_000,
}

describe('the stop of a held position', () => {
  const issuesOf = (changes: Changes, price = '90000') =>
    judgeSmartTrade(aDraft({ ...held, ...changes }), { price: decimal(price) }).issues

  it('a held position may have a stop above its entry price', () => {
    const exits = { [stop]: 70_000, 'take_profit.enabled': false }
    expect(issuesOf(exits)).toBe(undefined)
    const short = {
      ...exits,
      'position.type': 'sell',
      'position.price.value': 100_000,
    }
    expect(issuesOf(short, '60000')).toBe(undefined)
  })

  it('a stop is not judged while the current price is unknown', () => {
    const { issues } = judgeSmartTrade(aDraft({ ...held, [stop]: 70_000 }), {})
    expect(issues).toBe(undefined)
  })
})

testRules(directionRules, [
  {
    rule: 'buy-stop-below',
    by: { ...held, [stop]: 60_000, 'take_profit.enabled': false },
    at: stop,
    says: 'The stop of a buy must be below the current price, 60,000.',
  },
  {
    rule: 'buy-target-above',
    by: {
      ...held,
      'take_profit.steps.0.price.value': 59_000,
      'take_profit.steps.1.price.percent': 30,
    },
    at: 'take_profit.steps.0.price.value',
    says: 'A target of a buy must be above the current price, 60,000.',
  },
  {
    rule: 'buy-target-above',
    by: { ...held, 'take_profit.steps.1.price.percent': 20 },
    at: 'take_profit.steps.1.price.percent',
    says: 'A target of a buy must be above the current price, 60,000.',
  },
  {
    rule: 'sell-stop-above',
    by: {
      ...held,
      'position.type': 'sell',
      'take_profit.enabled': false,
      [stop]: 60_000,
    },
    at: stop,
    says: 'The stop of a sell must be above the current price, 60,000.',
  },
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
    says: 'A target of a sell must be less than 100 percent below its entry.',
  },
  {
    rule: 'sell-target-percent',
    by: { ...short, 'take_profit.steps.1.price.percent': '99.9999917' },
    market: { ...spot, tick: decimal('0.01') },
    at: 'take_profit.steps.1.price.percent',
    says: 'A target of a sell must be less than 100 percent below its entry, at a price of at least 0.01.',
  },
  {
    rule: 'buy-stop-percent',
    by: { 'stop_loss.conditional.price': { percent: '99.9999917' } },
    market: { ...spot, tick: decimal('0.01') },
    at: 'stop_loss.conditional.price.percent',
    says: 'The stop of a buy must be less than 100 percent below its entry, at a price of at least 0.01.',
  },
  {
    rule: 'buy-stop-percent',
    by: { 'stop_loss.conditional.price': { percent: 100 } },
    at: 'stop_loss.conditional.price.percent',
    says: 'The stop of a buy must be less than 100 percent below its entry.',
  },
])
