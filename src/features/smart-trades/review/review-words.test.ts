import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { type SmartTradeDraft, smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { costTerm, deedOf, notesOf } from './review-words.ts'

function judged(changes: Changes): SmartTradeDraft {
  const { draft, issues } = judgeSmartTrade(aDraft(changes), {})
  if (!draft) throw new Error(JSON.stringify(issues))
  return draft
}

const BY_VALUE: Changes = {
  'take_profit.steps': [
    { order_type: 'limit', volume: 40, price: { type: 'last', value: 63_000 } },
    { order_type: 'market', volume: 60, price: { type: 'bid', value: 66_000 } },
  ],
}
const WITHOUT_STOP: Changes = { stop_loss: undefined }
const WAITS: Changes = { 'stop_loss.timeout': { enabled: true, value: 30 } }
const LIMIT: Changes = {
  'stop_loss.order_type': 'limit',
  'stop_loss.price.value': 56_900,
}
const BREAKS_EVEN: Changes = { 'stop_loss.breakeven': true }
const TRAILS: Changes = {
  'position.order_type': 'conditional',
  'position.conditional': {
    order_type: 'market',
    price: { type: 'last', value: 60_000 },
    trailing: { enabled: true, percent: 1 },
  },
}

/** Text of each warning, and the only case in which it is true. */
const WARNINGS: [begins: string, isTrue: (draft: SmartTradeDraft) => boolean][] = [
  ['Without a stop', ({ stop_loss }) => stop_loss?.enabled !== true],
  ['The stop waits 30 s', ({ stop_loss }) => stop_loss?.timeout?.enabled === true],
  [
    'A limit stop may never be filled',
    ({ stop_loss }) => stop_loss?.order_type === 'limit' && stop_loss.timeout?.enabled !== true,
  ],
  ['After the first filled target', ({ stop_loss }) => stop_loss?.breakeven === true],
  [
    'Percent targets',
    ({ take_profit }) => take_profit?.steps?.some(({ price }) => price.percent) === true,
  ],
  [
    'Once triggered the entry trails the price by 1%',
    ({ position }) => position.conditional?.trailing?.enabled === true,
  ],
]

describe('sentence of a placed order', () => {
  const PLAIN = { take_profit: undefined, stop_loss: undefined }
  const conditional = (order_type: string) => ({
    ...PLAIN,
    'position.order_type': 'conditional',
    'position.price': { value: order_type === 'limit' ? 60_100 : 60_000 },
    'position.conditional': { order_type, price: { type: 'last', value: 60_000 } },
  })

  it.each([
    [PLAIN, 'Buys 0.1 BTC at 59,000.00 USDT.'],
    [conditional('market'), 'Buys 0.1 BTC once the price is 60,000.00 USDT.'],
    [conditional('limit'), 'Buys 0.1 BTC at 60,100.00 USDT once the price is 60,000.00 USDT.'],
    [
      { ...PLAIN, 'position.order_type': 'market', 'position.price': undefined },
      'Buys 0.1 BTC at the market.',
    ],
    [
      { 'position.type': 'sell', skip_enter_step: true },
      /^Buys back 0\.1 BTC, with 2 targets and a stop\.$/,
    ],
  ])('the sentence of a placed order with %j names each price', (changes, said) => {
    const draft = smartTradeDraft.parse(aDraft({ 'position.price': { value: 59_000 }, ...changes }))
    expect(deedOf(draft, '0.1')).toMatch(said)
  })
})

describe('cost of an entry', () => {
  const HELD = { skip_enter_step: true, 'position.type': 'sell' }
  const MARKET = {
    'position.order_type': 'market',
    'position.price': undefined,
  }
  const AT_TRIGGER = { ...TRAILS, 'position.price': undefined }
  const AT_LIMIT = {
    ...structuredClone(TRAILS),
    'position.conditional.order_type': 'limit',
  }
  const termOf = (changes: Changes) => costTerm(aDraft(changes) as SmartTradeDraft, 'quote')

  it('the cost of a limit entry is a maximum, of others not', () => {
    expect(termOf({})).toBe('Maximum cost with fees')
    expect(termOf(AT_LIMIT)).toBe('Maximum cost with fees')
    expect(termOf(AT_TRIGGER)).toBe('Cost at the trigger, with fees')
    expect(termOf(MARKET)).toBe('Cost with fees, before slippage')
    expect(termOf({ ...MARKET, ...HELD })).toBe('Cost with fees, before slippage')
    expect(termOf({ ...MARKET, ...HELD, 'position.price': { value: 59_000 } })).toBe(
      'Cost at the entry price, with fees',
    )
  })

  it('the cost of a leveraged entry is its margin, of a sale its units', () => {
    const leverage = { enabled: true, value: 3 }
    expect(termOf({ ...AT_TRIGGER, leverage })).toBe('Margin at the trigger, with fees')
    expect(termOf({ leverage })).toBe('Margin with fees')
    expect(costTerm(aDraft({}) as SmartTradeDraft, 'base')).toBe('Taken from balance')
  })
})

it('review warnings are at most three and true', () => {
  const choices = [BY_VALUE, WAITS, LIMIT, BREAKS_EVEN, TRAILS, WITHOUT_STOP]
  const drafts = fc
    .subarray(choices)
    .map((chosen) => judged(Object.assign({}, ...chosen) as Changes))
  fc.assert(
    fc.property(drafts, fc.array(fc.constant('Too dear.'), { maxLength: 4 }), (draft, left) => {
      const notes = notesOf(draft, left)
      expect(notes.length).toBeLessThanOrEqual(3)
      const due = WARNINGS.filter(([, isTrue]) => isTrue(draft)).length + (left.length > 0 ? 1 : 0)
      expect(notes).toHaveLength(Math.min(3, due))
      for (const note of notes.slice(left.length > 0 ? 1 : 0)) {
        const [, isTrue] = WARNINGS.find(([begins]) => note.startsWith(begins)) ?? []
        expect({ note, isTrue: isTrue?.(draft) }).toEqual({
          note,
          isTrue: true,
        })
      }
    }),
  )
})

it('review warnings say that a limit stop may stay open, with or without a delay', () => {
  const open = 'A limit stop may never be filled: a price that falls past the limit leaves the'
  expect(notesOf(judged({ ...BY_VALUE, ...LIMIT }))).toEqual([`${open} position open.`])
  expect(notesOf(judged({ ...BY_VALUE, ...LIMIT, ...WAITS }))).toEqual([
    `The stop waits 30 s before it closes. ${open} position open.`,
  ])
})

it('review warnings name a liquidation before the stop', () => {
  const leverage = { enabled: true, type: 'isolated', value: 25 }
  const draft = judged({ ...BY_VALUE, leverage })
  expect(notesOf(draft, [], previewSmartTrade(draft, { tick: decimal('0.1') }))).toEqual([
    'The stop lies beyond the estimated liquidation at 58,181.90. The position is liquidated first, and its margin is lost.',
  ])
})

it('review warnings do not promise that a cross-margin position survives to its stop', () => {
  const leverage = { enabled: true, type: 'cross', value: 25 }
  const draft = judged({ ...BY_VALUE, leverage })
  expect(notesOf(draft, [], previewSmartTrade(draft, { tick: decimal('0.1') }))).toEqual([
    'The stop lies beyond the estimated liquidation at 58,181.90. The position may be liquidated first; otherwise the rest of the account covers the loss until the stop.',
  ])
})

it('review warnings are empty if there is no risk to name', () => {
  expect(notesOf(judged(BY_VALUE))).toEqual([])
})

it('review warnings start with the checks left to the service, in one', () => {
  expect(notesOf(judged(BY_VALUE), ['Too dear.', 'Too small.'])).toEqual([
    'Too dear. Too small. The service decides, and may refuse it.',
  ])
})
