import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { marketDirectoryOf, readServeFlags } from './serve-flags.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-markets-'))
})
afterEach(() => rmSync(data, { recursive: true }))

const read = (...words: string[]) => readServeFlags(['--data', data, ...words], '/home/ann')

it('--market live:binance opens a directory of its own, and a later start without it the same one', () => {
  expect(read()).toMatchObject({ data, live: undefined })
  const flags = read('--market', 'live:binance')
  expect(flags).toMatchObject({ data: join(data, 'binance'), live: { exchange: 'binance' } })
  flags.remember('binance')
  expect(read()).toMatchObject({ data: join(data, 'binance'), live: { exchange: 'binance' } })
  expect(marketDirectoryOf({ data }, '/home/ann')).toBe(join(data, 'binance'))
  expect(marketDirectoryOf({ data, market: 'live:kraken' }, '/home/ann')).toBe(join(data, 'kraken'))
  read('--market', 'demo').remember('demo')
  expect(read()).toMatchObject({ data, live: undefined })
})

it('a first start of a live market can remember it before its directory was made', () => {
  mkdirSync(join(data, 'kraken'))
  read('--market', 'live:kraken').remember('kraken')
  expect(read().live?.exchange).toBe('kraken')
})

it.each(['--speed=60', '--seed=1', '--world=demo'])(
  'live prices refuse %s, also as the market used last',
  (flag) => {
    const name = flag.slice(0, flag.indexOf('='))
    const refusal = `${name} does not go with the live prices of Binance; add --market demo for the demo.`
    expect(() => read('--market=live:binance', flag)).toThrow(refusal)
    read('--market=live:binance').remember('binance')
    expect(() => read(flag)).toThrow(refusal)
    expect(read('--market=demo', flag)).toMatchObject({ data })
  },
)

it.each([
  ['--binance-http=http://127.0.0.1:9000', { http: 'http://127.0.0.1:9000' }],
  ['--binance-http=https://prices.example', { http: 'https://prices.example' }],
  ['--binance-ws=ws://localhost:9001', { ws: 'ws://localhost:9001' }],
])('%s points at another address of the same prices', (flag, addresses) => {
  expect(read('--market=live:binance', flag).live?.addresses).toEqual(addresses)
})

it.each([
  '--binance-http=http://prices.example',
  '--binance-ws=https://prices.example',
  '--binance-ws=x',
  '--binance-http=http://169.254.169.254',
])('%s is refused: prices come encrypted or from this machine', (flag) => {
  expect(() => read('--market=live:binance', flag)).toThrow(
    /^--binance-(http|ws) takes an address such as/,
  )
})

it.each([
  'https://ann:secret@prices.example',
  'https://prices.example/?key=secret',
  'https://a/#b',
])('an address of prices with more than host and path is refused: %s', (address) => {
  expect(() => read('--market=live:binance', `--binance-http=${address}`)).toThrow(
    /^--binance-http takes an address without name, password, “\?” and “#”\.$/,
  )
})

it.each(['live:coinbase', 'binance', 'live:'])(
  '--market %s is refused with all that there is',
  (text) => {
    expect(() => read('--market', text)).toThrow(
      `--market takes demo, live:binance, live:kraken or replay:FILE, not "${text}".`,
    )
  },
)
