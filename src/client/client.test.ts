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
import { entityAsText, entityOnTheWire } from '#testing/entity.ts'
import { decimal } from '#money/decimal.ts'
import type { Credentials } from '#signing/credentials.ts'
import { verify, verifyingKey } from '#paper/http/verify.ts'
import { generateKeyPair, importSecret } from '#signing/keys.ts'
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
const pair = await generateKeyPair()
const signers = [
  { who: credentials, verifier },
  { who: { ...credentials, emptyForm: 'path' as const }, verifier },
  { who: { ...credentials, key: pair.key }, verifier: verifyingKey('rsa', pair.publicPem) },
]

it('the client tells an answer that broke off from a service that cannot be reached', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":'))
      controller.error(new TypeError('network error'))
    },
  })
  const wordsOf = (fetch: () => Promise<Response>) =>
    createClient({ baseUrl, credentials, fetch })
      .call(listSmartTrades, { query: {} })
      .catch((error: unknown) => error)
  expect(await wordsOf(async () => new Response(broken))).toMatchObject({
    message: 'The service answered, but the answer broke off.',
    failure: { kind: 'unreachable' },
  })
  expect(await wordsOf(() => Promise.reject(new TypeError('failed')))).toMatchObject({
    message: 'The service cannot be reached.',
    failure: { kind: 'unreachable' },
  })
})

type Answer = Parameters<typeof recordedFetch>[0]

function aClient(answer?: Answer, more: Partial<Parameters<typeof createClient>[0]> = {}) {
  const { fetch, sent } = recordedFetch(answer)
  return { client: createClient({ baseUrl, credentials, fetch, ...more }), sent }
}

it('tells of every refusal, so that one of a write holds the reads too', async () => {
  const heard: unknown[] = []
  const body = { error: 'rate_limited', error_description: 'Slow down.' }
  const { client } = aClient(
    { status: 429, body, headers: { 'Retry-After': '7' } },
    { onFailure: ({ failure }) => heard.push(failure) },
  )
  await client.call(stopGridBot, { params: { id: 7 } }).catch(() => undefined)
  expect(heard).toMatchObject([{ kind: 'refused', status: 429, retryAfter: 7 }])
})

