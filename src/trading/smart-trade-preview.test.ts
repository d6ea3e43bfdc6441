import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { readParts } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { compare, decimal, toText } from '#money/decimal.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'
import { exact } from '#testing/decimals.ts'
import { oneUnread } from '#testing/one-unread.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { previewSmartTrade } from './smart-trade-preview.ts'

const market: MarketView = {
  price: decimal('60000'),
  tick: decimal('0.1'),
  lot: decimal('0.0001'),
  feeRate: decimal('0.001'),
  free: { base: decimal('0.5'), quote: decimal('5000') },
}

const preview = (changes: Changes = {}, view: MarketView = market) =>
  previewSmartTrade(readParts(smartTradeDraft, aDraft(changes)), view)

const short = {
  'position.type': 'sell',
  'take_profit.steps': [{ order_type: 'limit', volume: 100, price: { value: 57_000 } }],
  'stop_loss.conditional.price.value': 63_000,
}

describe('a long trade of 0.02 at 60,000', () => {
  const { targets, stop, ...rest } = preview()

  it('a long trade costs its total and fee', () => {
    expect(rest).toMatchObject({
      direction: 'long',
      total: '1200',
      commission: '1.2',
    })
    expect(rest).toMatchObject({
      needs: { currency: 'quote', amount: '1201.2' },
      freeAfter: '3798.8',
    })
  })

  it('profits at targets are after both fees', () => {
    // 0.008 × 63,000 × 0.999 − 0.008 × 60,000 × 1.001
    expect(targets[0]).toMatchObject({
      price: '63000',
      percent: '5',
      units: '0.008',
    })
    expect(targets[0]?.profit).toBe('23.016')
    // 10 % above is 66,000: 0.012 × 66,000 × 0.999 − 0.012 × 60,000 × 1.001
    expect(targets[1]).toMatchObject({
      price: '66000',
      units: '0.012',
      profit: '70.488',
    })
    expect(rest.reward).toBe('93.504')
  })

  it('the loss at the stop is after both fees', () => {
    // 0.02 × 60,000 × 1.001 − 0.02 × 57,000 × 0.999
    expect(stop).toMatchObject({
      trigger: '57000',
      percent: '5',
      loss: '62.34',
    })
    expect(stop?.lossPercent).toBe('5.18981019')
  })

  it('reward is compared with risk', () => {
    // 93.504 ÷ 62.34, and 62.34 ÷ (62.34 + 93.504)
    expect(rest.riskReward).toBe('1.4999')
    expect(rest.winRate).toBe('40.00154')
  })

  it('break-even is the first tick that recovers everything', () => {
    // 60,000 × 1.001 ÷ 0.999 = 60,120.1201…
    expect(rest.breakEven).toBe('60120.2')
  })
})

it.each(['1', '1.5'])('break-even does not exist at a fee of 100 % or more: %s', (rate) => {
  const view = { ...market, feeRate: decimal(rate) }
  expect(preview({}, view).breakEven).toBe(undefined)
  expect(preview(short, view).breakEven).toBe(undefined)
})

describe('a short trade of 0.02 at 60,000', () => {
  const { targets, stop, ...rest } = preview(short)

  it('a short trade mirrors the long one', () => {
    expect(rest).toMatchObject({
      direction: 'short',
      needs: { currency: 'base', amount: '0.02' },
    })
    // 1,200 × 0.999 − 1,140 × 1.001, and 1,260 × 1.001 − 1,200 × 0.999
    expect(targets[0]).toMatchObject({ percent: '5', profit: '57.66' })
    expect(stop).toMatchObject({ percent: '5', loss: '62.46' })
    // 60,000 × 0.999 ÷ 1.001 = 59,880.1198…
    expect(rest.breakEven).toBe('59880.1')
  })
})

it('a limit stop loses at its limit, not at its trigger', () => {
  const { stop } = preview({
    'stop_loss.order_type': 'limit',
    'stop_loss.price.value': 56_900,
  })
  // 1,201.2 − 0.02 × 56,900 × 0.999
  expect(stop).toMatchObject({
    trigger: '57000',
    limit: '56900',
    loss: '64.338',
  })
})

it('a held position pays no entry fee', () => {
  const { commission, needs, breakEven } = preview({ skip_enter_step: true })
  expect([commission, needs]).toEqual(['0', { currency: 'base', amount: '0.02' }])
  // 60,000 ÷ 0.999
  expect(breakEven).toBe('60060.1')
})

it('a trade with leverage needs the margin only', () => {
  const { needs } = preview({ leverage: { enabled: true, value: 5 } })
  expect(needs).toEqual({ currency: 'quote', amount: '241.2' })
})

it('targets of a market entry are measured from the current price', () => {
  const entry = {
    'position.order_type': 'market',
    'position.price': undefined,
  }
  expect(preview(entry).total).toBe('1200')
  expect(preview(entry, {}).total).toBeUndefined()
})

it('an incomplete draft leaves dependent values unknown', () => {
  const { targets, stop, ...rest } = preview({
    'position.units': { value: 'x' },
  })
  expect(rest).toMatchObject({
    total: undefined,
    needs: undefined,
    reward: undefined,
  })
  expect(targets.map(({ price, profit }) => [price, profit])).toEqual([
    ['63000', undefined],
    ['66000', undefined],
  ])
  expect(stop).toMatchObject({ trigger: '57000', loss: undefined })
  expect(previewSmartTrade(readParts(smartTradeDraft, {}), {})).toMatchObject({
    targets: [],
    stop: undefined,
  })
})

