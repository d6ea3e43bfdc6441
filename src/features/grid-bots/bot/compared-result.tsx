import type { GridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { CompareLink } from '#market/compare-link.tsx'
import { useService } from '#query/service.tsx'
import { buyAndHold, profitADay } from '#trading/grid-results.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'

import { gridResult } from '../bot-facts.ts'

/** The result of a bot by time, and against holding the coins instead. */
export function ComparedResult({ bot }: { bot: GridBot }) {
  const { clock } = useService()
  const { realised, realisedUnit, realisedPlaces } = gridResult(bot)
  const { aDay, held, total, why } = comparedResult(bot, clock.now())
  return (
    <Section
      title="Result compared"
      actions={bot.id !== undefined && <CompareLink bot={{ kind: 'grid', id: bot.id }} />}
      className="pb-2.5"
    >
      <DefinitionList isLined isTight className="border-t border-hairline-2">
        <Definition term="Grid profit a day">
          <Amount
            value={aDay}
            signed
            places={realised && realisedPlaces}
            unit={realisedUnit}
            reason={why.aDay}
          />
        </Definition>
        <Definition term="Total return">
          <Percent value={total} signed reason={why.total} />
        </Definition>
        <Definition term="Buy and hold instead">
          <Percent value={held} signed reason={why.held} />
        </Definition>
      </DefinitionList>
      <p className="pt-1.5 text-caption text-ink-3">
        A day is the average of all days since the bot was created. Buy and hold puts everything
        into the coin at the price of the last start, without fees and without leverage; the total
        return counts earlier runs as well.
      </p>
    </Section>
  )
}

const DISABLED =
  'It is disabled. The service does not say how long it ran, or at which price it ended.'
const NO_PROFIT = 'The service did not say its profit, or when it was created.'
const NO_DAY = 'It is less than a day old.'
const NO_PRICE = 'The service did not say its start price or the last price.'
const NO_TOTAL = 'The service did not say its total return.'

/** What can be said of a bot at a moment, and why the rest cannot. */
export function comparedResult(bot: GridBot, now: Instant) {
  const { realised, roi, roiOf } = gridResult(bot)
  const { created_at: createdAt, start_price: start, current_price: last } = bot
  const isRunning = bot.is_enabled
  const isDayKnown = realised !== undefined && createdAt !== undefined
  const aDay = isRunning && isDayKnown ? profitADay(realised, createdAt, now) : undefined
  const held = isRunning && start && last ? buyAndHold(start, last) : undefined
  return {
    aDay,
    held,
    total: isRunning && roiOf === 'total' ? roi : undefined,
    why: {
      aDay: isRunning ? (isDayKnown ? NO_DAY : NO_PROFIT) : DISABLED,
      held: isRunning ? NO_PRICE : DISABLED,
      total: isRunning ? NO_TOTAL : DISABLED,
    },
  }
}
