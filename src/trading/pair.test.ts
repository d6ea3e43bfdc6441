import { expect, it } from 'vitest'

import { fromSlashPair, joinPair, splitPair, splitSlashPair, toSlashPair } from './pair.ts'

it.each([
  ['USDT_BTC', 'USDT', 'BTC', 'BTC/USDT'],
  ['USDT_DOGE_USDT', 'USDT', 'DOGE_USDT', 'DOGE_USDT/USDT'],
  ['USDT_BTC-USDT-SWAP', 'USDT', 'BTC-USDT-SWAP', 'BTC-USDT-SWAP/USDT'],
  ['BNFCR_VETUSDT', 'BNFCR', 'VETUSDT', 'VETUSDT/BNFCR'],
])('takes %s apart at its first underscore', (pair, quote, base, slashed) => {
  expect(splitPair(pair)).toEqual({ quote, base })
  expect(joinPair({ quote, base })).toBe(pair)
  expect(toSlashPair(pair)).toBe(slashed)
  expect(splitSlashPair(slashed)).toEqual({ quote, base })
  expect(fromSlashPair(slashed)).toBe(pair)
})

it.each(['BTCUSDT', 'USDT_', '/USDT'])('leaves %s, which has no two parts, as it is', (text) => {
  expect(splitPair(text)).toEqual({ quote: '', base: text })
  expect(splitSlashPair(text)).toEqual({ quote: '', base: text })
  expect([toSlashPair(text), fromSlashPair(text)]).toEqual([text, text])
})
