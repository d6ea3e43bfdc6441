import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ApiError } from '#client/api-error.ts'
import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isUnreadable } from '#contract/read.ts'
import { outcomeOfFailure } from '#intents/outcome.ts'
import { decimal } from '#money/decimal.ts'
import { importSecret } from '#signing/keys.ts'
import { openThreeCommasService, type ThreeCommasService } from '#testing/three-commas-service.ts'

import { threeCommas, threeCommasFormat } from './three-commas.ts'
import { uuidOf } from './values.ts'

let service: ThreeCommasService
beforeEach(async () => {
  service = await openThreeCommasService()
})
afterEach(() => service.close())

async function aClient(mode: 'paper' | 'real' = 'real') {
  const { apiKey, secret } = service.key
  return createClient({
    baseUrl: service.baseUrl,
    credentials: { apiKey, key: await importSecret(secret), emptyForm: 'path' },
    format: threeCommasFormat({ mode, algorithm: 'hmac', accounts: [] }),
    fetch: (url, init) => fetch(url, init),
  })
}

const MAIN = uuidOf('a', 32402783)

/** Read requests; those for one item use the service's first one. */
const READS: Partial<Record<keyof typeof api, () => object>> = {
  getTime: () => ({}),
  getMode: () => ({}),
  listExchanges: () => ({}),
  getBalanceTable: () => ({ params: { id: 'summary' } }),
  getBalanceHistory: () => ({
    params: { id: 'summary' },
    query: { date_from: Date.now() - 30 * 86_400_000 },
  }),
  listSmartTrades: () => ({
    query: {
      status: 'all',
      order_by: 'created_at',
      order_direction: 'DESC',
      page: 1,
      per_page: 100,
    },
  }),
  getSmartTrade: () => ({ params: { id: service.state.smartTrades[3]?.id } }),
  listGridBots: () => ({}),
  getGridBot: () => ({ params: { id: service.state.gridBots[0]?.id } }),
  getRequiredBalances: () => ({ params: { id: service.state.gridBots[3]?.id } }),
  listDcaBots: () => ({ query: {} }),
  getDcaBot: () => ({
    params: { id: uuidOf('b', service.state.dcaBots[0]?.id) },
    query: { include_events: true },
  }),
  listDcaStrategies: () => ({ query: {} }),
  listHistory: () => ({
    query: { order_by: 'closed_at', order_direction: 'desc', limit: 100, offset: 0 },
  }),
  listPairs: () => ({ query: {} }),
}

const isOffered = (...names: string[]): boolean =>
  names.every((name) => name in threeCommas.translations)

describe('responses', () => {
  for (const [name, request] of Object.entries(READS)) {
    it.runIf(isOffered(name))(`a response of ${name} is readable`, async () => {
      const client = await aClient()
      await client.call(api.listExchanges, {}).catch(() => undefined)
      const endpoint: Endpoint = api[name as keyof typeof api]
      const answer: unknown = await client.call(endpoint, request())
      const rows: unknown[] = Array.isArray(answer) ? answer : [answer]
      expect(rows).not.toEqual([])
      expect(rows.filter(isUnreadable)).toEqual([])
      expect(service.requests.filter(({ status = 0 }) => status >= 400)).toEqual([])
    })
  }
})

it.runIf(isOffered('listExchanges'))(
  "accounts of the connection's mode only are listed",
  async () => {
    const accounts = await (await aClient('paper')).call(api.listExchanges, {})
    expect(accounts).toMatchObject([{ id: uuidOf('a', 32199203), mode: 'paper' }])
    const real = await (await aClient('real')).call(api.listExchanges, {})
    expect(real).toMatchObject([{ id: MAIN, mode: 'real' }, {}, { can_trade: false }])
  },
)

const off = { enabled: false }
const TRADE = {
  body: {
    account_id: 32402783,
    pair: 'USDT_ETH',
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: decimal('0.1') },
      price: { value: decimal('2500.5') },
    },
    take_profit: off,
    stop_loss: off,
  },
} as const

const writes = () => service.requests.filter(({ method }) => method !== 'GET')

