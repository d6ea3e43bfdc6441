import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { add, decimal, fromNumber, round } from '#money/decimal.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import { oneUnread } from '#testing/one-unread.ts'
import { entity } from '#testing/entity.ts'

import { gridResult, orderCurrency, rangePosition, rangeWords } from './bot-facts.ts'

const resultOf = (members: object) =>
  gridResult(entity(gridBot, { pair: 'USDT_ETH', profit_currency_type: 'quote', ...members }))

describe('what a grid bot has earned', () => {
  it('is the total that the service sends', () => {
    expect(
      resultOf({
        current_profit: '233.59',
        unrealized_profit_loss: '-22.52',
        current_profit_loss: '211.07',
        current_profit_loss_percent: '7.03',
      }),
    ).toMatchObject({ total: '211.07', unit: 'USDT', roi: '7.03', roiOf: 'total', places: 2 })
  })

  it('is the sum of both parts when the service sends no total', () => {
    const stopped = {
      current_profit: '18.77',
      unrealized_profit_loss: '0',
      current_profit_loss: null,
    }
    expect(resultOf({ ...stopped, profit_percentage: '1.2' })).toMatchObject({
      total: '18.77',
      roi: '1.2',
      roiOf: 'realised',
    })
  })

  it('has the decimals of the currency that it is counted in', () => {
    const bitcoin = {
      pair: 'BTC_ETH',
      current_profit: '1.23456789',
      unrealized_profit_loss: '-0.2',
      current_profit_loss: null,
    }
    expect(resultOf(bitcoin)).toMatchObject({ total: '1.03456789', places: 8, realisedPlaces: 8 })
  })

  it('never adds a profit kept in coins to one counted in money', () => {
    const inCoins = { profit_currency_type: 'base', current_profit: '0.01' }
    expect(resultOf({ ...inCoins, unrealized_profit_loss: '5' })).toMatchObject({
      realisedUnit: 'ETH',
      unit: 'USDT',
      total: undefined,
    })
  })

  it('shows coins to their last decimal, since a hundredth of one may be much', () => {
    const kept = { profit_currency_type: 'base', current_profit: '0.00012' }
    expect(resultOf(kept).realisedPlaces).toBe(5)
    expect(resultOf({ ...kept, current_profit: '3' }).realisedPlaces).toBe(2)
    expect(resultOf({ current_profit: '0.00012' }).realisedPlaces).toBe(2)
  })

  it('adds no profit of which nobody says what it is counted in', () => {
    const withoutTotal = { current_profit: '0.01', unrealized_profit_loss: '-5' }
    for (const profit_currency_type of [undefined, 'coins']) {
      expect(
        resultOf({ ...withoutTotal, current_profit_loss: undefined, profit_currency_type }),
      ).toMatchObject({
        realisedUnit: undefined,
        total: undefined,
      })
    }
  })

  it('shows parts that add up to the total shown', () => {
    expect(placesThatAddUp([decimal('0.004'), decimal('0.004')], decimal('0.008'))).toBe(3)
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const parts = [fromNumber(a / 1_000), fromNumber(b / 1_000)] as const
        const total = add(...parts)
        const places = placesThatAddUp(parts, total)
        const shown = parts.map((part) => round(part, places, 'half-even'))
        expect(shown.reduce(add)).toBe(round(total, places, 'half-even'))
      }),
    )
  })

  it('stays at cents when the service’s own total is another', () => {
    expect(placesThatAddUp([decimal('1'), decimal('1')], decimal('5'))).toBe(2)
  })
})

it('takes no figure that could not be read as zero in its total', () => {
  const whole = {
    current_profit: '233.59',
    unrealized_profit_loss: '-22.52',
    current_profit_loss: '211.07',
    profit_currency_type: 'quote',
  }
  const twice = oneUnread(whole).flatMap(({ json }) => [{ json }, ...oneUnread(json)])
  for (const { json } of twice) expect([undefined, '211.07']).toContain(resultOf(json).total)
})

it('counts the quantity of a line in what the service says, and else in nothing that is known', () => {
  const of = (order_currency_type: unknown) =>
    orderCurrency(entity(gridBot, { pair: 'USDT_ETH', order_currency_type }))
  expect(of('base')).toBe('ETH')
  expect(of('quote')).toBe('USDT')
  expect(of(undefined)).toMatch(/unknown/)
  expect(of('coins')).toMatch(/unknown/)
})

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
    expect(wordsAt('4000')).toBe('12.50% above the range')
    expect(wordsAt('2500')).toBe('16.00% below the range')
  })

  it('is still inside on the edge itself', () => {
    expect(at('3500')).toMatchObject({ place: 'inside', edge: 'top' })
    expect(at('2900')).toMatchObject({ place: 'inside', edge: 'bottom' })
  })

  it('is unknown without a price or without a range', () => {
    expect(rangePosition({} as Parameters<typeof rangePosition>[0])).toBeUndefined()
    expect(at('0')).toBeUndefined()
    expect(at('3000', '3500', '2900')).toBeUndefined()
  })
})
