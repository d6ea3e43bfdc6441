import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aDcaDraft } from '#testing/scripted-bots.ts'
import { scriptedWorld } from '#testing/scripted-world.ts'

import { judgeDcaBot } from './judge-dca-bot.ts'

it.each([
  ['no minimum', {}],
  ['a minimum of 0', { minTotal: decimal('0') }],
])('a base order below one lot is refused on an exchange with %s', (_name, rules) => {
  const { account } = scriptedWorld({ prices: { USDT_BTC: '0s 100' }, balances: {} })
  const place = { price: decimal('100'), lot: decimal('1'), ...rules }
  const judge = (size: string) =>
    judgeDcaBot(aDcaDraft(account, { base_order_size: decimal(size) }), place)
  expect(judge('99')).toEqual({ base_order_size: ['An order must be worth at least 100.'] })
  expect(judge('100')).toEqual({})
})
