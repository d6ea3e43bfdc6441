import { expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { entity } from '#testing/entity.ts'

import { openWorth } from './deal-worth.tsx'

const deal = (bought: string, sold: string, profit?: string) => ({
  bought,
  sold,
  current_price: '2',
  ...(profit !== undefined && { profit: { amount: profit, percent: '0' } }),
})
const worthOf = (deals: unknown) =>
  openWorth(entity(dcaBot, { active_trades: 2, quote_currency: 'USDT', deals }))

it('open deals have the value of unsold coins and the sum of their results', () => {
  const { value, result } = worthOf([deal('10', '4', '-3'), deal('1', '0', '1')])
  expect([value, result]).toEqual(['14', '-2'])
})

it('the result of open deals is unknown if one is missing', () => {
  const { value, result } = worthOf([deal('10', '4', '-3'), deal('1', '0')])
  expect([value, result]).toEqual(['14', undefined])
  expect(worthOf(null).value).toBeUndefined()
})
