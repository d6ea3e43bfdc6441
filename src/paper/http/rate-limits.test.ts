import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { generateKeyPair } from '#signing/keys.ts'
import { openPaperHouse, type PaperHouse, type Wishes } from '#testing/open-paper-house.ts'
import { sendRaw, type WireAnswer } from '#testing/raw-http.ts'
import { sendSigned } from '#testing/trader-at-work.ts'

const RATE = 5
const mode = '/api/v1/user/mode'
const list = '/api/v1/smart_trades'

let house: PaperHouse
let port: number
async function open(wishes: Wishes): Promise<void> {
  house = await openPaperHouse(wishes)
  port = await house.serve()
}
beforeEach(() => open({ rateLimit: RATE }))
afterEach(() => house.close())

const ask = (target = mode, credentials = house.credentials): Promise<WireAnswer> =>
  sendSigned(port, credentials, { target })
const askAsStranger = (): Promise<WireAnswer> =>
  sendRaw(port, { target: mode, headers: { APIKEY: 'paper_0', Signature: 'x' } })

/** The statuses of so many requests, one after the other. */
async function statuses(count: number, request: () => Promise<WireAnswer>): Promise<number[]> {
  const seen: number[] = []
  for (let number = 0; number < count; number += 1) seen.push((await request()).status)
  return seen
}
const all = (count: number, status: number): number[] => Array<number>(count).fill(status)

describe('requests with a key', () => {
  it('are turned away beyond the rate, and let in when the answer said', async () => {
    expect(await statuses(RATE, ask)).toEqual(all(RATE, 200))
    house.clock.now += 20_000
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
    expect(refused.headers['retry-after']).toBe('40')
    house.clock.now += 39_000
    expect((await ask()).status).toBe(429)
    house.clock.now += 1_000
    expect((await ask()).status).toBe(200)
  })

  it('are counted for each key apart', async () => {
    await statuses(RATE + 1, ask)
    const other = await house.addKey()
    expect((await ask(mode, other)).status).toBe(200)
  })

  it('are counted after the signature, so that nobody spends another one’s', async () => {
    const forged = { APIKEY: house.credentials.apiKey, Signature: '0'.repeat(64) }
    await statuses(RATE + 1, () => sendRaw(port, { target: mode, headers: forged }))
    expect((await ask()).status).toBe(200)
  })

  it('that go on in spite of it are turned away for two minutes', async () => {
    await statuses(RATE, ask)
    expect(await statuses(11, ask)).toEqual(all(11, 429))
    const banned = await ask()
    expect(banned).toMatchObject({ status: 418, json: { error: 'ip_banned' } })
    expect(banned.headers['retry-after']).toBe('120')
    house.clock.now += 119_000
    expect((await ask()).status).toBe(418)
    house.clock.now += 1_001
    expect((await ask()).status).toBe(200)
  })
})

describe('failed authentications of an address', () => {
  it('are ten a minute, and then a good key waits as well', async () => {
    expect(await statuses(10, askAsStranger)).toEqual(all(10, 401))
    expect((await askAsStranger()).status).toBe(429)
    const good = await ask()
    expect(good.status).toBe(429)
    house.clock.now += Number(good.headers['retry-after']) * 1_000
    expect((await ask()).status).toBe(200)
  })

  it('count for pairing codes too', async () => {
    const { publicPem } = await generateKeyPair()
    const pair = () =>
      sendRaw(port, {
        method: 'POST',
        target: '/pair',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code: 'guessed', public_key: publicPem }),
      })
    expect(await statuses(11, pair)).toEqual([...all(10, 403), 429])
  })

  it('do not count pages of other sites, which could lock the owner out', async () => {
    const foreign = () =>
      sendRaw(port, { target: mode, headers: { Origin: 'https://evil.example', APIKEY: 'x' } })
    expect(await statuses(20, foreign)).toEqual(all(20, 403))
    expect((await ask()).status).toBe(200)
  })

  it('do not count tokens that have run out', async () => {
    house.clock.now += 25 * 3_600_000
    expect(await statuses(12, () => ask('/api/v1/bots/dca'))).toEqual(all(12, 401))
    expect((await ask()).status).toBe(200)
  })
})

it('SmartTrades are listed 40 times in ten seconds with a key', async () => {
  await house.close()
  await open({ rateLimit: 1_000 })
  expect(await statuses(41, () => ask(list))).toEqual([...all(40, 200), 429])
  expect((await ask()).status).toBe(200)
  house.clock.now += 10_000
  expect((await ask(list)).status).toBe(200)
})

it('the clock of the service is not limited', async () => {
  await statuses(11, askAsStranger)
  expect((await sendRaw(port, { target: '/api/v1/time' })).status).toBe(200)
})

it('off switches every limit off', async () => {
  await house.close()
  await open({ rateLimit: 'off' })
  expect(await statuses(15, askAsStranger)).toEqual(all(15, 401))
  expect(await statuses(45, () => ask(list))).toEqual(all(45, 200))
})
