import { decimal, divide, multiply, toText } from '#money/decimal.ts'

import {
  type Account,
  accountOf,
  accountsOf,
  type Asked,
  invalid,
  isoOf,
  type Json,
  pageOf,
  rawNumber,
  Refused,
  type Route,
} from './three-commas-world.ts'

const USD = (amount: unknown) => ({ currency: 'USD', amount })

function rowOf(account: Account, now: number, loadedAt: number, sellsAll: boolean): Json {
  const { id, name, marketCode, marketType, exchange, locked, usd } = account
  const isFit = locked === null
  const btc = toText(divide(decimal(usd), decimal('63802.44'), 48, 'half-up'))
  return {
    id,
    auto_balance_period: 12,
    auto_balance_portfolio_id: null,
    autobalance_enabled: false,
    hedge_mode_available: marketType === 'futures',
    hedge_mode_enabled: false,
    is_locked: !isFit,
    smart_trading_supported: true,
    smart_selling_supported: true,
    available_for_trading: {},
    stats_supported: true,
    trading_supported: true,
    market_buy_supported: true,
    market_sell_supported: true,
    conditional_buy_supported: true,
    bots_allowed: true,
    bots_ttp_allowed: true,
    bots_tsl_allowed: true,
    gordon_bots_available: true,
    multi_bots_allowed: true,
    created_at: isoOf(now - 400 * 86_400_000),
    updated_at: isoOf(loadedAt),
    last_auto_balance: null,
    fast_convert_available: sellsAll && isFit && marketType === 'spot',
    grid_bots_allowed: true,
    api_key_invalid: !isFit,
    market_icon: `https://3commas.io/img/exchanges/${marketCode}.png`,
    deposit_enabled: false,
    include_in_summary: true,
    supported_market_types: [marketType],
    primary_display_currency_profit_percentage: USD('-0.16'),
    primary_display_currency_profit: USD('-0.05357667685386204725891115598750896735184205717088'),
    day_profit_primary_display_currency: USD(
      '0.44350852268521298378869766114212066212328671783252',
    ),
    primary_display_currency_amount: USD(usd),
    // A number among texts.
    total_primary_display_currency_profit: USD(-0.05357667685386205),
    available_include_in_summary: true,
    name,
    auto_balance_method: null,
    auto_balance_error: null,
    customer_id: null,
    subaccount_name: null,
    lock_reason: locked,
    btc_amount: btc,
    usd_amount: usd,
    day_profit_btc: '-0.000001634722576662767703961411470169876729678396865648',
    day_profit_usd: '0.44350852268521298378869766114212066212328671783252',
    day_profit_btc_percentage: '-0.32',
    day_profit_usd_percentage: '1.36',
    btc_profit: '-0.000033098063328996600367445509803503210064215152',
    usd_profit: '-0.05357667685386204725891115598750896735184205717088',
    usd_profit_percentage: '-0.16',
    btc_profit_percentage: '-6.09',
    total_btc_profit: '-3.30980633289966e-05',
    total_usd_profit: '-0.05357667685386205',
    pretty_display_type: exchange.replaceAll(' ', ''),
    exchange_name: exchange,
    market_code: marketCode,
    api_keys_state: isFit ? 'ok' : 'invalid',
  }
}

/** Position, price in USD and in BTC, of one account: figures as the service writes numbers. */
const HOLDINGS: Readonly<Record<number, readonly (readonly [string, string, string, string])[]>> = {
  32402783: [
    ['BTC', '0.15', '63802.44', '1.0'],
    ['ETH', '9.52E-5', '2611.4959735', '0.04093'],
    ['DOGE', '27076.5', '0.1072607726', '1.68E-6'],
    ['USDT', '5867.80123456789012345678901234567', '1.0', '0.0000156734'],
  ],
  32833909: [['USDT', '4205.8812', '1.0', '0.0000156734']],
  32864603: [['USDT', '12.5', '1.0', '0.0000156734']],
  32199203: [
    ['ETH', '0.5', '2611.49', '0.04093'],
    ['USDT', '8570.79821', '1.0', '0.0000156734'],
  ],
}

const NAMES: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  DOGE: 'Dogecoin',
  USDT: 'Tether',
}

/** `9.52E-5` in plain digits. */
function plain(text: string): string {
  const [digits = '0', exponent] = text.split('E-')
  if (exponent === undefined) return text
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}

function balanceRows(accounts: readonly Account[]): Json[] {
  const rows = accounts.flatMap(({ id }) => (HOLDINGS[id] ?? []).map((row) => ({ id, row })))
  const value = (row: readonly string[]) =>
    multiply(decimal(plain(row[1] ?? '0')), decimal(row[2] ?? '0'))
  const all = rows.reduce((sum, { row }) => sum + Number(toText(value(row))), 0)
  return rows.map(({ id, row }) => {
    const [code, position, usd, btc] = row
    const worth = toText(value(row))
    return {
      currency_code: code,
      currency_name: NAMES[code] ?? code,
      currency_icon: 'https://app.3commas.io/rails/active_storage/blobs/redirect/1027.png',
      currency_slug: (NAMES[code] ?? code).toLowerCase(),
      percentage: (Number(worth) / all) * 100,
      position: rawNumber(position),
      position_available: rawNumber(position),
      position_type: 0,
      borrowed: 0,
      on_orders: 0,
      on_orders_with_leverage: 0,
      on_orders_long: 0,
      on_orders_short: 0,
      equity: rawNumber(position),
      current_price: rawNumber(btc),
      current_price_usd: rawNumber(usd),
      day_change_percent: -2.094,
      day_change_percent_btc: -2.094,
      day_change_percent_usd: -4.886,
      btc_value: rawNumber(toText(multiply(decimal(plain(position)), decimal(plain(btc))))),
      usd_value: rawNumber(worth),
      available_long: 0,
      available_short: 0,
      available_with_leverage_long: 0,
      available_with_leverage_short: 0,
      account_id: id,
      is_wallet: false,
    }
  })
}

