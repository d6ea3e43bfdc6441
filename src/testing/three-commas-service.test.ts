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

it('lists are of the mode that is forced, and empty in the wrong one', async () => {
  await open()
  const names = async (mode: string) =>
    ((await ask('/ver1/accounts', { mode })).json as { name: string }[]).map(({ name }) => name)
  expect(await names('paper')).toEqual(['Paper Account 1251857'])
  expect(await names('real')).not.toContain('Paper Account 1251857')
  const { json } = await ask('/v2/smart_trades?account_id=32402783', { mode: 'paper' })
  expect(json).toEqual([])
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
