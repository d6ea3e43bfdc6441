import { add, divide, decimal, multiply, subtract, toText } from '#money/decimal.ts'

import {
  type Account,
  accountOf,
  ACCOUNTS,
  amountIn,
  type Asked,
  invalid,
  isAskedFor,
  isoOf,
  type Json,
  lastPrice,
  MARKETS,
  pageOf,
  Refused,
  type Route,
  sortedBy,
  textIn,
  withPoint,
} from './three-commas-world.ts'

/** Unrealised profit of each active bot. */
const UNREALIZED = decimal('0.14717986')

type Draft = {
  account: Account
  name: string
  pair: string
  lower: string
  upper: string
  lines: number
  quantity: string
  at: number
  isEnabled?: boolean
  gridType?: string
  orderCurrency?: string
  mode?: string | null
  leverage?: string | null
  profit?: string
  further?: Json
}

export type GridRow = ReturnType<typeof gridRow>

function gridRow(id: number, draft: Draft) {
  const { account, lines, lower, upper, isEnabled = false, mode = null, leverage = null } = draft
  const { gridType = 'arithmetic', profit = '0.0' } = draft
  const current = lastPrice(draft.pair)
  const span = subtract(decimal(upper), decimal(lower))
  const step =
    gridType === 'arithmetic'
      ? toText(divide(span, decimal(String(lines - 1)), 45, 'half-up'))
      : '1.00399920581210916146041542739112586575949572812639182'
  return {
    id,
    account_id: account.id,
    account_name: account.name,
    is_enabled: isEnabled,
    grids_quantity: String(lines),
    created_at: isoOf(draft.at),
    updated_at: isoOf(draft.at + 60_000),
    strategy_type: 'manual',
    upper_stop_loss_enabled: false,
    lower_stop_loss_enabled: false,
    note: null as string | null,
    editable: isEnabled,
    lower_price: lower,
    lower_stop_loss_price: null,
    lower_stop_loss_action: 'stop_bot',
    upper_price: upper,
    upper_stop_loss_price: null,
    upper_stop_loss_action: 'stop_bot',
    quantity_per_grid: withPoint(draft.quantity),
    leverage_type: leverage === null ? 'not_specified' : 'isolated',
    leverage_custom_value: leverage,
    name: draft.name,
    pair: draft.pair,
    start_price: isEnabled ? current : null,
    grid_price_step: step,
    current_profit: profit,
    current_profit_usd: profit,
    total_profits_count: profit === '0.0' ? '0' : '23',
    bought_volume: '0.0',
    sold_volume: '0.0',
    profit_percentage: profit === '0.0' ? '0.0' : '0.177716336029358217871680786990536',
    current_price: current,
    max_active_buy_lines: String(lines),
    max_active_sell_lines: String(lines),
    order_currency_type: draft.orderCurrency ?? 'quote',
    profit_currency_type: 'quote',
    trailing_up_enabled: 'false',
    grid_type: gridType,
    investment_base_currency: '0.0',
    investment_quote_currency: isEnabled ? '200.0' : '0.0',
    unrealized_profit_loss: isEnabled ? toText(UNREALIZED) : '0.0',
    current_profit_loss: isEnabled ? withPoint(toText(add(decimal(profit), UNREALIZED))) : null,
    current_profit_loss_percent: isEnabled ? '0.1869157334723778284605040877565797' : null,
    orderbook_price_currency: draft.pair.slice(0, draft.pair.indexOf('_')),
    expansion_down_enabled: 'false',
    expansion_down_stop_price: null,
    grid_lines: linesOf(id, draft, current, isEnabled),
    mode,
    ...draft.further,
  }
}

/** Its lines in no order, as the service gives them. */
function linesOf(id: number, { lower, upper, lines }: Draft, current: string, isEnabled: boolean) {
  const span = subtract(decimal(upper), decimal(lower))
  return Array.from({ length: lines }, (_, index) => {
    // Five and the number of lines seldom share a divisor, so that every line comes once.
    const at = lines % 5 === 0 ? index : (index * 5) % lines
    const rise = divide(multiply(span, decimal(String(at))), decimal(String(lines - 1)), 6, 'down')
    const price = toText(subtract(decimal(upper), rise))
    const side = Number(price) < Number(current) ? 'buy' : 'sell'
    return {
      id: id * 100 + at,
      price: withPoint(price),
      side: isEnabled ? side : null,
      order_placed: isEnabled,
    }
  })
}

