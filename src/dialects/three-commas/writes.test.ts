import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Outcome } from '#intents/outcome.ts'
import { decimal, subtract, toText } from '#money/decimal.ts'
import { importSecret } from '#signing/keys.ts'
import { aCommandSender, shown } from '#testing/a-command-sender.ts'
import type { FaultRule, ThreeCommasFault } from '#testing/three-commas-faults.ts'
import { proofSize } from '#testing/proof-size.ts'
import { FAULTS } from '#testing/three-commas-faults.ts'
import { openThreeCommasService, type ThreeCommasService } from '#testing/three-commas-service.ts'

import { threeCommas, threeCommasFormat } from './three-commas.ts'
import { uuidOf } from './values.ts'

let service: ThreeCommasService
/** Timeout of the current write, aborted as soon as the service hangs. */
let patience = new AbortController()
beforeEach(async () => {
  service = await openThreeCommasService()
  service.settings.onHang = () => patience.abort(new DOMException('', 'TimeoutError'))
})
afterEach(() => service.close())

/** The page's real sender, client and dialect, with accounts loaded. */
async function aTrader() {
  const { apiKey, secret } = service.key
  const client = createClient({
    baseUrl: service.baseUrl,
    credentials: { apiKey, key: await importSecret(secret), emptyForm: 'path' },
    format: threeCommasFormat({ mode: 'real', algorithm: 'hmac', accounts: [] }),
    fetch: (url, init) => fetch(url, init),
  })
  await client.call(api.listExchanges, {})
  return aCommandSender(client, {
    now: () => Date.now(),
    timeout: () => (patience = new AbortController()).signal,
    read: (endpoint, request) => client.call(endpoint, request as never),
    offers: (name) => name in threeCommas.translations,
  })
}

type Trader = Awaited<ReturnType<typeof aTrader>>

