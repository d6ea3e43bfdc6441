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

/** Page size of requests and of the joined history. */
export const ROWS = 100
/** Page size with a filter by pair, which the service lacks for deals. */
const MAX_DEALS = 1000

/** Filter and order of the history. */
export type View = {
  /** Restricts the history to one list. */
  readonly source: OrderSource | undefined
  /** Restricts the history to one bot or trade. */
  readonly source_id: string | undefined
  readonly account_id: string | undefined
  readonly pair: string | undefined
  readonly by: 'created_at' | 'closed_at'
  readonly isNewestFirst: boolean
}

/** A row with its time. */
export type Entry = {
  readonly at: number
  readonly row: Json
  /** Loads the rows that a placeholder stands for. */
  readonly open?: (further: Further) => Promise<Entry[]>
  /** Returns true if `open` needs no request. */
  readonly isCached?: (further: Further) => boolean
}

/** A list of the service, in order of time. */
export type Source = {
  /** Loaded but not yet joined. */
  entries: Entry[]
  isOver: boolean
  /** Loads the next page. */
  more: (further: Further) => Promise<void>
}

export function sourcesOf(view: View): Source[] {
  if (view.source === 'grid_bot') return [gridsOf(view)]
  if (view.source === 'dca_bot') return [dealsOf(view)]
  if (view.source === 'smart_trade') return [tradesOf(view)]
  return [ordersOf(view), tradesOf(view), dealsOf(view), gridsOf(view)]
}

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
    // The maximum is undocumented; the default is ten.
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
  const limit = view.pair === undefined ? ROWS : MAX_DEALS
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
  /** A page with fewer rows is the last. */
  fullPage: number
  rowOf: (json: Json) => Json | undefined
  /** Needs an additional permission. */
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
        // Comes first, as its time is unknown.
        const at = view.isNewestFirst ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
        source.entries.push({ at, row: refusedRow(optional) })
        return
      }
      const rows = rowsOf(given)
      offset += rows.length
      source.isOver = rows.length < fullPage
      for (const row of rows.map(rowOf)) {
        if (!row || !isFrom(view, objectOf(row['source'])['id'])) continue
        // A row without a time follows the previous one.
        last = instantIn(row[view.by]) ?? last
        source.entries.push({ at: last, row })
      }
    },
  }
  return source
}

/** Returns `undefined` if the key lacks the permission. */
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

/** Loaded profits, with the bot's totals at that time. */
type Profits = { said: string; rows: Json[] | undefined }
const profitsOf = new WeakMap<object, Map<string, Profits>>()

/** A placeholder at the bot's newest (or oldest) possible profit, loaded on reaching it. */
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

const NOT_ASKED =
  'The profits of this grid bot are not loaded yet: each bot needs a separate request.'
const REFUSED = 'The profits of this grid bot are not available: 3Commas refused this key.'

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

/** Returns the time of the first possible profit. A running bot may have one at any time. */
function edgeOf({ isNewestFirst }: View, bot: Json): number {
  if (!isNewestFirst) return instantIn(bot['created_at']) ?? Number.NEGATIVE_INFINITY
  const isStopped = bot['is_enabled'] === false
  return (isStopped ? instantIn(bot['updated_at']) : undefined) ?? Number.POSITIVE_INFINITY
}