/** More bots than a list gives unless it is asked for more. */
function firstBots(now: number, nextId: () => number): GridRow[] {
  const [main, futures, old, paper] = ACCOUNTS as [Account, Account, Account, Account]
  const day = 86_400_000
  const at = (days: number) => now - days * day
  const eth = { account: main, pair: 'USDT_ETH', lower: '2400.0', upper: '2800.0', lines: 9 }
  const drafts: Draft[] = [
    {
      ...eth,
      name: 'ETH range',
      quantity: '50',
      at: at(1),
      isEnabled: true,
      profit: '12.8432585523697479',
    },
    {
      account: futures,
      name: 'VETUSDT/BNFCR',
      pair: 'BNFCR_VETUSDT',
      lower: '0.0175',
      upper: '0.024073',
      lines: 11,
      quantity: '20',
      at: at(2),
      isEnabled: true,
      gridType: 'geometric',
      mode: 'long',
      leverage: '10.0',
      profit: '2.8432585523697479',
    },
    {
      account: main,
      name: 'DOGE base orders',
      pair: 'USDT_DOGE',
      lower: '0.09',
      upper: '0.13',
      lines: 10,
      quantity: '100',
      orderCurrency: 'base',
      at: at(3),
      isEnabled: true,
      profit: '4.5',
    },
    {
      account: old,
      name: 'Never started',
      pair: 'USDT_DOGE_USDT',
      lower: '0.11016',
      upper: '0.15161',
      lines: 10,
      quantity: '32',
      orderCurrency: 'base',
      at: at(4),
    },
    ...Array.from({ length: 9 }, (_, index): Draft => ({
      ...eth,
      name: `Stopped ${index + 1}`,
      quantity: '25',
      at: at(10 + index),
      profit: '1.25',
    })),
    { ...eth, account: paper, name: 'Paper grid', quantity: '10', at: at(1), isEnabled: true },
  ]
  return drafts.map((draft) => gridRow(nextId(), draft))
}

const ORDERS: Readonly<Record<string, (row: GridRow) => string | number>> = {
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
  name: (row) => row.name,
  pair: (row) => row.pair,
  bot_id: (row) => row.id,
  profit: (row) => Number(row.current_profit_usd),
  current_profit: (row) => Number(row.current_profit),
}

const notFound = () => new Refused(404, 'not_found', 'Not Found')

