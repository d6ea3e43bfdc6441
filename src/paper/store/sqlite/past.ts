import type { HistoryFilter } from '#contract/history.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import type { SmartTradeFilter } from '#contract/smart-trades.ts'
import type { Mode } from '#contract/system.ts'
import { type Decimal, isDecimal, isZero } from '#money/decimal.ts'

import type { EndedTrade, Flow, Owned, Past, HistoryRecord } from '../../engine/past.ts'
import { DamagedRecord, type RecordKind, readRecord } from '../../engine/record-shapes.ts'
import type { Database, Statement } from './database.ts'
import { fromSortableText } from './sortable-text.ts'

/** The calls of `Past`, answered synchronously. */
export type PastNow = {
  [K in keyof Past]: (...args: Parameters<Past[K]>) => Awaited<ReturnType<Past[K]>>
}

type Value = Id
type Values = Record<string, Value>
type Condition = { sql: string; values: Values }

const TRADE_SORTS = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  closed_at: 'closed_at',
  status: 'rank',
  profit: 'profit_usd',
  profit_percentage: 'profit_percent',
} as const
/** Sort columns that may be null, which then come last in both directions. */
const MAY_BE_MISSING: ReadonlySet<string> = new Set(['closed_at', 'profit_usd', 'profit_percent'])

type JsonRow = { number: number; json: string }
type TradeRow = Omit<EndedTrade, 'isSuccess' | 'profitUsd' | 'profitPercent'> & {
  isSuccess: number
  profitUsd: string | null
  profitPercent: string | null
}

/** The past, from the tables. Caches a prepared query per choice of filters and sort. */
export function pastIn(database: Database) {
  const prepared = new Map<string, Statement>()
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const all = <Row>(sql: string, values: Values): Row[] => statement(sql).all(values) as Row[]
  const parsed = <K extends RecordKind>(kind: K, rows: JsonRow[]) =>
    rows.map(({ number, json }) => readRecord(kind, String(number), json))

  function history(userId: number, filter: HistoryFilter & { mode: Mode }): HistoryRecord[] {
    const { limit = 10, offset = 0 } = filter
    const { sql, values } = historyQuery(filter)
    return parsed('history', all<JsonRow>(sql, { ...values, userId, limit, offset }))
  }

  function trades(
    userId: number,
    filter: SmartTradeFilter & { mode: Mode },
    { offset, limit }: { offset: number; limit: number },
  ): EndedTrade[] {
    const { known, missing, count, values } = tradeQueries(filter)
    const bound = { ...values, userId }
    const rows = all<TradeRow>(known, { ...bound, limit, offset })
    const left = limit - rows.length
    if (left > 0 && missing !== undefined) {
      const before =
        offset === 0 ? rows.length : (all<{ count: number }>(count, bound)[0]?.count ?? 0)
      const skipped = Math.max(0, offset - before)
      rows.push(...all<TradeRow>(missing, { ...bound, limit: left, offset: skipped }))
    }
    return rows.map(readTrade)
  }

  /** Jumps from currency to currency, without reading every row. */
  const currenciesOf = (userId: number, account: number): string[] =>
    all<{ currency: string }>(CURRENCIES, { userId, account }).map(({ currency }) => currency)

  function ownedAt(
    userId: number,
    accounts: readonly Id[],
    moments: readonly Instant[],
  ): Owned[][] {
    const found = moments.map((): Owned[] => [])
    for (const account of accounts.map(Number)) {
      for (const currency of currenciesOf(userId, account)) {
        // Backwards, because one holding often lasts over many moments.
        let row: { at: number; amount: Decimal } | undefined
        for (let index = moments.length - 1; index >= 0; index -= 1) {
          const moment = moments[index] ?? 0
          if (!row || row.at > moment) {
            row = statement(OWNED).get({ userId, account, currency, moment }) as typeof row
            if (row) checkAmount('owned', `${account} ${currency} ${row.at}`, row.amount)
          }
          if (!row) break
          if (!isZero(row.amount)) found[index]?.push({ account, currency, ...row })
        }
      }
    }
    return found
  }

  return {
    of: (userId: number): PastNow => ({
      history: (filter) => history(userId, filter),
      trades: (filter, span) => trades(userId, filter, span),
      trade: (id) => all<TradeRow>(TRADE, { userId, id }).map(readTrade)[0],
      events: (bot, limit) => parsed('event', all<JsonRow>(EVENTS, { userId, bot, limit })),
      ownedAt: (accounts, moments) => ownedAt(userId, accounts, moments),
      flows: (accounts, from, to) =>
        all<Flow & { number: number }>(FLOWS, {
          userId,
          accounts: JSON.stringify(accounts),
          from,
          to,
        }).map(({ number, at, account, currency, amount }) => {
          checkAmount('flow', String(number), amount)
          return { at, account, currency, amount }
        }),
    }),
  }
}

function checkAmount(kind: string, id: string, amount: unknown): void {
  if (!isDecimal(amount)) throw new DamagedRecord(kind, id, 'is no amount')
}

