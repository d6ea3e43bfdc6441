import { instantOf } from '#contract/primitives.ts'

import type { OrderSource } from '#contract/history.ts'

import type { Further, WireRequest } from '../dialect.ts'
import {
  dealRow,
  gridRestRow,
  gridRow,
  isRefused,
  orderRow,
  refusedRow,
  smartTradeRow,
} from './history-rows.ts'
import { isObject, type Json, listOf, objectOf, refusedStatus, textOf } from './values.ts'

/** Rows of one answer, and of one page of the joined history. */
export const ROWS = 100
/** Deals of one pair are picked out here, so more of them are asked for at once. */
const DEALS_AT_MOST = 1000

/** Which part of the history is read, and in which order of time. */
export type View = {
  /** What alone is read; every list where it is left out. */
  readonly source: OrderSource | undefined
  /** One of that kind alone. */
  readonly source_id: string | undefined
  readonly account_id: string | undefined
  readonly pair: string | undefined
  readonly by: 'created_at' | 'closed_at'
  readonly isNewestFirst: boolean
}

/** A row, and its place in time. */
export type Entry = {
  readonly at: number
  readonly row: Json
  /** Reads the rows that `row` stands for. */
  readonly open?: (further: Further) => Promise<Entry[]>
  /** Whether `open` asks nothing. */
  readonly isCached?: (further: Further) => boolean
}

/** One list of the service, in order of time. */
export type Source = {
  /** What was read of it and is not joined yet. */
  entries: Entry[]
  /** Whether nothing follows them. */
  isOver: boolean
  /** Reads on. */
  more: (further: Further) => Promise<void>
}

export function sourcesOf(view: View): Source[] {
  if (view.source === 'grid_bot') return [gridsOf(view)]
  if (view.source === 'dca_bot') return [dealsOf(view)]
  if (view.source === 'smart_trade') return [tradesOf(view)]
  return [ordersOf(view), tradesOf(view), dealsOf(view), gridsOf(view)]
}

/** Placed by hand. */
const ordersOf = (view: View): Source =>
  paged(view, {
    request: (offset) => ({
      method: 'GET',
      path: '/ver1/trades/history',
      query: {
        ...filterOf(view),
        limit: ROWS,
        offset,
        order_by: view.by,
        order_direction: view.isNewestFirst ? 'desc' : 'asc',
      },
    }),
    rowsOf: (json) => listOf(isObject(json) ? json['trades'] : json),
    // How many it gives at most is not documented; it gives ten where nothing is asked for.
    fullPage: 10,
    rowOf: orderRow,
  })

const tradesOf = (view: View): Source =>
  paged(view, {
    request: (offset) => ({
      method: 'GET',
      path: '/v2/smart_trades',
      query: {
        ...filterOf(view),
        order_by: view.by,
        order_direction: directionOf(view),
        page: Math.floor(offset / ROWS) + 1,
        per_page: ROWS,
        status: 'finished',
      },
    }),
    rowsOf: listOf,
    fullPage: ROWS,
    rowOf: smartTradeRow,
  })

const filterOf = ({ account_id, pair }: View) => ({ account_id, pair })
const directionOf = ({ isNewestFirst }: View) => (isNewestFirst ? 'DESC' : 'ASC')

function dealsOf(view: View): Source {
  const limit = view.pair === undefined ? ROWS : DEALS_AT_MOST
  return paged(view, {
    request: (offset) => ({
      method: 'GET',
      path: '/ver1/deals',
      query: {
        account_id: view.account_id,
        limit,
        offset,
        order: view.by,
        order_direction: directionOf(view),
        scope: 'finished',
      },
    }),
    rowsOf: listOf,
    fullPage: limit,
    rowOf: (deal) => (isOf(view, deal) ? dealRow(deal) : undefined),
    optional: 'dca_bot',
  })
}

const isOf = ({ account_id, pair }: View, json: Json): boolean =>
  (pair === undefined || json['pair'] === pair) &&
  (account_id === undefined || textOf(json['account_id']) === account_id)

type Paged = {
  request: (offset: number) => WireRequest
  rowsOf: (json: unknown) => Json[]
  /** A page of fewer rows is the last. */
  fullPage: number
  rowOf: (json: Json) => Json | undefined
  /** Needs a permission that the rest of the history does not need. */
  optional?: 'dca_bot' | 'grid_bot'
}

const isFrom = ({ source_id }: View, id: unknown): boolean =>
  source_id === undefined || source_id === id

