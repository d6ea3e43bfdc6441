import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compare, decimal, HUNDRED, multiply, toText } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { dealFunds, knownSettings } from '#trading/dca-ladder.ts'

import { dcaBotForm, toRequest } from './fields.ts'
import { botOf, judgeNewBot } from './new-bot.ts'
import { PRESETS, type Risk, sizesFor, suggestionFor } from './suggestion.ts'

const means = (free: string) => ({
  free: decimal(free),
  quote: 'USDT',
  price: decimal('90000'),
  lot: decimal('0.00001'),
  minTotal: decimal('5'),
})

it('suggested DCA sizes let a deal use about its risk’s share of the free balance', () => {
  const found = suggestionFor('medium', means('5000'))
  // 500 for 1 + 1 + 1.4 + 1.96 + 2.744 + 3.8416 base orders.
  expect(found).toMatchObject({ base_order_size: '41', safety_order_size: '41' })
  expect(suggestionFor('small', means('5000'))).toMatchObject({ base_order_size: '53' })
})

it('suggested DCA sizes are the exchange’s minimum if the share is smaller', () => {
  expect(suggestionFor('medium', means('100'))).toMatchObject({ base_order_size: '6.49' })
})

it('suggested DCA sizes are missing if the balance is too small or unknown', () => {
  expect(suggestionFor('large', means('20'))).toEqual({
    cannot: 'The free balance of USDT is too small for this many orders.',
  })
  expect(suggestionFor('small', { ...means('1'), free: undefined })).toEqual({
    cannot: 'The free balance is unknown, so no sizes are set.',
  })
})

it('suggested DCA sizes pass the contract and never exceed the free balance', () => {
  const places = fc.record({
    risk: fc.constantFrom<Risk>('small', 'medium', 'large'),
    free: fc.integer({ min: 0, max: 2_000_000_00 }),
    price: fc.integer({ min: 1, max: 200_000_00 }),
    lot: fc.integer({ min: 0, max: 6 }),
    least: fc.integer({ min: 0, max: 50 }),
    quote: fc.constantFrom('USDT', 'BTC'),
  })
  const cents = (value: number) => decimal((value / 100).toFixed(2))
  const property = fc.property(places, ({ risk, free, price, lot, least, quote }) => {
    const known = {
      free: cents(free),
      price: cents(price),
      lot: decimal(lot === 0 ? '1' : `0.${'0'.repeat(lot - 1)}1`),
      minTotal: decimal(String(least)),
      quote,
    }
    const found = suggestionFor(risk, known)
    if ('cannot' in found) return
    const values = {
      ...dcaBotForm.empty(),
      connection_id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607',
      pair: `ETH/${quote}`,
      ...found,
    }
    expect(judgeNewBot(values, known).issues).toBeUndefined()
    const settings = knownSettings(botOf(toRequest(values)))
    expect(settings && compare(dealFunds(settings), known.free)).not.toBe(1)
    expect(found.take_profit_pct).toBe(PRESETS[risk].steps.take_profit_pct)
    expect(toText(decimal(found.base_order_size))).toBe(found.base_order_size)
  })
  fc.assert(property, { numRuns: propertyRuns(5_000), seed: 51 })
})

describe('a share of the free balance for one deal', () => {
  const typed = { max_safety_orders: '2', safety_order_volume_scale: '1.5' }

  it('a share of the free balance is divided between base and safety orders, including the fee', () => {
    // 2500 / 1.001 for 1 + 1 + 1.5 base orders.
    expect(sizesFor('50', typed, means('5000'))).toEqual({
      base_order_size: '713.57',
      safety_order_size: '713.57',
    })
    const one = { max_safety_orders: '0', safety_order_volume_scale: '' }
    expect(sizesFor('100', one, means('5000'))).toMatchObject({ base_order_size: '4995' })
  })

  it.each([
    [{ ...means('1'), free: undefined }, typed, 'The free balance is unknown'],
    [means('10'), typed, '25% of the free USDT is too little for this many orders.'],
    [means('0'), typed, '25% of the free USDT is too little for this many orders.'],
    [means('5000'), { ...typed, max_safety_orders: '' }, 'Enter the safety orders'],
    [means('5000'), { ...typed, max_safety_orders: '101' }, 'Enter the safety orders'],
    [means('5000'), { ...typed, safety_order_volume_scale: 'x' }, 'Enter the safety orders'],
  ])('a share of the free balance is not offered with %j', (known, growth, cannot) => {
    expect(sizesFor('25', growth, known)).toEqual({ cannot: expect.stringContaining(cannot) })
  })

  it('a deal never takes more than its share, even at 100 %', () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 20_000_000 }),
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom('25', '50', '75', '100'),
      fc.constantFrom('1', '1.3', '2'),
      (free, count, percent, scale) => {
        const known = means(String(free))
        const growth = { max_safety_orders: String(count), safety_order_volume_scale: scale }
        const found = sizesFor(percent, growth, known)
        if ('cannot' in found) return
        const values = {
          ...dcaBotForm.empty(),
          connection_id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607',
          pair: 'BTC/USDT',
          ...growth,
          ...found,
        }
        const settings = knownSettings(botOf(toRequest(values)))
        const funds = settings && dealFunds(settings)
        const share = BigInt(free) * BigInt(percent)
        expect(funds && compare(multiply(funds, HUNDRED), decimal(String(share)))).not.toBe(1)
      },
    )
    fc.assert(property, { numRuns: propertyRuns(5_000), seed: 52 })
  })
})
