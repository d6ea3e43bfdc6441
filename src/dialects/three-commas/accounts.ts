import { balanceRow } from '#contract/exchanges.ts'

import {
  type Facts,
  type Further,
  NotOffered,
  type Translation,
  type WireRequest,
} from '../dialect.ts'
import {
  ACCOUNTS_UNREAD,
  amountOf,
  idOf,
  isObject,
  type Json,
  listOf,
  mapAmounts,
  refusedStatus,
  textOf,
  uuidIn,
} from './values.ts'

const PER_PAGE = 100
/** Safety limit for a list that never ends. */
const MAX_PAGES = 5

const page = (number: number): WireRequest => ({
  method: 'GET',
  path: '/ver1/accounts',
  query: { page: number, per_page: PER_PAGE },
})

/** Returns the path of an account or of the summary. Throws `NotOffered`. */
function placeOf(id: string | undefined): string {
  const number = id === 'summary' ? id : idOf('a', id ?? '')
  if (number === undefined)
    throw new NotOffered('This account does not belong to a 3Commas connection.')
  return `/ver1/accounts/${number}`
}

const listExchanges: Translation = {
  async local(further) {
    const json = await accountsRead(further)
    return Array.isArray(json) ? json.map((row) => connectionOf(row, further.facts)) : json
  },
}

type Reader = Pick<Further, 'facts' | 'ask'>

/** Shares the request if several parts of a page need the accounts. */
const inFlight = new WeakMap<Facts, Promise<unknown>>()

async function accountsRead({ facts, ask }: Reader): Promise<unknown> {
  const begun = inFlight.get(facts)
  if (begun) {
    try {
      return await begun
    } catch (error) {
      // A refusal applies to all callers, but an aborted request failed for one only.
      if (refusedStatus(error) !== undefined) throw error
    }
  }
  const reading = (async () => {
    const first = await ask(page(1))
    if (!Array.isArray(first)) return first
    const rows = await restOf(listOf(first), ask)
    facts.accounts = rows
    return rows
  })()
  inFlight.set(facts, reading)
  const end = () => void (inFlight.get(facts) === reading && inFlight.delete(facts))
  reading.then(end, end)
  return reading
}

async function restOf(first: readonly Json[], ask: Further['ask']): Promise<readonly Json[]> {
  let rows = first
  let last = first
  for (let number = 2; last.length === PER_PAGE && number <= MAX_PAGES; number++) {
    last = listOf(await ask(page(number)))
    rows = [...rows, ...last]
  }
  return rows
}

export async function accountsKnown(reader: Reader) {
  if (reader.facts.accounts.length === 0) await accountsRead(reader)
  return reader.facts.accounts
}

/** Converts an account; unknown fields are omitted. */
function connectionOf(account: Json, { mode }: Pick<Facts, 'mode'>): Json {
  const { id, name, market_code, supported_market_types, created_at } = account
  const isFit = account['api_key_invalid'] !== true && account['is_locked'] !== true
  const trades = account['trading_supported']
  const state = textOf(account['api_keys_state'])
  const types = Array.isArray(supported_market_types) ? supported_market_types : []
  return {
    id: uuidIn('a', id),
    exchange: market_code,
    label: name,
    connection_type: 'api',
    ...(typeof trades === 'boolean' && { can_trade: trades && isFit }),
    is_active: isFit,
    is_testnet: false,
    last_error: textOf(account['lock_reason']) ?? (state === 'ok' ? null : (state ?? null)),
    created_at,
    updated_at: account['updated_at'],
    ...profitOf(account),
    account_id: id,
    account_name: name,
    market_type: types[0],
    mode,
    smart_trading_supported: account['smart_trading_supported'],
  }
}

/** Omitted unless complete. */
function profitOf(account: Json): { profit?: Json } {
  const inUnit = (unit: string) => {
    const figures = {
      day: amountOf(account[`day_profit_${unit}`]),
      month: amountOf(account[`${unit}_profit`]),
      total: amountOf(account[`total_${unit}_profit`]),
    }
    return Object.values(figures).includes(undefined) ? undefined : figures
  }
  const [usd, btc] = [inUnit('usd'), inUnit('btc')]
  return usd && btc ? { profit: { usd, btc } } : {}
}

