import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { dcaLadder, type DcaSettings, dcaStop, dealFunds, knownSettings } from './dca-ladder.ts'

const settings: DcaSettings = {
  strategy: 'Long',
  base_order_size: decimal('100'),
  safety_order_size: decimal('90'),
  safety_order_step_scale: decimal('1'),
  safety_order_volume_scale: decimal('2'),
  price_deviation: decimal('10'),
  max_safety_orders: 2,
  take_profit_pct: decimal('10'),
  tp_type: 'percentage',
}
const market = { price: decimal('100') }

describe('DCA ladder of a long deal', () => {
  const [base, first, second] = dcaLadder(settings, market)

  it('a ladder starts with the base order', () => {
    expect(base).toMatchObject({ index: 0, deviation: '0', price: '100', units: '1', spent: '100' })
    expect(base).toMatchObject({ average: '100', takeProfit: '110', changeNeeded: '10' })
  })

  it('a safety order buys lower and lowers the average price', () => {
    expect(first).toMatchObject({ deviation: '10', price: '90', size: '90', units: '1', held: '2' })
    // (100 + 90) ÷ 2, plus 10 %.
    expect(first).toMatchObject({ average: '95', takeProfit: '104.5', changeNeeded: '16.111111' })
    // 180 ÷ 80 = 2.25 units; 370 for 4.25.
    expect(second).toMatchObject({ price: '80', size: '180', units: '2.25', spent: '370' })
    expect(second?.average).toBe('87.058823529412')
  })
})

it('the step scale widens the distances', () => {
  const wider = { ...settings, price_deviation: decimal('1'), max_safety_orders: 4 }
  const steps = dcaLadder({ ...wider, safety_order_step_scale: decimal('2') }, market)
  // 1, 1 + 2, 1 + 2 + 4, 1 + 2 + 4 + 8.
  expect(steps.map(({ deviation }) => deviation)).toEqual(['0', '1', '3', '7', '15'])
})

it('a short deal mirrors the ladder upwards', () => {
  const [, first] = dcaLadder({ ...settings, strategy: 'Short' }, market)
  expect(first).toMatchObject({ price: '110', takeProfit: '94.05' })
})

it('a base take profit earns a percent of the base order only', () => {
  const [base, first] = dcaLadder({ ...settings, tp_type: 'base' }, market)
  expect(base?.takeProfit).toBe('110')
  // (190 + 10) ÷ 2.
  expect(first?.takeProfit).toBe('100')
})

it('ladder prices are on ticks and sizes in lots', () => {
  const [, first] = dcaLadder(
    { ...settings, price_deviation: decimal('3.33') },
    { price: decimal('100'), tick: decimal('0.5'), lot: decimal('0.1') },
  )
  expect(first).toMatchObject({ price: '96.5', units: '0.9' })
})

it('a ladder ends before the price reaches zero', () => {
  const deep = { ...settings, price_deviation: decimal('60'), max_safety_orders: 9 }
  expect(dcaLadder(deep, market)).toHaveLength(2)
})

it('a ladder has an upper bound, whatever the service reports', () => {
  const endless = { ...settings, price_deviation: decimal('0.000001'), max_safety_orders: 1e15 }
  const flat = { ...endless, safety_order_volume_scale: decimal('1') }
  expect(dcaLadder(flat, market).length).toBeLessThanOrEqual(501)
})

it('deal funds are the sum of all orders', () => {
  expect(dealFunds(settings)).toBe('370')
})

it('the stop of a deal is against its direction', () => {
  expect(dcaStop('Long', decimal('200'), decimal('5'))).toBe('190')
  expect(dcaStop('Short', decimal('200'), decimal('5'))).toBe('210')
})

it('settings are known only if complete', () => {
  expect(knownSettings({ ...settings, name: 'x' } as never)).toEqual(settings)
  expect(knownSettings({ ...settings, price_deviation: undefined })).toBeUndefined()
})
