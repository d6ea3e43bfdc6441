import type { QueryClient } from '@tanstack/react-query'

import { type DcaBot, listDcaBots } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import { type Id, readId } from '#contract/primitives.ts'
import { isUnreadable } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { matchesPair, toSlashPair } from '#trading/pair.ts'

/** A trade or bot that can be opened, with what distinguishes it. */
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
  for (const trade of rowsOf<SmartTrade>(client, [listSmartTrades, getSmartTrade])) {
    if (trade.id !== undefined) trades.set(trade.id, smartTradeAs(trade.id, trade))
  }
  const gridBots = new Map<Id, SearchResult>()
  for (const { id, name, pair, note } of rowsOf<GridBot>(client, [listGridBots])) {
    if (id === undefined) continue
    const own = `Grid bot ${id}${pair === undefined ? '' : `, ${toSlashPair(pair)}`}`
    const detail = [own, note?.trim()].filter(Boolean).join(' · ')
    gridBots.set(id, { kind: 'grid-bot', id, name: name ?? `Grid bot ${id}`, detail, pair })
  }
  const dcaBots = new Map<string, SearchResult>()
  for (const { id, name, pair } of rowsOf<DcaBot>(client, [listDcaBots])) {
    if (id === undefined) continue
    dcaBots.set(id, {
      kind: 'dca-bot',
      id,
      name: name ?? pair ?? `DCA bot ${id}`,
      detail: ['DCA bot', pair].filter(Boolean).join(', '),
      pair,
    })
  }
  const newestFirst = [...trades]
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .map(([, trade]) => trade)
  return [...newestFirst, ...gridBots.values(), ...dcaBots.values()]
}

const smartTradeAs = (id: Id, { pair, status, note }: SmartTrade): SearchResult => ({
  kind: 'smart-trade',
  id,
  name: `${pair === undefined ? '' : `${toSlashPair(pair)}, `}SmartTrade ${id}`,
  detail: [status?.title || 'SmartTrade', note?.trim()].filter(Boolean).join(' · '),
  pair,
})

/**
 * What lies in the cache of some endpoints: lists, lists page by page, single ones. One that could not
 * be read comes first, so that a readable one takes its place, and leads to its page by its id.
 */
function rowsOf<T>(client: QueryClient, endpoints: readonly Parameters<typeof lineOf>[0][]): T[] {
  const rows = endpoints
    .flatMap((endpoint) => client.getQueriesData({ queryKey: [lineOf(endpoint)] }))
    .flatMap(([, data]) => (isPages(data) ? data.pages.flat() : [data].flat()))
    .filter((row) => typeof row === 'object' && row !== null)
  return rows.toSorted((a, b) => Number(isUnreadable(b)) - Number(isUnreadable(a))) as T[]
}

const isPages = (data: unknown): data is { pages: unknown[] } =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
