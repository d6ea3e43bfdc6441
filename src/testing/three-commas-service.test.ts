import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

import { afterEach, expect, it } from 'vitest'

import {
  openThreeCommasService,
  type ThreeCommasOptions,
  type ThreeCommasService,
} from './three-commas-service.ts'

let service: ThreeCommasService
afterEach(() => service.close())

type Call = { method?: string; body?: object; mode?: string; signature?: string; apiKey?: string }

/** Signs as the documents have it: `path?query`, `path?body`, or the bare path. */
async function ask(path: string, { method = 'GET', body, mode = 'real', ...own }: Call = {}) {
  const text = body ? JSON.stringify(body) : ''
  const separator = text !== '' && !path.includes('?') ? '?' : ''
  const signed = `/public/api${path}${separator}${text}`
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: {
      Apikey: own.apiKey ?? service.key.apiKey,
      Signature:
        own.signature ?? createHmac('sha256', service.key.secret).update(signed).digest('hex'),
      'Forced-Mode': mode,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: text }),
  })
  const json: unknown = await answer.json().catch(() => undefined)
  return { status: answer.status, json, headers: answer.headers }
}

const open = async (options: ThreeCommasOptions = {}) => {
  service = await openThreeCommasService(options)
}

type Row = { id: number; status: { type: string }; data: { created_at: string } }
const rowsOf = ({ json }: { json: unknown }) => json as Row[]

// The table of the design document, with its made-up secret.
it.each([
  [
    'GET',
    '/v2/smart_trades?order_by=created_at&order_direction=DESC&page=1&per_page=100',
    undefined,
    '3aa17329285f14ff6558de093d60af358ab0dd1ce857f5f228c7b7fd3cac307a',
    200,
  ],
  [
    'POST',
    '/ver1/grid_bots/2338357/disable',
    undefined,
    'e4bd8858f8fc0ff75698114dd83a7bf7c67fc2f55f00b9f646f719caad959965',
    404,
  ],
  [
    'POST',
    '/v2/smart_trades/12345678/set_note',
    { note: 'Range low bounce' },
    'e086e3e60950d1c442cda54563b32d1cbe32ff161130b9a828db6bac67315d29',
    404,
  ],
])('a signature of %s %s is taken as documented', async (method, path, body, signature, status) => {
  await open({ secret: 'exampleSecretForTheDialectDocument0123456789abcdef' })
  const call = { method, signature, ...(body && { body }) }
  expect((await ask(path, call)).status).toBe(status)
  expect((await ask(path, { ...call, signature: signature.toUpperCase() })).status).toBe(status)
  const changed = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
  expect(await ask(path, { ...call, signature: changed })).toMatchObject({
    status: 401,
    json: { error: 'signature_invalid' },
  })
})

it('a signature is not kept with what was seen, and market data need none', async () => {
  await open()
  await ask('/ver1/validate')
  await ask('/ver1/accounts/market_pairs?market_code=binance', { apiKey: '', signature: '' })
  expect(service.requests.map(({ path, status }) => [path, status])).toEqual([
    ['/ver1/validate', 200],
    ['/ver1/accounts/market_pairs', 200],
  ])
  expect(JSON.stringify(service.requests)).not.toContain('signature')
  expect((await ask('/ver1/validate', { apiKey: 'another' })).status).toBe(401)
})

it('takes a signature by RSA over path and body, or over the form of HMAC, and no other', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const apiKey = 'a key by RSA'
  await open({
    rsa: { apiKey, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
  })
  const body = { note: 'Range low bounce' }
  const path = `/v2/smart_trades/${service.state.smartTrades[0]?.id}/set_note`
  const send = async (signed: string) => {
    const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64')
    return (await ask(path, { method: 'POST', body, apiKey, signature })).status
  }
  const text = JSON.stringify(body)
  expect(await send(`/public/api${path}${text}`)).toBe(201)
  expect(await send(`/public/api${path}?${text}`)).toBe(201)
  expect(await send(`/public/api${path}`)).toBe(401)
  expect(await send(path + text)).toBe(401)
})

