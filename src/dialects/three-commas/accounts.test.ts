import { expect, it, vi } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { countRunning } from '#contract/exchanges.ts'
import { getPair, type MarketPair } from '#contract/market.ts'
import { isUnreadable, read } from '#contract/read.ts'
import { scriptedCall } from '#testing/scripted-call.ts'

import type { Facts, Further, Translation } from '../dialect.ts'
import { contractCall } from '../prepare.ts'
import { accounts, accountsKnown } from './accounts.ts'
import { market } from './market.ts'

const MAIN = '3c0a0000-0000-8000-8000-000001ee6d5f'
const account = (more: object = {}) => ({
  id: 32402783,
  name: 'Main',
  market_code: 'binance',
  supported_market_types: ['spot'],
  trading_supported: true,
  is_locked: false,
  api_key_invalid: false,
  api_keys_state: 'ok',
  lock_reason: null,
  fast_convert_available: true,
  smart_trading_supported: true,
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-11-02T03:04:05.000Z',
  ...more,
})
const factsOf = (...rows: object[]): Facts => ({
  mode: 'real',
  algorithm: 'hmac',
  accounts: rows as Facts['accounts'],
})

const requestOf = (name: string, request: object, facts = factsOf(account())) => {
  const translation = accounts[name] as Extract<Translation, { request: unknown }>
  const endpoint = (api as Record<string, Endpoint>)[name] as Endpoint
  return translation.request(contractCall(endpoint, request as never), facts)
}

const SINCE = Date.UTC(2026, 10, 1, 10, 42, 17)

// Written by hand from the documents.
it.each([
  [
    'getBalanceTable',
    { params: { id: 'summary' } },
    'POST',
    '/ver1/accounts/summary/account_table_data',
    undefined,
  ],
  [
    'getBalanceTable',
    { params: { id: MAIN } },
    'POST',
    '/ver1/accounts/32402783/account_table_data',
    undefined,
  ],
  [
    'getBalanceHistory',
    { params: { id: MAIN }, query: { date_from: SINCE } },
    'GET',
    '/ver1/accounts/32402783/balance_chart_data',
    { date_from: '2026-11-01T10:00:00.000Z', date_to: undefined },
  ],
  [
    'sellAllToUsd',
    { params: { id: MAIN } },
    'POST',
    '/ver1/accounts/32402783/sell_all_to_usd',
    undefined,
  ],
])('%s %j sends %s %s', (name, request, method, path, query) => {
  expect(requestOf(name, request)).toEqual({ method, path, ...(query && { query }) })
})

it('sell all is refused for an account that is unsuitable, unknown or of another service', () => {
  const sell = (id: string, facts: Facts) => () =>
    requestOf('sellAllToUsd', { params: { id } }, facts)
  expect(sell(MAIN, factsOf(account({ fast_convert_available: false })))).toThrow(
    '3Commas cannot sell everything on this account.',
  )
  expect(sell(MAIN, factsOf())).toThrow('have not been read yet')
  expect(sell(crypto.randomUUID(), factsOf(account()))).toThrow('does not belong to a 3Commas')
})

const listed = (reader: Pick<Further, 'facts' | 'ask'>) =>
  (accounts['listExchanges'] as Extract<Translation, { local: unknown }>).local({
    call: {} as never,
    ...reader,
  }) as Promise<unknown>

/** Reads a response as pages do. */
async function readAs(table: typeof accounts, name: string, json: unknown, facts = factsOf()) {
  const translation = table[name] as Translation
  const call = {} as never
  const written = await ('local' in translation
    ? translation.local({ call, facts, ask: () => Promise.resolve(json) })
    : translation.answer?.(json, {
        call,
        facts,
        ask: () => Promise.reject(new Error('nothing more is asked')),
      }))
  const { response } = (api as Record<string, Endpoint>)[name] as Endpoint
  return read(response, written).value as Record<string, unknown>[]
}