it('a sale of held coins has no break-even', () => {
  const { breakEven } = preview({ instant: true, 'position.type': 'sell' })
  expect(breakEven).toBeUndefined()
})

it('the default fee is 0.1 %', () => {
  expect(preview({}, { ...market, feeRate: undefined }).commission).toBe('1.2')
})

it.each([
  ['on the wrong side of the entry', { 'stop_loss.conditional.price.value': 61_000 }],
  [
    'with a limit better than its trigger',
    { 'stop_loss.order_type': 'limit', 'stop_loss.price.value': 59_400 },
  ],
  [
    'of a held position above the current price',
    { skip_enter_step: true, 'stop_loss.conditional.price.value': 60_000 },
  ],
])('an invalid stop has no result, %s', (_, changes) => {
  const { stop, riskReward } = preview(changes)
  expect([stop?.loss, stop?.lossPercent, riskReward]).toEqual([undefined, undefined, undefined])
})

it('a target on the wrong side has no result', () => {
  const { targets, reward } = preview({
    'take_profit.steps.0.price.value': 59_000,
  })
  expect([targets[0]?.profit, reward]).toEqual([undefined, undefined])
})

it('a stop of a held position may lock in a gain', () => {
  const held = { skip_enter_step: true, 'position.price.value': 50_000 }
  // 0.02 × 57,000 × 0.999 − 0.02 × 50,000
  expect(preview(held).stop?.loss).toBe('-138.86')
})

/** One unit at 2,000 with 20 times leverage and a stop at 1,800. */
const borrowed = {
  leverage: { enabled: true, type: 'isolated', value: 20 },
  'position.units.value': '1',
  'position.price.value': 2_000,
  'take_profit.steps': [{ order_type: 'limit', volume: 100, price: { value: 2_200 } }],
  'stop_loss.conditional.price.value': 1_800,
}

it('a position that is liquidated before its stop loses its margin', () => {
  const { liquidation, stop, needs, takesMargin } = preview(borrowed)
  // 1,900 are owed: 1,900 ÷ 0.99 is 1,919.19…, to the tick above.
  expect(liquidation).toBe('1919.2')
  expect(needs?.amount).toBe('102')
  expect([takesMargin, stop?.isBeyondLiquidation, stop?.loss]).toEqual([true, true, '102'])
})

it('a stop before liquidation loses the amount at the stop', () => {
  const { stop } = preview({
    ...borrowed,
    'stop_loss.conditional.price.value': 1_950,
  })
  // 2,000 × 1.001 − 1,950 × 0.999
  expect([stop?.isBeyondLiquidation, stop?.loss]).toEqual([false, '53.95'])
})

it('a stop on cross margin can lose more than the margin', () => {
  const { stop } = preview({ ...borrowed, 'leverage.type': 'cross' })
  expect([stop?.isBeyondLiquidation, stop?.loss]).toEqual([true, '203.8'])
})

it('leverage of 1 and held positions borrow nothing', () => {
  expect(preview({ ...borrowed, 'leverage.value': 1 }).liquidation).toBe(undefined)
  const held = preview({ ...borrowed, skip_enter_step: true })
  expect([held.liquidation, held.takesMargin]).toEqual([undefined, false])
})

it('an isolated position never loses more than its margin', () => {
  const cents = (least: number, most: number) => fc.integer({ min: least, max: most })
  const property = fc.property(
    fc.record({
      isLong: fc.boolean(),
      leverage: fc.integer({ min: 1, max: 125 }),
      entry: cents(1, 10_000_000),
      stop: cents(1, 20_000_000),
      limit: fc.option(cents(1, 20_000_000)),
      units: cents(1, 10_000_000),
      fee: fc.integer({ min: 0, max: 300 }),
    }),
    ({ isLong, leverage, entry, stop, limit, units, fee }) => {
      const found = preview(
        {
          'position.type': isLong ? 'buy' : 'sell',
          leverage: { enabled: true, type: 'isolated', value: leverage },
          'position.units.value': toText(exact(BigInt(units), 4)),
          'position.price.value': toText(exact(BigInt(entry), 2)),
          'stop_loss.conditional.price.value': toText(exact(BigInt(stop), 2)),
          ...(limit !== null && {
            'stop_loss.order_type': 'limit',
            'stop_loss.price.value': toText(exact(BigInt(limit), 2)),
          }),
        },
        { ...market, tick: decimal('0.01'), feeRate: exact(BigInt(fee), 4) },
      )
      const { loss } = found.stop ?? {}
      const margin = found.needs?.amount
      expect(margin !== undefined && (!loss || compare(loss, margin) <= 0)).toBe(true)
    },
  )
  fc.assert(property, { numRuns: propertyRuns(20_000) })
})

it('an unreadable target makes the reward unknown, not zero', () => {
  const steps = [66_000, 72_000].map((value) => ({
    order_type: 'limit',
    volume: 50,
    price: { value },
  }))
  const full = preview({ 'take_profit.steps': steps }).reward
  expect(full).toBeDefined()
  for (const { json, path } of oneUnread(steps)) {
    const { reward } = preview({ 'take_profit.steps': json })
    expect([path, reward === undefined || reward === full]).toEqual([path, true])
  }
})
