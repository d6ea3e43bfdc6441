import { describe, expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { gridLineWords } from './grid-line-words.ts'
import { linesAndMarks } from './grid-lines.ts'

const bot = entity(gridBot, {
  pair: 'USDT_ETH',
  is_enabled: true,
  order_currency_type: 'base',
  quantity_per_grid: '0.08',
  current_price: '3000',
  lower_stop_loss_enabled: true,
  lower_stop_loss_price: '2400',
  expansion_down_enabled: true,
  expansion_down_stop_price: '2550',
  grid_lines: [
    { id: 1, price: '3250', side: 'sell', order_placed: true },
    { id: 2, price: '3030', side: null, order_placed: false },
  ],
})

const wordsOf = (areAmountsHidden: boolean) =>
  linesAndMarks(bot).map((gridLine) =>
    gridLineWords(gridLine, { bot, areAmountsHidden, places: 2 }),
  )

describe('a line of the ladder in words', () => {
  it('says what stands there, how much, and how far away', () => {
    expect(wordsOf(false)).toEqual([
      'Sell at 3,250.00: 0.08 ETH for 260.00 USDT, 8.33% above the last price',
      'Waiting at 3,030.00, 1.00% above the last price',
      'Grows down to 2,550.00, 15.00% below the last price',
      'Stops below at 2,400.00, 20.00% below the last price',
    ])
  })

  it('keeps hidden amounts hidden', () => {
    expect(wordsOf(true)[0]).toBe(
      'Sell at 3,250.00: •••• ETH for •••• USDT, 8.33% above the last price',
    )
  })
})
