import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { limitsOf, tellsLimitsOfKey } from '#client/rate-limit.ts'
import { aKeyPair } from '#testing/a-paired-connection.ts'
import { openTestService, type TestService, type Wishes } from '#testing/open-test-service.ts'
import { sendRaw, type WireAnswer } from '#testing/raw-http.ts'
import { sendSigned, traderAtWork } from '#testing/trader-at-work.ts'

import { DEFAULT_RATE } from './rate-limits.ts'

const RATE = 5
const mode = '/api/v1/user/mode'
const list = '/api/v1/smart_trades'

let paper: TestService
let port: number
async function open(wishes: Wishes): Promise<void> {
  paper = await openTestService(wishes)
  port = await paper.serve()
}
beforeEach(() => open({ rateLimit: RATE }))
afterEach(() => paper.close())

const ask = (target = mode, credentials = paper.credentials): Promise<WireAnswer> =>
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

it('requests with a key are turned away beyond the rate, and let in when the answer said', async () => {
  expect(await statuses(RATE, ask)).toEqual(all(RATE, 200))
  paper.clock.steady += 20_000
  const refused = await ask()
  expect(refused).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
  expect(refused.headers['retry-after']).toBe('40')
  paper.clock.steady += 39_000
  expect((await ask()).status).toBe(429)
  paper.clock.steady += 1_000
  expect((await ask()).status).toBe(200)
})

it('requests with a key are counted for each key apart', async () => {
  await statuses(RATE + 1, ask)
  const other = await paper.addKey()
  expect((await ask(mode, other)).status).toBe(200)
})

it('report the limits of the key, which a page learns, only where it was verified', async () => {
  const learns = ({ status, headers }: WireAnswer, apiKey: string) =>
    tellsLimitsOfKey({ headers: { APIKEY: apiKey } }, { ok: status < 300 }) &&
    limitsOf(new Headers(headers as Record<string, string>), 0)
  expect(learns(await ask(), paper.credentials.apiKey)).toEqual({
    policies: [{ quota: RATE, window: 60 }],
    left: [{ left: RATE - 1, reset: 60, quota: RATE }],
  })
  // The first ten are 401, the next one 429: neither counts for any key.
  for (let tries = 0; tries < 11; tries += 1) {
    expect(learns(await askAsStranger(), 'paper_0')).toBe(false)
  }
})

it('requests with a key are counted after the signature, so that nobody spends another one’s', async () => {
  const forged = { APIKEY: paper.credentials.apiKey, Signature: '0'.repeat(64) }
  await statuses(RATE + 1, () => sendRaw(port, { target: mode, headers: forged }))
  expect((await ask()).status).toBe(200)
})

it('requests with a key that go on in spite of it are turned away for two minutes', async () => {
  await statuses(RATE, ask)
  expect(await statuses(11, ask)).toEqual(all(11, 429))
  const banned = await ask()
  expect(banned).toMatchObject({ status: 418, json: { error: 'ip_banned' } })
  expect(banned.headers['retry-after']).toBe('120')
  paper.clock.steady += 119_000
  expect((await ask()).status).toBe(418)
  paper.clock.steady += 1_001
  expect((await ask()).status).toBe(200)
})

it('failed authentications of an address are ten a minute, and then what fails is turned away, and nothing else', async () => {
  expect(await statuses(10, askAsStranger)).toEqual(all(10, 401))
  const refused = await askAsStranger()
  expect(refused).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
  expect((await ask()).status).toBe(200)
  expect((await ask('/api/v1/bots/dca')).status).toBe(200)
  paper.clock.steady += Number(refused.headers['retry-after']) * 1_000
  expect((await askAsStranger()).status).toBe(401)
})

it('failed authentications of an address that go on are turned away for two minutes, and a good key is let in all the while', async () => {
  await statuses(21, askAsStranger)
  const banned = await askAsStranger()
  expect(banned).toMatchObject({ status: 418, json: { error: 'ip_banned' } })
  expect(banned.headers['retry-after']).toBe('120')
  expect((await ask()).status).toBe(200)
})

it('failed authentications of an address count for pairing codes too, and a right code passes', async () => {
  const { publicPem } = await aKeyPair()
  const pair = (code: string) =>
    sendRaw(port, {
      method: 'POST',
      target: '/pair',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, public_key: publicPem }),
    })
  expect(await statuses(11, () => pair('guessed'))).toEqual([...all(10, 403), 429])
  expect((await pair(await paper.process.pairingCode())).status).toBe(201)
})

it.each([
  ['a request without a key', mode],
  ['a request without a token', '/api/v1/bots/dca'],
])('failed authentications of an address do not count %s', async (_what, target) => {
  expect(await statuses(25, () => sendRaw(port, { target }))).toEqual(all(25, 401))
  expect((await askAsStranger()).status).toBe(401)
})

it('failed authentications of an address count a key without a signature', async () => {
  const unsigned = () =>
    sendRaw(port, { target: mode, headers: { APIKEY: paper.credentials.apiKey } })
  expect(await statuses(11, unsigned)).toEqual([...all(10, 401), 429])
})

