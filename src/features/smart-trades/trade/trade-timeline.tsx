import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Time } from '#ui/time.tsx'

import { timelineOf } from './timeline.ts'
import type { Trade } from '../trade-facts.ts'

export function TradeTimeline({ trade }: { trade: Trade }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const moments = timelineOf(trade, areAmountsHidden)
  if (moments.length === 0) return null
  return (
    <section>
      <h3 className="mt-3.5 mb-1 font-semibold">Timeline</h3>
      <ol className="tabular-nums">
        {moments.map(({ at, words }) => (
          <li key={`${at} ${words}`} className="flex min-h-6 gap-3 py-0.5">
            <Time at={at} style="short" className="w-27 flex-none text-ink-3" />
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
