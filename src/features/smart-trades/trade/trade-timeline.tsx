import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { type OrdersRead, useOrdersOn } from '#market/fills.tsx'
import { useKeptIntents } from '#query/service.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Time } from '#ui/time.tsx'

import { isFilled, type Trade } from '../trade-facts.ts'
import { timelineOf } from './timeline-events.ts'

export function TradeTimeline({ trade }: { trade: Trade }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const intents = useKeptIntents()
  const orders = useOrdersOf(trade)
  const title = useId()
  const events = timelineOf(trade, { intents, orders, areAmountsHidden })
  if (events.length === 0) return null
  return (
    <section>
      <h3 id={title} className="mt-3.5 mb-1 font-semibold">
        Timeline
      </h3>
      <ol aria-labelledby={title} className="tabular-nums">
        {events.map(({ at, words, intent, isInDoubt }) => (
          <li key={`${at} ${words} ${intent}`} className="flex min-h-6 gap-3 py-0.5">
            {at === undefined ? (
              <span className="w-27 flex-none text-ink-3">Time not given</span>
            ) : (
              <Time at={at} style="short" className="w-27 flex-none text-ink-3" />
            )}
            <span className="min-w-0 break-words">
              {intent === undefined ? (
                words
              ) : (
                <Link to="/activity" search={{ intent }} className="link">
                  {words}
                </Link>
              )}
              {isInDoubt && <span className="text-caution">, outcome unknown</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Newest orders on the trade's pair: they have the fill time of the entry, which a trade lacks. */
export const useOrdersOf = (trade: Trade): OrdersRead | undefined =>
  useOrdersOn({
    pair: trade.pair,
    accountId: trade.account.id,
    isWanted: !trade.skip_enter_step && isFilled(trade),
  })
