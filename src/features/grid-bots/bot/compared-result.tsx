import type { GridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { CompareLink } from '#market/compare-link.tsx'
import { useService } from '#query/service.tsx'
import { buyAndHold, profitPerDay } from '#trading/grid-results.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'

import { gridResult } from '../bot-facts.ts'
import { RunningTime } from '../running-time.tsx'

/** The result of a bot by time, and against holding the coins instead. */
export function ComparedResult({ bot }: { bot: GridBot }) {
  const { clock } = useService()
  const { grid, gridUnit, gridPlaces, roi, reason } = gridResult(bot)
  const { perDay, held, why } = comparedResult(bot, clock.now())
  return (
    <Section
      title="Result compared"
      actions={<CompareLink bot={{ kind: 'grid', id: bot.id }} />}
      className="pb-2.5"
    >
      <DefinitionList isLined isTight className="border-t border-hairline-2">
        <Definition term="Running time">
          <RunningTime bot={bot} />
        </Definition>
        <Definition term="Grid profit per day">
          <Amount
            value={perDay}
            signed
            places={grid && gridPlaces}
            unit={gridUnit}
            reason={why.perDay}
          />
        </Definition>
        <Definition term="Total return">
          <Percent value={roi} signed reason={reason} />
        </Definition>
        <Definition term="Buy and hold instead">
          <Percent value={held} signed reason={why.held} />
        </Definition>
      </DefinitionList>
      <p className="pt-1.5 text-caption text-ink-3">
        Per day counts the time in which the bot ran. Buy and hold puts everything into the coin at
        the price of the last start, without fees and without leverage; the total return counts
        earlier runs as well.
      </p>
    </Section>
  )
}

const NO_TIME = 'It is disabled. The service does not say how long it ran.'
const NO_END = 'It is disabled. The service does not say at which price it ended.'
const NO_PROFIT = 'The service did not send its profit.'
const NO_DAY = 'It has run for less than a day.'
const NO_PRICE = 'The service did not send its start price or the last price.'

/** Grid profit per day of running and the return of holding, or why they are unknown. */
export function comparedResult(bot: GridBot, now: Instant) {
  const { created_at: createdAt, start_price: start, current_price: last } = bot
  const { current_profit: profit, is_enabled: isRunning } = bot
  const age = isRunning ? now - createdAt : undefined
  const ran = bot.running_seconds === undefined ? age : bot.running_seconds * 1000
  return {
    perDay: profit && ran !== undefined ? profitPerDay(profit, ran) : undefined,
    held: isRunning && start && last ? buyAndHold(start, last) : undefined,
    why: {
      perDay: ran === undefined ? NO_TIME : profit ? NO_DAY : NO_PROFIT,
      held: isRunning ? NO_PRICE : NO_END,
    },
  }
}
