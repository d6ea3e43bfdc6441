import type { QueryClient } from '@tanstack/react-query'

import { type DcaBot, listDcaBots } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import { type Id, readId } from '#contract/primitives.ts'
import { isUnreadable, type UnreadableRow } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { textOr } from '#money/words.ts'
import { matchesPair, toSlashPair } from '#trading/pair.ts'

export type SearchResult = { name: string; detail: string; pair?: string | undefined } & (
  | { kind: 'smart-trade'; id: Id }
  | { kind: 'grid-bot'; id: Id }
  | { kind: 'dca-bot'; id: string }
)

/** More would be a list to read, not to pick from. */
const MOST = 12

/**
 * Trades and bots among all that was read so far that contain every word typed, the newest first.
 * Nothing is asked for; a number alone leads to the SmartTrade of that number even if it was not read.
 */
export function findLoaded(client: QueryClient, text: string): SearchResult[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = everything(client).filter(({ name, detail, pair }) => {
    const own = `${name} ${detail}`.toLowerCase()
    return words.every(
      (word) => own.includes(word) || (pair !== undefined && matchesPair(pair, word)),
    )
  })
  const asked =
    words.length === 1 && NUMBER.test(words[0] ?? '') ? readId(words[0] ?? '') : undefined
  const isKnown = found.some(({ kind, id }) => kind === 'smart-trade' && id === asked)
  return [...found.slice(0, MOST), ...(asked === undefined || isKnown ? [] : [byNumber(asked)])]
}

const NUMBER = /^[1-9]\d*$/

const byNumber = (id: Id): SearchResult => ({
  kind: 'smart-trade',
  id,
  name: `SmartTrade ${id}`,
  detail: 'by its number',
})

function everything(client: QueryClient): SearchResult[] {
  const trades = new Map<Id, SearchResult>()
  for (const row of rowsOf<SmartTrade>(client, [listSmartTrades, getSmartTrade])) {
    if (row.id !== undefined) trades.set(row.id, smartTradeAs(row.id, row))
  }
  const gridBots = new Map<Id, SearchResult>()
  for (const row of rowsOf<GridBot>(client, [listGridBots])) {
    if (row.id !== undefined) gridBots.set(row.id, gridBotAs(row.id, row))
  }
  const dcaBots = new Map<string, SearchResult>()
  for (const row of rowsOf<DcaBot>(client, [listDcaBots])) {
    if (typeof row.id === 'string') dcaBots.set(row.id, dcaBotAs(row.id, row))
  }
  const newestFirst = [...trades]
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .map(([, trade]) => trade)
  return [...newestFirst, ...gridBots.values(), ...dcaBots.values()]
}

function smartTradeAs(id: Id, row: SmartTrade | UnreadableRow): SearchResult {
  const kind = 'smart-trade'
  const name = `SmartTrade ${id}`
  if (isUnreadable(row)) return { kind, id, name, detail: 'SmartTrade' }
  const { pair, status, note } = row
  return {
    kind,
    id,
    name: `${toSlashPair(pair)}, ${name}`,
    detail: [textOr(status.title, 'SmartTrade'), note?.trim()].filter(Boolean).join(' · '),
    pair,
  }
}

function gridBotAs(id: Id, row: GridBot | UnreadableRow): SearchResult {
  const kind = 'grid-bot'
  const own = `Grid bot ${id}`
  if (isUnreadable(row)) return { kind, id, name: own, detail: own }
  const { name, pair, note } = row
  const detail = [`${own}, ${toSlashPair(pair)}`, note?.trim()].filter(Boolean).join(' · ')
  return { kind, id, name, detail, pair }
}

function dcaBotAs(id: string, row: DcaBot | UnreadableRow): SearchResult {
  const kind = 'dca-bot'
  if (isUnreadable(row)) return { kind, id, name: `DCA bot ${id}`, detail: 'DCA bot' }
  const { name, pair } = row
  return { kind, id, name, detail: ['DCA bot', pair].filter(Boolean).join(', '), pair }
}

/**
 * What lies in the cache of some endpoints: lists, lists page by page, single ones. One that could not
 * be read comes first, so that a readable one takes its place, and leads to its page by its id.
 */
function rowsOf<T>(
  client: QueryClient,
  endpoints: readonly Parameters<typeof lineOf>[0][],
): (T | UnreadableRow)[] {
  const rows = endpoints
    .flatMap((endpoint) => client.getQueriesData({ queryKey: [lineOf(endpoint)] }))
    .flatMap(([, data]) => (isPages(data) ? data.pages.flat() : [data].flat()))
    .filter((row) => typeof row === 'object' && row !== null)
  return rows.toSorted((a, b) => Number(isUnreadable(b)) - Number(isUnreadable(a))) as (
    | T
    | UnreadableRow
  )[]
}

const isPages = (data: unknown): data is { pages: unknown[] } =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
