import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { decimal } from '#money/decimal.ts'
import { oneUnread } from '#testing/one-unread.ts'
import { entity } from '#testing/entity.ts'

import { rangePosition, rangeWords } from '#trading/grid-range.ts'
import { gridResult, orderCurrency } from './bot-facts.ts'

const resultOf = (members: object) =>
  gridResult(entity(gridBot, { pair: 'USDT_ETH', profit_currency_type: 'quote', ...members }))

it('a grid bot’s result is realised plus open, sent as total and open', () => {
  expect(
    resultOf({
      is_enabled: true,
      current_profit: '233.59',
      unrealized_profit_loss: '-22.52',
      current_profit_loss: '211.07',
      current_profit_loss_percent: '7.03',
    }),
  ).toMatchObject({
    total: '211.07',
    realised: '233.59',
    open: '-22.52',
    grid: '233.59',
    unit: 'USDT',
    roi: '7.03',
    places: 2,
  })
})

it('a grid bot sold at its stop has only realised profit, including grid profit', () => {
  const sold = {
    is_enabled: false,
    current_profit: '19.62',
    unrealized_profit_loss: '0',
    current_profit_loss: '-71.03',
  }
  expect(resultOf(sold)).toMatchObject({
    total: '-71.03',
    realised: '-71.03',
    open: '0',
    grid: '19.62',
  })
})

it('a grid bot without a total has an unknown result, because round trips omit the stop', () => {
  const stopped = {
    is_enabled: false,
    current_profit: '18.77',
    unrealized_profit_loss: '0',
    current_profit_loss: null,
    profit_percentage: '1.2',
  }
  expect(resultOf(stopped)).toMatchObject({
    total: undefined,
    realised: undefined,
    open: undefined,
    roi: undefined,
    grid: '18.77',
    reason: 'The service gives no total for a stopped bot.',
  })
  const running = { ...stopped, is_enabled: true, unrealized_profit_loss: '-3' }
  expect(resultOf(running)).toMatchObject({ total: undefined, realised: undefined, open: '-3' })
})

it('a grid bot’s result has the decimals of its currency', () => {
  const bitcoin = {
    pair: 'BTC_ETH',
    current_profit: '1.23456789',
    unrealized_profit_loss: '-0.2',
    current_profit_loss: '1.03456789',
  }
  expect(resultOf(bitcoin)).toMatchObject({ realised: '1.23456789', places: 8, gridPlaces: 8 })
})

it('a grid profit kept in coins has all decimals', () => {
  const kept = { profit_currency_type: 'base', current_profit: '0.00012' }
  expect(resultOf(kept)).toMatchObject({ gridUnit: 'ETH', unit: 'USDT', gridPlaces: 5 })
  expect(resultOf({ ...kept, current_profit: '3' }).gridPlaces).toBe(2)
  expect(resultOf({ ...kept, profit_currency_type: 'coins' }).gridUnit).toBeUndefined()
})

it('an unreadable figure does not count as zero in the total', () => {
  const whole = {
    current_profit: '233.59',
    unrealized_profit_loss: '-22.52',
    current_profit_loss: '211.07',
    profit_currency_type: 'quote',
  }
  const twice = oneUnread(whole).flatMap(({ json }) => [{ json }, ...oneUnread(json)])
  for (const { json } of twice) expect([undefined, '211.07']).toContain(resultOf(json).total)
})

it('a line’s quantity is in the service’s unit, or in none if unknown', () => {
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

it('a price in its range shows the nearer bound and the distance in percent of it', () => {
  expect(wordsAt('3400')).toBe('2.86% below upper bound')
  expect(wordsAt('3000')).toBe('3.45% above lower bound')
})

it('a price outside its range shows the side', () => {
  expect(wordsAt('4000')).toBe('14.29% above the range')
  expect(wordsAt('2500')).toBe('13.79% below the range')
})

it('a price at a bound is inside its range', () => {
  expect(at('3500')).toMatchObject({ place: 'inside', edge: 'top' })
  expect(at('2900')).toMatchObject({ place: 'inside', edge: 'bottom' })
})

it('the place in the range is unknown without a price or range', () => {
  expect(rangePosition({} as Parameters<typeof rangePosition>[0])).toBeUndefined()
  expect(at('0')).toBeUndefined()
  expect(at('3000', '3500', '2900')).toBeUndefined()
})
