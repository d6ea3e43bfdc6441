import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { rangePosition, rangeWords } from './range.ts'

const at = (price: string, lower = '2900', upper = '3500') =>
  rangePosition({
    lower_price: decimal(lower),
    upper_price: decimal(upper),
    current_price: decimal(price),
  } as Parameters<typeof rangePosition>[0])

const wordsAt = (price: string) => {
  const position = at(price)
  return position && rangeWords(position)
}

describe('the price in its range', () => {
  it('names the nearer edge and how far it is', () => {
    expect(wordsAt('3400')).toBe('2.94% to the top')
    expect(wordsAt('3000')).toBe('3.33% to the bottom')
  })

  it('says on which side the price has left', () => {
    expect(wordsAt('4000')).toBe('12.50% above the top')
    expect(wordsAt('2500')).toBe('16.00% below the bottom')
  })

  it('is still inside on the edge itself', () => {
    expect(at('3500')).toMatchObject({ place: 'inside', share: 1 })
    expect(at('2900')).toMatchObject({ place: 'inside', share: 0 })
  })

  it('is unknown without a price or without a range', () => {
    expect(rangePosition({} as Parameters<typeof rangePosition>[0])).toBeUndefined()
    expect(at('0')).toBeUndefined()
    expect(at('3000', '3500', '2900')).toBeUndefined()
  })

  it('draws its dot between both edges for every price', () => {
    const price = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(price, price, price, (lower, width, last) => {
        const position = at(`${last}`, `${lower}`, `${lower + width}`)
        expect(position?.share).toBeGreaterThanOrEqual(0)
        expect(position?.share).toBeLessThanOrEqual(1)
      }),
    )
  })
})
