/** JSON of the stand-in; its members change as the state does. */
export type Json = Record<string, unknown>
export type Mode = 'paper' | 'real'

export const PERMISSIONS = [
  'BOTS_READ',
  'BOTS_WRITE',
  'SMART_TRADES_READ',
  'SMART_TRADES_WRITE',
  'ACCOUNTS_READ',
  'ACCOUNTS_WRITE',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** A request whose key and signature were found good. */
export type Asked = {
  readonly ids: readonly string[]
  readonly query: URLSearchParams
  readonly body: Json
  readonly mode: Mode
}

export type Answer = { readonly status: number; readonly json: unknown }

export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** After `/public/api`; each group is an id. */
  readonly path: RegExp
  /** Signed by a key that has it; any key where it is `any`, no key where it is left out. */
  readonly permission?: Permission | 'any'
  readonly answer: (asked: Asked) => Answer
}

/** An answer of failure, thrown from anywhere below a route. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, error: string, description?: string, attributes?: Json) {
    super(error)
    const json: Json = { error }
    if (description !== undefined) json['error_description'] = description
    if (attributes) json['error_attributes'] = attributes
    this.answer = { status, json }
  }
}

export const invalid = (attributes: Json, status = 400): Refused =>
  new Refused(status, 'record_invalid', 'Invalid parameters', attributes)

/** Text of Ruby's BigDecimal: a whole number has a point too. */
export const withPoint = (text: string): string => (text.includes('.') ? text : `${text}.0`)

/** A number that is written into the JSON as it stands, with its exponent and all its digits. */
export const rawNumber = (text: string): string => `#${text}`

/** `json` as text, with raw numbers. */
export const written = (json: unknown): string =>
  JSON.stringify(json).replace(/"#(-?\d[^"]*)"/g, '$1')

export const isoOf = (at: number): string => new Date(at).toISOString()

export type Account = {
  readonly id: number
  readonly mode: Mode
  readonly name: string
  readonly marketCode: string
  readonly marketType: 'spot' | 'futures'
  readonly exchange: string
  /** Reason for the lock; `null` if unlocked. */
  readonly locked: string | null
  readonly usd: string
}

/** Found good, expired at the exchange, or of the other mode: each account is here for a case. */
export const ACCOUNTS: readonly Account[] = [
  {
    id: 32402783,
    mode: 'real',
    name: 'Main Binance',
    marketCode: 'binance',
    marketType: 'spot',
    exchange: 'Binance Spot',
    locked: null,
    usd: '18342.41370882931796374109488440124910326481579428291',
  },
  {
    id: 32833909,
    mode: 'real',
    name: 'Futures desk',
    marketCode: 'binance_futures',
    marketType: 'futures',
    exchange: 'Binance Futures USDT-M',
    locked: null,
    usd: '4205.8812',
  },
  {
    id: 32864603,
    mode: 'real',
    name: 'Old Gate.io',
    marketCode: 'gate_io',
    marketType: 'spot',
    exchange: 'Gate.io Spot',
    locked: 'API keys are no longer valid or incorrect.',
    usd: '12.5',
  },
  {
    id: 32199203,
    mode: 'paper',
    name: 'Paper Account 1251857',
    marketCode: 'paper_trading',
    marketType: 'spot',
    exchange: 'Paper trading account',
    locked: null,
    usd: '9876.54321',
  },
]

export const accountsOf = (mode: Mode): Account[] => ACCOUNTS.filter((one) => one.mode === mode)

export const accountOf = (id: unknown): Account | undefined =>
  ACCOUNTS.find((one) => String(one.id) === String(id))

/** Last price, price step and lot step of each pair that is traded. */
export const PAIRS: Readonly<Record<string, readonly [last: string, tick: string, lot: string]>> = {
  USDT_BTC: ['63802.44', '0.01', '0.00001'],
  USDT_ETH: ['2611.49', '0.01', '0.0001'],
  USDT_SOL: ['148.31', '0.01', '0.001'],
  USDT_DOGE: ['0.10726', '0.00001', '1.0'],
  BTC_ETH: ['0.04093', '0.00001', '0.0001'],
  USDT_BTCUSDT: ['63790.1', '0.1', '0.001'],
  USDT_ETHUSDT: ['2610.8', '0.01', '0.001'],
  BNFCR_VETUSDT: ['0.022394', '0.000001', '1.0'],
  USDT_DOGE_USDT: ['0.10658', '0.00001', '1.0'],
}

export const lastPrice = (pair: string): string => PAIRS[pair]?.[0] ?? '1.0'

/** Pairs of an exchange, by `market_code`. */
export const MARKETS: Readonly<Record<string, readonly string[]>> = {
  binance: ['USDT_BTC', 'USDT_ETH', 'USDT_SOL', 'USDT_DOGE', 'BTC_ETH'],
  binance_futures: ['USDT_BTCUSDT', 'USDT_ETHUSDT', 'BNFCR_VETUSDT'],
  gate_io: ['USDT_BTC', 'USDT_DOGE_USDT'],
}

/** One page of rows: `limit` and `offset`, or `page` and `per_page`. There are no totals. */
export function pageOf<T>(
  rows: readonly T[],
  query: URLSearchParams,
  { byDefault, most, style }: { byDefault: number; most: number; style: 'limit' | 'page' },
): T[] {
  const size = whole(query, style === 'limit' ? 'limit' : 'per_page', byDefault, 1, most)
  const from =
    style === 'limit'
      ? whole(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
      : (whole(query, 'page', 1, 1, Number.MAX_SAFE_INTEGER) - 1) * size
  return rows.slice(from, from + size)
}

function whole(
  query: URLSearchParams,
  name: string,
  byDefault: number,
  least: number,
  most: number,
): number {
  const text = query.get(name)
  if (text === null) return byDefault
  const value = /^\d+$/.test(text) ? Number(text) : -1
  if (value < least || value > most) throw invalid({ [name]: ['does not have a valid value'] })
  return value
}

/** Sorted by one of the members that are named; refused by another. */
export function sortedBy<T>(
  rows: readonly T[],
  key: (row: T) => string | number,
  direction: string,
): T[] {
  const sign = direction.toUpperCase() === 'ASC' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    return left < right ? -sign : left > right ? sign : 0
  })
}

export const memberOf = (json: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((found, name) => {
    const isHolder = typeof found === 'object' && found !== null
    return isHolder ? Reflect.get(found, name) : undefined
  }, json)

/** A text, number or flag of a body, as text. */
export function textIn(json: unknown, ...names: string[]): string | undefined {
  const found = memberOf(json, ...names)
  const isPlain = typeof found === 'number' || typeof found === 'boolean'
  return typeof found === 'string' ? found : isPlain ? String(found) : undefined
}

/** An amount of a body, which may be text or number. */
export function amountIn(json: unknown, ...names: string[]): string | undefined {
  const found = memberOf(json, ...names)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && /^\d+(\.\d+)?$/.test(found) ? found : undefined
}

/** Tests a value against a query's filter; an empty one lets all pass. */
export const isAskedFor = (query: URLSearchParams, name: string, value: unknown): boolean => {
  const asked = query.get(name)
  return asked === null || asked === '' || asked === String(value)
}
