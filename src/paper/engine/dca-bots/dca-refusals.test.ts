import { describe, expect, it } from 'vitest'

import type { DcaBotDraft } from '#contract/dca-bots.ts'
import { decimal } from '#money/decimal.ts'
import { aDca, aShort } from '#testing/scripted-bots.ts'

describe('a bot that cannot be', () => {
  const refusedBy = (rest: Partial<DcaBotDraft>, make = aDca): string => {
    try {
      make('0s 100', rest)
    } catch (error) {
      return Object.keys((error as { attributes: object }).attributes).join()
    }
    return ''
  }

  it.each<[string, Partial<DcaBotDraft>]>([
    ['pair', { pair: 'XYZ/USDT' }],
    ['name,max_active_trades', { name: '', max_active_trades: 0 }],
  ])('a bot that cannot be is refused by %s', (path, rest) => {
    expect(refusedBy(rest)).toBe(path)
  })

  it.each([
    [
      'a multiplier shrinks it',
      { safety_order_size: decimal('20'), safety_order_volume_scale: decimal('0.1') },
      2,
      '2',
    ],
    [
      'its units are cut to whole lots',
      { safety_order_size: decimal('5'), price_deviation: decimal('11') },
      1,
      '4.99913',
    ],
  ])(
    'a bot is refused when a safety order is below the minimum because %s',
    (_, rest, order, worth) => {
      expect(() => aDca('0s 100', rest)).toThrow(
        expect.objectContaining({
          attributes: {
            safety_order_size: [
              `Safety order ${order} is worth ${worth}. An order must be worth at least 5.`,
            ],
          },
        }),
      )
    },
  )

  it.each([
    ['0.004', '1', 'Safety order 1 has the price of the one before.'],
    ['2', '0.1', 'Safety order 4 has the price of the one before.'],
    ['20', '4', 'Safety order 2 would be at a price of 0.'],
  ])(
    'a bot is refused if a deviation of %s percent, scaled by %s, leaves a safety order no price of its own',
    (deviation, scale, sentence) => {
      const rest = {
        price_deviation: decimal(deviation),
        safety_order_step_scale: decimal(scale),
        max_safety_orders: 5,
      }
      expect(() => aDca('0s 100', rest)).toThrow(
        expect.objectContaining({ attributes: { price_deviation: [sentence] } }),
      )
    },
  )

  it('a bot that cannot be says from which profit on a deal does not lose its fees', () => {
    const made = () => aDca('0s 100', { take_profit_pct: decimal('0.2') })
    expect(made).toThrow(
      expect.objectContaining({
        attributes: {
          take_profit_pct: ['Below 0.2003 percent, the two fees of a deal turn it into a loss.'],
        },
      }),
    )
    // 100 × 1.001 ÷ 0.999 − 100
    expect(refusedBy({ take_profit_pct: decimal('0.2003') })).toBe('')
    // A short buys back for less than it sold for, so its second fee is smaller.
    expect(refusedBy({ take_profit_pct: decimal('0.1998') }, aShort)).toBe('take_profit_pct')
    expect(refusedBy({ take_profit_pct: decimal('0.1999') }, aShort)).toBe('')
  })

  it('a bot that cannot be sells short for a profit of less than everything', () => {
    expect(refusedBy({ take_profit_pct: decimal('100') }, aShort)).toBe('take_profit_pct')
  })
})
