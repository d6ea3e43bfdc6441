import { expect, it } from 'vitest'

import { balanceRow } from '#contract/exchanges.ts'
import { decimal } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import { sharesIn } from './dollars.ts'

const held = (code: string, price: string, value: string) =>
  entity(balanceRow, {
    currency_code: code,
    position: '1',
    current_price_usd: price,
    usd_value: value,
    btc_value: '0',
  })

it('an amount is a share of all balances at the prices of their table', () => {
  const shareOf = sharesIn([held('USDT', '1', '6000'), held('BTC', '90000', '9000')])
  expect(shareOf(decimal('1500'), 'USDT')).toBe('10')
  expect(shareOf(decimal('0.01'), 'BTC')).toBe('6')
})

it('a share is unknown if the amount, its price or the portfolio is', () => {
  const shareOf = sharesIn([held('USDT', '1', '6000')])
  expect(shareOf(undefined, 'USDT')).toBeUndefined()
  expect(shareOf(decimal('1'), 'BTC')).toBeUndefined()
  expect(sharesIn([])(decimal('1'), 'USDT')).toBeUndefined()
  // Services without a price send 0.
  const unpriced = [held('USDT', '1', '6000'), held('HBRT', '0', '0')]
  expect(sharesIn(unpriced)(decimal('1'), 'HBRT')).toBeUndefined()
})