const CURRENCIES = `
  WITH RECURSIVE found (currency) AS (
    SELECT min(currency) FROM owned WHERE user_id = :userId AND account = :account
    UNION ALL
    SELECT (
      SELECT min(currency) FROM owned
      WHERE user_id = :userId AND account = :account AND currency > found.currency
    ) FROM found WHERE found.currency IS NOT NULL
  )
  SELECT currency FROM found WHERE currency IS NOT NULL`

const OWNED = `
  SELECT at, amount FROM owned
  WHERE user_id = :userId AND account = :account AND currency = :currency AND at <= :moment
  ORDER BY at DESC LIMIT 1`

const FLOWS = `
  SELECT number, at, account, currency, amount FROM flows
  WHERE user_id = :userId AND account IN (SELECT value FROM json_each(:accounts))
    AND at > :from AND at <= :to
  ORDER BY number`

const EVENTS = `
  SELECT number, json FROM events WHERE user_id = :userId AND bot = :bot
  ORDER BY number DESC LIMIT :limit`

const TRADE_COLUMNS = `id, mode, account, pair, base, quote, type, trade_group AS "group", rank,
  is_success AS isSuccess, created_at AS createdAt, updated_at AS updatedAt, closed_at AS closedAt,
  profit_usd AS profitUsd, profit_percent AS profitPercent, json`

const TRADE = `SELECT ${TRADE_COLUMNS} FROM ended_trades WHERE user_id = :userId AND id = :id`

/** Contains only requested filters, so that an index begins with them. */
function conditions(wanted: Record<string, Value | undefined>): Condition {
  const values = given(wanted)
  const named = Object.keys(values).map((name) => `${name} = :${name}`)
  return { sql: ['user_id = :userId', ...named].join(' AND '), values }
}

const given = (wanted: Record<string, Value | undefined>): Values =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Values

export function historyQuery({
  mode,
  account_id: account,
  pair,
  order_by = 'created_at',
  order_direction = 'asc',
  from,
  to,
}: HistoryFilter & { mode: Mode }): Condition {
  const { sql, values } = conditions({ mode, account, pair })
  const direction = order_direction.toUpperCase()
  // The plus hides the range from the planner, so that it uses the sort's index.
  const closed = order_by === 'closed_at' ? 'closed_at' : '+closed_at'
  const span = [
    ...(from === undefined ? [] : [` AND likely(${closed} >= :from)`]),
    ...(to === undefined ? [] : [` AND likely(${closed} <= :to)`]),
  ].join('')
  return {
    sql: `SELECT number, json FROM history WHERE ${sql}${span}
      ORDER BY ${order_by} ${direction}, number ${direction} LIMIT :limit OFFSET :offset`,
    values: { ...values, ...given({ from, to }) },
  }
}

type TradeQueries = {
  /** Rows with a value in the sort column. */
  known: string
  /** Rows without one, which come last. */
  missing: string | undefined
  count: string
  values: Values
}

export function tradeQueries(filter: SmartTradeFilter & { mode: Mode }): TradeQueries {
  const { mode, account_id: account, pair, base, quote, type, status, from, to } = filter
  const isSuccess = status === 'successfully_finish' || status === 'successfully_finished'
  const asked = conditions({
    mode,
    account,
    pair,
    base,
    quote,
    type,
    trade_group: isSuccess || status === 'all' ? undefined : status,
    is_success: isSuccess ? 1 : undefined,
  })
  const values = { ...asked.values, ...given({ from, to }) }
  const column = TRADE_SORTS[filter.order_by ?? 'status']
  // The plus hides the range from the planner, so that it uses the sort's index.
  const created = column === 'created_at' ? 'created_at' : '+created_at'
  const where = [
    asked.sql,
    ...(from === undefined ? [] : [`${created} >= :from`]),
    ...(to === undefined ? [] : [`${created} <= :to`]),
  ].join(' AND ')
  const direction = filter.order_direction ?? 'DESC'
  const page = 'LIMIT :limit OFFSET :offset'
  const select = `FROM ended_trades WHERE ${where}`
  if (!MAY_BE_MISSING.has(column)) {
    const known = `SELECT ${TRADE_COLUMNS} ${select} ORDER BY ${column} ${direction}, id ${direction} ${page}`
    return { known, missing: undefined, count: '', values }
  }
  // A range uses an index, IS NOT NULL does not.
  const isKnown = column === 'closed_at' ? 'closed_at >= -9007199254740991' : `${column} >= ''`
  return {
    known: `SELECT ${TRADE_COLUMNS} ${select} AND ${isKnown}
      ORDER BY ${column} ${direction}, id ${direction} ${page}`,
    missing: `SELECT ${TRADE_COLUMNS} ${select} AND ${column} IS NULL ORDER BY id ${direction} ${page}`,
    count: `SELECT count(*) AS count ${select} AND ${isKnown}`,
    values,
  }
}

const readTrade = ({ isSuccess, profitUsd, profitPercent, ...row }: TradeRow): EndedTrade => ({
  ...row,
  isSuccess: isSuccess === 1,
  profitUsd: profitUsd === null ? null : fromSortableText(profitUsd),
  profitPercent: profitPercent === null ? null : fromSortableText(profitPercent),
})
