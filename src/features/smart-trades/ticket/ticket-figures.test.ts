import { describe, expect, it } from 'vitest'

import { fundsNeeded } from '#contract/exchange-rules.ts'
import { compare, decimal, HUNDRED, sum, toText } from '#money/decimal.ts'
import { unitsOfFree } from '#trading/units-of-free.ts'

import { readPair } from '../list/pair-search.tsx'
import { evenShares, sharesFor } from './take-profit-section.tsx'
import { marketViewOf } from './use-market.ts'

describe('a share of the free balance', () => {
  const market = {
    free: { base: decimal('0.5'), quote: decimal('5000') },
    feeRate: decimal('0.001'),
    lot: decimal('0.001'),
  }
  const price = decimal('90850')

  it('a share of the free balance includes the fee', () => {
    const units = unitsOfFree('smart_trade', HUNDRED, price, market) ?? decimal('0')
    expect(toText(units)).toBe('0.054')
    const needed = fundsNeeded(
      {
        position: {
          type: 'buy',
          order_type: 'limit',
          units: { value: units },
          price: { value: price },
        },
      } as never,
      market,
    )
    expect(needed && compare(needed.amount, market.free.quote)).toBe(-1)
  })

  it('a share of the free balance is in the currency that the type spends', () => {
    expect(unitsOfFree('smart_cover', decimal('50'), price, market)).toBe(decimal('0.25'))
    expect(unitsOfFree('smart_sell', HUNDRED, price, market)).toBe(decimal('0.5'))
    expect(unitsOfFree('smart_buy', HUNDRED, price, market)).toBe(decimal('0.054'))
  })

  it('a share of the free balance is unknown without a balance or a needed price', () => {
    expect(unitsOfFree('smart_trade', HUNDRED, undefined, market)).toBeUndefined()
    expect(unitsOfFree('smart_trade', HUNDRED, price, {})).toBeUndefined()
  })
})

describe('daily cost of a position', () => {
  const row = { daily_interest: decimal('0.00024'), daily_funding: decimal('0.0006') }
  const costs = (marketType: string) => {
    const reported = { row: row as never, marketType }
    const { dailyInterest, dailyFunding } = marketViewOf(reported, decimal('0.001'))
    return { dailyInterest, dailyFunding }
  }

  it('the daily cost of a position is funding on futures, else interest', () => {
    expect(costs('futures')).toEqual({ dailyInterest: undefined, dailyFunding: '0.0006' })
    expect(costs('spot')).toEqual({ dailyInterest: '0.00024', dailyFunding: undefined })
  })
})

it('equal shares add up to the whole position', () => {
  for (const count of [1, 2, 3, 6, 7, 8]) {
    expect(sum(evenShares(count).map(decimal))).toBe(HUNDRED)
  }
  expect(evenShares(3)).toEqual(['33.33', '33.33', '33.34'])
})

it('adding or removing a target keeps an even split', () => {
  expect(sharesFor(2, ['100'])).toEqual(['50', '50'])
  expect(sharesFor(3, ['50', '50,0'])).toEqual(['33.33', '33.33', '33.34'])
  expect(sharesFor(2, ['33.33', '33.33', '33.34'])).toEqual(['50', '50'])
})

it('adding or removing a target keeps chosen volumes', () => {
  expect(sharesFor(3, ['60', '40'])).toBe(undefined)
  expect(sharesFor(2, [''])).toBe(undefined)
})

it.each([
  ['btc/usdt', { pair: 'USDT_BTC', base: undefined }],
  ['btc-usdt', { pair: 'USDT_BTC', base: undefined }],
  ['kpepeusdt', { pair: 'USDT_kPEPE', base: undefined }],
  ['KPEPE_USDT', { pair: 'USDT_kPEPE', base: undefined }],
  ['kpepe', { base: 'kPEPE', pair: undefined }],
  ['btc-perp', { base: 'BTC-PERP', pair: undefined }],
  ['USDT_BTC', { pair: 'USDT_BTC', base: undefined }],
  [' eth ', { base: 'ETH', pair: undefined }],
  ['', { pair: undefined, base: undefined }],
  ['USDT_kPEPE', { pair: 'USDT_kPEPE', base: undefined }],
  ['usdt_kpepe', { pair: 'USDT_kPEPE', base: undefined }],
  ['kPEPE', { base: 'kPEPE', pair: undefined }],
  ['USDT_BTC-USDT-SWAP', { pair: 'USDT_BTC-USDT-SWAP', base: undefined }],
  ['币安人生/usdt', { pair: 'USDT_币安人生', base: undefined }],
  ['BTC/', undefined],
  ['a b', undefined],
])('%j', (typed, read) => {
  expect(readPair(typed, ['USDT_kPEPE', 'USDT_BTC-PERP'])).toEqual(read)
})

it.each([
  ['btcusdt', 'USDT_BTC'],
  ['1000SATSFDUSD', 'FDUSD_1000SATS'],
  ['币安人生usdt', 'USDT_币安人生'],
  ['BTC_USDT', 'BTC_USDT'],
])('%j is read as a pair without a list', (typed, pair) => {
  expect(readPair(typed)).toEqual({ pair, base: undefined })
})

it.each(['usdt', 'kPEPE'])('%j alone is read as a currency without a list', (typed) => {
  expect(readPair(typed)?.pair).toBeUndefined()
})
