import { describe, expect, it } from 'vitest'

import { dcaBot, getDcaBot, listDcaBots, startDcaBot } from '#contract/dca-bots.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import {
  getGridBot,
  getRequiredBalances,
  gridBot,
  requiredBalances,
  stopGridBot,
} from '#contract/grid-bots.ts'
import { listHistory } from '#contract/history.ts'
import {
  cancelSmartTrade,
  createSmartTrade,
  listSmartTrades,
  setSmartTradeNote,
  smartTrade,
} from '#contract/smart-trades.ts'
import { getTime, renewToken } from '#contract/system.ts'
import { isUnreadable } from '#contract/read.ts'
import { writeJson } from '#contract/json.ts'
import { aKeyPair } from '#testing/a-paired-connection.ts'
import { entityAsText, entityOnTheWire } from '#testing/entity.ts'
import { decimal } from '#money/decimal.ts'
import type { Credentials } from '#signing/credentials.ts'
import { verify, verifyingKey } from '#paper/http/verify.ts'
import { importSecret } from '#signing/keys.ts'
import { signedBytes } from '#signing/signature.ts'
import { recordedFetch } from '#testing/recorded-fetch.ts'

import { createClient } from './client.ts'
import { createClock } from './clock.ts'
import { createDriftReport } from './drift.ts'

const baseUrl = 'https://api.test/relay/v9/'
const bot = '11111111-2222-3333-4444-555555555555'
const SECRET = 'a secret of some length'
const key = await importSecret(SECRET)
const verifier = verifyingKey('hmac', SECRET)
const credentials: Credentials = { apiKey: 'key-1', key, emptyForm: 'path?' }
const pair = await aKeyPair()
const signers = [
  { who: credentials, verifier },
  { who: { ...credentials, emptyForm: 'path' as const }, verifier },
  { who: { ...credentials, key: pair.key }, verifier: verifyingKey('rsa', pair.publicPem) },
]

it('a page of HTML in place of a stream of events is unreadable', async () => {
  const html = new Response('<html>\n\n</html>', { headers: { 'Content-Type': 'text/html' } })
  const { events } = createClient({ baseUrl, credentials, fetch: async () => html })
  const { signal } = new AbortController()
  await expect(events({ query: {} }, signal).next()).rejects.toMatchObject({
    failure: { kind: 'unreadable', status: 200 },
  })
})

it('the error of a broken connection differs from that of an unreachable service', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":'))
      controller.error(new TypeError('network error'))
    },
  })
  const errorWith = (fetch: () => Promise<Response>) =>
    createClient({ baseUrl, credentials, fetch })
      .call(listSmartTrades, { query: {} })
      .catch((error: unknown) => error)
  expect(await errorWith(async () => new Response(broken))).toMatchObject({
    message: 'The connection broke before the response was complete.',
    failure: { kind: 'unreachable' },
  })
  expect(await errorWith(() => Promise.reject(new TypeError('failed')))).toMatchObject({
    message: 'The service cannot be reached.',
    failure: { kind: 'unreachable' },
  })
})

type Answer = Parameters<typeof recordedFetch>[0]

function aClient(answer?: Answer, more: Partial<Parameters<typeof createClient>[0]> = {}) {
  const { fetch, sent } = recordedFetch(answer)
  return { client: createClient({ baseUrl, credentials, fetch, ...more }), sent }
}

it('onFailure receives the refusal of a write', async () => {
  const failures: unknown[] = []
  const body = { error: 'rate_limited', error_description: 'Slow down.' }
  const { client } = aClient(
    { status: 429, body, headers: { 'Retry-After': '7' } },
    { onFailure: ({ failure }) => failures.push(failure) },
  )
  await client.call(stopGridBot, { params: { id: 7 } }).catch(() => undefined)
  expect(failures).toMatchObject([{ kind: 'refused', status: 429, retryAfter: 7 }])
})

