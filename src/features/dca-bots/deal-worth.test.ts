import { expect, it } from 'vitest'

import type { DcaBot } from '#contract/dca-bots.ts'
import { decimal } from '#money/decimal.ts'

import { openWorth } from './deal-worth.tsx'

const deal = (bought: string, sold: string, profit: string | undefined) => ({
  bought: decimal(bought),
  sold: decimal(sold),
  current_price: decimal('2'),
  profit: profit === undefined ? undefined : { amount: decimal(profit), percent: decimal('0') },
})
const botWith = (deals: unknown): DcaBot =>
  ({ active_trades: 2, quote_currency: 'USDT', deals }) as DcaBot

it('the open deals of a bot are worth their unsold coins, and their results add up', () => {
  expect(openWorth(botWith([deal('10', '4', '-3'), deal('1', '0', '1')]))).toMatchObject({
    value: decimal('14'),
    result: decimal('-2'),
  })
})

it('the result of open deals is unknown if one is not reported, and not the sum of the others', () => {
  const { value, result } = openWorth(botWith([deal('10', '4', '-3'), deal('1', '0', undefined)]))
  expect([value, result]).toEqual([decimal('14'), undefined])
  expect(openWorth(botWith(null)).value).toBeUndefined()
})
