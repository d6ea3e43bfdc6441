import { add, compare, decimal, multiply, toText } from '#money/decimal.ts'

import {
  ENTERED,
  firstTrades,
  OVER,
  statusOf,
  stepOf,
  stopOf,
  type Target,
  tradeRow,
  type TradeRow,
} from './three-commas-smart-trade-rows.ts'
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
  memberOf,
  type Mode,
  pageOf,
  Refused,
  type Route,
  sortedBy,
  textIn,
  withPoint,
} from './three-commas-world.ts'

const GROUPS: Readonly<Record<string, (status: string) => boolean>> = {
  all: () => true,
  active: (status) => !OVER.has(status),
  finished: (status) => OVER.has(status),
  successfully_finish: (status) =>
    OVER.has(status) && status !== 'failed' && status !== 'cancelled',
  cancelled: (status) => status === 'cancelled',
  failed: (status) => status === 'failed',
}

const ORDERS: Readonly<Record<string, (row: TradeRow) => string | number>> = {
  status: (row) => row.status.type,
  created_at: (row) => row.data.created_at,
  updated_at: (row) => row.data.updated_at,
  closed_at: (row) => row.data.closed_at ?? '',
  profit: (row) => Number(row.profit.usd ?? 0),
  profit_percentage: (row) => Number(row.profit.percent),
}

type Parts = {
  readonly now: () => number
  readonly nextId: () => number
  /** Reads that still answer with the pending word after a write. */
  readonly pendingReads: () => number
  /** Changes of a trade between the answer to a write and the next read. */
  readonly becomes: (row: TradeRow) => void
}

