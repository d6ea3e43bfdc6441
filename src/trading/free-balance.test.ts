import { expect, it } from 'vitest'

import { decimal, ZERO } from '#money/decimal.ts'

import { freeBalanceOf } from './free-balance.ts'

const row = (currency_code: string, free?: string) => ({
  currency_code,
  position_available: free === undefined ? undefined : decimal(free),
})

it('a free balance is the sum over all wallets', () => {
  const rows = [row('BTC', '0.1'), row('USDT', '20'), row('BTC', '0.2')]
  expect(freeBalanceOf(rows, 'BTC')).toEqual(decimal('0.3'))
})

it('a free balance is unknown if two coins share the code', () => {
  const luna = (slug: string | undefined) => ({ ...row('LUNA', '5'), currency_slug: slug })
  expect(freeBalanceOf([luna('terra'), luna('terra-classic')], 'LUNA')).toBeUndefined()
  expect(freeBalanceOf([luna('terra'), luna(undefined), luna('terra')], 'LUNA')).toEqual(
    decimal('15'),
  )
})

it('a free balance is zero if the table does not list the currency', () => {
  expect(freeBalanceOf([row('USDT', '20')], 'BTC')).toEqual(ZERO)
})

it('a futures pair uses the free balance of its settlement currency', () => {
  const rows = [row('USDT', '20'), row('BTC', '0.1')]
  expect(freeBalanceOf(rows, 'USDT:USDT')).toEqual(decimal('20'))
  // Contract sizes are in dollars, which can't be compared with a coin balance.
  expect(freeBalanceOf(rows, 'USD:BTC')).toBeUndefined()
})

it('a free balance is unknown without a table or with an incomplete row', () => {
  expect(freeBalanceOf(undefined, 'BTC')).toBeUndefined()
  expect(freeBalanceOf([row('BTC')], undefined)).toBeUndefined()
  expect(freeBalanceOf([row('BTC', '0.1'), row('BTC')], 'BTC')).toBeUndefined()
})

it('an unreadable balance never counts as zero', () => {
  const wallets = [row('BTC', '0.1'), row('USDT', '20'), row('BTC', '0.2')]
  const unreadable = { kind: 'unreadable', id: undefined, raw: { currency_code: 7 } } as const
  for (const index of wallets.keys()) {
    const unknown = { ...row('BTC'), ...wallets[index], position_available: undefined }
    expect([undefined, '0.3']).toContain(freeBalanceOf(wallets.with(index, unknown), 'BTC'))
    const rows = wallets.map((wallet, place) => (place === index ? unreadable : wallet))
    expect(freeBalanceOf(rows, 'BTC')).toBeUndefined()
  }
})
