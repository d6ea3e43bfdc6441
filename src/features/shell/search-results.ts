import type { QueryClient } from '@tanstack/react-query'

import { type DcaBot, listDcaBots } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import { type Id, readId } from '#contract/primitives.ts'
import { isUnreadable } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { joined } from '#money/format.ts'
import { matchesPair, toSlashPair } from '#trading/pair.ts'
import { statusLabel } from '#trading/smart-trade-group.ts'

type SearchResult = {
  kind: 'smart-trade' | 'grid-bot' | 'dca-bot'
  id: Id
  name: string
  detail: string
  pair?: string | undefined
}

const MOST = 12

/** Cached rows with every word, newest first. A number always links to its SmartTrade. */
export function findLoaded(client: QueryClient, text: string): SearchResult[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = everything(client).filter(({ name, detail, pair = '' }) => {
    const own = `${name} ${detail}`.toLowerCase()
    return words.every((word) => own.includes(word) || matchesPair(pair, word))
  })
  const asked = NUMBER.test(text.trim()) ? readId(text.trim()) : undefined
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
  const trades = loaded(
    client,
    [listSmartTrades, getSmartTrade],
    (id, trade: SmartTrade | undefined) => {
      const name = `SmartTrade ${id}`
      if (!trade) return { kind: 'smart-trade', id, name, detail: 'SmartTrade' }
      const { pair, status, note } = trade
      const detail = joined([statusLabel(status), note?.trim()], ' · ')
      return { kind: 'smart-trade', id, name: `${toSlashPair(pair)}, ${name}`, detail, pair }
    },
  )
  const gridBots = loaded(client, [listGridBots], (id, bot: GridBot | undefined) => {
    const own = `Grid bot ${id}`
    if (!bot) return { kind: 'grid-bot', id, name: own, detail: own }
    const { name, pair, note } = bot
    const detail = joined([`${own}, ${toSlashPair(pair)}`, note?.trim()], ' · ')
    return { kind: 'grid-bot', id, name, detail, pair }
  })
  const dcaBots = loaded(client, [listDcaBots], (id, bot: DcaBot | undefined) => {
    const { name = `DCA bot ${id}`, pair } = bot ?? {}
    return { kind: 'dca-bot', id, name, detail: joined(['DCA bot', pair]), pair }
  })
  return [...trades.toSorted((a, b) => Number(b.id) - Number(a.id)), ...gridBots, ...dcaBots]
}

/** Cached rows of lists, pages and single reads. Unreadable rows are found by id. */
function loaded(
  client: QueryClient,
  endpoints: readonly Parameters<typeof lineOf>[0][],
  resultOf: (id: Id, row: never) => SearchResult,
): SearchResult[] {
  const results = new Map<Id, SearchResult>()
  const rows = endpoints
    .flatMap((endpoint) => client.getQueriesData({ queryKey: [lineOf(endpoint)] }))
    .flatMap(([, data]) => (isPages(data) ? data.pages.flat() : [data].flat()))
    .filter((row): row is { id?: Id } => typeof row === 'object' && row !== null)
  for (const row of rows.toSorted((a, b) => Number(isUnreadable(b)) - Number(isUnreadable(a)))) {
    const { id } = row
    if (id !== undefined)
      results.set(id, resultOf(id, (isUnreadable(row) ? undefined : row) as never))
  }
  return [...results.values()]
}

const isPages = (data: unknown): data is { pages: unknown[] } =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
