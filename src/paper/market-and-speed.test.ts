import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openTestService, type TestService, type Wishes } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

import { readServeFlags } from './serve-flags.ts'

const MINUTE = 60_000
let folder: string
let paper: TestService
let port: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-prices-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function open(wishes: Wishes): Promise<Trader> {
  paper = await openTestService(wishes)
  port = await paper.serve()
  await paper.process.openWorlds()
  return traderAt(port, paper.credentials)
}
const serverTime = async (): Promise<number> => {
  const { json } = await sendRaw(port, { target: '/api/v1/time' })
  return (json as { server_time_ms: number }).server_time_ms
}

/** A file of prices, and the flags that play it. */
function flagsFor(lines: readonly string[], ...more: string[]) {
  const file = join(folder, 'prices.csv')
  writeFileSync(file, lines.join('\n'))
  return readServeFlags(['--market', `replay:${file}`, ...more], folder)
}
const PRICES = [
  'time,pair,open,high,low,close,volume',
  '2026-01-01T00:00:00Z,USDT_BTC,50000,50100,49900,50000,10',
  '2026-01-01T00:01:00Z,USDT_BTC,50000,50000,40000,41000,10',
  '2026-01-01T00:02:00Z,USDT_BTC,41000,42000,40500,42000,10',
]

it('--market plays the prices of a file in an empty world, also after a restart', async () => {
  const flags = flagsFor(PRICES)
  expect(flags.world).toBe('empty')
  const trader = await open({ market: flags.market })
  const note = 'bought in the fall'
  const body = trader.trade({
    note,
    'position.price.value': 45_000,
    take_profit: { enabled: false },
    stop_loss: { enabled: false },
  })
  expect((await trader.post('/api/v1/smart_trades', body)).status).toBe(201)
  paper.clock.now += 3 * MINUTE
  await paper.process.tick()
  type Entry = { position: { status: { type: string } } }
  const [trade] = await trader.read<Entry[]>('/api/v1/smart_trades')
  expect(trade?.position.status.type).toBe('finished')

  const { data, credentials, clock } = paper
  await paper.close({ keepData: true })
  paper = await openTestService({ data, startsAt: clock.now })
  const back = await traderAt(await paper.serve(), credentials)
  const pairs = await back.read<{ pair: string; last: string }[]>('/api/v1/market/pairs')
  expect(Number(pairs.find(({ pair }) => pair === 'USDT_BTC')?.last)).toBe(42_000)
  await paper.close()
})

it('--pair names the pair of a price file, and is refused without one', () => {
  const line = '2026-01-01T00:00:00Z,1,2,1,2,5'
  const { market } = flagsFor([line], '--pair', 'ETH/USDT')
  expect(market?.rows).toMatchObject([{ pair: 'USDT_ETH', high: '2' }])
  expect(() => flagsFor([line])).toThrow('add --pair BTC/USDT')
  expect(() => readServeFlags(['--pair', 'ETH/USDT'], folder)).toThrow('goes with --market')
})

it.each([
  [['2026-01-01T00:00:00Z,USDT_BTC,1,2,3'], 'cannot be played. Line 1: '],
  [[...PRICES, 'soon,USDT_BTC,1,1,1,1,1'], 'cannot be played. Line 5: '],
  [[''], 'cannot be played. The file holds no prices.'],
])('--market refuses a file that is wrong, and names the line: %j', (lines, sentence) => {
  expect(() => flagsFor(lines)).toThrow(sentence)
})

it('--market refuses what it cannot play', () => {
  expect(() => readServeFlags(['--market', 'live'], folder)).toThrow('or replay:FILE')
  expect(() => readServeFlags(['--market', 'replay:/no/file'], folder)).toThrow('cannot be read')
  expect(() => flagsFor(PRICES, '--world', 'demo')).toThrow('--market goes with --world empty.')
})

it('--speed makes the clock of the world run faster, and takes it on from there after a restart', async () => {
  await open({ speed: 60 })
  const start = paper.clock.now
  paper.clock.now += MINUTE
  await paper.process.tick()
  expect(await serverTime()).toBe(start + 60 * MINUTE)

  const { data, clock } = paper
  await paper.close({ keepData: true })
  await open({ data, startsAt: clock.now + 1_000 })
  expect(await serverTime()).toBe(start + 60 * MINUTE)
  paper.clock.now += 1_000
  expect(await serverTime()).toBe(start + 60 * MINUTE + 1_000)
  await paper.close()
})

it('--speed leaves tokens and pairing codes their time', async () => {
  const trader = await open({ speed: 3_600 })
  paper.clock.now += 5 * MINUTE
  await paper.process.tick()
  expect(await trader.read('/api/v1/bots/dca')).toEqual([])
  await paper.close()
})

it.each(['0', '1.5', '3601', 'fast'])('--speed refuses %s', (text) => {
  expect(() => readServeFlags(['--speed', text], folder)).toThrow('--speed takes a whole number')
})
