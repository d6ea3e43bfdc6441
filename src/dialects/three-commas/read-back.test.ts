import { afterEach, beforeEach, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import type { Intent } from '#intents/intent.ts'
import { decimal } from '#money/decimal.ts'
import { aCommandSender, shown } from '#testing/a-command-sender.ts'
import { threeCommasClient } from '#testing/three-commas-client.ts'
import { openThreeCommasService, type ThreeCommasService } from '#testing/three-commas-service.ts'

import { threeCommas } from './three-commas.ts'
import { uuidOf } from './values.ts'

let service: ThreeCommasService
beforeEach(async () => {
  service = await openThreeCommasService()
})
afterEach(() => service.close())

async function aTrader() {
  const client = await threeCommasClient(service)
  await client.call(api.listExchanges, {})
  const { send, journal } = aCommandSender(client, {
    now: () => Date.now(),
    read: (endpoint, request) => client.call(endpoint, request as never),
    offers: (name) => name in threeCommas.translations,
  })
  const isKnown = ({ kept }: Intent) => kept !== undefined && kept.isReading !== true
  return { send, known: (id: string) => shown(journal, id, isKnown) }
}

const reads = () =>
  service.requests
    .filter(({ path }) => /(smart_trades|grid_bots|bots)\/\d+/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\d{5,}/, ':id')}`)

const STOP = {
  enabled: true,
  order_type: 'market' as const,
  conditional: {
    price: { type: 'last' as const, value: decimal('2000') },
    trailing: { enabled: true },
  },
}

const DRAFT = {
  account_id: 32402783,
  pair: 'USDT_ETH',
  position: {
    type: 'buy' as const,
    order_type: 'conditional' as const,
    units: { value: decimal('0.1') },
    price: { value: decimal('2500.5') },
    conditional: {
      order_type: 'limit' as const,
      price: { type: 'last' as const, value: decimal('2501') },
      trailing: { enabled: true, percent: decimal('1') },
    },
  },
  take_profit: {
    enabled: true,
    steps: [
      {
        order_type: 'limit' as const,
        volume: decimal('60'),
        price: { type: 'bid' as const, value: decimal('2900') },
      },
      {
        order_type: 'market' as const,
        volume: decimal('40'),
        price: { type: 'last' as const, percent: decimal('20') },
        trailing: { enabled: true, percent: decimal('2') },
      },
    ],
  },
  stop_loss: STOP,
}

const OPEN = () => service.state.smartTrades.find(({ data }) => data.panic_sell_available)?.id ?? 0

it('settings of a created trade are read again and equal the request', async () => {
  const { send, known } = await aTrader()
  const { kept, outcome } = await known(send(api.createSmartTrade, { body: DRAFT }))
  expect(kept).toEqual({ differs: [] })
  expect(outcome.kind).toBe('placed')
  expect(reads()).toEqual(['GET /v2/smart_trades/:id'])
})

it('settings that 3Commas changed after its response are named', async () => {
  service.settings.becomes = (row) => (row.position.units.value = '0.09')
  const { send, known } = await aTrader()
  const { kept, outcome } = await known(send(api.createSmartTrade, { body: DRAFT }))
  expect(kept).toEqual({ differs: [{ about: 'units', kept: '0.09', asked: '0.1' }] })
  expect(outcome.kind).toBe('placed')
})

it('settings are read again after a change, whose outcome stays confirmed', async () => {
  const { send, known } = await aTrader()
  const trailing = { enabled: true, percent: decimal('2') }
  const stop_loss = { ...STOP, conditional: { ...STOP.conditional, trailing } }
  const params = { id: OPEN() }
  const { kept, outcome } = await known(send(api.updateSmartTrade, { params, body: { stop_loss } }))
  expect(kept?.differs).toMatchObject([
    { about: 'trailing distance of stop', asked: '2', unit: '%' },
  ])
  expect(outcome.kind).toBe('placed')
  expect(reads()).toEqual(['PATCH /v2/smart_trades/:id', 'GET /v2/smart_trades/:id'])
})

it('settings are not verified if the read is refused', async () => {
  service.fault({ kind: '403 permission', method: 'GET', path: /smart_trades\/\d+$/ })
  const { send, known } = await aTrader()
  const { kept, outcome } = await known(send(api.createSmartTrade, { body: DRAFT }))
  expect(kept?.unverified).toContain('SMART_TRADES_READ')
  expect(outcome.kind).toBe('placed')
})

it('settings of a grid bot come from the read after its start', async () => {
  const { send, known } = await aTrader()
  const body = {
    account_id: 32402783,
    pair: 'USDT_ETH',
    name: 'New grid',
    lower_price: decimal('2400'),
    upper_price: decimal('2800'),
    grids_quantity: 5,
    grid_type: 'arithmetic' as const,
    quantity_per_grid: decimal('0.01'),
    lower_stop_loss_enabled: true,
    lower_stop_loss_price: decimal('2300'),
    lower_stop_loss_action: 'stop_bot' as const,
  }
  const { kept } = await known(send(api.createGridBot, { body }))
  expect(kept).toEqual({ differs: [] })
  expect(reads()).toEqual(['POST /ver1/grid_bots/:id/enable', 'GET /ver1/grid_bots/:id'])
})

it('settings of a DCA bot come from the response to its start', async () => {
  const { send, known } = await aTrader()
  const body = {
    connection_id: uuidOf('a', 32402783),
    pair: 'ETH/USDT',
    name: 'New DCA',
    market_type: 'spot' as const,
    strategy: 'Long' as const,
    start_order_type: 'limit' as const,
    base_order_size: decimal('50'),
    safety_order_size: decimal('25'),
    safety_order_step_scale: decimal('1.5'),
    safety_order_volume_scale: decimal('1.2'),
    price_deviation: decimal('1'),
    max_safety_orders: 3,
    max_active_trades: 1,
    cooldown_between_trades: 300,
    take_profit_pct: decimal('1.5'),
    tp_type: 'base' as const,
    tp_trailing: false,
    tp_trailing_pct: decimal('0'),
    stop_loss_enabled: false,
    stop_loss_pct: decimal('0'),
    sl_type: 'stop_loss' as const,
    start_condition: 'asap' as const,
  }
  const { kept } = await known(send(api.createDcaBot, { body }))
  expect(kept).toEqual({ differs: [] })
  expect(reads()).toEqual(['POST /ver1/bots/:id/enable'])
})
