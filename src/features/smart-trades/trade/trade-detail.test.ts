import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { toSlashPair } from '#trading/pair.ts'

import { stopOf, targetsOf, tickPlacesOf, toneOf, totalNames, typeNameOf } from '../trade-facts.ts'
import { fieldsOf } from './smart-trade-drawer.tsx'
import { levelsOf } from '../picture/picture-lines.ts'
import { waitsFor } from './trade-figure.tsx'

it('what a trade says of itself keeps words nobody knows', () => {
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

it('what a trade says of itself rounds no price that was set, where the market’s own prices happen to be short', () => {
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

it('what a trade says of itself works out prices in percent from the entry until the service sends them', () => {
  const trade = aSmartTrade({
    take_profit: { steps: [{ price: { type: 'last', value: null, percent: '10' } }] },
    stop_loss: { conditional: { price: { type: 'last', value: null, percent: '5' } } },
  })
  expect(targetsOf(trade)).toEqual([decimal('3300')])
  expect(stopOf(trade)).toBe(decimal('2850'))
})

it('the chart has every price of the trade by the name of its step', () => {
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

describe('what an entry waits for', () => {
  const waiting = (position: object, last = '3150') =>
    aSmartTrade({
      is_position_not_filled: true,
      position: { order_type: 'limit', price: { value: '3050' }, ...position },
      data: { current_price: { last, bid: last, ask: last } },
    })
  const trigger = (value: string) => ({ conditional: { price: { value, type: 'last' } } })

  it('what an entry waits for is said with its side, its size and its price', () => {
    expect(waitsFor(waiting({}))).toBe('Buys 1.2 ETH at 3,050.00 USDT or lower.')
    expect(waitsFor(waiting({ type: 'sell' }))).toBe('Sells 1.2 ETH at 3,050.00 USDT or higher.')
    expect(waitsFor(waiting({ order_type: 'market' }))).toBe(
      'Buys 1.2 ETH as soon as its order is filled.',
    )
    expect(waitsFor(waiting({}), { areAmountsHidden: true })).toBe(
      'Buys ETH at 3,050.00 USDT or lower.',
    )
  })

  it('what an entry waits for says which way the price has to go to set a conditional entry off', () => {
    expect(waitsFor(waiting(trigger('3300')))).toBe(
      'Buys 1.2 ETH once the price rises to 3,300.00 USDT.',
    )
    expect(waitsFor(waiting(trigger('3000')))).toBe(
      'Buys 1.2 ETH once the price falls to 3,000.00 USDT.',
    )
  })

  it('what an entry waits for is not guessed for a side that is not known', () => {
    expect(waitsFor(waiting({ type: 'rent' }))).toBeUndefined()
  })
})

it('every field is listed by its path, unknown ones too, as the service wrote it', () => {
  expect(fieldsOf({ id: 7, note: '', steps: [], extra: { odd: [null, true] } })).toEqual([
    { path: 'id', value: '7' },
    { path: 'note', value: 'empty text' },
    { path: 'steps', value: 'empty list' },
    { path: 'extra.odd.1', value: 'null' },
    { path: 'extra.odd.2', value: 'true' },
  ])
})
