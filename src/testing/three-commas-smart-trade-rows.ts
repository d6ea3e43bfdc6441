import { decimal, multiply, toText } from '#money/decimal.ts'

import {
  type Account,
  ACCOUNTS,
  amountIn,
  isoOf,
  type Json,
  lastPrice,
  memberOf,
  withPoint,
} from './three-commas-world.ts'

const TITLES: Readonly<Record<string, string>> = {
  created: 'Pending',
  waiting_position: 'Pending Position Opened',
  waiting_targets: 'Waiting Targets',
  pending_reduce_funds: 'Reducing Funds',
  cancellation_pending: 'Cancelling',
  cancellation_in_progress: 'Cancelling',
  cancelled: 'Cancelled',
  panic_sell_pending: 'Closing at Market Price',
  panic_sell_in_progress: 'Closing at Market Price',
  panic_sold: 'Closed at Market Price',
  stop_loss_in_progress: 'Closing at Stop Loss',
  stop_loss_finished: 'Stop Loss Finished',
  finished: 'Finished',
  failed: 'Failed',
  idle: 'Pending',
  to_process: 'Pending',
  order_placed: 'Placed',
}

type Status = { type: string; basic_type: string; title: string; error?: string }

export const statusOf = (type: string, error?: string): Status => ({
  type,
  basic_type: type,
  title: TITLES[type] ?? type,
  ...(error !== undefined && { error }),
})

export const OVER = new Set(['cancelled', 'panic_sold', 'stop_loss_finished', 'finished', 'failed'])
/** Statuses of a trade whose position was bought or sold. */
export const ENTERED = new Set([
  'waiting_targets',
  'pending_reduce_funds',
  'panic_sell_pending',
  'panic_sell_in_progress',
  'panic_sold',
  'stop_loss_in_progress',
  'stop_loss_finished',
  'finished',
])

export type Target = {
  price: string
  percent?: string | undefined
  type?: string | undefined
  volume: string
  trailing?: string | undefined
  orderType?: string | undefined
}
type Draft = {
  account: Account
  pair: string
  status: string
  at: number
  side?: 'buy' | 'sell'
  orderType?: string
  units?: string
  price?: string
  targets?: readonly Target[]
  /** Its price, or the whole of it as an answer has it. */
  stop?: string | Json | undefined
  conditional?: unknown
  note?: string | null
  error?: string
  profit?: readonly [usd: string, percent: string]
  instant?: boolean
  skipsEntry?: boolean
  leverage?: Json
  /** The position was entered although the status does not say so. */
  isEntered?: boolean
}

const PLAIN: Json = { enabled: false }

export type TradeRow = ReturnType<typeof tradeRow>

