import type { Id } from '#contract/primitives.ts'
import { isZero } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'

import type { Appended, Changes } from '../engine/changes.ts'
import type { EndedTrade, Flow, Owned, Past } from '../engine/past.ts'
import { readRecord } from '../engine/record-shapes.ts'
import { isWanted, orderOf } from '../engine/smart-trades/smart-trade-list.ts'

/** The past in a commit; nothing reads the ledger's entries here. */
export type PastRows = Pick<Changes, 'ended' | 'owned' | 'appended'>

type HistoryRow = Extract<Appended, { journal: 'history' }> & { number: number }
type EventRow = Extract<Appended, { journal: 'events' }>
type HistoryOrder = 'created_at' | 'closed_at' | 'pair'

export type PastInMemory = ReturnType<typeof pastInMemory>

/** One world's past in memory: a year of the demo is 6 MB, and a page has no SQLite. */
export function pastInMemory() {
  const history: HistoryRow[] = []
  /** Sorted when read; rows added since then are few. */
  const sorted = new Map<HistoryOrder, HistoryRow[]>()
  const events = new Map<string, EventRow[]>()
  const flows: Flow[] = []
  const ended = new Map<Id, EndedTrade>()
  const owned = new Map<string, Owned[]>()

  function append(row: Appended): void {
    switch (row.journal) {
      case 'history':
        history.push({ ...row, number: history.length })
        return
      case 'events': {
        const known = events.get(row.bot)
        if (known) known.push(row)
        else events.set(row.bot, [row])
        return
      }
      case 'flows': {
        const { at, account, currency, amount } = row
        flows.push({ at, account, currency, amount })
        return
      }
      case 'ledger':
      case 'trade_events':
    }
  }

  function own(row: Owned): void {
    const key = `${row.account} ${row.currency}`
    const known = owned.get(key) ?? []
    owned.set(key, known)
    const place = upTo(known, row.at)
    if (known[place - 1]?.at === row.at) known[place - 1] = row
    else known.splice(place, 0, row)
  }

  function historyBy(order: HistoryOrder): readonly HistoryRow[] {
    const known = sorted.get(order) ?? []
    if (known.length < history.length) {
      known.push(...history.slice(known.length))
      known.sort((a, b) => thenBy(ascending(keyOf(a, order), keyOf(b, order)), a.number - b.number))
      sorted.set(order, known)
    }
    return known
  }

  const past: Past = {
    async history(filter) {
      const { order_by = 'created_at', order_direction = 'asc', limit = 10, offset = 0 } = filter
      const rows = historyBy(order_by)
      const found: HistoryRow[] = []
      let skipped = 0
      for (let step = 0; step < rows.length && found.length < limit; step += 1) {
        const row = rows[order_direction === 'asc' ? step : rows.length - 1 - step]
        if (row?.mode !== filter.mode) continue
        if (filter.account_id !== undefined && row.account !== filter.account_id) continue
        if (filter.pair !== undefined && row.pair !== filter.pair) continue
        if (filter.from !== undefined && row.closedAt < filter.from) continue
        if (filter.to !== undefined && row.closedAt > filter.to) continue
        if (skipped < offset) skipped += 1
        else found.push(row)
      }
      return found.map(({ number, json }) => readRecord('history', String(number), json))
    },
    trades: async (filter, { offset, limit }) =>
      [...ended.values()]
        .filter((trade) => trade.mode === filter.mode && isWanted(trade, filter))
        .toSorted(orderOf(filter))
        .slice(offset, offset + limit),
    trade: async (id) => ended.get(id),
    events: async (bot, limit) =>
      (events.get(bot) ?? [])
        .toSorted((a, b) => b.number - a.number)
        .slice(0, limit)
        .map(({ number, json }) => readRecord('event', String(number), json)),
    async ownedAt(accounts, moments) {
      const wanted = new Set(accounts)
      const rows = [...owned.values()].filter(([first]) => first && wanted.has(first.account))
      return moments.map((moment) =>
        rows.flatMap((known) => {
          const row = known[upTo(known, moment) - 1]
          return row && !isZero(row.amount) ? [row] : []
        }),
      )
    },
    flows: async (accounts, from, to) =>
      flows.filter(({ account, at }) => accounts.includes(account) && at > from && at <= to),
  }

  return {
    past,
    add(rows: PastRows): void {
      for (const trade of rows.ended) ended.set(trade.id, trade)
      for (const row of rows.owned) own(row)
      for (const row of rows.appended) append(row)
    },
  }
}

/** Number of ascending rows up to a moment. */
function upTo(rows: readonly Owned[], moment: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.at ?? Infinity) <= moment) low = middle + 1
    else high = middle
  }
  return low
}

const keyOf = (row: HistoryRow, order: HistoryOrder): string | number =>
  order === 'pair' ? row.pair : order === 'closed_at' ? row.closedAt : row.createdAt

const ascending = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)
