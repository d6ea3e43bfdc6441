import { useState } from 'react'

import type { DcaBotDetail } from '#contract/dca-bots.ts'
import type { Read } from '#contract/read.ts'
import { Amount } from '#ui/amount.tsx'
import { Section } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'

const SHOWN = 12

/** What has happened to a bot, in the service's words, newest first. */
export function EventList({ bot }: { bot: Read<DcaBotDetail> }) {
  const [isWhole, setWhole] = useState(false)
  const events = bot.events ?? []
  const shown = isWhole ? events : events.slice(0, SHOWN)
  return (
    <Section title="Latest events">
      {bot.events === undefined && (
        <p className="text-ink-2">The service sent no events of this bot.</p>
      )}
      {bot.events !== undefined && events.length === 0 && (
        <p className="text-ink-2">Nothing has happened yet.</p>
      )}
      <ol className="pl-0.75">
        {shown.map((event, index) => (
          <li
            key={event.id ?? index}
            className="relative flex gap-3 border-l border-hairline-2 py-0.5 pl-3.5"
          >
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
              {event.message ?? event.type ?? 'An event without words'}
              {event.price != null && (
                <span className="text-ink-2">
                  {' '}
                  at <Amount value={event.price} isPrice minPlaces={2} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {events.length > SHOWN && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="link touch mt-1.5"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the newest ${SHOWN}` : `Show all ${events.length} that were sent`}
        </button>
      )}
    </Section>
  )
}
