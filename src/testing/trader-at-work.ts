import type { EndpointName } from '#contract/api.ts'
import type { Credentials } from '#signing/credentials.ts'

import { aDraft, type Changes } from './a-draft.ts'
import { sendRaw, type WireAnswer } from './raw-http.ts'
import { signedHeaders } from './sample-requests.ts'

export type Sent = {
  method?: string
  target: string
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type Trader = Awaited<ReturnType<typeof traderAt>>
export type TraderAtWork = Awaited<ReturnType<typeof traderAtWork>>
type Listed = { id: string; account_id: number; market_type: string }
type Priced = { exchange: string; pair: string; last: string }

/** One request over exactly these bytes, with whatever its endpoint takes as a proof. */
export async function sendSigned(
  port: number,
  credentials: Credentials,
  { method = 'GET', target, body = '', headers }: Sent,
): Promise<WireAnswer> {
  const takesToken = method === 'GET' && /\/bots\/dca(\?|$)|\/strategies/.test(target)
  const proof = takesToken
    ? { Authorization: `Bearer ${credentials.token ?? ''}` }
    : await signedHeaders(credentials, { target, body })
  const type = body.length > 0 ? { 'Content-Type': 'application/json' } : {}
  return sendRaw(port, { method, target, body, headers: { ...type, ...proof, ...headers } })
}

/** Somebody with a key, over real HTTP, who knows what there is to trade. */
export async function traderAt(port: number, credentials: Credentials) {
  const send = (sent: Sent): Promise<WireAnswer> => sendSigned(port, credentials, sent)
  const read = async <T>(target: string): Promise<T> => (await send({ target })).json as T
  const post = (target: string, body: unknown, headers: Record<string, string> = {}) =>
    send({ method: 'POST', target, body: JSON.stringify(body), headers })

  const [exchange] = await read<Listed[]>('/api/v1/exchanges')
  const pairs = await read<Priced[]>('/api/v1/market/pairs')
  const last = Number(pairs.find(({ pair }) => pair === 'USDT_BTC')?.last)
  if (!exchange || !(last > 0)) throw new Error('There is nothing to trade on')
  const at = (share: number): number => Math.round(last * share)
  const { account_id: accountId } = exchange

  /** A SmartTrade that nothing is wrong with and that waits for a price far below. */
  const trade = (changes: Changes = {}): Record<string, unknown> =>
    aDraft({
      account_id: accountId,
      'position.units.value': '0.001',
      'position.price.value': at(0.9),
      'take_profit.steps': [
        { order_type: 'limit', volume: 40, price: { type: 'last', value: at(1.1) } },
        { order_type: 'market', volume: 60, price: { type: 'bid', percent: 20 } },
      ],
      'stop_loss.conditional.price.value': at(0.8),
      ...changes,
    })
  const grid = {
    account_id: accountId,
    pair: 'USDT_BTC',
    name: 'Fine mesh',
    lower_price: at(0.9),
    upper_price: at(1.1),
    grids_quantity: 4,
    grid_type: 'arithmetic',
    quantity_per_grid: 0.001,
  }
  const dca = {
    connection_id: exchange.id,
    pair: 'BTC/USDT',
    name: 'Slow and steady',
    market_type: 'spot',
    strategy: 'Long',
    start_order_type: 'market',
    base_order_size: 20,
    safety_order_size: 20,
    safety_order_step_scale: 1,
    safety_order_volume_scale: 1,
    price_deviation: 1,
    max_safety_orders: 2,
    max_active_trades: 1,
    cooldown_between_trades: 60,
    take_profit_pct: 2,
    tp_type: 'percentage',
    tp_trailing: false,
    tp_trailing_pct: 0,
    stop_loss_enabled: false,
    stop_loss_pct: 0,
    sl_type: 'stop_loss',
    start_condition: 'manual',
  }
  return { send, post, read, accountId, connection: exchange.id, trade, grid, dca }
}

/** Trader with a SmartTrade, a grid bot and a DCA bot. */
export async function traderAtWork(port: number, credentials: Credentials) {
  const trader = await traderAt(port, credentials)
  const { trade, grid, dca } = trader
  const made = async (target: string, body: unknown): Promise<string> => {
    const answer = await trader.post(target, body)
    if (answer.status !== 201) throw new Error(`${target} answered ${answer.text}`)
    return String((answer.json as { id: number | string }).id)
  }
  return {
    ...trader,
    ids: {
      connection: trader.connection,
      trade: await made('/api/v1/smart_trades', trade()),
      grid: await made('/api/v1/bots/grid', grid),
      dca: await made('/api/v1/bots/dca', dca),
    },
    /** A body that nothing is wrong with for each endpoint that takes one. */
    bodies: {
      saveAlert: {
        id: '7f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b',
        kind: 'price',
        name: 'BTC/USDT',
        pair: 'USDT_BTC',
        direction: 'above',
        level: 123_456,
      },
      createSmartTrade: trade(),
      setSmartTradeNote: { note: 'Watch the close' },
      addSmartTradeFunds: { order_type: 'market', units: { value: '0.001' } },
      reduceSmartTradeFunds: { order_type: 'market', units: { value: '0.001' } },
      stopDcaBot: { deals: 'leave' },
      createGridBot: grid,
      createDcaBot: dca,
      openWorld: { market: 'demo' },
      pairBrowser: { code: 'unknown', public_key: 'none' },
    } as Partial<Record<EndpointName, Record<string, unknown>>>,
  }
}