/** SmartTrades: the rows, and what is asked of them. */
export function smartTradeRoutes({ now, nextId, pendingReads, becomes }: Parts) {
  const rows = firstTrades(now(), nextId)
  const pending = new Map<number, { to: string; reads: number }>()

  const modeOf = (row: TradeRow): Mode => accountOf(row.account.id)?.mode ?? 'real'

  function replace(row: TradeRow, status: string): TradeRow {
    const { account, pair, position, take_profit, stop_loss, data } = row
    const { units, price, type, order_type } = position
    const next = tradeRow(row.id, {
      account: accountOf(account.id) ?? (ACCOUNTS[0] as Account),
      pair,
      status,
      at: Date.parse(data.created_at),
      side: type,
      orderType: order_type,
      units: units.value,
      price: price.value,
      conditional: memberOf(position, 'conditional'),
      targets: take_profit.steps.map((step) => targetOf(step, price.value, type)),
      stop: stop_loss,
      note: row.note_raw,
      instant: row.instant,
      skipsEntry: row.skip_enter_step,
      leverage: row.leverage,
      isEntered: ENTERED.has(status) || data.base_position_step_finished,
    })
    next.data.updated_at = isoOf(now())
    if (next.data.closed_at !== undefined) next.data.closed_at = isoOf(now())
    rows[rows.indexOf(row)] = next
    return next
  }

  /** A read: what was asked for before has happened meanwhile. */
  function settle(): void {
    for (const [id, { to, reads }] of pending) {
      const row = rows.find((one) => one.id === id)
      if (reads > 0 || !row) pending.set(id, { to, reads: reads - 1 })
      else {
        pending.delete(id)
        replace(row, to)
      }
    }
  }

  function found({ ids, mode }: Asked, status: number): TradeRow {
    const row = rows.find((one) => String(one.id) === ids[0] && modeOf(one) === mode)
    if (!row) throw new Refused(status, 'Not found', 'Smart Trade not found')
    return row
  }

  function ask(row: TradeRow, word: string, to: string): TradeRow {
    pending.set(row.id, { to, reads: pendingReads() })
    return replace(row, word)
  }

  /** The body of both requests about funds, whose amounts are text. */
  function fundsIn({ body }: Asked): { type: string; units: string; price: string } {
    const type = textIn(body, 'order_type') ?? ''
    const units = amountIn(body, 'units', 'value')
    const price = amountIn(body, 'price', 'value')
    if (type !== 'market' && type !== 'limit') {
      throw invalid({ order_type: ['is missing', 'does not have a valid value'] })
    }
    if (units === undefined)
      throw invalid({ units: ['is missing'], 'units[value]': ['is missing'] })
    if (type === 'limit' && price === undefined) throw invalid({ price: ['is missing'] })
    return { type, units, price: price ?? '0' }
  }

  const routes: Route[] = [
    {
      method: 'POST',
      path: /^\/v2\/smart_trades\/(\d+)\/add_funds$/,
      permission: 'SMART_TRADES_WRITE',
      answer: (asked) => {
        const row = found(asked, 404)
        if (!row.data.add_funds_available) throw new Refused(403, 'Forbidden')
        const { units } = fundsIn(asked)
        const all = withPoint(toText(add(decimal(row.position.units.value), decimal(units))))
        row.position.units.value = all
        if (row.data.base_position_step_finished) row.data.entered_amount = all
        // Nothing in the answer tells of the order by itself.
        return { status: 201, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/v2\/smart_trades\/(\d+)\/reduce_funds$/,
      permission: 'SMART_TRADES_WRITE',
      answer: (asked) => {
        const row = found(asked, 404)
        if (row.status.type !== 'waiting_targets') {
          throw new Refused(
            400,
            'Wrong param(s)',
            'Reduce funds is not allowed in the current status',
          )
        }
        const { type, units, price } = fundsIn(asked)
        if (compare(decimal(units), decimal(row.data.entered_amount)) >= 0) {
          throw invalid({ entered_amount: ['Too small'] })
        }
        row.reduce_funds.steps.push({
          id: nextId(),
          type,
          status: statusOf('idle'),
          units: { value: withPoint(units) },
          price: { value: price, value_without_commission: price },
          total: { value: withPoint(toText(multiply(decimal(units), decimal(price)))) },
          closed_at: null,
          data: { cancelable: false, panic_sell_available: false },
        })
        return { status: 201, json: row }
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/smart_trades$/,
      permission: 'SMART_TRADES_READ',
      answer: ({ query, mode }) => {
        settle()
        const group = GROUPS[query.get('status') ?? 'all']
        const order = ORDERS[query.get('order_by') ?? 'status']
        if (!group) throw new Refused(400, 'Wrong param(s)', 'status does not have a valid value')
        if (!order) throw new Refused(400, 'Wrong param(s)', 'order_by does not have a valid value')
        const kept = rows.filter((row) => {
          const [quote, base] = row.pair.split('_')
          return (
            modeOf(row) === mode &&
            group(row.status.type) &&
            isAskedFor(query, 'account_id', row.account.id) &&
            isAskedFor(query, 'pair', row.pair) &&
            isAskedFor(query, 'type', row.data.type) &&
            isAskedFor(query, 'quote', quote) &&
            isAskedFor(query, 'base', base) &&
            row.data.created_at >= isoOf(Date.parse(query.get('from') ?? '2000-01-01')) &&
            row.data.created_at <= isoOf(Date.parse(query.get('to') ?? '2100-01-01'))
          )
        })
        const sorted = sortedBy(kept, order, query.get('order_direction') ?? 'DESC')
        return {
          status: 200,
          json: pageOf(sorted, query, { byDefault: 10, most: 100, style: 'page' }),
        }
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/smart_trades\/(\d+)$/,
      permission: 'SMART_TRADES_READ',
      answer: (asked) => {
        settle()
        const row = found(asked, 404)
        becomes(row)
        return { status: 200, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/v2\/smart_trades$/,
      permission: 'SMART_TRADES_WRITE',
      answer: ({ body, mode }) => {
        const row = created(body, mode, nextId(), now())
        rows.push(row)
        const isMarket = row.position.order_type === 'market'
        const isKept = row.take_profit.enabled || memberOf(row.stop_loss, 'enabled') === true
        const entered = isKept || row.skip_enter_step ? 'waiting_targets' : 'finished'
        const to = isMarket || row.skip_enter_step ? entered : 'waiting_position'
        pending.set(row.id, { to, reads: pendingReads() })
        return { status: 201, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/v2\/smart_trades\/(\d+)\/set_note$/,
      permission: 'SMART_TRADES_WRITE',
      answer: (asked) => {
        const row = found(asked, 404)
        const { note } = asked.body
        if (typeof note !== 'string' || note === '') throw invalid({ note: ['is missing'] })
        if (note.length > 300) throw invalid({ note: ['is too long (maximum is 300 characters)'] })
        row.note = note
        row.note_raw = note
        // This answer has no version.
        const { version: _, ...rest } = row
        return { status: 201, json: rest }
      },
    },
    {
      method: 'PATCH',
      path: /^\/v2\/smart_trades\/(\d+)$/,
      permission: 'SMART_TRADES_WRITE',
      answer: (asked) => {
        const row = found(asked, 404)
        if (OVER.has(row.status.type)) throw new Refused(403, 'Forbidden')
        const { body } = asked
        const isEntered = row.position.status.type === 'finished'
        if (body['take_profit'] !== undefined) {
          const targets = targetsIn(body, row.position.price.value, row.position.type)
          row.take_profit.enabled = targets.length > 0
          row.take_profit.steps = targets.map((target, at) =>
            stepOf(row.id, target, at, row.position.units.value, isEntered),
          )
        }
        if (body['stop_loss'] !== undefined) {
          row.stop_loss = stopIn(body, row.position.price.value, row.position.type)
        }
        const note = textIn(body, 'note')
        if (note !== undefined) Object.assign(row, { note, note_raw: note })
        return { status: 200, json: row }
      },
    },
    {
      method: 'DELETE',
      path: /^\/v2\/smart_trades\/(\d+)$/,
      permission: 'SMART_TRADES_WRITE',
      answer: (asked) => {
        const row = found(asked, 400)
        if (OVER.has(row.status.type)) throw new Refused(403, 'Forbidden')
        return { status: 200, json: ask(row, 'cancellation_pending', 'cancelled') }
      },
    },
    {
      method: 'POST',
      path: /^\/v2\/smart_trades\/(\d+)\/close_by_market$/,
      permission: 'SMART_TRADES_WRITE',
      answer: (asked) => {
        const row = found(asked, 404)
        if (!row.data.panic_sell_available) throw new Refused(403, 'Forbidden')
        return { status: 201, json: ask(row, 'panic_sell_pending', 'panic_sold') }
      },
    },
  ]
  return { rows, routes }
}

/** A body of a new trade, refused as the documents have it. */
function created(body: Json, mode: Mode, id: number, at: number): TradeRow {
  const account = accountOf(body['account_id'])
  // `Forced-Mode: paper` does not keep a real account from trading (issue 146 of the documents).
  if (!account || (mode === 'real' && account.mode === 'paper')) {
    throw new Refused(403, 'Forbidden', 'Account not owned by current user.')
  }
  if (account.locked !== null) throw new Refused(422, 'invalid_api_key', account.locked)
  const units = amountIn(body, 'position', 'units', 'value')
  const orderType = memberOf(body, 'position', 'order_type')
  const side = memberOf(body, 'position', 'type')
  const price =
    amountIn(body, 'position', 'price', 'value') ??
    amountIn(body, 'position', 'conditional', 'price', 'value')
  const pair = String(body['pair'])
  if (units === undefined) throw invalid({ 'position[units][value]': ['is missing', 'is empty'] })
  if (side !== 'buy' && side !== 'sell') throw invalid({ 'position[type]': ['is missing'] })
  if (typeof orderType !== 'string') throw invalid({ 'position[order_type]': ['is missing'] })
  if (orderType !== 'market' && price === undefined) {
    throw invalid({ 'position[price][value]': ['is missing'] })
  }
  const isInstant = body['instant'] === true || body['instant'] === 'true'
  if (!isInstant && (!body['take_profit'] || !body['stop_loss'])) {
    throw invalid({ take_profit: ['is missing'], stop_loss: ['is missing'] })
  }
  const targets = targetsIn(body, price ?? lastPrice(pair), side)
  const paid = multiply(decimal(units), decimal(price ?? lastPrice(pair)))
  if (Number(toText(paid)) > 9_000_000) {
    throw invalid({
      position: ['is invalid'],
      'position.total': ['must be less than or equal to 9000000.0'],
      units_to_buy: ['must be less than or equal to 9000.0'],
    })
  }
  const note = body['note']
  return tradeRow(id, {
    account,
    pair,
    status: 'created',
    at,
    side,
    orderType,
    units,
    price: price ?? lastPrice(pair),
    targets,
    conditional: memberOf(body, 'position', 'conditional'),
    stop: stopIn(body, price ?? lastPrice(pair), side),
    note: typeof note === 'string' && note !== '' ? note : null,
    instant: isInstant,
    skipsEntry: body['skip_enter_step'] === true,
    leverage:
      account.marketType === 'futures' && memberOf(body, 'leverage', 'enabled') === true
        ? {
            enabled: true,
            type: memberOf(body, 'leverage', 'type'),
            value: String(memberOf(body, 'leverage', 'value')),
            type_editable: true,
          }
        : { enabled: false },
  })
}

/** The stop of a body as answers have it. */
const stopIn = (body: unknown, entry: string, side: string): Json =>
  memberOf(body, 'stop_loss', 'enabled') === true
    ? stopOf(memberOf(body, 'stop_loss'), entry, side)
    : { enabled: false }

/** The targets of a body. Throws `Refused` where their volumes are not all of the position. */
function targetsIn(body: unknown, entry: string, side: string): Target[] {
  const steps = memberOf(body, 'take_profit', 'steps')
  const isOn = memberOf(body, 'take_profit', 'enabled') === true
  const given: unknown[] = isOn && Array.isArray(steps) ? steps : []
  const targets = given.map((step) => targetOf(step, entry, side))
  const volume = targets.reduce((sum, target) => sum + Number(target.volume), 0)
  if (isOn && volume !== 100) throw invalid({ 'take_profit[steps]': ['volumes must sum to 100'] })
  return targets
}

function targetOf(step: unknown, entry: string, side: string): Target {
  const percent = amountIn(step, 'price', 'percent')
  const sign = side === 'sell' ? -1 : 1
  const computed =
    percent === undefined ? undefined : String(Number(entry) * (1 + (sign * Number(percent)) / 100))
  return {
    price: amountIn(step, 'price', 'value') ?? computed ?? entry,
    percent,
    type: textIn(step, 'price', 'type'),
    volume: amountIn(step, 'volume') ?? '0',
    trailing: trailingOf(step),
    orderType: textIn(step, 'order_type') ?? 'limit',
  }
}

function trailingOf(step: unknown): string | undefined {
  if (memberOf(step, 'trailing', 'enabled') !== true) return undefined
  return textIn(step, 'trailing', 'percent') ?? '0.0'
}
