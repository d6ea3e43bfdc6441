import { expect, it } from 'vitest'

import {
  findPair,
  fromSlashPair,
  isWholePair,
  joinPair,
  matchesPair,
  splitPair,
  toSlashPair,
} from './pair.ts'

it.each([
  ['USDT_BTC', 'USDT', 'BTC', 'BTC/USDT'],
  ['USDT_DOGE_USDT', 'USDT', 'DOGE_USDT', 'DOGE_USDT/USDT'],
  ['USDT_BTC-USDT-SWAP', 'USDT', 'BTC-USDT-SWAP', 'BTC-USDT-SWAP/USDT'],
  ['BNFCR_VETUSDT', 'BNFCR', 'VETUSDT', 'VETUSDT/BNFCR'],
  ['USDT_1000SATS', 'USDT', '1000SATS', '1000SATS/USDT'],
  ['USDT_BRK.B', 'USDT', 'BRK.B', 'BRK.B/USDT'],
  ['USDT:USDT_BTC', 'USDT:USDT', 'BTC', 'BTC/USDT:USDT'],
])('%s has the same two currencies in both spellings', (pair, quote, base, slashed) => {
  expect(splitPair(pair)).toEqual({ quote, base })
  expect(splitPair(slashed)).toEqual({ quote, base })
  expect(joinPair({ quote, base })).toBe(pair)
  expect([toSlashPair(pair), toSlashPair(slashed)]).toEqual([slashed, slashed])
  expect([fromSlashPair(pair), fromSlashPair(slashed)]).toEqual([pair, pair])
  expect(isWholePair(pair)).toBe(true)
})

it.each(['BTCUSDT', 'USDT_', '/USDT', 'n/a', ''])(
  '"%s" has no two currencies and is unchanged',
  (text) => {
    expect(splitPair(text)).toEqual({ quote: '', base: text })
    expect([toSlashPair(text), fromSlashPair(text)]).toEqual([text, text])
    expect(isWholePair(text)).toBe(false)
  },
)

const KNOWN = [
  'USDT_BTC',
  'BTC_ETH',
  'USDT_ETH',
  'USDT_1000SATS',
  'USDT_BRK.B',
  'USDT_DOGE_USDT',
  'USDT_kPEPE',
  'USDT_币安人生',
]

it.each([
  [
    'USDT_BTC',
    ['BTCUSDT', 'btcusdt', 'btc-usdt', 'BTC_USDT', 'BTC/USDT', 'USDT_BTC', ' btc usdt '],
  ],
  ['BTC_ETH', ['ethbtc', 'ETH-BTC', 'BTC_ETH', 'ETH_BTC']],
  ['USDT_1000SATS', ['1000satsusdt', '1000SATS/USDT']],
  ['USDT_BRK.B', ['brk.b/usdt', 'BRK.BUSDT', 'brkb-usdt']],
  ['USDT_DOGE_USDT', ['DOGE_USDT/USDT', 'USDT_DOGE_USDT', 'doge-usdt-usdt']],
  ['USDT_kPEPE', ['kpepeusdt', 'USDT_KPEPE']],
  ['USDT_币安人生', ['币安人生usdt', '币安人生/USDT']],
])('%s is found as any of %j, and all of them match it', (pair, spellings) => {
  for (const typed of spellings) {
    expect([typed, findPair(typed, KNOWN)]).toEqual([typed, pair])
    expect([typed, matchesPair(pair, typed)]).toEqual([typed, true])
  }
})

it('an exact spelling wins if two pairs have the same letters', () => {
  expect(findPair('BTC_USDT', ['USDT_BTC', 'BTC_USDT'])).toBe('BTC_USDT')
  expect(findPair('btc_usdt', ['BTC_USDT', 'USDT_BTC'])).toBe('USDT_BTC')
})

it.each(['', ' / ', 'BTC', 'USDT', 'btcusd', 'solusdt'])('"%s" is not a known pair', (typed) => {
  expect(findPair(typed, KNOWN)).toBeUndefined()
})

it.each([
  ['btc', ['USDT_BTC', 'BTC_ETH']],
  ['btcus', ['USDT_BTC']],
  ['usdt_e', ['USDT_ETH']],
  ['eth/', ['BTC_ETH', 'USDT_ETH']],
  ['doge', ['USDT_DOGE_USDT']],
  ['sdtb', []],
  ['_', []],
])('the partial text "%s" matches %j', (typed, pairs) => {
  expect(KNOWN.filter((pair) => matchesPair(pair, typed))).toEqual(pairs)
})
