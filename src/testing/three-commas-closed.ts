import { threeCommasFormat } from '#dialects/three-commas/three-commas.ts'
import type { Facts } from '#dialects/dialect.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { listHistory, listHistoryOf, type OrderSource } from '#contract/history.ts'
import { isUnreadable, read } from '#contract/read.ts'

// Rows of the lists that a history is joined from, in the shapes of the documents.

type Json = Record<string, unknown>
type Query = RequestOf<typeof listHistory>['query']

export const DAY = 86_400_000
export const START = Date.UTC(2026, 0, 1)
export const isoOf = (at: number) => new Date(at).toISOString()

export const anOrder = (uuid: string, at: number): Json => ({
  uuid,
  account_id: 32576869,
  pair: 'BTC_ETH',
  created_at: (at - 60_000) / 1000,
  closed_at: at / 1000,
  order: { type: 'market', side: 'buy', strategy: null, position_side: 'both', reduce_only: false },
  units: { value: '2.4869' },
  price: { value: null },
  total: { value: '0.099898773' },
  status: { value: 'finished', error: null },
  filled: { units: '2.4869', total: '0.099998671773', price: '0.04021', value: '100.0' },
  data: { cancelable: false },
})

export const aTrade = (id: number, at: number, changes: Json = {}): Json => ({
  id,
  account: { id: 32402783, name: 'Harbour' },
  pair: 'USDT_DOGE',
  status: { type: 'panic_sold', basic_type: 'panic_sold', title: 'Closed at Market Price' },
  position: {
    type: 'buy',
    units: { value: '15.0' },
    price: { value: '0.10664' },
    order_type: 'limit',
  },
  data: {
    orderbook_price_currency: 'USDT',
    entered_amount: '15.0',
    entered_total: '1.5996',
    average_enter_price: '0.10664',
    closed_amount: '15.0',
    closed_total: '1.8996',
    average_close_price: '0.12664',
    created_at: isoOf(at - 60_000),
    closed_at: isoOf(at),
  },
  profit: { volume: '0.3', usd: '0.3', percent: '18.75', roe: null },
  ...changes,
})

export const aDeal = (id: number, at: number, changes: Json = {}): Json => ({
  id,
  bot_id: 23456789,
  account_id: 32199203,
  created_at: isoOf(at - 60_000),
  closed_at: isoOf(at),
  'finished?': true,
  pair: 'USDT_ETH',
  status: 'completed',
  bought_amount: '0.0354',
  bought_volume: '93.55819473',
  bought_average_price: '2642.886856779661016949152542373',
  sold_amount: '0.0354',
  sold_volume: '95.1',
  sold_average_price: '2686.4',
  final_profit: '1.5',
  final_profit_percentage: '1.6',
  usd_final_profit: '1.49',
  profit_currency: 'quote_currency',
  from_currency: 'USDT',
  to_currency: 'ETH',
  strategy: 'long',
  error_message: null,
  failed_message: null,
  ...changes,
})

export const aGridBot = (id: number, changes: Json = {}): Json => ({
  id,
  account_id: 32833909,
  is_enabled: true,
  created_at: isoOf(START),
  updated_at: isoOf(START + 300 * DAY),
  pair: 'BNFCR_VETUSDT',
  total_profits_count: '2',
  current_profit: '0.8',
  profit_currency_type: 'quote',
  orderbook_price_currency: 'BNFCR',
  ...changes,
})

export const aProfit = (id: number, at: number): Json => ({
  grid_line_id: id,
  profit: '0.5387463715614246',
  usd_profit: '0.5387463715614246',
  created_at: isoOf(at),
  grid_line: { id, price: '0.022954', side: 'buy', order_placed: false },
})

export type World = {
  orders?: Json[]
  trades?: Json[]
  deals?: Json[]
  bots?: Json[]
  profits?: Record<string, Json[]>
}

const timeOf = (row: Json, by: string): number => {
  const at = row[by] ?? (row['data'] as Json)[by]
  return typeof at === 'number' ? at * 1000 : Date.parse(String(at))
}

/** The lists of the service, each in the order and the part that is asked for. */
export function aClosedWorld(world: World) {
  const asked: string[] = []
  const facts: Facts = { mode: 'real', algorithm: 'hmac', accounts: [] }
  const format = threeCommasFormat(facts)
  const failures: { path: string; status: number }[] = []
  const holds: { path: string; until: Promise<void> }[] = []

  function answerTo({ path, query }: Prepared): unknown {
    const { orders = [], trades = [], deals = [], bots = [], profits = {} } = world
    const search = new URLSearchParams(query)
    const whole = (name: string, byDefault: number) => Number(search.get(name) ?? byDefault)
    const by = search.get('order_by') ?? search.get('order') ?? ''
    const sign = (search.get('order_direction') ?? '').toUpperCase() === 'DESC' ? -1 : 1
    const sorted = (rows: Json[]) => rows.toSorted((a, b) => sign * (timeOf(a, by) - timeOf(b, by)))
    const part = (rows: Json[]) =>
      rows.slice(whole('offset', 0), whole('offset', 0) + whole('limit', 10))
    const at = path.replace('/public/api', '')
    if (at === '/ver1/trades/history') return { trades: part(sorted(orders)) }
    if (at === '/ver1/deals') return part(sorted(deals))
    if (at === '/ver1/grid_bots') return part(bots)
    if (at === '/v2/smart_trades') {
      const size = whole('per_page', 10)
      return sorted(trades).slice((whole('page', 1) - 1) * size, whole('page', 1) * size)
    }
    const id = /^\/ver1\/grid_bots\/(\d+)\/profits$/.exec(at)?.[1]
    return id === undefined ? undefined : (profits[id] ?? [])
  }

  async function list(query: Query & { source_id?: string } = {}, source?: OrderSource) {
    const base = 'https://x.test/public/api'
    const first =
      source === undefined
        ? format.prepare(base, listHistory, { query }, 'path')
        : format.prepare(base, listHistoryOf, { params: { source }, query }, 'path')
    const { json } = await format.answer(first, (request) => {
      asked.push(`${request.path.replace('/public/api', '')}?${request.query}`)
      const failed = failures.findIndex(({ path }) => request.path.endsWith(path))
      if (failed >= 0) {
        const [{ status } = { status: 0 }] = failures.splice(failed, 1)
        return Promise.reject(
          Object.assign(new Error('refused'), { failure: { kind: 'refused', status } }),
        )
      }
      const held = holds.find(({ path }) => request.path.endsWith(path))
      return Promise.resolve(held?.until).then(() => ({ text: '', json: answerTo(request) }))
    })
    const { value } = read(listHistory.response, json)
    if (isUnreadable(value)) throw new Error('no list')
    return value.map((row) => {
      if (isUnreadable(row)) throw new Error(`unreadable: ${JSON.stringify(row.raw)}`)
      return row
    })
  }
  const idsOf = async (query: Query = {}) => (await list(query)).map(({ uuid }) => uuid)
  const all = async (query: Query) => {
    const pages = []
    for (let offset = 0, rows = await list(query); ; rows = await list({ ...query, offset })) {
      if (rows.length === 0) return pages
      pages.push(rows)
      offset += rows.length
    }
  }
  return { list, idsOf, all, asked, failures, holds }
}
