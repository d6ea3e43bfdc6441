import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aGrid } from '#testing/scripted-bots.ts'
import type { Prices } from '#testing/scripted-world.ts'

it.each([
  ['0.6000012345', '1.4', '200.00012345'],
  ['1.99999', '0.05', '204.999'],
])(
  'a grid at its start with %s coins buys %s, an order that the exchange takes',
  async (btc, units, invested) => {
    const { at, engine, bot } = aGrid('0s 100', {}, { btc })
    at(1)
    expect(await engine.history({})).toMatchObject([
      { filled: { units }, status: { value: 'finished' } },
    ])
    expect(bot()).toMatchObject({ investment_base_currency: invested })
    expect(bot().grid_lines.filter(({ side }) => side === 'sell')).toMatchObject([
      { order_placed: true },
      { order_placed: true },
    ])
  },
)

it('a grid at its start buys what its sells need and holds the money of its buys', () => {
  const { at, lines, free, bot } = aGrid('0s 100')
  expect(lines()).toEqual(['80 buy', '90 buy', '100 waits', '110 sell later', '120 sell later'])
  at(1)
  expect(lines()).toEqual(['80 buy', '90 buy', '100 waits', '110 sell', '120 sell'])
  // 10,000 − 2 × 100 × 1.001 − (80 + 90) × 1.001
  expect(free('USDT')).toBe('9629.63')
  expect(free('BTC')).toBe('0')
  expect(bot().investment_base_currency).toBe('200')
  expect(bot().investment_quote_currency).toBe('170.17')
})

it('a grid at its start takes the coins that are there and buys the rest alone', () => {
  const { at, free } = aGrid('0s 100', {}, { btc: '1.5' })
  at(1)
  // 10,000 − 0.5 × 100 × 1.001 − 170.17
  expect(free('USDT')).toBe('9779.78')
  expect(free('BTC')).toBe('0')
})

it('a grid at its start leaves the lower of two equally near lines waiting', () => {
  const { at, lines } = aGrid('0s 95')
  at(1)
  expect(lines()).toEqual(['80 buy', '90 waits', '100 sell', '110 sell', '120 sell'])
})

it('only buys from above its range', () => {
  const { at, lines, free } = aGrid('0s 150')
  at(1)
  expect(lines()).toEqual(['80 buy', '90 buy', '100 buy', '110 buy', '120 waits'])
  // 10,000 − (80 + 90 + 100 + 110) × 1.001
  expect(free('USDT')).toBe('9619.62')
})

it('a grid at its start places the lines nearest the price alone when only some may be active', () => {
  const { at, lines, free } = aGrid('0s 100, 10s 90', {
    max_active_buy_lines: 1,
    max_active_sell_lines: 1,
  })
  at(1)
  expect(lines()).toEqual(['80 buy later', '90 buy', '100 waits', '110 sell', '120 sell later'])
  // 10,000 − 200.2 − 90 × 1.001, and one of the two coins is free
  expect(free('USDT')).toBe('9709.71')
  expect(free('BTC')).toBe('1')
  at(10)
  expect(lines()).toEqual(['80 buy', '90 waits', '100 sell', '110 sell later', '120 sell later'])
  // 10,000 − 200.2 − 90.09 − 80.08 held
  expect(free('USDT')).toBe('9629.63')
  expect(free('BTC')).toBe('2')
})