export function gridBotRoutes({ now, nextId }: { now: () => number; nextId: () => number }) {
  const rows = firstBots(now(), nextId)

  function found({ ids, mode }: Asked): GridRow {
    const row = rows.find((one) => String(one.id) === ids[0])
    if (!row || accountOf(row.account_id)?.mode !== mode) throw notFound()
    return row
  }

  function created(body: Json): GridRow {
    const account = accountOf(body['account_id'])
    if (!account) throw notFound()
    const figures = ['upper_price', 'lower_price', 'quantity_per_grid', 'grids_quantity'] as const
    const missing = figures.filter((name) => amountIn(body, name) === undefined)
    if (missing.length > 0) {
      throw invalid(Object.fromEntries(missing.map((name) => [name, ['is missing', 'is empty']])))
    }
    const name = textIn(body, 'name') ?? 'Grid bot'
    if (name.length > 40) throw invalid({ name: ['is too long (maximum is 40 characters)'] })
    if (account.locked !== null) throw new Refused(422, 'invalid_api_key', account.locked)
    const pair = String(body['pair'])
    const market = MARKETS[account.marketCode] ?? MARKETS['binance']
    if (!market?.includes(pair)) throw new Refused(500, 'pair_not_supported')
    const leverage = amountIn(body, 'leverage_custom_value')
    const further = [
      'upper_stop_loss_enabled',
      'upper_stop_loss_price',
      'upper_stop_loss_action',
      'lower_stop_loss_enabled',
      'lower_stop_loss_price',
      'lower_stop_loss_action',
      'note',
    ].filter((name) => body[name] !== undefined)
    return gridRow(nextId(), {
      account,
      name,
      pair,
      lower: amountIn(body, 'lower_price') ?? '0',
      upper: amountIn(body, 'upper_price') ?? '0',
      lines: Number(amountIn(body, 'grids_quantity')),
      quantity: amountIn(body, 'quantity_per_grid') ?? '0',
      at: now(),
      gridType: textIn(body, 'grid_type') ?? 'arithmetic',
      orderCurrency: textIn(body, 'order_currency_type') ?? 'base',
      mode: typeof body['mode'] === 'string' ? body['mode'] : null,
      leverage: leverage ?? null,
      further: {
        ...Object.fromEntries(further.map((name) => [name, body[name]])),
        // Flags that come as text.
        trailing_up_enabled: textIn(body, 'trailing_up_enabled') ?? 'false',
        expansion_down_enabled: textIn(body, 'expansion_down_enabled') ?? 'false',
      },
    })
  }

  const routes: Route[] = [
    {
      method: 'GET',
      path: /^\/ver1\/grid_bots$/,
      permission: 'BOTS_READ',
      answer: ({ query, mode }) => {
        const order = ORDERS[query.get('sort_by') ?? 'created_at']
        if (!order) throw invalid({ sort_by: ['does not have a valid value'] })
        const state = query.get('state')
        const kept = rows.filter(
          (row) =>
            accountOf(row.account_id)?.mode === mode &&
            (state === null || row.is_enabled === (state === 'enabled')) &&
            isAskedFor(query, 'account_id', row.account_id),
        )
        const sorted = sortedBy(kept, order, query.get('sort_direction') ?? 'DESC')
        return {
          status: 200,
          json: pageOf(sorted, query, { byDefault: 10, most: 1000, style: 'limit' }),
        }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/grid_bots\/(\d+)$/,
      // Named as on the page of the documents, against expectation.
      permission: 'BOTS_WRITE',
      answer: (asked) => ({ status: 200, json: found(asked) }),
    },
    {
      method: 'POST',
      path: /^\/ver1\/grid_bots\/manual$/,
      permission: 'BOTS_WRITE',
      answer: ({ body }) => {
        const row = created(body)
        rows.push(row)
        return { status: 201, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/grid_bots\/(\d+)\/disable$/,
      permission: 'BOTS_WRITE',
      answer: (asked) => {
        const row = found(asked)
        row.is_enabled = false
        row.editable = false
        row.updated_at = isoOf(now())
        row.current_profit_loss = null
        row.current_profit_loss_percent = null
        for (const line of row.grid_lines) Object.assign(line, { side: null, order_placed: false })
        return { status: 201, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/grid_bots\/(\d+)\/enable$/,
      permission: 'BOTS_WRITE',
      answer: (asked) => {
        const row = found(asked)
        if (accountOf(row.account_id)?.locked != null) {
          throw new Refused(422, 'invalid_api_key', 'API keys are no longer valid or incorrect.')
        }
        row.is_enabled = true
        row.editable = true
        row.updated_at = isoOf(now())
        row.start_price = row.current_price
        // Mode and figures come with the next reads.
        const { mode: _, ...early } = structuredClone(row)
        for (const line of row.grid_lines) {
          line.side = Number(line.price) < Number(row.current_price) ? 'buy' : 'sell'
          line.order_placed = true
        }
        row.current_profit_loss = '0.0'
        row.current_profit_loss_percent = '0.0'
        return { status: 201, json: early }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/grid_bots\/(\d+)\/required_balances$/,
      permission: 'BOTS_READ',
      answer: (asked) => {
        const { pair, mode } = found(asked)
        // Spot bots only.
        if (mode !== null) {
          throw new Refused(500, 'grid_lines_not_marked', 'Grid lines empty or not marked')
        }
        const [quote = '', base = ''] = pair.split('_')
        return {
          status: 200,
          json: {
            missing_balance: {
              base: { quantity: '0.0', currency: base },
              quote: { quantity: '85.5', currency: quote },
            },
            required_balance: {
              base: { quantity: '0.2', currency: base },
              quote: { quantity: '185.5', currency: quote },
            },
            need_balancing: true,
            balancing_available: true,
            necessary_quantities: { quantity: '85.5', currency: quote },
          },
        }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/grid_bots\/(\d+)\/profits$/,
      permission: 'BOTS_READ',
      answer: (asked) => {
        const { grid_lines, created_at, current_profit } = found(asked)
        const [line] = grid_lines
        const json =
          current_profit === '0.0'
            ? []
            : [
                {
                  grid_line_id: line?.id,
                  profit: '0.5387463715614246',
                  usd_profit: '0.5387463715614246',
                  created_at,
                  grid_line: line,
                },
              ]
        return { status: 201, json }
      },
    },
  ]
  return { rows, routes }
}