it('a tiny price is sent in plain digits, without an exponent', async () => {
  const { client, sent } = aClient({ body: {} })
  const position = {
    type: 'buy',
    order_type: 'limit',
    units: { value: decimal('1000000') },
    price: { value: decimal('0.00000021') },
  } as const
  const body = { account_id: 7, pair: 'BTC_kPEPE', position }
  await client.call(createSmartTrade, { body }).catch(() => undefined)
  expect(sent[0]?.body).toContain('"price":{"value":0.00000021}')
})

describe('an id beyond the range of a double', () => {
  const id = '12345678901234567890'
  const params = { id }

  it.each([
    [
      'a note',
      (c: Caller) => c(setSmartTradeNote, { params, body: { note: 'kept' } }),
      '/set_note',
    ],
    ['a cancel', (c: Caller) => c(cancelSmartTrade, { params }), ''],
    ['a stop', (c: Caller) => c(stopGridBot, { params }), '/stop'],
  ])('a large id is sent with every digit in the path of %s', async (_name, request, end) => {
    const { client, sent } = aClient({ body: {} })
    await request(client.call).catch(() => undefined)
    expect(new URL(sent[0]?.url ?? '').pathname).toMatch(new RegExp(`/${id}${end}$`))
  })

  it('a large account id is sent with every digit, as a number, in a body', async () => {
    const { client, sent } = aClient({ body: {} })
    const position = {
      type: 'buy',
      order_type: 'market',
      units: { value: decimal('1') },
    } as const
    const body = { account_id: id, pair: 'USDT_BTC', position }
    await client.call(createSmartTrade, { body }).catch(() => undefined)
    expect(sent[0]?.body).toContain(`"account_id":${id},`)
  })

  it('a large account id is sent with every digit in a query', async () => {
    const { client, sent } = aClient({ body: [] })
    await client.call(listSmartTrades, { query: { account_id: id } }).catch(() => undefined)
    expect(sent[0]?.url).toContain(`account_id=${id}`)
  })
})

it.each([
  ['without query and body', (c: Caller) => c(getRequiredBalances, { params: { id: 7 } })],
  ['with a query', (c: Caller) => c(listSmartTrades, { query: { status: 'all', page: 2 } })],
  [
    'with a body',
    (c: Caller) => c(setSmartTradeNote, { params: { id: 7 }, body: { note: 'é🧭' } }),
  ],
  ['by POST without body', (c: Caller) => c(sellAllToUsd, { params: { id: bot } })],
])('a request %s is signed over the bytes that are sent', async (_name, request) => {
  for (const { who, verifier } of signers) {
    const { client, sent } = aClient({ body: [{}] }, { credentials: who })
    await request(client.call).catch(() => undefined)
    const [arrived] = sent
    const { pathname, search } = new URL(arrived?.url ?? '')
    const body = new TextEncoder().encode(arrived?.body)
    const bytes = signedBytes(pathname, search.slice(1), body, who.emptyForm)
    const signature = arrived?.headers.get('Signature') ?? ''
    expect(verify(verifier, signature, bytes)).toBe(true)
    expect(arrived?.headers.get('APIKEY')).toBe('key-1')
  }
})

it('a request keeps the prefix of the base URL and sorts the query by name', () => {
  const query = { to: 0, account_id: 3, status: 'active', pair: 'USDT_BTC' } as const
  const { url, target, path } = aClient().client.prepare(listSmartTrades, { query })
  expect(path).toBe('/relay/v9/api/v1/smart_trades')
  expect(target).toBe(
    `${path}?account_id=3&pair=USDT_BTC&status=active&to=1970-01-01T00%3A00%3A00.000Z`,
  )
  expect(url).toBe(`https://api.test${target}`)
})

it('a query is encoded as the browser encodes it', () => {
  const query = { exchange: "a'b c+d&e=é(#?)" }
  const { url, query: written } = aClient().client.prepare(listDcaBots, { query })
  expect(new URL(url).search).toBe(`?${written}`)
  expect(new URLSearchParams(written).get('exchange')).toBe(query.exchange)
})

