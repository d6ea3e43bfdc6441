import { describe, expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { toText } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'
import { isRounded, type Sums, wholeOf } from '#lists/sums.ts'

import { orderSums, resultSums } from './overview.ts'

const RANGE = { lower_price: '90', upper_price: '110', current_price: '100', is_enabled: true }

const botOf = (members: object) =>
  entity(gridBot, {
    pair: 'USDT_ETH',
    name: 'Bot',
    unrealized_profit_loss: '0',
    ...RANGE,
    ...members,
  })

const written = ({ sums, missing }: Sums) => [
  ...sums.map(({ currency, amount, parts }) => `${toText(amount)} ${currency} of ${parts.length}`),
  `${missing.length} unknown`,
]

describe('grid list figures', () => {
  const first = botOf({ current_profit_loss: '1.5' })
  const second = botOf({ current_profit_loss: '-0.25' })
  const inBitcoin = botOf({ pair: 'BTC_ETH', current_profit_loss: '0.1' })
  const unknown = botOf({ current_profit_loss: null })

  it('grid list figures add one currency only', () => {
    const total = resultSums([inBitcoin, first, second], 'realised')
    expect(written(total)).toEqual(['1.25 USDT of 2', '0.1 BTC of 1', '0 unknown'])
    expect(wholeOf(total).sum).toBeUndefined()
  })

  it('grid list figures count bots with unknown amounts', () => {
    const total = resultSums([first, unknown], 'realised')
    expect(written(total)).toEqual(['1.5 USDT of 1', '1 unknown'])
    expect(wholeOf(total).sum).toBeUndefined()
    expect(wholeOf(resultSums([first, second], 'realised')).sum?.amount).toBe('1.25')
  })

  it('grid list figures say “rounded” if the rows shown do not add up', () => {
    const total = (...amounts: string[]) =>
      resultSums(
        amounts.map((current_profit_loss) => botOf({ current_profit_loss })),
        'total',
      ).sums.map(isRounded)
    expect(total('1.004', '1.004')).toEqual([true])
    expect(total('1.004', '1.001')).toEqual([false])
  })

  it('grid list figures sum up orders of bots whose orders are known', () => {
    const lines = [
      { id: 1, price: '95', side: 'buy', order_placed: true },
      { id: 2, price: '105', side: 'sell', order_placed: true },
    ]
    const known = botOf({ grid_lines: lines, quantity_per_grid: '2', order_currency_type: 'base' })
    // 2 bought at 95, and 2 to be sold that are worth 100 each now.
    const unread = botOf({ grid_lines: [{ ...lines[0], price: 'soon' }] })
    expect(written(orderSums([known, unread]))).toEqual(['390 USDT of 1', '1 unknown'])
    const stopped = botOf({ is_enabled: false })
    expect(written(orderSums([stopped]))).toEqual(['0 USDT of 1', '0 unknown'])
  })
})
