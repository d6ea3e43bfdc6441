import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Outcome } from '#intents/outcome.ts'
import { decimal } from '#money/decimal.ts'
import { importSecret } from '#signing/keys.ts'
import { aCommandSender, shown } from '#testing/a-command-sender.ts'
import type { FaultRule, ThreeCommasFault } from '#testing/three-commas-faults.ts'
import { FAULTS } from '#testing/three-commas-faults.ts'
import { openThreeCommasService, type ThreeCommasService } from '#testing/three-commas-service.ts'

import { threeCommas, threeCommasFormat } from './three-commas.ts'
import { uuidOf } from './values.ts'

let service: ThreeCommasService
beforeEach(async () => {
  service = await openThreeCommasService()
})
afterEach(() => service.close())

/** Until an answer counts as missing; longer than a slow one takes. */
const PATIENCE = 600

/** The one sender of the page over the real client and dialect. It has read the accounts. */
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
    timeout: () => AbortSignal.timeout(PATIENCE),
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

/** A write, and how often the service has done it. */
const WRITES = {
  'create SmartTrade': {
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
} as const

type Ends = Outcome['kind'] | 'found'

const REFUSED = ['401', '403 permission', 'plan 429']
const NOT_DONE = ['speed 429', '418', 'drop before the service']
const ANSWERED = ['slow', 'duplicate']

/** What the trader is told in the end, where the service did what its fault leaves it. */
function endOf(kind: ThreeCommasFault, write: keyof typeof WRITES): Ends {
  if (REFUSED.includes(kind)) return 'refused'
  if (NOT_DONE.includes(kind)) return 'unknown'
  if (kind === 'duplicate' && write === 'create SmartTrade') return 'duplicated'
  return ANSWERED.includes(kind) ? 'placed' : 'found'
}

const KINDS = Object.keys(FAULTS) as ThreeCommasFault[]
/** Faults that may as well have befallen it before the service saw it. */
const FORGED = KINDS.filter((kind) => FAULTS[kind] === 1 && kind !== 'slow')

const arrived = () =>
  service.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('_data')).length

async function endUnder(rule: FaultRule, name: keyof typeof WRITES): Promise<Ends> {
  const trader = await aTrader()
  service.fault({ ...rule, method: 'POST' })
  const id = WRITES[name].send(trader)
  const { outcome } = await shown(
    trader.journal,
    id,
    ({ outcome: { kind }, looked }) =>
      kind !== 'sending' &&
      (looked?.endedAt !== undefined ||
        (name !== 'create SmartTrade' && (kind === 'placed' || kind === 'refused'))),
  )
  return outcome.kind === 'placed' && outcome.isFound ? 'found' : outcome.kind
}

describe.each(Object.keys(WRITES) as (keyof typeof WRITES)[])('%s', (name) => {
  it.each(KINDS)('under “%s” is sent once, and its end is told as it is', async (kind) => {
    const end = await endUnder({ kind }, name)
    const done = WRITES[name].done()
    expect({ end, sent: arrived() }).toEqual({ end: endOf(kind, name), sent: 1 })
    // What is told as done is done, and what is told as refused is not.
    const expected = name === 'create SmartTrade' ? FAULTS[kind] : Math.min(FAULTS[kind], 1)
    expect(done).toBe(expected)
  })

  it.each(FORGED)('under “%s” before the service is unknown and stays so', async (kind) => {
    const end = await endUnder({ kind, isDone: false }, name)
    expect({ end, sent: arrived(), done: WRITES[name].done() }).toEqual({
      end: 'unknown',
      sent: 1,
      done: 0,
    })
  })
})
