import { spot, testRules } from '#testing/rule-cases.ts'

import { entryRules } from './entry-rules.ts'

/** A market entry without target and stop. */
const market = {
  'position.order_type': 'market',
  'position.price': undefined,
  take_profit: undefined,
  stop_loss: undefined,
}

const conditional = {
  'position.order_type': 'conditional',
  'position.conditional.order_type': 'market',
  'position.conditional.price.value': 60_000,
}

const TRAILING = 'Trailing must be 0.01 to 100 percent.'

const NOTE = 'A note has 1 to 300 characters.'

const margin = { ...spot, leverageAllowed: true }

testRules(entryRules, [
  {
    rule: 'units-positive',
    by: { 'position.units.value': '0' },
    at: 'position.units.value',
    says: 'Units must be more than 0.',
  },
  {
    rule: 'units-positive',
    by: { 'position.units.value': -1 },
    at: 'position.units.value',
    says: 'Units must be more than 0.',
  },
  {
    rule: 'price-needed',
    by: { 'position.price': undefined },
    at: 'position.price.value',
    says: 'A limit or conditional entry needs a price.',
  },
  {
    rule: 'price-needed',
    by: { ...conditional, 'position.price': undefined },
    at: 'position.price.value',
    says: 'A limit or conditional entry needs a price.',
  },
  {
    rule: 'price-positive',
    by: { 'position.price.value': 0, take_profit: undefined, stop_loss: undefined },
    at: 'position.price.value',
    says: 'The price must be more than 0.',
  },
  {
    rule: 'trigger-needed',
    by: { ...conditional, 'position.conditional.price': undefined },
    at: 'position.conditional.price.value',
    says: 'A conditional entry needs a trigger price.',
  },
  {
    rule: 'trigger-positive',
    by: {
      ...conditional,
      'position.conditional.order_type': 'limit',
      'position.conditional.price.value': '0',
    },
    at: 'position.conditional.price.value',
    says: 'The trigger price must be more than 0.',
  },
  {
    rule: 'entry-trailing-market',
    by: {
      ...conditional,
      'position.conditional.order_type': 'limit',
      'position.conditional.trailing': { enabled: true, percent: 1 },
    },
    at: 'position.conditional.trailing.enabled',
    says: 'Only a market order can trail its entry.',
  },
  {
    rule: 'entry-trailing-percent',
    by: { ...conditional, 'position.conditional.trailing': { enabled: true, percent: 101 } },
    at: 'position.conditional.trailing.percent',
    says: TRAILING,
  },
  {
    rule: 'instant-market',
    by: {
      ...market,
      instant: true,
      'position.order_type': 'limit',
      'position.price.value': 60_000,
    },
    at: 'position.order_type',
    says: 'An instant trade is a market order.',
  },
  {
    rule: 'instant-take-profit',
    by: { 'position.order_type': 'market', stop_loss: undefined, instant: 'true' },
    at: 'take_profit.enabled',
    says: 'An instant trade has no take profit.',
  },
  {
    rule: 'instant-stop-loss',
    by: { 'position.order_type': 'market', take_profit: undefined, instant: true },
    at: 'stop_loss.enabled',
    says: 'An instant trade has no stop loss.',
  },
  {
    rule: 'instant-entry',
    by: { ...market, instant: true, skip_enter_step: true },
    at: 'skip_enter_step',
    says: 'An instant trade cannot skip its entry.',
  },
  {
    rule: 'held-exit',
    by: { skip_enter_step: true, take_profit: null, stop_loss: { enabled: false } },
    at: 'take_profit.enabled',
    says: 'A position that you already hold needs a take profit or a stop loss.',
  },
  {
    rule: 'leverage-spot',
    by: { leverage: { enabled: true, type: 'cross', value: 2 } },
    at: 'leverage.enabled',
    says: 'A spot account has no leverage.',
  },
  {
    rule: 'leverage-range',
    by: { leverage: { enabled: true, value: 21 } },
    at: 'leverage.value',
    says: 'Leverage is a whole number from 1 to 20.',
    market: margin,
  },
  {
    rule: 'leverage-range',
    by: { leverage: { enabled: true, type: 'custom', value: '0' } },
    at: 'leverage.value',
    says: 'Leverage is a whole number of at least 1.',
    market: {},
  },
  { rule: 'note-length', by: { note: '' }, at: 'note', says: NOTE },
  { rule: 'note-length', by: { note: '🧭'.repeat(301) }, at: 'note', says: NOTE },
  {
    rule: 'note-characters',
    by: { note: 'a\u0000b' },
    at: 'note',
    says: 'A note cannot have control characters, except line breaks and tabs.',
  },
])
