import { useState } from 'react'

import type { DcaBotDetail, DcaBotEvent } from '#contract/dca-bots.ts'
import { present } from '#contract/read.ts'
import { thenBy } from '#money/numbers.ts'
import { codeWords } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { useFirst } from '#ui/disclosure.tsx'
import { Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'
import { Time } from '#ui/time.tsx'

export function EventList({ bot }: { bot: DcaBotDetail }) {
  const [kind, setKind] = useState('')
  const all = sentEvents(bot)
  const kinds = eventKinds(all)
  const chosen = kinds.some(({ type }) => type === kind) ? kind : ''
  const events = eventsOf(all, chosen)
  const { shown, toggle } = useFirst(events, 12, 'events')
  return (
    <Section
      title="Latest events"
      actions={
        kinds.length > 1 && (
          <Select
            isChip
            aria-label="Kind of event"
            value={chosen}
            options={[
              { value: '', label: `All ${all.length}` },
              ...kinds.map(({ type, words, count }) => ({
                value: type,
                label: `${words}, ${count}`,
              })),
            ]}
            onChange={(event) => setKind(event.target.value)}
          />
        )
      }
    >
      {!bot.events && <p className="text-ink-2">The service sent no events for this bot.</p>}
      {bot.events && events.length === 0 && <p className="text-ink-2">No events yet.</p>}
      <ol className="pl-0.75" aria-label="Events">
        {shown.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
      {toggle}
    </Section>
  )
}

export function EventLine({ event }: { event: DcaBotEvent }) {
  return (
    <li className="relative flex gap-3 border-l border-hairline-2 py-0.5 pl-3.5">
      <span
        aria-hidden="true"
        className="absolute top-2.5 -left-[3.5px] size-1.5 rounded-full bg-ink-3"
      />
      <Time
        at={event.created_at}
        style="short"
        className="w-24 flex-none whitespace-nowrap text-ink-3 tabular-nums max-sm:w-28"
      />
      <span className="min-w-0">
        {event.message}
        {event.price != null && (
          <span className="text-ink-2">
            {' '}
            at <Amount value={event.price} isPrice minPlaces={2} />
          </span>
        )}
      </span>
    </li>
  )
}

type Event = DcaBotEvent

export const sentEvents = (bot: DcaBotDetail): Event[] => present(bot.events ?? [])

/** Kinds among the events, most frequent first; the contract does not list them. */
export function eventKinds(events: readonly Event[]) {
  const counts = new Map<string, number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => ({ type, words: codeWords(type), count }))
    .toSorted((a, b) => thenBy(b.count - a.count, a.type < b.type ? -1 : 1))
}

/** Newest first, in any order of the service. */
export const eventsOf = (events: readonly Event[], kind: string): Event[] =>
  events
    .filter(({ type }) => kind === '' || type === kind)
    .toSorted((a, b) => thenBy(b.created_at - a.created_at, byId(b, a)))

const byId = (a: Event, b: Event): number => Number(a.id) - Number(b.id)