export function tradeRow(id: number, draft: Draft) {
  const { account, pair, at, targets = [], stop, note = null, side = 'buy' } = draft
  const { units = '15', price = lastPrice(pair), orderType = 'limit', instant = false } = draft
  const isOver = OVER.has(draft.status)
  const isEntered = draft.isEntered ?? ENTERED.has(draft.status)
  const isHeld = draft.skipsEntry ?? false
  const last = lastPrice(pair)
  const total = withPoint(toText(multiply(decimal(units), decimal(price))))
  const position = isEntered ? 'finished' : draft.status === 'failed' ? 'failed' : 'order_placed'
  const isLost = draft.status === 'cancelled' || draft.status === 'failed'
  const [usd, percent] = draft.profit ?? [null, '0.0']
  return {
    id,
    version: 2,
    account: {
      id: account.id,
      type: account.marketCode,
      name: account.name,
      market: account.exchange,
      link: `/accounts/${account.id}`,
    },
    pair,
    instant,
    status: statusOf(draft.status, draft.error),
    leverage: draft.leverage ?? PLAIN,
    position: {
      type: side,
      editable: false,
      units: { value: withPoint(units), editable: false },
      price: {
        value: price,
        value_without_commission: isHeld ? null : price,
        editable: !isEntered,
      },
      total: { value: total },
      order_type: orderType,
      ...(draft.conditional !== undefined && { conditional: draft.conditional }),
      status: statusOf(isHeld ? 'finished' : position, draft.error),
    },
    take_profit: {
      enabled: targets.length > 0,
      price_type: 'value',
      // They are gone once a trade was cancelled or has failed.
      steps: isLost ? [] : targets.map((target, at) => stepOf(id, target, at, units, isEntered)),
    },
    stop_loss: typeof stop === 'string' ? stopAt(stop) : (stop ?? { enabled: false }),
    reduce_funds: { steps: [] as Json[] },
    market_close: {},
    note: note ?? '',
    note_raw: note,
    skip_enter_step: isHeld,
    data: {
      editable: !isOver,
      current_price: {
        bid: last,
        ask: last,
        last,
        quote_volume: '3870508107.5406402',
        day_change_percent: '-1.861',
      },
      target_price_type: 'price',
      orderbook_price_currency: pair.slice(0, pair.indexOf('_')),
      base_order_finished: true,
      missing_funds_to_close: '0.0',
      liquidation_price: null,
      average_enter_price: isEntered ? price : null,
      average_close_price: draft.status === 'finished' ? last : null,
      average_enter_price_without_commission: isEntered ? price : null,
      average_close_price_without_commission: draft.status === 'finished' ? last : null,
      panic_sell_available: isEntered && draft.status === 'waiting_targets',
      add_funds_available: !isOver,
      reduce_funds_available: isEntered && draft.status === 'waiting_targets',
      force_start_available: draft.status === 'waiting_position',
      force_process_available: !isOver,
      cancel_available: !isOver && draft.status !== 'created',
      finished: draft.status === 'finished',
      base_position_step_finished: isEntered,
      entered_amount: isEntered ? withPoint(units) : '0.0',
      entered_total: isEntered ? total : '0.0',
      closed_amount: draft.status === 'finished' ? withPoint(units) : '0.0',
      closed_total: draft.status === 'finished' ? total : '0.0',
      // A number in one answer and text in another.
      commission: id % 2 === 0 ? 0.001 : '0.001',
      created_at: isoOf(at),
      updated_at: isoOf(at + 60_000),
      ...(isOver && { closed_at: isoOf(at + 3_600_000) }),
      type: typeOf(side, instant, isHeld),
    },
    profit: { volume: usd, usd, percent, roe: null },
    margin: { amount: null, total: null },
    is_position_not_filled: !isEntered,
  }
}

const typeOf = (side: string, instant: boolean, isHeld: boolean): string => {
  if (instant) return side === 'buy' ? 'simple_buy' : 'simple_sell'
  if (isHeld) return side === 'buy' ? 'smart_sell' : 'smart_buy'
  return side === 'buy' ? 'smart_trade' : 'smart_cover'
}

export function stepOf(
  id: number,
  target: Target,
  at: number,
  units: string,
  isEntered: boolean,
): Json {
  const { price, volume, trailing, orderType = 'limit' } = target
  const part = multiply(multiply(decimal(units), decimal(volume)), decimal('0.01'))
  return {
    id: id * 10 + at,
    order_type: orderType,
    editable: true,
    units: { value: isEntered ? withPoint(toText(part)) : null },
    price: { type: target.type ?? 'last', value: price, percent: target.percent ?? null },
    volume: withPoint(volume),
    total: isEntered ? withPoint(toText(multiply(part, decimal(price)))) : null,
    trailing: { enabled: trailing !== undefined, percent: trailing ?? null },
    status: statusOf(isEntered ? 'order_placed' : 'idle'),
    data: { cancelable: true, panic_sell_available: isEntered },
    position: at + 1,
  }
}

const stopAt = (value: string): Json =>
  stopOf({ order_type: 'market', conditional: { price: { value, type: 'last' } } }, value, 'buy')

/**
 * An enabled stop of a body as answers have it. It takes no distance for its trailing: it follows at the
 * distance that it has from the entry.
 */
export function stopOf(asked: unknown, entry: string, side: string): Json {
  const price = placedAt(asked, ['conditional', 'price'], entry, side)
  const trails = memberOf(asked, 'conditional', 'trailing', 'enabled') === true
  const waits = memberOf(asked, 'timeout', 'enabled') === true
  const away = Math.abs(Number(price.value ?? entry) / Number(entry) - 1) * 100
  return {
    enabled: true,
    price_type: 'value',
    breakeven: memberOf(asked, 'breakeven') === true,
    order_type: memberOf(asked, 'order_type'),
    editable: true,
    price: placedAt(asked, ['price'], entry, side),
    conditional: {
      price: { ...price, type: memberOf(asked, 'conditional', 'price', 'type') ?? 'last' },
      trailing: { enabled: trails, percent: trails ? withPoint(away.toFixed(1)) : null },
    },
    timeout: { enabled: waits, value: waits ? memberOf(asked, 'timeout', 'value') : null },
    status: statusOf('idle'),
  }
}