it('an account becomes a connection and is remembered', async () => {
  const facts = factsOf()
  const [connection] = await readAs(accounts, 'listExchanges', [account()], facts)
  expect(connection).toMatchObject({
    id: MAIN,
    exchange: 'binance',
    account_id: 32402783,
    account_name: 'Main',
    market_type: 'spot',
    mode: 'real',
    can_trade: true,
    is_active: true,
    last_error: null,
  })
  // 3Commas doesn't report whether a key may withdraw.
  expect(connection?.['can_withdraw']).toBeUndefined()
  // `updated_at` is no check of the key: accounts change for other reasons.
  expect(connection?.['last_verified']).toBeUndefined()
  expect(facts.accounts).toEqual([account()])
})

it.each([
  [{ api_key_invalid: true, api_keys_state: 'invalid' }, 'invalid'],
  [{ is_locked: true, lock_reason: 'The key has expired.' }, 'The key has expired.'],
])('an account that is %j cannot trade', async (more, reason) => {
  const [connection] = await readAs(accounts, 'listExchanges', [account(more)])
  expect(connection).toMatchObject({ can_trade: false, is_active: false, last_error: reason })
})

it('the counts of running trades, bots, deals and orders are each read from their own field', async () => {
  const data = {
    active_smart_trades_count: 1,
    active_bots_count: 2,
    active_deals_count: 3,
    active_grid_bots_count: 4,
    active_orders_count: 5,
  }
  const found = await scriptedCall(
    countRunning,
    { params: { id: MAIN } },
    () => ({ json: { data } }),
    factsOf(account()),
  )
  expect(found.sent).toEqual([
    { line: 'GET /ver1/accounts/32402783/active_trading_entities', body: undefined },
  ])
  const counts = { smart_trades: 1, dca_bots: 2, deals: 3, grid_bots: 4, orders: 5 }
  expect(found.value).toEqual(counts)
})

it('a long list is read until a page is short', async () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => account({ id: from + index }))
  const asked: unknown[] = []
  const facts = factsOf()
  const rows = (await listed({
    facts,
    ask: ({ query }) => {
      asked.push(query)
      return Promise.resolve(asked.length === 1 ? many(1, 100) : many(101, 3))
    },
  })) as unknown[]
  expect(asked).toEqual([
    { page: 1, per_page: 100 },
    { page: 2, per_page: 100 },
  ])
  expect(rows).toHaveLength(103)
})

it('accounts are requested once for simultaneous callers, and again later', async () => {
  const facts = factsOf()
  const ask = vi.fn<Further['ask']>(() => Promise.resolve([account()]))
  const both = await Promise.all([listed({ facts, ask }), accountsKnown({ facts, ask })])
  expect(both.map((rows) => (rows as unknown[]).length)).toEqual([1, 1])
  expect(ask).toHaveBeenCalledTimes(1)
  await listed({ facts, ask })
  expect(ask).toHaveBeenCalledTimes(2)
})

it('accounts of another key or mode are never shared', async () => {
  const ask = vi.fn<Further['ask']>(() => Promise.resolve([account()]))
  await Promise.all([listed({ facts: factsOf(), ask }), listed({ facts: factsOf(), ask })])
  expect(ask).toHaveBeenCalledTimes(2)
})

it('accounts are requested again if the first caller aborted', async () => {
  const facts = factsOf()
  const left = listed({ facts, ask: () => Promise.reject(new Error('aborted')) })
  const rows = listed({ facts, ask: () => Promise.resolve([account()]) })
  await expect(left).rejects.toThrow('aborted')
  expect(await rows).toHaveLength(1)
})

it('accounts are not requested again after a refusal', async () => {
  const refused = Object.assign(new Error(), { failure: { kind: 'refused', status: 403 } })
  const facts = factsOf()
  const ask = vi.fn<Further['ask']>(() => Promise.reject(refused))
  const ends = await Promise.allSettled([listed({ facts, ask }), listed({ facts, ask })])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(ask).toHaveBeenCalledTimes(1)
})