/** A point a day; one day is missing, one is there twice, and the last one is now. */
function chart(accounts: readonly Account[], from: number, to: number): Json[] {
  const day = 86_400_000
  const usd = accounts.reduce((sum, account) => sum + Number(account.usd), 0)
  const point = (at: number, index: number): Json => ({
    date: Math.floor(at / 1000),
    usd: usd * (1 + (index % 7) / 100),
    btc: usd / 63802,
    btc_deposit_amount: 0,
    usd_deposit_amount: 0,
  })
  const first = Math.ceil(from / day) * day
  const days = Array.from({ length: Math.max(0, Math.floor((to - first) / day) + 1) }, (_, n) =>
    point(first + n * day, n),
  )
  const gapped = days.filter((_, index) => index !== 3)
  const doubled = gapped.flatMap((one, index) => (index === 5 ? [one, one] : [one]))
  return [...doubled, point(to, 0)]
}

type Parts = {
  readonly now: () => number
  /** Running entities of an account. */
  readonly active: (account: number) => Readonly<Record<string, number>>
  /** Its exchanges offer selling everything. */
  readonly sellsAll: () => boolean
}

export function accountRoutes({ now, active, sellsAll }: Parts) {
  const sold = new Set<number>()
  const loaded = new Map<number, number>()
  const accountRow = (account: Account): Json =>
    rowOf(account, now(), loaded.get(account.id) ?? now() - 3_600_000, sellsAll())

  const askedAccounts = ({ ids: [id], mode }: Asked): Account[] => {
    if (id === 'summary') return accountsOf(mode)
    const account = accountOf(id)
    if (account?.mode !== mode) throw new Refused(404, 'not_found', 'Not Found')
    return [account]
  }

  const routes: Route[] = [
    {
      method: 'GET',
      path: /^\/ver1\/accounts$/,
      permission: 'ACCOUNTS_READ',
      answer: ({ query, mode }) => ({
        status: 200,
        json: pageOf(accountsOf(mode), query, { byDefault: 100, most: 100, style: 'page' }).map(
          accountRow,
        ),
      }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/accounts\/(\d+|summary)$/,
      permission: 'ACCOUNTS_READ',
      answer: (asked) => ({
        status: 201,
        json: askedAccounts(asked).map(accountRow)[0],
      }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/accounts\/(\d+|summary)\/balance_chart_data$/,
      permission: 'ACCOUNTS_READ',
      answer: (asked) => {
        const instant = (name: string, byDefault: string): number => {
          const text = asked.query.get(name) ?? byDefault
          const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN
          if (Number.isNaN(at)) throw invalid({ [name]: ['is invalid'] })
          return at
        }
        const to = instant('date_to', isoOf(now()))
        return { status: 200, json: chart(askedAccounts(asked), instant('date_from', ''), to) }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/accounts\/(\d+)\/load_balances$/,
      permission: 'ACCOUNTS_READ',
      answer: (asked) => {
        const [account] = askedAccounts(asked)
        if (!account) throw new Refused(404, 'not_found', 'Not Found')
        if (account.locked !== null) throw new Refused(422, 'invalid_api_key', account.locked)
        loaded.set(account.id, now())
        return { status: 201, json: accountRow(account) }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/accounts\/(\d+|summary)\/account_table_data$/,
      permission: 'ACCOUNTS_READ',
      answer: (asked) => {
        const rows = balanceRows(askedAccounts(asked))
        const kept = rows.filter(
          (row) => !sold.has(Number(row['account_id'])) || row['currency_code'] === 'USDT',
        )
        return { status: 201, json: kept }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/accounts\/(\d+)\/active_trading_entities$/,
      permission: 'ACCOUNTS_READ',
      answer: (asked) => ({
        status: 200,
        json: { data: active(askedAccounts(asked)[0]?.id ?? 0) },
      }),
    },
    {
      method: 'POST',
      path: /^\/ver1\/accounts\/(\d+)\/sell_all_to_usd$/,
      permission: 'ACCOUNTS_WRITE',
      answer: (asked) => {
        const [account] = askedAccounts(asked)
        if (!account || account.marketType === 'futures' || !sellsAll()) {
          throw new Refused(403, 'Forbidden. Unavailable for this account.')
        }
        if (account.locked !== null) throw new Refused(422, 'invalid_api_key', account.locked)
        sold.add(account.id)
        return { status: 201, json: accountRow(account) }
      },
    },
  ]
  return { routes, sold }
}
