import type { HistoricalTrade } from '#contract/history.ts'
import { type Id, readId } from '#contract/primitives.ts'

/** The ids in what somebody typed or pasted, and the words that are none. */
export type ReadIds = { ids: Id[]; unreadable: string[] }

/** Several ids at once, between spaces, commas or semicolons; "#48211" and a link to a bot count. */
export function readIds(text: string): ReadIds {
  const ids = new Set<Id>()
  const unreadable: string[] = []
  for (const word of text.split(/[\s,;]+/)) {
    if (word === '') continue
    const id = readId(/^(?:#|.*\/)?([1-9]\d*)\/?$/.exec(word)?.[1] ?? '')
    if (id === undefined) unreadable.push(word)
    else ids.add(id)
  }
  return { ids: [...ids], unreadable }
}

/** The grid bots that closed trades name as their source, newest first. */
export function botsInTrades(trades: readonly HistoricalTrade[]): Id[] {
  const ids = trades.flatMap(({ source }) =>
    source?.type === 'grid_bot' && source.id ? readIds(source.id).ids : [],
  )
  return [...new Set(ids)]
}
