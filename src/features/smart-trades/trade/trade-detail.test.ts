import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { toSlashPair } from '#trading/pair.ts'

import { stopOf, targetsOf, tickPlacesOf, toneOf, totalNames, typeNameOf } from '../trade-facts.ts'
import { fieldsOf } from './smart-trade-drawer.tsx'
import { levelsOf } from '../picture/picture-lines.ts'
import { waitsFor } from './trade-figure.tsx'

it('a trade keeps unknown words of the service', () => {
  expect(typeNameOf('smart_cover')).toBe('Smart Cover')
  expect(typeNameOf('smart_dream')).toBe('smart_dream')
  expect(toSlashPair('USDT_DOGE_3L')).toBe('DOGE_3L/USDT')
  expect(toSlashPair('DOGE')).toBe('DOGE')
  const unheardOf = { type: 'dreaming', basic_type: 'dreaming', title: 'Dreaming' }
  expect(toneOf({ ...unheardOf, error: undefined }, true)).toBe('unknown')
  expect(toneOf({ ...unheardOf, type: 'waiting_targets', error: undefined }, true)).toBe('working')
})

it.each([
  ['smart_trade', 'buy', 'Paid', 'Received'],
  ['smart_cover', 'sell', 'Received', 'Paid'],
  ['simple_sell', 'sell', 'Received', 'Paid'],
  ['smart_sell', 'buy', 'Value at entry', 'Received'],
  ['smart_buy', 'sell', 'Value at entry', 'Paid'],
  ['smart_dream', 'rent', 'Total at entry', 'Total at close'],
])('a %s that begins with a %s has %s at its entry and %s at its close', (...shape) => {
  const [type, side, entered, closed] = shape
  const trade = aSmartTrade({ position: { type: side }, data: { type } })
  expect(totalNames(trade)).toEqual({ entered, closed })
})

it('a trade’s set prices are not rounded to shorter market prices', () => {
  const trade = aSmartTrade({
    is_position_not_filled: true,
    position: { type: 'buy', order_type: 'limit', price: { value: '2.3405' } },
    data: { current_price: { last: '2.5', bid: '2.5', ask: '2.5' } },
    take_profit: { steps: [{ price: { value: '2.6' }, units: { value: '1' } }] },
    stop_loss: { enabled: true, conditional: { price: { value: '2.2045' } } },
  })
  expect(waitsFor(trade)).toContain('at 2.3405 USDT or lower.')
  const ended = {
    ...trade,
    data: { ...trade.data, average_enter_price_without_commission: decimal('2.34051234') },
  }
  expect(tickPlacesOf(ended as typeof trade)).toBe(4)
})

it('a trade’s percent prices are computed from the entry until the service sends them', () => {
  const trade = aSmartTrade({
    take_profit: { steps: [{ price: { type: 'last', value: null, percent: '10' } }] },
    stop_loss: { conditional: { price: { type: 'last', value: null, percent: '5' } } },
  })
  expect(targetsOf(trade)).toEqual([decimal('3300')])
  expect(stopOf(trade)).toBe(decimal('2850'))
})

it('the trade chart has every price by step name', () => {
  const trade = aSmartTrade({
    take_profit: {
      steps: ['3110', '3400'].map((value) => ({ price: { value, percent: null } })),
    },
  })
  expect(levelsOf(trade).map(({ name }) => name)).toEqual([
    'Entry',
    'Stop',
    'Target 1',
    'Target 2',
    'Last price',
  ])
})

describe('trigger of an entry', () => {
  const waiting = (position: object, last = '3150') =>
    aSmartTrade({
      is_position_not_filled: true,
      position: { order_type: 'limit', price: { value: '3050' }, ...position },
      data: { current_price: { last, bid: last, ask: last } },
    })
  const trigger = (value: string) => ({ conditional: { price: { value, type: 'last' } } })

  it('a waiting entry shows side, size and price', () => {
    expect(waitsFor(waiting({}))).toBe('Buys 1.2 ETH at 3,050.00 USDT or lower.')
    expect(waitsFor(waiting({ type: 'sell' }))).toBe('Sells 1.2 ETH at 3,050.00 USDT or higher.')
    expect(waitsFor(waiting({ order_type: 'market' }))).toBe(
      'Buys 1.2 ETH as soon as its order is filled.',
    )
    expect(waitsFor(waiting({}), { areAmountsHidden: true })).toBe(
      'Buys ETH at 3,050.00 USDT or lower.',
    )
  })

  it('a conditional entry shows the direction of its trigger', () => {
    expect(waitsFor(waiting(trigger('3300')))).toBe(
      'Buys 1.2 ETH once the price rises to 3,300.00 USDT.',
    )
    expect(waitsFor(waiting(trigger('3000')))).toBe(
      'Buys 1.2 ETH once the price falls to 3,000.00 USDT.',
    )
  })

  it('a waiting entry with an unknown side is not guessed', () => {
    expect(waitsFor(waiting({ type: 'rent' }))).toBeUndefined()
  })
})

it('every field of a trade is listed by path, including unknown ones', () => {
  expect(fieldsOf({ id: 7, note: '', steps: [], extra: { odd: [null, true] } })).toEqual([
    { path: 'id', value: '7' },
    { path: 'note', value: 'empty text' },
    { path: 'steps', value: 'empty list' },
    { path: 'extra.odd.1', value: 'null' },
    { path: 'extra.odd.2', value: 'true' },
  ])
})