it('lists end with a short page and tell no total', async () => {
  await open()
  const list = '/v2/smart_trades?order_by=created_at&order_direction=DESC&status=finished'
  const first = await ask(`${list}&page=1&per_page=100`)
  const second = await ask(`${list}&page=2&per_page=100`)
  expect(rowsOf(first)).toHaveLength(100)
  expect(rowsOf(second).length).toBeLessThan(100)
  expect([...first.headers.keys()].filter((name) => /total|page|link/.test(name))).toEqual([])
  expect(rowsOf(await ask('/v2/smart_trades'))).toHaveLength(10)
  expect((await ask('/v2/smart_trades?per_page=101')).status).toBe(400)
})

it('lists have ten grid bots unless more are asked for, and an empty page after the history', async () => {
  await open()
  expect(rowsOf(await ask('/ver1/grid_bots'))).toHaveLength(10)
  expect(rowsOf(await ask('/ver1/grid_bots?limit=100')).length).toBeGreaterThan(10)
  const { json } = await ask('/ver1/trades/history?limit=100&offset=200')
  expect(json).toEqual({ trades: [] })
  expect((await ask('/ver1/trades/history?order_direction=DESC')).status).toBe(400)
})

it('lists are of the mode that is forced, and empty in the wrong one', async () => {
  await open()
  const names = async (mode: string) =>
    ((await ask('/ver1/accounts', { mode })).json as { name: string }[]).map(({ name }) => name)
  expect(await names('paper')).toEqual(['Paper Account 1251857'])
  expect(await names('real')).not.toContain('Paper Account 1251857')
  expect(rowsOf(await ask('/v2/smart_trades?account_id=32402783', { mode: 'paper' }))).toEqual([])
})

const draft = {
  account_id: 32402783,
  pair: 'USDT_ETH',
  position: {
    type: 'buy',
    order_type: 'limit',
    units: { value: '0.1' },
    price: { value: '2500.0' },
  },
  take_profit: { enabled: false },
  stop_loss: { enabled: false },
}

it('answer with a pending word, and the next read with what came of it', async () => {
  await open()
  const made = await ask('/v2/smart_trades', { method: 'POST', body: draft })
  expect(made).toMatchObject({ status: 201, json: { status: { type: 'created' } } })
  const { id } = made.json as Row
  const path = `/v2/smart_trades/${id}`
  expect((await ask(path)).json).toMatchObject({ status: { type: 'waiting_position' } })
  expect(await ask(path, { method: 'DELETE' })).toMatchObject({
    status: 200,
    json: { status: { type: 'cancellation_pending' } },
  })
  expect((await ask(path)).json).toMatchObject({ status: { type: 'cancelled' } })
  expect((await ask(path, { method: 'DELETE' })).status).toBe(403)
  const unknown = await ask('/v2/smart_trades/1', { method: 'DELETE' })
  expect(unknown).toMatchObject({ status: 400, json: { error: 'Not found' } })
})

it('writes of an account of the other mode are refused one way and carried out the other', async () => {
  await open()
  const paper = { ...draft, account_id: 32199203 }
  expect((await ask('/v2/smart_trades', { method: 'POST', body: paper })).status).toBe(403)
  const body = draft
  expect((await ask('/v2/smart_trades', { method: 'POST', body, mode: 'paper' })).status).toBe(201)
})

it('writes make bots that do not run before they are enabled', async () => {
  await open()
  const body = {
    account_id: 32402783,
    name: 'New grid',
    pair: 'USDT_ETH',
    upper_price: '2800',
    lower_price: '2400',
    grids_quantity: '5',
    quantity_per_grid: '0.1',
  }
  const made = await ask('/ver1/grid_bots/manual', { method: 'POST', body })
  expect(made).toMatchObject({ status: 201, json: { is_enabled: false } })
  const path = `/ver1/grid_bots/${(made.json as Row).id}`
  const enabled = await ask(`${path}/enable`, { method: 'POST' })
  expect(enabled).toMatchObject({ status: 201, json: { is_enabled: true } })
  expect(enabled.json).not.toHaveProperty('mode')
  expect((await ask(path)).json).toMatchObject({ is_enabled: true, mode: null })
})

