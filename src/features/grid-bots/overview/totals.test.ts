import { describe, expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { toText } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import {
  inOrdersOf,
  isRounded,
  outOfRange,
  profitOf,
  realisedOf,
  type Total,
  totalOf,
  wholeOf,
} from './totals.ts'

const RANGE = { lower_price: '90', upper_price: '110', current_price: '100', is_enabled: true }

const botOf = (members: object) =>
  entity(gridBot, {
    pair: 'USDT_ETH',
    name: 'Bot',
    unrealized_profit_loss: '0',
    ...RANGE,
    ...members,
  })

const written = ({ sums, unknown }: Total) => [
  ...sums.map(({ currency, amount, parts }) => `${toText(amount)} ${currency} of ${parts.length}`),
  `${unknown.length} unknown`,
]

describe('the figures over the list of grid bots', () => {
  const first = botOf({ current_profit_loss: '1.5' })
  const second = botOf({ current_profit_loss: '-0.25' })
  const inBitcoin = botOf({ pair: 'BTC_ETH', current_profit_loss: '0.1' })
  const unknown = botOf({ current_profit_loss: null })

  it('add up what is in one currency, and never one currency to another', () => {
    const total = totalOf([inBitcoin, first, second], realisedOf)
    expect(written(total)).toEqual(['1.25 USDT of 2', '0.1 BTC of 1', '0 unknown'])
    expect(wholeOf(total)).toBeUndefined()
  })

  it('count the bots of which the amount is unknown', () => {
    const total = totalOf([first, unknown], realisedOf)
    expect(written(total)).toEqual(['1.5 USDT of 1', '1 unknown'])
    expect(wholeOf(total)).toBeUndefined()
    expect(wholeOf(totalOf([first, second], realisedOf))?.amount).toBe('1.25')
  })

  it('say that they are rounded where the rows shown do not add up to them', () => {
    const total = (...amounts: string[]) =>
      totalOf(
        amounts.map((current_profit_loss) => botOf({ current_profit_loss })),
        profitOf,
      ).sums.map(isRounded)
    expect(total('1.004', '1.004')).toEqual([true])
    expect(total('1.004', '1.001')).toEqual([false])
  })

  it('say what the orders hold only of bots whose orders are known', () => {
    const lines = [
      { id: 1, price: '95', side: 'buy', order_placed: true },
      { id: 2, price: '105', side: 'sell', order_placed: true },
    ]
    const known = botOf({ grid_lines: lines, quantity_per_grid: '2', order_currency_type: 'base' })
    // 2 bought at 95, and 2 to be sold that are worth 100 each now.
    const unread = botOf({ grid_lines: [{ ...lines[0], price: 'soon' }] })
    expect(written(totalOf([known, unread], inOrdersOf))).toEqual(['390 USDT of 1', '1 unknown'])
    const stopped = botOf({ is_enabled: false })
    expect(written(totalOf([stopped], inOrdersOf))).toEqual(['0 USDT of 1', '0 unknown'])
  })

  it('name the bots that run while the price has left their range', () => {
    const outside = botOf({ id: 1, current_price: '120' })
    const stopped = botOf({ id: 2, current_price: '120', is_enabled: false })
    const nowhere = botOf({ id: 3, current_price: null })
    expect(outOfRange([first, outside, stopped, nowhere])).toEqual([outside])
  })
})
