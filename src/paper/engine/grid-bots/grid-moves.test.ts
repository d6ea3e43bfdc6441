import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aGrid } from '#testing/scripted-bots.ts'

describe('trailing up', () => {
  const trails = { trailing_up_enabled: true }

  it('trailing up moves the grid one line up when the price is a step above it', () => {
    const { at, bot, prices, free } = aGrid('0s 100, 10s 129, 20s 130, 30s 120, 40s 130', trails)
    at(10)
    expect(prices()).toEqual(['80', '90', '100', '110', '120'])
    at(20)
    expect(prices()).toEqual(['90', '100', '110', '120', '130'])
    expect(bot()).toMatchObject({ lower_price: '90', upper_price: '130', grids_quantity: 5 })
    expect(bot().grid_lines.map(({ side }) => side)).toEqual(['buy', 'buy', 'buy', 'buy', null])
    // 10,000 − 200.2 + 229.77 − (90 + 100 + 110 + 120) × 1.001
    expect(free('USDT')).toBe('9609.15')
    at(40)
    // 19.56 of the rise, and 10 − 0.12 − 0.13 of the pair that the move added.
    expect(bot().current_profit).toBe('29.31')
  })

  it('trailing up catches up with a price that has jumped several steps', () => {
    const { at, bot, prices } = aGrid('0s 100, 10s 155', trails)
    at(15)
    expect(prices()).toEqual(['110', '120', '130', '140', '150'])
    expect(bot().grid_lines.at(-1)?.side).toBeNull()
  })

  it('trailing up of a geometric grid goes up by its ratio', () => {
    const { at, prices } = aGrid('0s 400, 10s 3200', {
      ...trails,
      lower_price: decimal('100'),
      upper_price: decimal('1600'),
      grid_type: 'geometric',
    })
    at(15)
    expect(prices()).toEqual(['200', '400', '800', '1600', '3200'])
  })

  it('trailing up sells line by line first when only one may be active, and leaves no coin behind', () => {
    const prices = '0s 100, 10s 130'
    const { at, bot, free } = aGrid(prices, { ...trails, max_active_sell_lines: 1 })
    at(20)
    expect(bot()).toMatchObject({ sold_volume: '2', total_profits_count: 2, upper_price: '130' })
    expect(free('BTC')).toBe('0')
  })

  it('trailing up leaves a grid alone that does not trail', () => {
    const { at, prices } = aGrid('0s 100, 10s 155', {})
    at(15)
    expect(prices()).toEqual(['80', '90', '100', '110', '120'])
  })
})

describe('expansion down', () => {
  const expands = {
    expansion_down_enabled: true,
    expansion_down_stop_price: decimal('60'),
  }

  it('expansion down adds a line below each time the lowest has bought, down to its last price', () => {
    const { at, bot, prices, free } = aGrid('0s 100, 10s 80, 20s 70, 30s 50', expands)
    at(10)
    expect(prices()).toEqual(['70', '80', '90', '100', '110', '120'])
    expect(bot().grid_lines[0]).toMatchObject({ side: 'buy', order_placed: true })
    at(30)
    expect(prices()).toEqual(['60', '70', '80', '90', '100', '110', '120'])
    expect(bot()).toMatchObject({ lower_price: '60', grids_quantity: 7, bought_volume: '4' })
    // 10,000 − 200.2 − (90 + 80 + 70 + 60) × 1.001
    expect(free('USDT')).toBe('9499.5')
  })

  it('expansion down may have orders on as many lines as it has now', () => {
    const course = '0s 100, 10s 80, 20s 70, 30s 50'
    const { at, bot } = aGrid(course, expands)
    at(30)
    expect(bot()).toMatchObject({ max_active_buy_lines: 7, max_active_sell_lines: 7 })
    const least = aGrid(course, { ...expands, max_active_buy_lines: 2 })
    least.at(30)
    expect(least.bot()).toMatchObject({ max_active_buy_lines: 2, max_active_sell_lines: 7 })
  })

  it('expansion down earns on an added line as on any other', () => {
    const { at, bot } = aGrid('0s 100, 10s 70, 20s 80', expands)
    at(20)
    // 10 − 0.07 − 0.08
    expect(bot().current_profit).toBe('9.85')
  })

  it('expansion down leaves a line empty that the account cannot pay for', () => {
    const { at, bot, free } = aGrid('0s 100, 10s 80', expands, { usdt: '400' })
    at(10)
    expect(bot().grid_lines[0]).toMatchObject({ price: '70', side: 'buy', order_placed: false })
    // 400 − 200.2 − 90.09 − 80.08
    expect(free('USDT')).toBe('29.63')
  })
})
