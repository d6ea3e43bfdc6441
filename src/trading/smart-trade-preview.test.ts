import { describe, expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { read } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'

import { previewSmartTrade } from './smart-trade-preview.ts'

const market: MarketView = {
  price: decimal('60000'),
  tick: decimal('0.1'),
  lot: decimal('0.0001'),
  feeRate: decimal('0.001'),
  free: { base: decimal('0.5'), quote: decimal('5000') },
}

const preview = (changes: Changes = {}, view: MarketView = market) =>
  previewSmartTrade(read(smartTradeDraft, aDraft(changes)).value, view)

const short = {
  'position.type': 'sell',
  'take_profit.steps': [{ order_type: 'limit', volume: 100, price: { value: 57_000 } }],
  'stop_loss.conditional.price.value': 63_000,
}

describe('a long trade of 0.02 at 60,000', () => {
  const { targets, stop, ...rest } = preview()

  it('costs its total and the fee', () => {
    expect(rest).toMatchObject({ direction: 'long', total: '1200', commission: '1.2' })
    expect(rest).toMatchObject({
      needs: { currency: 'quote', amount: '1201.2' },
      freeAfter: '3798.8',
    })
  })

  it('earns at each target after both fees', () => {
    // 0.008 × 63,000 × 0.999 − 0.008 × 60,000 × 1.001
    expect(targets[0]).toMatchObject({ price: '63000', percent: '5', units: '0.008' })
    expect(targets[0]?.profit).toBe('23.016')
    // 10 % above is 66,000: 0.012 × 66,000 × 0.999 − 0.012 × 60,000 × 1.001
    expect(targets[1]).toMatchObject({ price: '66000', units: '0.012', profit: '70.488' })
    expect(rest.reward).toBe('93.504')
  })

  it('loses at the stop, after both fees', () => {
    // 0.02 × 60,000 × 1.001 − 0.02 × 57,000 × 0.999
    expect(stop).toMatchObject({ trigger: '57000', percent: '5', loss: '62.34' })
    expect(stop?.lossPercent).toBe('5.18981019')
  })

  it('weighs reward against risk', () => {
    // 93.504 ÷ 62.34, and 62.34 ÷ (62.34 + 93.504)
    expect(rest.riskReward).toBe('1.4999')
    expect(rest.winRate).toBe('40.00154')
  })

  it('breaks even on the first tick that gives everything back', () => {
    // 60,000 × 1.001 ÷ 0.999 = 60,120.1201…
    expect(rest.breakEven).toBe('60120.2')
  })
})

it.each(['1', '1.5'])('has no break-even at a fee of everything or more: %s', (rate) => {
  const view = { ...market, feeRate: decimal(rate) }
  expect(preview({}, view).breakEven).toBe(undefined)
  expect(preview(short, view).breakEven).toBe(undefined)
})

describe('a short trade of 0.02 at 60,000', () => {
  const { targets, stop, ...rest } = preview(short)

  it('is the mirror of the long one', () => {
    expect(rest).toMatchObject({ direction: 'short', needs: { currency: 'base', amount: '0.02' } })
    // 1,200 × 0.999 − 1,140 × 1.001, and 1,260 × 1.001 − 1,200 × 0.999
    expect(targets[0]).toMatchObject({ percent: '5', profit: '57.66' })
    expect(stop).toMatchObject({ percent: '5', loss: '62.46' })
    // 60,000 × 0.999 ÷ 1.001 = 59,880.1198…
    expect(rest.breakEven).toBe('59880.1')
  })
})

it('loses at the limit of a limit stop, not at its trigger', () => {
  const { stop } = preview({ 'stop_loss.order_type': 'limit', 'stop_loss.price.value': 56_900 })
  // 1,201.2 − 0.02 × 56,900 × 0.999
  expect(stop).toMatchObject({ trigger: '57000', limit: '56900', loss: '64.338' })
})

it('pays no fee for a position that is held already', () => {
  const { commission, needs, breakEven } = preview({ skip_enter_step: true })
  expect([commission, needs]).toEqual(['0', { currency: 'base', amount: '0.02' }])
  // 60,000 ÷ 0.999
  expect(breakEven).toBe('60060.1')
})

it('takes only the margin with leverage', () => {
  const { needs } = preview({ leverage: { enabled: true, value: 5 } })
  expect(needs).toEqual({ currency: 'quote', amount: '241.2' })
})

it('measures a market entry from the current price', () => {
  const entry = { 'position.order_type': 'market', 'position.price': undefined }
  expect(preview(entry).total).toBe('1200')
  expect(preview(entry, {}).total).toBeUndefined()
})

it('leaves open what a half-filled form leaves open', () => {
  const { targets, stop, ...rest } = preview({ 'position.units': { value: 'x' } })
  expect(rest).toMatchObject({ total: undefined, needs: undefined, reward: undefined })
  expect(targets.map(({ price, profit }) => [price, profit])).toEqual([
    ['63000', undefined],
    ['66000', undefined],
  ])
  expect(stop).toMatchObject({ trigger: '57000', loss: undefined })
  expect(previewSmartTrade(read(smartTradeDraft, {}).value, {})).toMatchObject({
    targets: [],
    stop: undefined,
  })
})

it('has no break-even for coins that are only sold', () => {
  const { breakEven } = preview({ instant: true, 'position.type': 'sell' })
  expect(breakEven).toBeUndefined()
})

it('assumes a tenth of a percent where no fee is known', () => {
  expect(preview({}, { ...market, feeRate: undefined }).commission).toBe('1.2')
})