it('amounts of a body have the type and every digit that the spec asks for', () => {
  const { body, headers } = aClient().client.prepare(createSmartTrade, {
    body: {
      account_id: 7,
      pair: 'USDT_BTC',
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: decimal('0.0100') },
        price: { value: decimal('60000.10') },
      },
    },
  })
  expect(body).toBe(
    '{"account_id":7,"pair":"USDT_BTC","position":{"type":"buy","order_type":"limit",' +
      '"units":{"value":"0.01"},"price":{"value":60000.1}}}',
  )
  expect(headers['Content-Type']).toBe('application/json')
})

it('a price with more digits than a JSON number can carry is refused, not shortened', () => {
  const price = { value: decimal('0.12345678901234567890123') }
  const position = {
    type: 'buy',
    order_type: 'limit',
    units: { value: decimal('1') },
    price,
  } as const
  const body = { account_id: 7, pair: 'USDT_BTC', position }
  expect(() => aClient().client.prepare(createSmartTrade, { body })).toThrow(/more digits/)
})

it('a prepared request contains neither key nor signature', () => {
  const prepared = aClient().client.prepare(stopGridBot, { params: { id: 7 } })
  expect(prepared.signedText).toBe('/relay/v9/api/v1/bots/grid/7/stop?')
  expect(JSON.stringify(prepared.headers)).not.toMatch(/key-1|signature/i)
})

it('a failed request is sent once, without cookies, redirects or keepalive', async () => {
  const { client, sent } = aClient(new TypeError('connection lost'))
  await client.call(stopGridBot, { params: { id: 7 } }).catch(() => undefined)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    keepalive: false,
  })
  expect(sent[0]?.body).toBe('')
})

it('a request has an Idempotency-Key only if one is given', async () => {
  const { client, sent } = aClient({ status: 201, text: entityAsText(gridBot, { id: 7 }) })
  await client.call(stopGridBot, { params: { id: 7 } }, { idempotencyKey: 'intent-1' })
  await client.call(stopGridBot, { params: { id: 7 } })
  expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['intent-1', null])
})

describe('a token', () => {
  const withToken = { credentials: { ...credentials, token: 'jwt' } }

  it('a token overrides the signature', async () => {
    const { client, sent } = aClient({ text: entityAsText(dcaBot, { id: bot }) }, withToken)
    await client.call(getDcaBot, { params: { id: bot }, query: { include_events: true } })
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer jwt')
    expect(sent[0]?.headers.has('APIKEY')).toBe(false)
  })

  it('an endpoint that accepts both gets a signature if there is no token', async () => {
    const { client, sent } = aClient({ text: entityAsText(dcaBot, { id: bot }) })
    await client.call(getDcaBot, { params: { id: bot }, query: {} })
    expect(sent[0]?.headers.has('Signature')).toBe(true)
  })

  it('a signed request has no token, and a bearer request no signature', async () => {
    const { client, sent } = aClient({}, withToken)
    await client.call(listHistory, { query: {} })
    await client.call(listDcaBots, { query: {} })
    expect(sent.map(({ headers }) => headers.has('Authorization'))).toEqual([false, true])
    expect(sent.map(({ headers }) => headers.has('Signature'))).toEqual([true, false])
  })
})

it('a response is read leniently, and its differences from the contract are counted', async () => {
  const drift = createDriftReport()
  const whole = entityOnTheWire(smartTrade, { id: 1 })
  const rows = [{ ...whole, note: 5 }, 'no row', { id: '2' }]
  const { client } = aClient({ text: writeJson(rows) }, { drift })
  const trades = await client.call(listSmartTrades, { query: {} })
  expect(trades.map(({ id }) => id)).toEqual([1, undefined, 2])
  expect(trades.map(isUnreadable)).toEqual([false, true, true])
  expect(drift.entries()).toContainEqual({
    endpoint: 'GET /api/v1/smart_trades',
    path: '[].note',
    expected: 'Send text.',
    got: 'number 5',
    count: 1,
  })
})

