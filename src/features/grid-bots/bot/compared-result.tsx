import type { GridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { CompareLink } from '#market/compare-link.tsx'
import { useService } from '#query/service.tsx'
import { buyAndHold, profitPerDay } from '#trading/grid-results.ts'
import { Amount } from '#ui/amount.tsx'
import { change, FactList, type Facts, type Figure } from '#ui/facts.tsx'
import { Section } from '#ui/page.tsx'

import { gridResult } from '../bot-facts.ts'
import { RunningTime } from '../running-time.tsx'

/** The result of a bot by time, and against holding the coins instead. */
export function ComparedResult({ bot }: { bot: GridBot }) {
  const { clock } = useService()
  return (
    <Section
      title="Result compared"
      actions={<CompareLink bot={{ kind: 'grid', id: bot.id }} />}
      className="pb-2.5"
    >
      <FactList
        of={comparedFacts(bot, clock.now())}
        isLined
        isTight
        className="border-t border-hairline-2"
      />
      <p className="pt-1.5 text-caption text-ink-3">
        Per day counts the time in which the bot ran. Buy and hold puts everything into the coin at
        the price of the last start, without fees and without leverage; the total return counts
        earlier runs as well.
      </p>
    </Section>
  )
}

export function comparedFacts(bot: GridBot, now: Instant): Facts {
  const { gridUnit, gridPlaces, roi, reason } = gridResult(bot)
  const { perDay, held } = comparedResult(bot, now)
  return {
    'Running time': <RunningTime bot={bot} />,
    'Grid profit per day': <Amount {...perDay} signed places={gridPlaces} unit={gridUnit} />,
    'Total return': change(roi, reason),
    'Buy and hold instead': change(held.value, held.reason),
  }
}

const NO_TIME = 'It is disabled. The service does not say how long it ran.'
const NO_END = 'It is disabled. The service does not say at which price it ended.'
const NO_PROFIT = 'The service did not send its profit.'
const NO_DAY = 'It has run for less than a day.'
const NO_PRICE = 'The service did not send its start price or the last price.'

/** Grid profit per day of running, and the return of holding instead. */
export function comparedResult(bot: GridBot, now: Instant): Record<'perDay' | 'held', Figure> {
  const { created_at: createdAt, start_price: start, current_price: last } = bot
  const { current_profit: profit, is_enabled: isRunning, running_seconds: seconds } = bot
  const ran = seconds === undefined ? isRunning && now - createdAt : seconds * 1000
  return {
    perDay: {
      value: profit && ran !== false ? profitPerDay(profit, ran) : undefined,
      reason: ran === false ? NO_TIME : profit ? NO_DAY : NO_PROFIT,
    },
    held: {
      value: isRunning && start && last ? buyAndHold(start, last) : undefined,
      reason: isRunning ? NO_PRICE : NO_END,
    },
  }
}