describe('a turn', () => {
  const DIP: Prices = '0s 100, 10s 90, 20s 100'

  it('a turn buys on one line and earns on the next, less both fees', () => {
    const { at, bot, lines, free } = aGrid(DIP)
    at(10)
    expect(lines()).toEqual(['80 buy', '90 waits', '100 sell', '110 sell', '120 sell'])
    expect(bot().total_profits_count).toBe(0)
    at(20)
    expect(lines()).toEqual(['80 buy', '90 buy', '100 waits', '110 sell', '120 sell'])
    // 100 − 90 − 0.09 − 0.1
    expect(bot().current_profit).toBe('9.81')
    expect(bot().total_profits_count).toBe(1)
    expect(free('USDT')).toBe('9639.44')
  })

  it('a turn keeps what is realised apart from what is not', () => {
    const { at, bot } = aGrid(DIP)
    at(10)
    // Started with 200 of coins and 170.17. Now 3 coins at 90 and 170.17 − 90.09 − 0.2 are 349.88.
    expect(bot().current_profit).toBe('0')
    expect(bot().unrealized_profit_loss).toBe('-20.29')
    expect(bot().current_profit_loss).toBe('-20.29')
    // 20.29 ÷ 370.17
    expect(bot().current_profit_loss_percent).toBe('-5.4813')
    at(20)
    // Two coins at 100 and 170.17 + 9.81 − 0.2.
    expect(bot().current_profit_loss).toBe('9.61')
    expect(bot().unrealized_profit_loss).toBe('-0.2')
    // 9.81 ÷ 370.17
    expect(bot().profit_percentage).toBe('2.6501')
  })

  it('a turn fills every line that a gap jumps over, each at its own price', () => {
    const { at, bot, lines, free } = aGrid('0s 100, 10s 79')
    at(10)
    expect(lines()).toEqual(['80 waits', '90 sell', '100 sell', '110 sell', '120 sell'])
    expect(bot().bought_volume).toBe('2')
    // 10,000 − 200.2 − 90.09 − 80.08
    expect(free('USDT')).toBe('9629.63')
  })

  it('a turn sells into a rise and buys back on the way down', () => {
    const { at, bot, lines, free } = aGrid('0s 100, 10s 120, 20s 110')
    at(10)
    expect(lines()).toEqual(['80 buy', '90 buy', '100 buy', '110 buy', '120 waits'])
    // 10 − 0.1 − 0.11 and 10 − 0.11 − 0.12
    expect(bot().current_profit).toBe('19.56')
    expect(bot().total_profits_count).toBe(2)
    at(20)
    expect(lines()).toEqual(['80 buy', '90 buy', '100 buy', '110 waits', '120 sell'])
    // 10,000 − 200.2 + 109.89 + 119.88 − 110.11, less 270 × 1.001 held
    expect(free('USDT')).toBe('9649.19')
  })

  it('a turn of a geometric grid earns one ratio', () => {
    const { at, bot } = aGrid('0s 400, 10s 800, 20s 400, 30s 800', {
      lower_price: decimal('100'),
      upper_price: decimal('1600'),
      grid_type: 'geometric',
    })
    expect(bot().grid_price_step).toBe('2')
    at(10)
    // 800 − 400 − 0.4 − 0.8
    expect(bot().current_profit).toBe('398.8')
    at(30)
    expect(bot().current_profit).toBe('797.6')
    expect(bot().sold_volume).toBe('2')
    expect(bot().bought_volume).toBe('1')
  })

  it('a turn keeps its profits when the bot is stopped, and goes on from them', () => {
    const { at, bot, engine, id, free } = aGrid('0s 100, 10s 90, 20s 100, 40s 110')
    at(20)
    engine.stopGridBot(id)
    expect(bot()).toMatchObject({
      is_enabled: false,
      current_profit: '9.81',
      investment_quote_currency: '170.17',
      unrealized_profit_loss: '-0.2',
      current_profit_loss: '9.61',
    })
    expect(bot().grid_lines.every(({ side, order_placed }) => side === null && !order_placed)).toBe(
      true,
    )
    // 10,000 − 200.2 + 9.81: everything is free again.
    expect(free('USDT')).toBe('9809.61')
    expect(free('BTC')).toBe('2')
    engine.startGridBot(id)
    at(40)
    // 10 − 0.1 − 0.11 more
    expect(bot().current_profit).toBe('19.6')
    expect(bot().total_profits_count).toBe(2)
  })
})