it('befall the requests that they are for, as often as is said', async () => {
  await open()
  service.fault({ kind: 'plan 429', method: 'GET', path: '/ver1/accounts', times: 2 })
  expect((await ask('/ver1/grid_bots')).status).toBe(200)
  expect((await ask('/ver1/accounts')).json).toMatchObject({
    error: expect.stringContaining('subscription plan') as string,
  })
  expect((await ask('/ver1/accounts')).status).toBe(429)
  expect((await ask('/ver1/accounts')).status).toBe(200)
})

it('faults leave no answer of a write that was carried out', async () => {
  await open()
  service.fault({ kind: 'drop before the answer', method: 'POST' })
  const before = service.state.smartTrades.length
  await expect(ask('/v2/smart_trades', { method: 'POST', body: draft })).rejects.toThrow(
    'fetch failed',
  )
  expect(service.state.smartTrades).toHaveLength(before + 1)
  service.fault({ kind: 'drop before the service', method: 'POST' })
  await expect(ask('/v2/smart_trades', { method: 'POST', body: draft })).rejects.toThrow(
    'fetch failed',
  )
  expect(service.state.smartTrades).toHaveLength(before + 1)
})

it('faults keep the headers that let a page read the answer', async () => {
  await open()
  service.fault({ kind: '500 HTML' })
  const failed = await ask('/ver1/accounts')
  expect(failed.headers.get('access-control-allow-origin')).toBe('*')
  const preflight = await fetch(`${service.baseUrl}/ver1/accounts`, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Forced-Mode')
  expect(service.preflights()).toBe(1)
  service.forbid('ACCOUNTS_READ')
  expect((await ask('/ver1/accounts')).status).toBe(403)
})

it('writes exponents and every digit of its numbers', async () => {
  await open()
  const answer = await fetch(`${service.baseUrl}/ver1/accounts/summary/account_table_data`, {
    method: 'POST',
    headers: {
      Apikey: service.key.apiKey,
      Signature: createHmac('sha256', service.key.secret)
        .update('/public/api/ver1/accounts/summary/account_table_data')
        .digest('hex'),
      'Forced-Mode': 'real',
    },
  })
  const text = await answer.text()
  expect(text).toContain('"position":9.52E-5')
  expect(text).toContain('5867.80123456789012345678901234567')
})

it.each([
  ['BOTS_WRITE', 'POST', '/ver1/bots/1/panic_sell_all_deals'],
  ['BOTS_WRITE', 'POST', '/ver1/bots/1/enable'],
  ['BOTS_WRITE', 'POST', '/ver1/bots/1/disable'],
  ['BOTS_WRITE', 'POST', '/ver1/bots/1/start_new_deal'],
  ['BOTS_WRITE', 'POST', '/ver1/bots/create_bot'],
  ['BOTS_WRITE', 'POST', '/ver1/grid_bots/1/enable'],
  ['BOTS_WRITE', 'POST', '/ver1/grid_bots/1/disable'],
  ['BOTS_WRITE', 'POST', '/ver1/grid_bots/manual'],
  ['SMART_TRADES_WRITE', 'POST', '/v2/smart_trades'],
  ['SMART_TRADES_WRITE', 'POST', '/v2/smart_trades/1/set_note'],
  ['SMART_TRADES_WRITE', 'POST', '/v2/smart_trades/1/close_by_market'],
  ['SMART_TRADES_WRITE', 'DELETE', '/v2/smart_trades/1'],
  ['ACCOUNTS_WRITE', 'POST', '/ver1/accounts/1/sell_all_to_usd'],
] as const)('%s is refused: %s %s', async (permission, method, path) => {
  await open()
  // With it the request is judged for what it asks; there is no bot, trade or account 1.
  const denied = { json: { error_description: 'Api key not authorized for this action' } }
  expect(await ask(path, { method })).not.toMatchObject(denied)
  service.forbid(permission)
  expect(await ask(path, { method })).toMatchObject({ status: 403, ...denied })
})