const off = { enabled: false }
const ORDER = {
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

const isNewOrder = (row: ThreeCommasService['state']['smartTrades'][number]) =>
  row.pair === 'USDT_ETH' && row.position.price.value === '2500.5'

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

const DCA = {
  body: {
    connection_id: uuidOf('a', 32402783),
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

const STOP = {
  enabled: true,
  order_type: 'market',
  conditional: { price: { type: 'last', value: decimal('2000') } },
} as const

let ending: number | undefined
let fundsBefore = '0'
let dealsBefore = 0
const tradeToEnd = () => {
  const open = service.state.smartTrades.find(
    ({ data, account }) => data.panic_sell_available && account.id === 32402783,
  )
  ending = open?.id
  return open
}
const endedAs = (word: RegExp) =>
  service.state.smartTrades.filter(({ id, status }) => id === ending && word.test(status.type))
    .length

type Write = {
  /** Sending twice creates two items. */
  makes?: true
  /** The service refuses the second request. */
  isRefusedTwice?: true
  /** A second request starts the created item. */
  starts?: true
  /** No read can confirm it, so a missing response leaves it unknown. */
  cannotBeRead?: true
  /** Sending twice has twice the effect, without creating an item. */
  addsUp?: true
  send: (trader: Trader) => string
  done: () => number
}

/** A write, and the number of times that the service executed it. */
const WRITES: Record<string, Write> = {
  'create SmartTrade': {
    makes: true,
    send: (trader: Trader) => trader.send(api.createSmartTrade, ORDER),
    done: () => service.state.smartTrades.filter(isNewOrder).length,
  },
  'stop grid bot': {
    send: (trader: Trader) =>
      trader.send(api.stopGridBot, { params: { id: service.state.gridBots[0]?.id ?? 0 } }),
    done: () => Number(service.state.gridBots[0]?.is_enabled === false),
  },
  'stop DCA bot': {
    send: (trader: Trader) =>
      trader.send(api.stopDcaBot, {
        params: { id: uuidOf('b', service.state.dcaBots[0]?.id) },
        body: { deals: 'leave' },
      }),
    done: () => Number(service.state.dcaBots[0]?.is_enabled === false),
  },
  'stop DCA bot and close its deals': {
    send: (trader: Trader) =>
      trader.send(api.stopDcaBot, {
        params: { id: uuidOf('b', service.state.dcaBots[0]?.id) },
        body: { deals: 'close' },
      }),
    done: () => {
      const bot = service.state.dcaBots[0]
      return Number(bot?.is_enabled === false && bot.active_deals_count === 0)
    },
  },
  'cancel SmartTrade': {
    send: (trader: Trader) =>
      trader.send(api.cancelSmartTrade, { params: { id: tradeToEnd()?.id ?? 0 } }),
    done: () => endedAs(/^cancel/),
  },
  'close SmartTrade': {
    isRefusedTwice: true,
    send: (trader: Trader) =>
      trader.send(api.closeSmartTrade, { params: { id: tradeToEnd()?.id ?? 0 } }),
    done: () => endedAs(/^panic_s/),
  },
  'change SmartTrade': {
    send: (trader: Trader) =>
      trader.send(api.updateSmartTrade, {
        params: { id: tradeToEnd()?.id ?? 0 },
        body: { note: 'Tighter stop', stop_loss: STOP },
      }),
    done: () => service.state.smartTrades.filter(({ note }) => note === 'Tighter stop').length,
  },
  'add funds': {
    // No read of 3Commas shows the order on its own.
    cannotBeRead: true,
    addsUp: true,
    send(trader: Trader) {
      fundsBefore = tradeToEnd()?.position.units.value ?? '0'
      return trader.send(api.addSmartTradeFunds, {
        params: { id: ending ?? 0 },
        body: { order_type: 'market', units: { value: decimal('2') } },
      })
    },
    done: () => {
      const row = service.state.smartTrades.find(({ id }) => id === ending)
      const added = subtract(decimal(row?.position.units.value ?? '0'), decimal(fundsBefore))
      return Number(toText(added)) / 2
    },
  },
  'reduce SmartTrade': {
    // 3Commas reports no creation time of its steps.
    cannotBeRead: true,
    addsUp: true,
    send: (trader: Trader) =>
      trader.send(api.reduceSmartTradeFunds, {
        params: { id: tradeToEnd()?.id ?? 0 },
        body: {
          order_type: 'limit',
          units: { value: decimal('0.04') },
          price: { value: decimal('0.03711') },
        },
      }),
    done: () =>
      service.state.smartTrades.find(({ id }) => id === ending)?.reduce_funds.steps.length ?? 0,
  },
  'set note': {
    send: (trader: Trader) =>
      trader.send(api.setSmartTradeNote, {
        params: { id: tradeToEnd()?.id ?? 0 },
        body: { note: 'Out before the weekend' },
      }),
    done: () =>
      service.state.smartTrades.filter(({ note }) => note === 'Out before the weekend').length,
  },
  'start grid bot': {
    send(trader: Trader) {
      const bot = service.state.gridBots[0]
      if (bot) bot.is_enabled = false
      return trader.send(api.startGridBot, { params: { id: bot?.id ?? 0 } })
    },
    done: () => Number(service.state.gridBots[0]?.is_enabled === true),
  },
  'start DCA bot': {
    send(trader: Trader) {
      const bot = service.state.dcaBots[0]
      if (bot) bot.is_enabled = false
      return trader.send(api.startDcaBot, { params: { id: uuidOf('b', bot?.id) } })
    },
    done: () => Number(service.state.dcaBots[0]?.is_enabled === true),
  },
  'start a deal': {
    cannotBeRead: true,
    addsUp: true,
    send(trader: Trader) {
      const bot = service.state.dcaBots[0]
      dealsBefore = service.state.deals.length
      if (bot) bot.max_active_deals = bot.active_deals_count + 5
      return trader.send(api.startDeal, { params: { id: uuidOf('b', bot?.id) } })
    },
    done: () => service.state.deals.length - dealsBefore,
  },
  'sell all to USD': {
    cannotBeRead: true,
    send: (trader: Trader) =>
      trader.send(api.sellAllToUsd, { params: { id: uuidOf('a', 32402783) } }),
    done: () => Number(service.state.sold.has(32402783)),
  },
  'create grid bot': {
    makes: true,
    starts: true,
    send: (trader: Trader) => trader.send(api.createGridBot, GRID),
    done: () => service.state.gridBots.filter(({ name }) => name === GRID.body.name).length,
  },
  'create DCA bot': {
    makes: true,
    starts: true,
    send: (trader: Trader) => trader.send(api.createDcaBot, DCA),
    done: () => service.state.dcaBots.filter(({ name }) => name === DCA.body.name).length,
  },
}

type Ends = Outcome['kind'] | 'found'

const REFUSED = ['401', '403 permission', 'plan 429']
const NOT_DONE = ['speed 429', '418', 'drop before the service']
const ANSWERED = ['slow', 'duplicate']

/** Returns the expected outcome of a write with a fault. */
function expectedOutcome(kind: ThreeCommasFault, write: Write): Ends {
  const { makes, isRefusedTwice, cannotBeRead } = write
  if (REFUSED.includes(kind)) return 'refused'
  if (NOT_DONE.includes(kind)) return 'unknown'
  // The position is already closing, so the duplicate is refused.
  if (kind === 'duplicate' && isRefusedTwice) return 'found'
  if (kind === 'duplicate' && makes) return 'duplicated'
  if (ANSWERED.includes(kind)) return 'placed'
  return cannotBeRead ? 'unknown' : 'found'
}

const KINDS = Object.keys(FAULTS) as ThreeCommasFault[]
/** Faults that look the same if the request never arrived. */
const FORGED = KINDS.filter((kind) => FAULTS[kind] === 1 && kind !== 'slow')

/** One write of each kind; the test command tries every fault with these alone. */
const EACH_KIND = [
  'create SmartTrade',
  'stop grid bot',
  'close SmartTrade',
  'add funds',
  'sell all to USD',
  'create grid bot',
]
/** Faults after which an outcome depends on what is read of the write. */
const TELLING: readonly ThreeCommasFault[] = ['401', 'drop before the answer', 'another one 200']

const faultsOf = (name: string): readonly ThreeCommasFault[] =>
  proofSize(0, 1) === 1 || EACH_KIND.includes(name) ? KINDS : TELLING

const arrived = () =>
  service.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('_data')).length

async function outcomeUnder(rule: FaultRule, write: Write): Promise<Ends> {
  const trader = await aTrader()
  service.fault({ ...rule, path: /^(?!.*_data$)/ })
  const id = write.send(trader)
  const { outcome } = await shown(
    trader.journal,
    id,
    ({ outcome: { kind }, looked }) =>
      kind !== 'sending' &&
      (looked?.endedAt !== undefined ||
        (write.cannotBeRead && kind === 'unknown') ||
        (!write.makes && (kind === 'placed' || kind === 'refused'))),
  )
  return outcome.kind === 'placed' && outcome.isFound ? 'found' : outcome.kind
}

describe.each(Object.entries(WRITES))('%s', (name, write) => {
  it.each(faultsOf(name))(
    'a write with the fault “%s” is sent once and its outcome reported correctly',
    async (kind) => {
      const end = await outcomeUnder({ kind }, write)
      const expected = expectedOutcome(kind, write)
      // Starting needs the response of the creation.
      const sent = write.starts && ANSWERED.includes(kind) ? 2 : 1
      expect({ end, sent: arrived() }).toEqual({ end: expected, sent })
      expect(write.done()).toBe(
        write.makes || write.addsUp ? FAULTS[kind] : Math.min(FAULTS[kind], 1),
      )
    },
  )

  it.each(FORGED.filter((kind) => faultsOf(name).includes(kind)))(
    'a write that the fault “%s” stops before the service has an unknown outcome',
    async (kind) => {
      const end = await outcomeUnder({ kind, isDone: false }, write)
      const all = { end, sent: arrived(), done: write.done() }
      expect(all).toEqual({ end: 'unknown', sent: 1, done: 0 })
    },
  )
})
