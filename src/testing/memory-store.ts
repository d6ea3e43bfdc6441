import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isZero } from '#money/decimal.ts'

import { type Engine, createEngine } from '#paper/engine/engine.ts'
import type { Appended, Changes, Stored, StoredWorld } from '#paper/engine/changes.ts'
import type { EndedTrade, Owned, Past, HistoryRecord } from '#paper/engine/past.ts'
import { isWanted, orderOf } from '#paper/engine/smart-trades/smart-trade-list.ts'
import type { World } from '#paper/engine/world.ts'

export type MemoryStore = {
  keep(changes: Changes): void
  /** Stored data from which a world is opened. */
  read(): StoredWorld
  /** All that was kept, as one. */
  all(): Changes
  readonly past: Past
}

/** An engine whose changes are kept before anything is read that may lie in the past. */
export function keptEngine(world: World, store: MemoryStore): Engine {
  const inner = createEngine(world, store.past)
  const upToNow = (): Engine => {
    store.keep(inner.takeChanges())
    return inner
  }
  const engine = Object.create(inner) as Engine
  return Object.assign(engine, {
    smartTrades: (filter) => upToNow().smartTrades(filter),
    smartTrade: (id) => upToNow().smartTrade(id),
    setSmartTradeNote: (id, note) => upToNow().setSmartTradeNote(id, note),
    cancelSmartTrade: (id) => upToNow().cancelSmartTrade(id),
    closeSmartTrade: (id) => upToNow().closeSmartTrade(id),
    dcaBot: (id, withEvents) => upToNow().dcaBot(id, withEvents),
    balanceHistory: (id, from, to) => upToNow().balanceHistory(id, from, to),
    history: (filter) => upToNow().history(filter),
    realisedProfit: (filter) => upToNow().realisedProfit(filter),
  } satisfies Partial<Engine>)
}

/** Keeps the changes of one world in lists and reads them in the plainest way: what every store has to do. */
export function memoryStore(): MemoryStore {
  const entities = new Map<string, Stored>()
  const ended = new Map<Id, EndedTrade>()
  const owned = new Map<string, Owned>()
  const appended: Appended[] = []
  const rowsOf = <J extends Appended['journal']>(journal: J) =>
    appended.filter((row): row is Extract<Appended, { journal: J }> => row.journal === journal)

  const past: Past = {
    async history(filter) {
      const { order_by = 'created_at', order_direction = 'asc', limit = 10, offset = 0 } = filter
      const sign = order_direction === 'asc' ? 1 : -1
      return rowsOf('history')
        .filter(
          ({ mode, account, pair, closedAt }) =>
            mode === filter.mode &&
            closedAt >= (filter.from ?? -Infinity) &&
            closedAt <= (filter.to ?? Infinity) &&
            (filter.account_id === undefined || account === filter.account_id) &&
            (filter.pair === undefined || pair === filter.pair),
        )
        .map(({ json }, index) => ({ row: JSON.parse(json) as HistoryRecord, index }))
        .toSorted(
          (a, b) => sign * (ascending(a.row[order_by], b.row[order_by]) || a.index - b.index),
        )
        .slice(offset, offset + limit)
        .map(({ row }) => row)
    },
    async trades(filter, { offset, limit }) {
      return [...ended.values()]
        .filter((trade) => trade.mode === filter.mode && isWanted(trade, filter))
        .toSorted(orderOf(filter))
        .slice(offset, offset + limit)
    },
    trade: async (id) => ended.get(id),
    async events(bot, limit) {
      return rowsOf('events')
        .filter((row) => row.bot === bot)
        .toSorted((a, b) => b.number - a.number)
        .slice(0, limit)
        .map(({ json }) => JSON.parse(json) as DcaBotEventEntity)
    },
    async ownedAt(accounts, moments) {
      const rows = [...owned.values()].filter(({ account }) => accounts.includes(account))
      rows.sort((a, b) => a.at - b.at)
      const latest = new Map<string, Owned>()
      let next = 0
      return moments.map((moment) => {
        for (let row = rows[next]; row && row.at <= moment; row = rows[++next]) {
          latest.set(`${row.account} ${row.currency}`, row)
        }
        return [...latest.values()].filter(({ amount }) => !isZero(amount))
      })
    },
    flows: async (accounts, from, to) =>
      rowsOf('flows')
        .filter(({ account, at }) => accounts.includes(account) && at > from && at <= to)
        .map(({ at, account, currency, amount }) => ({ at, account, currency, amount })),
  }

  return {
    keep(changes) {
      for (const row of changes.stored) entities.set(`${row.kind} ${row.id}`, row)
      for (const { kind, id } of changes.removed) entities.delete(`${kind} ${id}`)
      for (const trade of changes.ended) ended.set(trade.id, trade)
      for (const row of changes.owned) owned.set(`${row.account} ${row.currency} ${row.at}`, row)
      for (const row of changes.appended) appended.push(row)
    },
    read: () => ({ stored: [...entities.values()] }),
    all: () => ({
      stored: [...entities.values()],
      removed: [],
      ended: [...ended.values()],
      owned: [...owned.values()],
      appended: [...appended],
    }),
    past,
  }
}

const ascending = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)