/** A price of a stop, given by itself or in percent of the entry. */
function placedAt(asked: unknown, names: string[], entry: string, side: string) {
  const percent = amountIn(asked, ...names, 'percent')
  const value = amountIn(asked, ...names, 'value')
  if (percent === undefined) return { value: value ?? null, percent: null }
  const sign = side === 'sell' ? 1 : -1
  return { value: String(Number(entry) * (1 + (sign * Number(percent)) / 100)), percent }
}

/** One trade of each status, and more finished ones than one page holds. */
export function firstTrades(now: number, nextId: () => number): TradeRow[] {
  const [main, futures, , paper] = ACCOUNTS as [Account, Account, Account, Account]
  const hour = 3_600_000
  const at = (hours: number) => now - hours * hour
  const eth = { account: main, pair: 'USDT_ETH', units: '0.4' }
  const drafts: Draft[] = [
    { ...eth, status: 'created', at: at(1), price: '2590.5', stop: '2500.0' },
    {
      account: main,
      pair: 'USDT_DOGE',
      status: 'waiting_position',
      at: at(2),
      price: '0.10664',
      targets: [{ price: '0.11731', volume: '100' }],
      stop: '0.1013',
      note: 'Range low bounce',
    },
    {
      account: main,
      pair: 'USDT_BTC',
      status: 'waiting_targets',
      at: at(3),
      units: '0.05',
      price: '61234.56',
      targets: [
        { price: '66000.0', volume: '60' },
        { price: '70000.0', volume: '40', trailing: '-0.5', orderType: 'market' },
      ],
      stop: '58000.0',
      profit: ['128.394', '4.19'],
    },
    {
      account: futures,
      pair: 'USDT_BTCUSDT',
      status: 'waiting_targets',
      side: 'sell',
      at: at(4),
      units: '0.02',
      price: '64100.0',
      targets: [{ price: '60000.0', volume: '100' }],
      leverage: { enabled: true, type: 'isolated', value: 5, type_editable: true },
      profit: ['6.198', '0.48'],
    },
    {
      account: main,
      pair: 'USDT_SOL',
      status: 'waiting_targets',
      at: at(5),
      units: '10',
      price: '150.0',
      skipsEntry: true,
      targets: [{ price: '170.0', volume: '100' }],
    },
    { ...eth, status: 'pending_reduce_funds', at: at(6), price: '2555.5' },
    { ...eth, status: 'cancellation_in_progress', at: at(7), price: '2412.1' },
    { ...eth, status: 'panic_sell_in_progress', at: at(8), price: '2712.1' },
    { ...eth, status: 'stop_loss_in_progress', at: at(9), price: '2722.2', stop: '2615.0' },
    { ...eth, status: 'cancelled', at: at(10), price: '2612.1', isEntered: true },
    { ...eth, status: 'panic_sold', at: at(11), price: '2500.1', profit: ['44.556', '4.45'] },
    {
      ...eth,
      status: 'stop_loss_finished',
      at: at(12),
      price: '2700.2',
      profit: ['-30.1', '-2.8'],
    },
    {
      account: main,
      pair: 'USDT_DOGE',
      status: 'failed',
      at: at(13),
      orderType: 'market',
      error: 'You need to pass KYC on the exchange to trade on this pair',
    },
    ...Array.from({ length: 105 }, (_, index): Draft => {
      const sign = index % 3 === 0 ? '-' : ''
      const profit = [`${sign}1.${index}`, `${sign}0.1`] as const
      return { ...eth, status: 'finished', at: at(24 + index), price: '2600.0', profit }
    }),
    {
      account: paper,
      pair: 'USDT_ETH',
      status: 'waiting_targets',
      at: at(2),
      units: '0.5',
      price: '2601.0',
      targets: [{ price: '2800.0', volume: '100' }],
    },
    { account: paper, pair: 'USDT_BTC', status: 'cancelled', at: at(20), units: '0.01' },
  ]
  return drafts.map((draft) => tradeRow(nextId(), draft))
}
