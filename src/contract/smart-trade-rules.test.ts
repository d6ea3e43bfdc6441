import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aDraft } from '#testing/a-draft.ts'
import { spot } from '#testing/rule-cases.ts'

import { needsSentence } from './draft-rule.ts'
import { draftRules, judgeAtExchange, judgeSmartTrade } from './smart-trade-rules.ts'
import type { SmartTradeDraft } from './smart-trade-draft.ts'
import { SHAPE_OF_TYPE, typeOfTrade } from './smart-trade-type.ts'
import { SMART_TRADE_TYPES } from './smart-trades.ts'

const judged = (changes = {}): SmartTradeDraft => {
  const { draft, issues } = judgeSmartTrade(aDraft(changes), spot)
  if (!draft) throw new Error(JSON.stringify(issues))
  return draft
}

const market = { 'position.order_type': 'market', 'position.price': undefined }

it('a valid draft passes with exact amounts', () => {
  expect(judged().position).toEqual({
    type: 'buy',
    order_type: 'limit',
    units: { value: '0.02' },
    price: { value: '60000' },
  })
})

it('a draft may have numbers and booleans as text, as 3Commas sends them', () => {
  const draft = judged({ instant: 'false', 'position.price.value': '60000.10', account_id: '7' })
  expect(draft).toMatchObject({ instant: false, account_id: 7 })
  expect(draft.position.price?.value).toBe('60000.1')
})

it('null counts as an absent optional field', () => {
  expect(judged({ note: null, leverage: null, 'stop_loss.breakeven': null }).note).toBeUndefined()
})

it('the leverage type custom becomes isolated', () => {
  const { draft } = judgeSmartTrade(
    aDraft({ leverage: { enabled: true, type: 'custom', value: '12' } }),
    {},
  )
  expect(draft?.leverage).toEqual({ enabled: true, type: 'isolated', value: 12 })
})

it('disabled parts of a draft are not checked', () => {
  const off = { enabled: false, steps: [{ order_type: 'market', volume: 1, price: {} }] }
  expect(judged({ take_profit: off, stop_loss: { enabled: false } }).take_profit?.enabled).toBe(
    false,
  )
})

it('read-only fields of a draft are ignored', () => {
  expect(judged({ id: 1, status: 'finished', profit: 5 })).not.toHaveProperty('id')
})

it('all problems of a draft are reported together', () => {
  const { issues } = judgeSmartTrade(
    aDraft({
      pair: 'btc/usdt',
      'position.units.value': '1e400',
      'position.price': undefined,
      'take_profit.steps.0.volume': 41,
      'stop_loss.order_type': undefined,
      note: '',
    }),
    spot,
  )
  expect(issues).toEqual({
    pair: ['Write the pair as QUOTE_BASE, such as USDT_BTC.'],
    'position.units.value': ['Enter a number in digits (at most 40), without currency or unit.'],
    'position.price.value': ['A limit or conditional entry needs a price.'],
    'take_profit.steps': ['The volumes of the targets must add up to exactly 100 percent.'],
    'stop_loss.order_type': ['An enabled stop loss needs an order type.'],
    note: ['A note has 1 to 300 characters.'],
  })
})

it('an empty body reports the missing fields', () => {
  expect(judgeSmartTrade({}, {}).issues).toEqual({
    account_id: ['Enter a whole number.'],
    pair: ['Choose a pair.'],
    position: ['This is required.'],
  })
})

it.each([[[]], ['text'], [1], [null]])('%j is refused as a body', (json) => {
  expect(Object.keys(judgeSmartTrade(json, spot).issues ?? {})).toEqual(['body'])
})

it('the direction is not checked while the price is unknown', () => {
  const body = aDraft({ ...market, 'take_profit.steps.0.price.value': 1 })
  expect(judgeSmartTrade(body, {}).issues).toBeUndefined()
})

it('rule ids are unique', () => {
  expect(new Set(draftRules.map(({ id }) => id)).size).toBe(draftRules.length)
})

it.each(SMART_TRADE_TYPES)('%s is the type for its flags and side', (type) => {
  expect(typeOfTrade(SHAPE_OF_TYPE[type])).toBe(type)
})

const rich = {
  ...spot,
  tick: decimal('0.1'),
  lot: decimal('0.001'),
  minTotal: decimal('10'),
  feeRate: decimal('0.001'),
  free: { base: decimal('1'), quote: decimal('1201.2') },
}

it('a draft that needs exactly the free balance passes', () => {
  // 0.02 × 60,000 plus 0.1 %.
  expect(judgeAtExchange(judged(), rich)).toEqual({})
})

it.each([
  [
    { 'position.price.value': '59999.95' },
    'position.price',
    'The price must be a multiple of 0.1.',
  ],
  [{ 'position.units.value': '0.0155' }, 'position.units', 'Units must be a multiple of 0.001.'],
  [
    {
      'position.units.value': '0.001',
      'position.price.value': 9_999,
      take_profit: null,
      stop_loss: null,
    },
    'position.total',
    'The total must be at least 10.',
  ],
  [
    { 'position.units.value': '0.021' },
    'position.total',
    'Needs 1,261.26 USDT. 1,201.20 USDT available.',
  ],
  [
    { skip_enter_step: true, 'position.units.value': '1.001' },
    'position.units',
    'Needs 1.001 BTC. 1 BTC available.',
  ],
  [
    { 'take_profit.steps': [{ order_type: 'limit', volume: 100, price: { value: '63000.05' } }] },
    'take_profit.steps.0.price.value',
    'The price must be a multiple of 0.1.',
  ],
  [
    {
      'stop_loss.order_type': 'limit',
      'stop_loss.price': { value: '56000.05' },
      'stop_loss.conditional.price.value': '57000.05',
    },
    'stop_loss.price.value',
    'The price must be a multiple of 0.1.',
  ],
  [
    {
      'position.units.value': '0.003',
      'take_profit.steps': [
        { order_type: 'market', volume: '33.3', price: { value: 63_000 } },
        { order_type: 'market', volume: '66.7', price: { value: 64_000 } },
      ],
    },
    'take_profit.steps.0.volume',
    'A target needs at least 0.001 units.',
  ],
])('the exchange refuses %j', (changes, path, sentence) => {
  expect(judgeAtExchange(judged(changes), rich)).toEqual({ [path]: [sentence] })
})

it('an order with leverage needs the margin only', () => {
  const body = aDraft({ leverage: { enabled: true, value: 10 }, 'position.units.value': '0.1' })
  const { draft } = judgeSmartTrade(body, {})
  // 6,000 ÷ 10 plus a fee of 6.
  const enough = { ...rich, free: { quote: decimal('606') } }
  const short = { ...rich, free: { quote: decimal('605.99') } }
  expect(draft && judgeAtExchange(draft, enough)).toEqual({})
  expect(draft && judgeAtExchange(draft, short)).toHaveProperty(['position.total'])
})

it('a held position needs its units, even with leverage', () => {
  const leverage = { enabled: true, value: 5 }
  const body = aDraft({ skip_enter_step: true, leverage, 'position.units.value': '1.001' })
  const { draft } = judgeSmartTrade(body, {})
  expect(draft && judgeAtExchange(draft, rich)).toEqual({
    'position.units': ['Needs 1.001 BTC. 1 BTC available.'],
  })
})

it("a lack of funds is rounded up for the need and down for the balance, to the currency's decimals", () => {
  expect(needsSentence(decimal('18337.4830596207'), decimal('18337.479'), 'USDT')).toBe(
    'Needs 18,337.49 USDT. 18,337.47 USDT available.',
  )
})