it('pairs of each market are loaded once, unsigned, without prices', async () => {
  const asked: unknown[] = []
  const facts = factsOf(
    account(),
    account({ id: 2 }),
    account({ id: 3, market_code: 'binance_futures' }),
    account({ id: 4, market_code: 'paper' }),
  )
  const { local } = market['listPairs'] as Extract<Translation, { local: unknown }>
  const list = () =>
    local({
      call: {} as never,
      facts,
      ask: ({ path, query, security }) => {
        asked.push([path, query?.['market_code'], security])
        if (query?.['market_code'] === 'paper') {
          return Promise.reject(
            Object.assign(new Error('no'), { failure: { kind: 'refused', status: 404 } }),
          )
        }
        return Promise.resolve(['USDT_BTC'])
      },
    })
  expect(await list()).toEqual([
    { pair: 'USDT_BTC', exchange: 'binance' },
    { pair: 'USDT_BTC', exchange: 'binance_futures' },
  ])
  await list()
  expect(asked).toEqual([
    ['/ver1/accounts/market_pairs', 'binance', 'public'],
    ['/ver1/accounts/market_pairs', 'binance_futures', 'public'],
    ['/ver1/accounts/market_pairs', 'paper', 'public'],
  ])
  const { value } = read(api.listPairs.response, await list())
  expect((value as unknown[]).some(isUnreadable)).toBe(false)
})

it('a temporary failure is not cached, and a 429 stops further requests', async () => {
  const facts = factsOf(account(), account({ id: 2, market_code: 'kraken' }))
  const asked: string[] = []
  let status: number | undefined
  const list = () =>
    scriptedCall(
      api.listPairs,
      {},
      ({ line }) => {
        asked.push(/market_code=(\w+)/.exec(line)?.[1] ?? line)
        return status === undefined ? { json: ['USDT_BTC'] } : { status }
      },
      facts,
    ).then(({ json }) => json)
  status = 429
  await expect(list()).rejects.toMatchObject({ failure: { status: 429 } })
  expect(asked.splice(0)).toEqual(['binance'])
  status = 503
  expect(await list()).toEqual([])
  expect(asked.splice(0)).toEqual(['binance', 'kraken'])
  status = undefined
  expect(await list()).toHaveLength(2)
  expect(asked).toEqual(['binance', 'kraken'])
})

it('a chart request is rounded to full hours outwards', () => {
  const query = { date_from: SINCE, date_to: SINCE + 86_400_000 }
  expect(requestOf('getBalanceHistory', { params: { id: MAIN }, query })).toMatchObject({
    query: { date_from: '2026-11-01T10:00:00.000Z', date_to: '2026-11-02T11:00:00.000Z' },
  })
})

const RATES = {
  last: '63802.44',
  bid: '63802.43',
  ask: '63802.45',
  priceStep: '1.0e-02',
  lotStep: '0.00001',
  minTotal: '5.0',
  orderbook_price_currency: 'USDT',
}
const askedPair = { query: { exchange: 'binance', pair: 'USDT_BTC' } }

it.each([
  [['spot'], 'currency_rates'],
  [['futures'], 'currency_rates_with_leverage_data'],
])('price and rules of one pair on %s need one unsigned request', (types, path) => {
  const { request } = market['getPair'] as Extract<Translation, { request: unknown }>
  const call = contractCall(getPair, askedPair as never)
  expect(request(call, factsOf(account({ supported_market_types: types })))).toEqual({
    method: 'GET',
    path: `/ver1/accounts/${path}`,
    query: { market_code: 'binance', pair: 'USDT_BTC' },
    security: 'public',
  })
})

const pairRead = (json: object) => {
  const { answer } = market['getPair'] as Extract<Translation, { request: unknown }>
  const call = contractCall(getPair, askedPair as never)
  return read(getPair.response, answer?.(json, { call } as never)).value as MarketPair
}

it('steps, minimum total and leverage of a pair are read and never guessed', () => {
  const of = (...most: unknown[]) => ({
    ...RATES,
    leverage_data: most.map((max_leverage) => ({ code: 'x', max_leverage })),
  })
  expect(pairRead(of('75.0', '75.0'))).toMatchObject({
    pair: 'USDT_BTC',
    exchange: 'binance',
    last: '63802.44',
    bid: '63802.43',
    ask: '63802.45',
    tick: '0.01',
    lot: '0.00001',
    min_total: '5',
    max_leverage: 75,
  })
  expect(pairRead(of('75.0', '20.0')).max_leverage).toBeUndefined()
  expect(pairRead(RATES).max_leverage).toBeUndefined()
  const zero = pairRead({
    ...RATES,
    last: '0.0',
    priceStep: '0',
    lotStep: null,
    minTotal: null,
  })
  expect([zero.last, zero.tick, zero.lot, zero.min_total]).toEqual(Array(4).fill(undefined))
})