it('sends a price in plain digits, however small it is', async () => {
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

describe('an identifier that no number holds', () => {
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
  ])('is sent with every digit in the path of %s', async (_name, request, end) => {
    const { client, sent } = aClient({ body: {} })
    await request(client.call).catch(() => undefined)
    expect(new URL(sent[0]?.url ?? '').pathname).toMatch(new RegExp(`/${id}${end}$`))
  })

  it('is sent with every digit, as a number, in a body', async () => {
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

  it('asks for the trades of such an account', async () => {
    const { client, sent } = aClient({ body: [] })
    await client.call(listSmartTrades, { query: { account_id: id } }).catch(() => undefined)
    expect(sent[0]?.url).toContain(`account_id=${id}`)
  })
})

describe('a signed request', () => {
  it.each([
    ['without query and body', (c: Caller) => c(getRequiredBalances, { params: { id: 7 } })],
    ['with a query', (c: Caller) => c(listSmartTrades, { query: { status: 'all', page: 2 } })],
    [
      'with a body',
      (c: Caller) => c(setSmartTradeNote, { params: { id: 7 }, body: { note: 'é🧭' } }),
    ],
    ['of a POST without body', (c: Caller) => c(sellAllToUsd, { params: { id: bot } })],
  ])('%s is signed over the bytes that travel', async (_name, request) => {
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

  it('keeps the prefix of the base URL and sorts the query by name', () => {
    const query = { to: 0, account_id: 3, status: 'active', pair: 'USDT_BTC' } as const
    const { url, target, path } = aClient().client.prepare(listSmartTrades, { query })
    expect(path).toBe('/relay/v9/api/v1/smart_trades')
    expect(target).toBe(
      `${path}?account_id=3&pair=USDT_BTC&status=active&to=1970-01-01T00%3A00%3A00.000Z`,
    )
    expect(url).toBe(`https://api.test${target}`)
  })

  it('writes odd characters as a browser sends them', () => {
    const query = { exchange: "a'b c+d&e=é(#?)" }
    const { url, query: written } = aClient().client.prepare(listDcaBots, { query })
    expect(new URL(url).search).toBe(`?${written}`)
    expect(new URLSearchParams(written).get('exchange')).toBe(query.exchange)
  })

  it('writes amounts of a body as the spec has them, to the digit', () => {
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

  it('refuses to shorten a number that JSON cannot carry', () => {
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

  it('shows nothing secret before it is sent', () => {
    const prepared = aClient().client.prepare(stopGridBot, { params: { id: 7 } })
    expect(prepared.signedText).toBe('/relay/v9/api/v1/bots/grid/7/stop?')
    expect(JSON.stringify(prepared.headers)).not.toMatch(/key-1|signature/i)
  })

  it('goes out once, with nothing of the browser added', async () => {
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

  it('carries the key of its intent only where one is given', async () => {
    const { client, sent } = aClient({ status: 201, text: entityAsText(gridBot, { id: 7 }) })
    await client.call(stopGridBot, { params: { id: 7 } }, { idempotencyKey: 'intent-1' })
    await client.call(stopGridBot, { params: { id: 7 } })
    expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['intent-1', null])
  })
})

describe('a token', () => {
  const withToken = { credentials: { ...credentials, token: 'jwt' } }

  it('counts alone where both are taken', async () => {
    const { client, sent } = aClient({ text: entityAsText(dcaBot, { id: bot }) }, withToken)
    await client.call(getDcaBot, { params: { id: bot }, query: { include_events: true } })
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer jwt')
    expect(sent[0]?.headers.has('APIKEY')).toBe(false)
  })

  it('is replaced by a signature where both are taken and there is none', async () => {
    const { client, sent } = aClient({ text: entityAsText(dcaBot, { id: bot }) })
    await client.call(getDcaBot, { params: { id: bot }, query: {} })
    expect(sent[0]?.headers.has('Signature')).toBe(true)
  })

  it('never travels with a signed request, and no signature with a bearer request', async () => {
    const { client, sent } = aClient({}, withToken)
    await client.call(listHistory, { query: {} })
    await client.call(listDcaBots, { query: {} })
    expect(sent.map(({ headers }) => headers.has('Authorization'))).toEqual([false, true])
    expect(sent.map(({ headers }) => headers.has('Signature'))).toEqual([true, false])
  })
})

describe('an answer', () => {
  it('is read leniently, and what does not match is counted', async () => {
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

  it('keeps every digit', async () => {
    const text = entityAsText(requiredBalances, {}).replace(
      /"quantity":"[^"]*"/g,
      '"quantity":12345678901234567890.123456789',
    )
    const { client } = aClient({ text })
    const balances = await client.call(getRequiredBalances, { params: { id: 7 } })
    expect(balances.required_balance.base.quantity).toBe('12345678901234567890.123456789')
  })

  it('that lacks what its entity needs is an error that carries it, and counted', async () => {
    const drift = createDriftReport()
    const { client } = aClient({ body: { id: 7, is_enabled: true } }, { drift })
    await expect(client.call(getGridBot, { params: { id: 7 } })).rejects.toMatchObject({
      failure: { kind: 'unreadable', status: 200, raw: { id: 7, is_enabled: true } },
    })
    expect(drift.entries().map(({ path }) => path)).toContain('pair')
  })

  it('that lets others in carries nothing of it in its error', async () => {
    const { client } = aClient({ body: { token: 'jwt', expires_at: 'x' } })
    const error = await client.call(renewToken, {}).catch((failed: unknown) => failed)
    expect(error).toMatchObject({ failure: { kind: 'unreadable' } })
    expect(JSON.stringify(error)).not.toContain('jwt')
  })

  it('that cannot be read carries no secret in its error, wherever it stands', async () => {
    const { client } = aClient({ status: 201, body: { bots: [{ webhook_secret: 'sesame' }] } })
    const started = client.call(startDcaBot, { params: { id: bot } })
    const error = await started.catch((failed: unknown) => failed)
    expect(error).toMatchObject({ failure: { kind: 'unreadable' } })
    expect(JSON.stringify(error)).not.toContain('sesame')
  })

  it('sets the clock right when it tells the time', async () => {
    let here = 10_000
    const clock = createClock(
      () => (here += 100),
      () => here,
    )
    const { client, sent } = aClient(
      { body: { server_time: 20, server_time_ms: 20_150 } },
      { clock },
    )
    await client.call(getTime, {})
    expect(clock.offset()).toBe(10_000)
    expect(sent[0]?.headers.has('APIKEY')).toBe(false)
  })

  it.each([
    ['milliseconds, bare', '20150'],
    ['ISO 8601', '"1970-01-01T00:00:20.150Z"'],
  ])('takes a time from 1970 for none: %s', async (_form, text) => {
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
  ])('sets the clock right by %s', async (_form, text, time) => {
    const clock = createClock(
      () => 0,
      () => 0,
    )
    const { client } = aClient({ text }, { clock })
    await client.call(getTime, {})
    expect(clock.offset()).toBe(time)
  })

  it('tells who watches how each call passed, without a secret', async () => {
    const seen: unknown[] = []
    const onExchange = (exchange: unknown) => void seen.push(exchange)
    const { client } = aClient({ status: 404, body: { error: 'not_found' } }, { onExchange })
    await client.call(stopGridBot, { params: { id: 7 } }).catch(() => undefined)
    expect(seen).toMatchObject([{ status: 404, prepared: { method: 'POST' } }])
    expect(JSON.stringify(seen)).not.toContain('key-1')
  })
})

describe('a request that cannot be signed', () => {
  it('never leaves', async () => {
    const { client, sent } = aClient({}, { credentials: undefined })
    const call = client.call(listHistory, { query: {} })
    await expect(call).rejects.toMatchObject({ failure: { kind: 'unsent' } })
    expect(sent).toEqual([])
  })
})

type Caller = ReturnType<typeof createClient>['call']
