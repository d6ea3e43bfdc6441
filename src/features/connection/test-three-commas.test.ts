import { generateKeyPairSync } from 'node:crypto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import { importPrivateKey, importSecret } from '#signing/keys.ts'
import type { EmptyForm } from '#signing/signature.ts'
import {
  openThreeCommasService,
  type ThreeCommasOptions,
  type ThreeCommasService,
} from '#testing/three-commas-service.ts'

import { type Step, testBodySignature, testConnection } from './test-connection.ts'

const RSA = 'stand-in-rsa-key'
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let service: ThreeCommasService
const open = async (options: ThreeCommasOptions = {}) => {
  service = await openThreeCommasService(options)
}

beforeEach(() => vi.stubGlobal('location', { origin: 'https://page.test' }))
afterEach(async () => {
  vi.unstubAllGlobals()
  await service.close()
})

type Wish = { kind?: 'hmac' | 'rsa'; secret?: string; fetch?: typeof fetch }

async function partsOf({ kind = 'hmac', secret, fetch: send = fetch }: Wish = {}) {
  const formatOf = await DIALECT_PROFILES['3commas'].load()
  const formatWith = (bodyForm?: EmptyForm) =>
    formatOf({ mode: 'paper', algorithm: kind, bodyForm, accounts: [] })
  const key =
    kind === 'rsa'
      ? await importPrivateKey(pair.privateKey)
      : await importSecret(secret ?? service.key.secret)
  const apiKey = kind === 'rsa' ? RSA : service.key.apiKey
  return {
    baseUrl: service.baseUrl,
    dialect: '3commas' as const,
    kind,
    format: formatWith(),
    formatWith,
    apiKey,
    key,
    fetch: (url: string, init: RequestInit) => send(url, init),
    timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
    now: () => Date.now(),
    wasBlockedByPolicy: () => false,
    pageOrigin: 'https://page.test',
    protocolOf: () => undefined,
  }
}

async function steps(wish?: Wish): Promise<Step[]> {
  const parts = await partsOf(wish)
  const { apiKey, key } = parts
  const walk = testConnection({
    ...parts,
    credentials: (emptyForm) => Promise.resolve({ apiKey, key, emptyForm }),
  })
  const found: Step[] = []
  for await (const step of walk) found.push(step)
  return found
}

const stateOf = (found: readonly Step[], name: string) =>
  found.find((step) => step.name.startsWith(name))

it.each(['hmac', 'rsa'] as const)(
  '3Commas test: all steps are reads, in the terms of 3Commas, with a key of kind %s',
  async (kind) => {
    await open({ rsa: { apiKey: RSA, publicKey: pair.publicKey } })
    const found = await steps({ kind })
    expect(found.filter(({ state }) => state === 'failed')).toEqual([])
    expect(found.map(({ name }) => name)).toEqual([
      'Reachable',
      'Clock',
      'How orders are sent',
      'Allowed for this page (CORS)',
      'Signature',
      'Balances (ACCOUNTS_READ)',
      'SmartTrades and history (SMART_TRADES_READ)',
      'Bots (BOTS_READ)',
      'Plan',
      'Orders',
    ])
    const sent = service.requests.filter(({ headers }) => headers['apikey'] !== undefined)
    expect(new Set(sent.map(({ headers }) => headers['forced-mode']))).toEqual(new Set(['paper']))
    expect(sent.some(({ path }) => path.endsWith('set_note'))).toBe(false)
    // A small plan allows five requests a minute.
    expect(service.requests.length).toBeLessThanOrEqual(5)
  },
)

it('3Commas test: a wrong secret fails at the signature, and ends the test', async () => {
  await open()
  const found = await steps({ secret: 'another secret of some length' })
  expect(found.at(-1)).toMatchObject({ name: 'Signature', state: 'failed' })
  const signed = service.requests.filter(({ headers }) => headers['apikey'] !== undefined)
  expect(signed.map(({ status }) => status)).toEqual([401])
})

it('3Commas test: a missing permission has its 3Commas name and where to grant it', async () => {
  await open()
  service.forbid('SMART_TRADES_READ')
  const step = stateOf(await steps(), 'SmartTrades')
  expect(step).toMatchObject({
    name: 'SmartTrades and history (SMART_TRADES_READ)',
    state: 'failed',
    detail: expect.stringContaining('At 3Commas the key needs the permission SMART_TRADES_READ.'),
  })
})

it('3Commas test: a plan without the feature differs from a missing permission', async () => {
  await open()
  service.fault({ kind: 'plan 429', path: '/v2/smart_trades' })
  const found = await steps()
  expect(stateOf(found, 'SmartTrades')).toMatchObject({
    state: 'failed',
    detail: 'The plan does not allow it.',
  })
  expect(stateOf(found, 'Plan')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('subscription plan'),
  })
})

it.each(['speed 429', '418'] as const)('3Commas test: it stops after %s', async (kind) => {
  await open()
  service.fault({ kind, path: '/v2/smart_trades' })
  const found = await steps()
  expect(found.at(-1)).toMatchObject({
    name: expect.stringMatching(/^SmartTrades/),
    state: 'failed',
  })
  expect(service.requests.at(-1)?.path).toBe('/v2/smart_trades')
})

it('3Commas test: CORS and the relay are named if only signed requests fail', async () => {
  await open()
  const found = await steps({
    fetch: (url, init) => {
      const isSigned = new Headers(init?.headers).has('Signature')
      return isSigned ? Promise.reject(new TypeError('Failed to fetch')) : fetch(url, init)
    },
  })
  expect(found.at(-1)).toMatchObject({
    name: 'Allowed for this page (CORS)',
    state: 'failed',
    remedies: [
      expect.stringContaining('apikey, signature, forced-mode'),
      expect.stringContaining(`npm start -- --upstream ${service.origin}`),
      expect.stringContaining('with the base URL /public/api'),
    ],
  })
})

it('3Commas test: signing a body is tested once, by a note for a trade that does not exist', async () => {
  await open()
  const parts = await partsOf()
  const { apiKey, key } = parts
  const credentials = { apiKey, key, emptyForm: 'path?' } as const
  const { step, form } = await testBodySignature({ ...parts, credentials, transport: undefined })
  expect({ state: step.state, form }).toEqual({ state: 'passed', form: 'path?' })
  expect(step.detail).toContain('nothing was changed')
  expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v2/smart_trades/999999999999/set_note',
  ])
})

it('3Commas test: the other body form is tried after a refused signature', async () => {
  await open({ rsa: { apiKey: RSA, publicKey: pair.publicKey } })
  service.fault({ kind: '401', path: /set_note$/ })
  const parts = await partsOf({ kind: 'rsa' })
  const { apiKey, key } = parts
  const credentials = { apiKey, key, emptyForm: 'path' } as const
  const { step, form } = await testBodySignature({ ...parts, credentials, transport: undefined })
  expect({ state: step.state, form }).toEqual({ state: 'passed', form: 'path?' })
  expect(service.requests).toHaveLength(2)
})