it('an amount in a response keeps every digit', async () => {
  const text = entityAsText(requiredBalances, {}).replace(
    /"quantity":"[^"]*"/g,
    '"quantity":12345678901234567890.123456789',
  )
  const { client } = aClient({ text })
  const balances = await client.call(getRequiredBalances, { params: { id: 7 } })
  expect(balances.required_balance.base.quantity).toBe('12345678901234567890.123456789')
})

it('a response without required fields is an error with its JSON, and is counted', async () => {
  const drift = createDriftReport()
  const { client } = aClient({ body: { id: 7, is_enabled: true } }, { drift })
  await expect(client.call(getGridBot, { params: { id: 7 } })).rejects.toMatchObject({
    failure: { kind: 'unreadable', status: 200, raw: { id: 7, is_enabled: true } },
  })
  expect(drift.entries().map(({ path }) => path)).toContain('pair')
})

it('an unreadable response with a new token leaves no token in its error', async () => {
  const { client } = aClient({ body: { token: 'jwt', expires_at: 'x' } })
  const error = await client.call(renewToken, {}).catch((failed: unknown) => failed)
  expect(error).toMatchObject({ failure: { kind: 'unreadable' } })
  expect(JSON.stringify(error)).not.toContain('jwt')
})

it('an unreadable response with a nested secret leaves no secret in its error', async () => {
  const { client } = aClient({ status: 201, body: { bots: [{ webhook_secret: 'sesame' }] } })
  const started = client.call(startDcaBot, { params: { id: bot } })
  const error = await started.catch((failed: unknown) => failed)
  expect(error).toMatchObject({ failure: { kind: 'unreadable' } })
  expect(JSON.stringify(error)).not.toContain('sesame')
})

it('the response of GET /time sets the offset of the clock', async () => {
  let here = 10_000
  const clock = createClock(
    () => (here += 100),
    () => here,
  )
  const { client, sent } = aClient({ body: { server_time: 20, server_time_ms: 20_150 } }, { clock })
  await client.call(getTime, {})
  expect(clock.offset()).toBe(10_000)
  expect(sent[0]?.headers.has('APIKEY')).toBe(false)
})

it.each([
  ['milliseconds, bare', '20150'],
  ['ISO 8601', '"1970-01-01T00:00:20.150Z"'],
])('a time from 1970 is unreadable and does not set the clock: %s', async (_form, text) => {
  const clock = createClock(
    () => 0,
    () => 0,
  )
  const { client } = aClient({ text }, { clock })
  await expect(client.call(getTime, {})).rejects.toMatchObject({
    failure: { kind: 'unreadable' },
  })
  expect(clock.offset()).toBe(undefined)
})

it.each([
  ['seconds, bare', '1737381297', 1_737_381_297_500],
  ['milliseconds as serverTime', '{"serverTime":1737381297250}', 1_737_381_297_250],
  ['ISO 8601', '{"time":"2025-01-20T13:54:57.250Z"}', 1_737_381_297_250],
])('a time in %s sets the clock', async (_form, text, time) => {
  const clock = createClock(
    () => 0,
    () => 0,
  )
  const { client } = aClient({ text }, { clock })
  await client.call(getTime, {})
  expect(clock.offset()).toBe(time)
})

it('onExchange receives status and request of a call, without the key', async () => {
  const exchanges: unknown[] = []
  const onExchange = (exchange: unknown) => void exchanges.push(exchange)
  const { client } = aClient({ status: 404, body: { error: 'not_found' } }, { onExchange })
  await client.call(stopGridBot, { params: { id: 7 } }).catch(() => undefined)
  expect(exchanges).toMatchObject([{ status: 404, prepared: { method: 'POST' } }])
  expect(JSON.stringify(exchanges)).not.toContain('key-1')
})

it('a request without credentials is not sent', async () => {
  const { client, sent } = aClient({}, { credentials: undefined })
  const call = client.call(listHistory, { query: {} })
  await expect(call).rejects.toMatchObject({ failure: { kind: 'unsent' } })
  expect(sent).toEqual([])
})

type Caller = ReturnType<typeof createClient>['call']