it.each([
  ['with its origin', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
  ['without an origin', { 'Sec-Fetch-Site': 'same-site' }],
])(
  'failed authentications of an address do not count a page on this machine %s',
  async (_which, headers) => {
    const foreign = () => sendRaw(port, { target: mode, headers: { ...headers, APIKEY: 'x' } })
    const answers = await statuses(25, foreign)
    expect(answers).toEqual(all(25, 403))
    expect((await askAsStranger()).status).toBe(401)
  },
)

it('failed authentications of an address do not count pages of other sites, which could lock the owner out', async () => {
  const foreign = () =>
    sendRaw(port, { target: mode, headers: { Origin: 'https://evil.example', APIKEY: 'x' } })
  expect(await statuses(20, foreign)).toEqual(all(20, 403))
  expect((await ask()).status).toBe(200)
})

it('failed authentications of an address do not count tokens that have run out', async () => {
  paper.clock.now += 25 * 3_600_000
  expect(await statuses(12, () => ask('/api/v1/bots/dca'))).toEqual(all(12, 401))
  expect((await ask()).status).toBe(200)
})

it('SmartTrades are listed 100 times in ten seconds with a key', async () => {
  await paper.close()
  await open({ rateLimit: 1_000 })
  expect(await statuses(101, () => ask(list))).toEqual([...all(100, 200), 429])
  expect((await ask()).status).toBe(200)
  paper.clock.steady += 10_000
  expect((await ask(list)).status).toBe(200)
})

it('set back an hour leaves nobody waiting for it', async () => {
  await statuses(RATE, ask)
  paper.clock.now -= 3_600_000
  expect((await ask()).headers['retry-after']).toBe('60')
  paper.clock.steady += 60_000
  expect((await ask()).status).toBe(200)
})

it('set forward lets nobody in', async () => {
  await statuses(RATE, ask)
  paper.clock.now += 60_000
  expect((await ask()).status).toBe(429)
})

describe('the limits in an answer', () => {
  const limitsIn = ({ headers }: WireAnswer) => [headers['ratelimit-policy'], headers.ratelimit]
  const policy = `"minute";q=${RATE};w=60`

  it('an answer says how many requests are left to its key, and when there are more', async () => {
    expect(limitsIn(await ask())).toEqual([policy, `"minute";r=4;t=60`])
    paper.clock.steady += 10_500
    expect(limitsIn(await ask())).toEqual([policy, `"minute";r=3;t=50`])
    await statuses(3, ask)
    const refused = await ask()
    expect(limitsIn(refused)).toEqual([policy, `"minute";r=0;t=50`])
    expect(refused.headers['retry-after']).toBe('50')
  })

  it('the limits in an answer cover the listing of SmartTrades where it is one', async () => {
    expect(limitsIn(await ask(list))).toEqual([
      `${policy}, "smart_trades";q=100;w=10`,
      `"minute";r=4;t=60, "smart_trades";r=99;t=10`,
    ])
  })

  it('an answer says until when a key is turned away', async () => {
    await statuses(RATE + 12, ask)
    expect(limitsIn(await ask())).toEqual([policy, `"minute";r=0;t=120`])
  })

  it.each([
    ['the clock of the service', '/api/v1/time', 200],
    ['a request without a key', mode, 401],
    ['no endpoint', '/api/v1/nothing', 404],
  ])(
    'an answer says what the address has left where no key is verified: %s',
    async (_what, target, status) => {
      await askAsStranger()
      const answer = await sendRaw(port, { target })
      expect(answer.status).toBe(status)
      expect(limitsIn(answer)).toEqual([`${policy}, "failures";q=10;w=60`, `"failures";r=9;t=60`])
    },
  )

  it('an answer does not report the limits of a key to somebody who only knows its name', async () => {
    await ask()
    const { apiKey } = paper.credentials
    const headers = { APIKEY: apiKey, Signature: '0'.repeat(64) }
    expect(limitsIn(await sendRaw(port, { target: mode, headers }))[1]).toBe(`"failures";r=9;t=60`)
  })

  it('the limits in an answer count a request that lacks a permission', async () => {
    const reader = await paper.addKey({ permissions: ['BOTS_READ'] })
    const answer = await ask(list, reader)
    expect(answer.status).toBe(403)
    expect(limitsIn(answer)[1]).toBe(`"minute";r=4;t=60, "smart_trades";r=99;t=10`)
  })
})

it('eleven key-less requests of a page on this machine leave a stop as it was: 201', async () => {
  await paper.close()
  await open({ rateLimit: DEFAULT_RATE })
  const { ids, post } = await traderAtWork(port, paper.credentials)
  const pages: Record<string, string>[] = [{ 'Sec-Fetch-Site': 'same-site' }, {}]
  for (const headers of pages) {
    await statuses(11, () => sendRaw(port, { target: mode, headers }))
  }
  expect((await post(`/api/v1/bots/grid/${ids.grid}/stop`, {})).status).toBe(201)
  expect((await post(`/api/v1/bots/dca/${ids.dca}/stop`, { deals: 'close' })).status).toBe(201)
})

it('the clock of the service is not limited', async () => {
  await statuses(11, askAsStranger)
  expect((await sendRaw(port, { target: '/api/v1/time' })).status).toBe(200)
})

it('off switches every limit off, and says so to those who would assume one', async () => {
  await paper.close()
  await open({ rateLimit: 'off' })
  expect(await statuses(15, askAsStranger)).toEqual(all(15, 401))
  expect(await statuses(105, () => ask(list))).toEqual(all(105, 200))
  const { headers } = await ask()
  expect([headers.ratelimit, headers['ratelimit-policy']]).toEqual([
    undefined,
    '"minute";q=1000000;w=60',
  ])
})
