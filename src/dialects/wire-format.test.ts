import { expect, it } from 'vitest'

import { listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import type { Credentials } from '#signing/credentials.ts'
import { verify, verifyingKey } from '#paper/http/verify.ts'
import { importSecret } from '#signing/keys.ts'

import { createClient } from '#client/client.ts'
import type { Prepared } from './prepare.ts'
import { contractFormat, type WireFormat } from './wire-format.ts'

const SECRET = 'a secret of some length'
const key = await importSecret(SECRET)
const credentials: Credentials = { apiKey: 'key-1', key, emptyForm: 'path' }

/** Moves the request to another path and signs it again. */
function at(prepared: Prepared, path: string): Prepared {
  const url = new URL(path, prepared.url)
  return { ...prepared, url: url.href, path, target: path, signedText: path, query: '' }
}

/** A service with another path for stopping a bot and other names for its states. */
const otherFormat: WireFormat = {
  prepare(baseUrl, endpoint, request, emptyForm) {
    const ours = contractFormat.prepare(baseUrl, endpoint, request, emptyForm)
    return endpoint.name === stopGridBot.name
      ? (at(ours, ours.path.replace('/stop', '/disable')) as typeof ours)
      : ours
  },
  async answer(prepared, ask) {
    if (prepared.endpoint.name !== stopGridBot.name) return contractFormat.answer(prepared, ask)
    await ask(prepared)
    const { json } = await ask({ ...at(prepared, '/bots/7'), method: 'GET' })
    const { enabled, ...rest } = json as { enabled: boolean }
    return { json: { ...rest, is_enabled: enabled } }
  },
}

type Sent = { method: string; url: string; headers: Record<string, string> }

/** Creates a client of that service, with scripted responses. */
function aClient(...answers: { status: number; body: unknown }[]) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'https://other.test',
    credentials,
    format: otherFormat,
    fetch: async (url, { method = 'GET', headers }) => {
      sent.push({ method, url, headers: headers as Record<string, string> })
      const { status, body } = answers[sent.length - 1] ?? { status: 500, body: {} }
      return new Response(JSON.stringify(body), { status })
    },
  })
  return { client, sent }
}

const stop = { params: { id: 7 } }
const lineOf = ({ method, url }: Sent) => `${method} ${new URL(url).pathname}`

it('a call may need several requests, each signed separately', async () => {
  const { client, sent } = aClient(
    { status: 201, body: {} },
    { status: 200, body: { id: 7, enabled: false } },
  )
  const prepared = client.prepare(stopGridBot, stop)
  expect(prepared.target).toBe('/api/v1/bots/grid/7/disable')
  // Most of the bot is missing, so it is unreadable; its raw data has the contract's names.
  await expect(client.send(prepared)).rejects.toMatchObject({
    failure: { kind: 'unreadable', status: 200, raw: { id: 7, is_enabled: false } },
  })
  expect(sent.map(lineOf)).toEqual(['POST /api/v1/bots/grid/7/disable', 'GET /bots/7'])
  for (const { url, headers } of sent) {
    expect(
      verify(verifyingKey('hmac', SECRET), headers['Signature'] ?? '', new URL(url).pathname),
    ).toBe(true)
  }
})

it('a call with several requests asks for permission once, and only the first has an idempotency key', async () => {
  const { client, sent } = aClient({ status: 201, body: {} }, { status: 200, body: {} })
  let asked = 0
  const whyNot = () => {
    asked += 1
    return asked > 1 ? 'The mode has changed.' : undefined
  }
  const options = { whyNot, idempotencyKey: 'one' }
  await client.send(client.prepare(stopGridBot, stop), options).catch(() => undefined)
  expect(asked).toBe(1)
  expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['one', undefined])
})

it('a refused request ends its call', async () => {
  const { client, sent } = aClient({ status: 403, body: { error: 'forbidden' } })
  await expect(client.call(stopGridBot, stop)).rejects.toMatchObject({
    failure: { kind: 'refused', status: 403 },
  })
  expect(sent).toHaveLength(1)
})

it("other calls use the contract's format", async () => {
  const { client, sent } = aClient({ status: 200, body: [] })
  expect(await client.call(listGridBots, {})).toEqual([])
  expect(sent.map(lineOf)).toEqual(['GET /api/v1/bots/grid'])
})