/** A client that has read its accounts, as pages have before they send orders. */
async function aTrader(mode: 'paper' | 'real' = 'real') {
  const client = await aClient(mode)
  await client.call(api.listExchanges, {})
  return client
}

describe.runIf(isOffered('createSmartTrade', 'listExchanges'))('a SmartTrade', () => {
  it('a trade is created by one request with amounts as typed', async () => {
    const trader = await aTrader()
    const { id } = await trader.call(api.createSmartTrade, TRADE)
    expect(service.state.smartTrades.at(-1)).toMatchObject({ id, pair: 'USDT_ETH' })
    expect(writes()).toHaveLength(1)
    expect(writes()[0]).toMatchObject({
      path: '/v2/smart_trades',
      status: 201,
      body: { position: { units: { value: '0.1' }, price: { value: '2500.5' } } },
    })
    expect(writes()[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  it('a trade on an account of the other mode is not sent', async () => {
    const trader = await aTrader('paper')
    await expect(trader.call(api.createSmartTrade, TRADE)).rejects.toMatchObject({
      failure: { kind: 'unsent' },
    })
    expect(writes()).toEqual([])
  })

  it('a trade gets a note, closes and cancels, with pending statuses passed on', async () => {
    const trader = await aTrader()
    const row = service.state.smartTrades.find(({ data }) => data.panic_sell_available)
    const params = { id: row?.id ?? 0 }
    const noted = await trader.call(api.setSmartTradeNote, { params, body: { note: 'Halved' } })
    expect(noted.note).toBe('Halved')
    const closed = await trader.call(api.closeSmartTrade, { params })
    expect(closed.status.type).toBe('panic_sell_pending')
    const after = await trader.call(api.getSmartTrade, { params })
    expect(after.status.type).toBe('panic_sold')
    const made = await trader.call(api.createSmartTrade, TRADE)
    await trader.call(api.getSmartTrade, { params: { id: made.id } })
    const cancelled = await trader.call(api.cancelSmartTrade, { params: { id: made.id } })
    expect(cancelled.status.type).toBe('cancellation_pending')
    expect(writes().map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', `/v2/smart_trades/${params.id}/set_note`, 201],
      ['POST', `/v2/smart_trades/${params.id}/close_by_market`, 201],
      ['POST', '/v2/smart_trades', 201],
      ['DELETE', `/v2/smart_trades/${made.id}`, 200],
    ])
  })
})

const GRID = {
  body: {
    account_id: 32402783,
    pair: 'USDT_ETH',
    name: 'New grid',
    lower_price: decimal('2400'),
    upper_price: decimal('2800'),
    grids_quantity: 5,
    grid_type: 'arithmetic',
    quantity_per_grid: decimal('0.01'),
  },
} as const

describe.runIf(isOffered('createGridBot', 'listExchanges'))('a grid bot', () => {
  it('a grid bot stops and starts by one request each', async () => {
    const trader = await aTrader()
    const params = { id: service.state.gridBots[0]?.id ?? 0 }
    expect((await trader.call(api.stopGridBot, { params })).is_enabled).toBe(false)
    expect((await trader.call(api.startGridBot, { params })).is_enabled).toBe(true)
    expect(writes().map(({ path }) => path.split('/').at(-1))).toEqual(['disable', 'enable'])
  })

  it('a grid bot is created by two requests and runs', async () => {
    const trader = await aTrader()
    const { id } = await trader.call(api.createGridBot, GRID)
    expect(writes().map(({ path }) => path)).toEqual([
      '/ver1/grid_bots/manual',
      `/ver1/grid_bots/${id}/enable`,
    ])
    expect(service.state.gridBots.at(-1)).toMatchObject({ id, is_enabled: true })
  })

  it('a grid bot that was created but not started is never reported as refused', async () => {
    const trader = await aTrader()
    service.fault({ kind: '403 permission', method: 'POST', path: /enable$/ })
    const outcome = await trader.call(api.createGridBot, GRID).then(
      ({ is_enabled }) => ({ is_enabled }),
      (error: unknown) => outcomeOfFailure(error as ApiError).kind,
    )
    expect(service.state.gridBots.at(-1)).toMatchObject({ name: 'New grid', is_enabled: false })
    expect(['unknown', { is_enabled: false }]).toContainEqual(outcome)
  })
})

describe.runIf(isOffered('createDcaBot', 'listExchanges'))('a DCA bot', () => {
  const draft = {
    body: {
      connection_id: MAIN,
      pair: 'ETH/USDT',
      name: 'New DCA',
      market_type: 'spot',
      strategy: 'Long',
      start_order_type: 'limit',
      base_order_size: decimal('50'),
      safety_order_size: decimal('25'),
      safety_order_step_scale: decimal('1.5'),
      safety_order_volume_scale: decimal('1.2'),
      price_deviation: decimal('1'),
      max_safety_orders: 3,
      max_active_trades: 1,
      cooldown_between_trades: 300,
      take_profit_pct: decimal('1.5'),
      tp_type: 'base',
      tp_trailing: false,
      tp_trailing_pct: decimal('0'),
      stop_loss_enabled: false,
      stop_loss_pct: decimal('0'),
      sl_type: 'stop_loss',
      start_condition: 'asap',
    },
  } as const

  it('a DCA bot is created by two requests and runs', async () => {
    const trader = await aTrader()
    const { id, status } = await trader.call(api.createDcaBot, draft)
    const made = service.state.dcaBots.at(-1)
    expect({ id, status }).toEqual({ id: uuidOf('b', made?.id), status: 'running' })
    expect(made).toMatchObject({ pairs: ['USDT_ETH'], is_enabled: true, cooldown: '300' })
    expect(writes().map(({ path }) => path)).toEqual([
      '/ver1/bots/create_bot',
      `/ver1/bots/${made?.id}/enable`,
    ])
  })

  it('a deal opens only if the bot is running, which is then read again', async () => {
    const trader = await aTrader()
    const bot = service.state.dcaBots[3]
    const params = { id: uuidOf('b', bot?.id) }
    await expect(trader.call(api.startDeal, { params })).rejects.toThrow('Bot is disabled')
    expect(bot?.is_enabled).toBe(false)
    service.requests.splice(0)
    await trader.call(api.startDcaBot, { params })
    service.requests.splice(0)
    const { active_trades } = await trader.call(api.startDeal, { params })
    expect(active_trades).toBe(1)
    expect(writes()).toHaveLength(1)
  })
})

describe.runIf(isOffered('stopGridBot', 'listExchanges'))('failed writes', () => {
  it.each([
    ['401', 'refused'],
    ['403 permission', 'refused'],
    ['plan 429', 'refused'],
    ['speed 429', 'unknown'],
    ['418', 'unknown'],
    ['500 HTML', 'unknown'],
    ['drop before the service', 'unknown'],
    ['drop before the answer', 'unknown'],
  ] as const)('%s is %s, and was sent once', async (kind, expected) => {
    const trader = await aTrader()
    service.fault({ kind, method: 'POST', times: 10 })
    const params = { id: service.state.gridBots[0]?.id ?? 0 }
    const outcome = await trader.call(api.stopGridBot, { params }).then(
      () => 'placed',
      (error: unknown) => outcomeOfFailure(error as ApiError).kind,
    )
    expect(outcome).toBe(expected)
    expect(writes()).toHaveLength(1)
    expect(writes()[0]?.headers).toMatchObject({ 'forced-mode': 'real' })
  })

  it('a 429 of the plan has no wait, a rate limit has one', async () => {
    const trader = await aTrader()
    const params = { id: service.state.gridBots[0]?.id ?? 0 }
    const failureOf = (kind: 'plan 429' | 'speed 429') => {
      service.fault({ kind, method: 'POST' })
      return trader.call(api.stopGridBot, { params }).then(
        () => undefined,
        (error: unknown) => (error as ApiError).failure,
      )
    }
    const plan = await failureOf('plan 429')
    expect(plan).toMatchObject({ kind: 'refused', code: 'access_denied' })
    expect(plan).not.toHaveProperty('retryAfter')
    expect(await failureOf('speed 429')).toMatchObject({ code: 'rate_limited', retryAfter: 300 })
  })
})
