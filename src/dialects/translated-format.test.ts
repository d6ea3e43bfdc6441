import { expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { listGridBots, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { getBalanceTable } from '#contract/exchanges.ts'
import { closeSmartTrade, getSmartTrade, setSmartTradeNote } from '#contract/smart-trades.ts'
import { getMode, getTime } from '#contract/system.ts'
import { endOfFailure, outcomeOfFailure } from '#intents/outcome.ts'
import { importSecret } from '#signing/keys.ts'

import { type Dialect, type Facts, NotOffered } from './dialect.ts'
import { translatedFormat } from './translated-format.ts'

/** A made-up service: supporting another service takes a table like this and no other change. */
const dialect: Dialect = {
  translations: {
    getTime: { request: () => ({ method: 'GET', path: '/clock', security: 'public' }) },
    getMode: { local: ({ facts }) => ({ mode: facts.mode }) },
    getBalanceTable: {
      request: ({ params }) => ({ method: 'POST', path: `/wallets/${params['id']}` }),
      answer: (json) => (json as { coins: unknown }).coins,
    },
    // Two requests: switch the bot off, then read it.
    stopGridBot: {
      request: ({ params }) => ({ method: 'POST', path: `/bots/${params['id']}/off`, body: {} }),
      answer: (_json, { call, ask }) => ask({ method: 'GET', path: `/bots/${call.params['id']}` }),
    },
    // Two writes: prepare, then start.
    startGridBot: {
      request: ({ params }) => ({ method: 'POST', path: `/bots/${params['id']}/prepare` }),
      answer: (_json, { call, ask }) =>
        ask({ method: 'POST', path: `/bots/${call.params['id']}/go` }),
    },
    // Reads as many parts as possible.
    getSmartTrade: {
      request: ({ params }) => ({ method: 'GET', path: `/trades/${params['id']}` }),
      async answer(_json, { ask }) {
        await ask({ method: 'GET', path: '/parts/1' }).catch(() => undefined)
        await ask({ method: 'GET', path: '/parts/2' }).catch(() => undefined)
      },
    },
    closeSmartTrade: {
      request: ({ params }) => ({ method: 'DELETE', path: `/trades/${params['id']}` }),
      answer: (json) => (json as { missing: { member: unknown } }).missing.member,
    },
    setSmartTradeNote: {
      request: ({ params }) => ({ method: 'POST', path: `/trades/${params['id']}/note` }),
      answer: () => {
        throw new NotOffered('Notes are kept elsewhere.')
      },
    },
  },
  headers: ({ mode }) => ({ 'X-Mode': mode }),
  signedText: ({ path, query, body }) => `${path}|${query}|${body}`,
  refusal: (status, json) => ({ status, json, retryAfter: 7 }),
  whyNot: ({ name }) => `This service has no ${name}.`,
}

type Sent = { line: string; headers: Record<string, string>; isText: boolean; isFollowUp: boolean }

async function aClient(...answers: { status: number; body: unknown }[]) {
  const facts: Facts = { mode: 'paper', algorithm: 'hmac', accounts: [] }
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'https://other.test/api',
    credentials: { apiKey: 'key', key: await importSecret('a secret'), emptyForm: 'path' },
    format: translatedFormat(dialect, facts),
    fetch: async (url, { method = 'GET', headers, body }, { isFollowUp }) => {
      sent.push({
        line: `${method} ${new URL(url).pathname}`,
        headers: headers as Record<string, string>,
        isText: !(body instanceof ReadableStream),
        isFollowUp,
      })
      const { status, body: said } = answers[sent.length - 1] ?? { status: 500, body: {} }
      return new Response(JSON.stringify(said), { status })
    },
  })
  return { client, sent, lines: () => sent.map(({ line }) => line) }
}

const REFUSED = { status: 403, body: { error: 'forbidden', error_description: 'Not this one.' } }
const bot = { params: { id: 7 } }
const trade = { params: { id: 7 } }
const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return outcomeOfFailure(error as never)
}

it('the response to getTime lists supported endpoints only', async () => {
  const { client, sent } = await aClient({ status: 200, body: { server_time: 1_800_000_000 } })
  const time = await client.call(getTime, {})
  expect(time.extensions).toContain('startGridBot')
  expect(time.extensions).not.toContain('listGridBots')
  // The mode is never requested, and idempotency keys are off.
  expect(time.extensions).not.toContain(getMode.name)
  expect(time.extensions).not.toContain('idempotencyKey')
  expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['Accept'])
})

