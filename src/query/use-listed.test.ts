import { expect, it } from 'vitest'

import { marketPair } from '#contract/market.ts'
import { read } from '#contract/read.ts'

import { pairsOn } from './use-listed.ts'

const listed = (exchange: string, pair: string) => read(marketPair, { exchange, pair }).value
const rows = [
  listed('harbour', 'USDT_BTC'),
  listed('meridian', 'USDT_BTC'),
  listed('meridian', 'USDT_ETH'),
]

it('offers the pairs of the exchange that an account is on', () => {
  expect(pairsOn('meridian', rows)).toEqual(rows.slice(1))
})

it('offers each pair once where nobody says which exchange an account is on', () => {
  expect(pairsOn(undefined, rows).map(({ pair }) => pair)).toEqual(['USDT_BTC', 'USDT_ETH'])
})