function paged(view: View, { request, rowsOf, fullPage, rowOf, optional }: Paged): Source {
  let offset = 0
  let last = view.isNewestFirst ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const source: Source = {
    entries: [],
    isOver: false,
    async more({ ask }) {
      const answer = ask(request(offset))
      const given = await (optional ? unlessRefused(answer) : answer)
      if (optional && given === undefined) {
        source.isOver = true
        // In no place of its own, since nobody knows when it closed: before all others.
        const at = view.isNewestFirst ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
        source.entries.push({ at, row: refusedRow(optional) })
        return
      }
      const rows = rowsOf(given)
      offset += rows.length
      source.isOver = rows.length < fullPage
      for (const row of rows.map(rowOf)) {
        if (!row || !isFrom(view, objectOf(row['source'])['id'])) continue
        // A row that does not say when stays behind the one before it.
        last = instantIn(row[view.by]) ?? last
        source.entries.push({ at: last, row })
      }
    },
  }
  return source
}

/** `undefined` of a part of the history that the permissions of the key leave out. */
async function unlessRefused(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (refusedStatus(error) === 403) return undefined
    throw error
  }
}

function instantIn(json: unknown): number | undefined {
  const text = textOf(json)
  if (text === undefined) return undefined
  return /^\d{1,10}$/.test(text) ? Number(text) * 1000 : instantOf(text)
}

/** The profits of a grid bot as they were read, and what the bot said of itself then. */
type Profits = { said: string; rows: Json[] | undefined }
const profitsOf = new WeakMap<object, Map<string, Profits>>()

/** Each bot stands where its newest or oldest profit may be, and is asked for them once that is reached. */
function gridsOf(view: View): Source {
  const bots = paged(
    { ...view, source_id: undefined },
    {
      request: (offset) => ({
        method: 'GET',
        path: '/ver1/grid_bots',
        query: { limit: ROWS, offset, sort_by: 'created_at', sort_direction: 'DESC' },
      }),
      rowsOf: listOf,
      fullPage: ROWS,
      rowOf: (bot) => bot,
      optional: 'grid_bot',
    },
  )
  const source: Source = {
    entries: [],
    isOver: false,
    async more(further) {
      while (!bots.isOver) await bots.more(further)
      source.isOver = true
      source.entries = bots.entries
        .filter(
          ({ row }) =>
            isRefused(row) ||
            (isFrom(view, textOf(row['id'])) &&
              isOf(view, row) &&
              textOf(row['total_profits_count']) !== '0'),
        )
        .map((entry) => (isRefused(entry.row) ? entry : gridEntry(view, entry.row)))
        .toSorted((a, b) => (view.isNewestFirst ? b.at - a.at : a.at - b.at))
    },
  }
  return source
}

const NOT_ASKED = 'The profits of this grid bot were not read: each bot costs a request of its own.'
const REFUSED = 'The profits of this grid bot were not read: 3Commas did not give them to this key.'

function gridEntry(view: View, bot: Json): Entry {
  const id = textOf(bot['id']) ?? ''
  const said = JSON.stringify([
    bot['total_profits_count'],
    bot['current_profit'],
    bot['updated_at'],
  ])
  const cacheOf = ({ facts }: Further) => {
    const cache = profitsOf.get(facts) ?? new Map<string, Profits>()
    profitsOf.set(facts, cache)
    return cache
  }
  return {
    at: edgeOf(view, bot),
    row: gridRestRow(bot, NOT_ASKED),
    isCached: (further) => cacheOf(further).get(id)?.said === said,
    async open(further) {
      const cache = cacheOf(further)
      let profits = cache.get(id)
      if (profits?.said !== said) {
        const path = `/ver1/grid_bots/${encodeURIComponent(id)}/profits`
        const json = await unlessRefused(further.ask({ method: 'GET', path }))
        profits = { said, rows: Array.isArray(json) ? listOf(json) : undefined }
        cache.set(id, profits)
      }
      const edge = edgeOf(view, bot)
      if (!profits.rows) return [{ at: edge, row: gridRestRow(bot, REFUSED) }]
      return profits.rows.map((profit) => {
        const row = gridRow(bot, profit)
        return { at: instantIn(row[view.by]) ?? edge, row }
      })
    },
  }
}

/** Before this in the order of the view it has no profit. One that runs may have one at any moment. */
function edgeOf({ isNewestFirst }: View, bot: Json): number {
  if (!isNewestFirst) return instantIn(bot['created_at']) ?? Number.NEGATIVE_INFINITY
  const isStopped = bot['is_enabled'] === false
  return (isStopped ? instantIn(bot['updated_at']) : undefined) ?? Number.POSITIVE_INFINITY
}