it('supported endpoints are known before the first response', () => {
  const facts: Facts = { mode: 'paper', algorithm: 'hmac', accounts: [] }
  const { offers } = translatedFormat(dialect, facts)
  expect(offers).toContain('startGridBot')
  expect(offers).not.toContain('getMode')
})

it('local calls need no request', async () => {
  const { client, lines } = await aClient()
  expect(await client.call(getMode, {})).toEqual({ mode: 'paper' })
  expect(lines()).toEqual([])
})

it('an unsupported call sends nothing and gives a reason', async () => {
  const { client, lines } = await aClient()
  const outcome = await failureOf(client.call(listGridBots, {}))
  expect(outcome).toEqual({ kind: 'unsent', because: 'This service has no listGridBots.' })
  expect(lines()).toEqual([])
})

it('a read by POST has a text body, and names later requests', async () => {
  const { client, sent } = await aClient({ status: 201, body: { coins: [] } })
  expect(await client.call(getBalanceTable, { params: { id: 'summary' } })).toEqual([])
  expect(sent).toMatchObject([
    { line: 'POST /api/wallets/summary', isText: true, isFollowUp: false },
  ])

  const other = await aClient({ status: 201, body: {} }, { status: 200, body: { id: 7 } })
  await other.client.call(stopGridBot, bot).catch(() => undefined)
  expect(other.sent).toMatchObject([
    { line: 'POST /api/bots/7/off', isText: false, isFollowUp: false },
    { line: 'GET /api/bots/7', isFollowUp: true },
  ])
})

it('only headers of the dialect are sent', async () => {
  const { client, sent } = await aClient({ status: 201, body: {} }, { status: 200, body: {} })
  const options = { idempotencyKey: 'one' }
  await client.send(client.prepare(stopGridBot, bot), options).catch(() => undefined)
  expect(Object.keys(sent[0]?.headers ?? {}).toSorted()).toEqual([
    'APIKEY',
    'Accept',
    'Content-Type',
    'Signature',
    'X-Mode',
  ])
})

it('a call sends nothing after a 429, whatever its translation does', async () => {
  const calm = { status: 429, body: { error: 'too_many' } }
  const { client, lines } = await aClient({ status: 200, body: {} }, calm)
  expect(await client.call(getSmartTrade, trade).catch((error: unknown) => error)).toBeDefined()
  expect(lines()).toEqual(['GET /api/trades/7', 'GET /api/parts/1'])
})

it('a write whose first request is refused was not executed', async () => {
  const { client, lines } = await aClient(REFUSED)
  expect(await failureOf(client.call(startGridBot, bot))).toMatchObject({ kind: 'refused' })
  expect(lines()).toHaveLength(1)
})

it('a write whose second request is refused is never reported as refused, and stops there', async () => {
  const { client, lines } = await aClient({ status: 201, body: {} }, REFUSED)
  const outcome = await failureOf(client.call(startGridBot, bot))
  expect(outcome).toMatchObject({
    kind: 'unknown',
    error: { message: 'Only a part of it was done. Then: Not this one.' },
  })
  expect(lines()).toEqual(['POST /api/bots/7/prepare', 'POST /api/bots/7/go'])
})

it.each([
  ['cannot be translated', closeSmartTrade, trade],
  ['is not offered after all', setSmartTradeNote, { ...trade, body: { note: 'a' } }],
])('a write whose response %s has an unknown outcome', async (_, endpoint, request) => {
  const { client, lines } = await aClient({ status: 200, body: {} })
  const error: unknown = await client.call(endpoint, request as never).catch((one) => one)
  expect(endOfFailure(error).outcome.kind).toBe('unknown')
  expect(lines()).toHaveLength(1)
})

it('an error response is read by the dialect', async () => {
  const { client } = await aClient({ status: 429, body: { error: 'too_many' } })
  await expect(client.call(getBalanceTable, { params: { id: 'summary' } })).rejects.toMatchObject({
    failure: { kind: 'refused', status: 429, code: 'too_many', retryAfter: 7 },
  })
})
