import type { DcaBotEvent } from '#contract/dca-bots.ts'

type Event = DcaBotEvent

/** A kind of event among those that were sent, and how many there are. */
export type EventKind = { type: string; words: string; count: number }

/** The kinds that were sent, the most frequent first; the contract does not list them. */
export function eventKinds(events: readonly Event[]): EventKind[] {
  const counts = new Map<string, number>()
  for (const { type } of events) {
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts]
    .map(([type, count]) => ({ type, words: inWords(type), count }))
    .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1))
}

/** Those of a kind, or all, newest first whatever order the service sends. */
export const eventsOf = (events: readonly Event[], kind: string): Event[] =>
  events
    .filter(({ type }) => kind === '' || type === kind)
    .toSorted((a, b) => (b.created_at ?? 0) - (a.created_at ?? 0) || byId(b, a))

const byId = (a: Event, b: Event): number => Number(a.id ?? 0) - Number(b.id ?? 0)

/** "safety_order_filled" → "Safety order filled". */
function inWords(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
