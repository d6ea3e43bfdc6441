import type { MarketView } from '#contract/draft-rule.ts'
import { heldUnits } from '#contract/smart-trade-funds-rules.ts'
import { formatAmount } from '#money/format.ts'

import type { DraftValues } from '../ticket/fields.ts'
import { statusLabel, stepsOf, type Trade } from '../trade-facts.ts'
import { changeableParts, fixedSteps, valuesOf } from './change.ts'
import { type ChangedLine, changedLines, ticketOf } from './changed-lines.ts'

/** Settings or fills have changed, by the revision if the trade has one. */
export const hasChanged = (was: Trade, now: Trade): boolean =>
  was.revision !== undefined && now.revision !== undefined
    ? was.revision !== now.revision
    : changeableParts(was) !== changeableParts(now)

export function changedMeanwhile(was: Trade, now: Trade, market: MarketView): ChangedLine[] {
  const openOf = (trade: Trade) => {
    const units = heldUnits(trade)
    return units ? formatAmount(units) : 'unknown'
  }
  const statuses = stepsOf(now).map((step, index) => {
    const before = stepsOf(was).find(({ id }) => id === step.id)
    return {
      name: `Target ${index + 1} is`,
      before: statusLabel((before ?? step).status) ?? 'unknown',
      after: statusLabel(step.status) ?? 'unknown',
    }
  })
  return [
    {
      name: 'Status',
      before: statusLabel(was.status) ?? 'unknown',
      after: statusLabel(now.status) ?? 'unknown',
    },
    { name: 'Open', before: openOf(was), after: openOf(now) },
    ...statuses,
    ...changedLines(ticketOf(was, market), ticketOf(now, market), {
      take_profit: { enabled: true },
    }),
  ].filter(({ before, after }) => before !== after)
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Typed values on top of a trade that changed since. Untouched values, and targets no longer open,
 * follow the trade.
 */
export function typedUpon(typed: DraftValues, was: Trade, now: Trade): DraftValues {
  const [then, latest] = [valuesOf(was), valuesOf(now)]
  const fixed = fixedSteps(now)
  const mine = typed.take_profit.steps
  const steps = [
    ...latest.take_profit.steps.flatMap((row) => {
      const own = mine.find(({ step_id }) => step_id === row.step_id)
      const before = then.take_profit.steps.find(({ step_id }) => step_id === row.step_id)
      if (fixed.has(row.step_id) || !before || isSame(own, before)) return [row]
      return own ? [own] : []
    }),
    ...mine.filter(({ step_id }) => step_id === ''),
  ]
  return {
    ...latest,
    take_profit: isSame(typed.take_profit, then.take_profit)
      ? latest.take_profit
      : { ...typed.take_profit, steps },
    stop_loss: isSame(typed.stop_loss, then.stop_loss) ? latest.stop_loss : typed.stop_loss,
    note: typed.note === then.note ? latest.note : typed.note,
  }
}