const loadBalances: Translation = {
  // Only reads, despite `POST`.
  request: ({ params }) => ({ method: 'POST', path: `${placeOf(params['id'])}/load_balances` }),
  answer: (json, { facts }) => (isObject(json) ? connectionOf(json, facts) : json),
}

const getBalanceTable: Translation = {
  // Only reads, despite `POST`.
  request: ({ params }) => ({
    method: 'POST',
    path: `${placeOf(params['id'])}/account_table_data`,
  }),
  answer: (json) => (Array.isArray(json) ? json.map(balanceOf) : json),
}

function balanceOf(json: unknown): unknown {
  if (!isObject(json)) return json
  const { account_id, ...row } = json
  const written = mapAmounts(balanceRow, row, (one) => amountOf(one) ?? one) as Json
  return {
    ...written,
    account_id: uuidIn('a', account_id),
  }
}

const HOUR = 3_600_000

/** Rounds an ISO 8601 time or UNIX seconds to a full hour. */
function hourOf(text: string | undefined, round: (hours: number) => number): string | undefined {
  if (text === undefined) return undefined
  const at = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(round(at / HOUR) * HOUR).toISOString()
}

const getBalanceHistory: Translation = {
  request: ({ params, query }) => ({
    method: 'GET',
    path: `${placeOf(params['id'])}/balance_chart_data`,
    // Full hours keep the URL constant, which saves preflights.
    query: {
      date_from: hourOf(query['date_from'], Math.floor),
      date_to: hourOf(query['date_to'], Math.ceil),
    },
  }),
  answer: (json) => (Array.isArray(json) ? pointsOf(listOf(json)) : json),
}

/** Sorts by time. Some days are listed twice; the later entry counts. */
function pointsOf(points: readonly Json[]): Json[] {
  const byDate = new Map(points.map((point) => [Number(point['date']), point]))
  const sorted = [...byDate].toSorted(([one], [other]) => one - other).map(([, point]) => point)
  return sorted.some(hasFlow) ? sorted : sorted.map(withoutFlows)
}

const hasFlow = ({ usd_deposit_amount: usd, btc_deposit_amount: btc }: Json): boolean =>
  [usd, btc].some((amount) => Number(amount ?? 0) !== 0)

/** All zeros may also mean unknown, so the fields are omitted. */
const withoutFlows = ({
  usd_deposit_amount: _usd,
  btc_deposit_amount: _btc,
  ...point
}: Json): Json => point

const countRunning: Translation = {
  request: ({ params }) => ({
    method: 'GET',
    path: `${placeOf(params['id'])}/active_trading_entities`,
  }),
  answer(json) {
    if (!isObject(json) || !isObject(json['data'])) return json
    const { data } = json
    return {
      smart_trades: data['active_smart_trades_count'],
      dca_bots: data['active_bots_count'],
      deals: data['active_deals_count'],
      grid_bots: data['active_grid_bots_count'],
      orders: data['active_orders_count'],
    }
  },
}

const sellAllToUsd: Translation = {
  request({ params }, { accounts }) {
    const path = placeOf(params['id'])
    const account = accounts.find(({ id }) => path.endsWith(`/${String(id)}`))
    if (!account) throw new NotOffered(ACCOUNTS_UNREAD)
    if (account['fast_convert_available'] !== true) {
      throw new NotOffered('3Commas cannot sell everything on this account.')
    }
    return { method: 'POST', path: `${path}/sell_all_to_usd` }
  },
  answer: (json, { facts }) => (isObject(json) ? connectionOf(json, facts) : json),
}

export const accounts: Readonly<Record<string, Translation>> = {
  listExchanges,
  getBalanceTable,
  loadBalances,
  getBalanceHistory,
  countRunning,
  sellAllToUsd,
}
