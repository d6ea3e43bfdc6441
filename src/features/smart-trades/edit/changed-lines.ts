import { type MarketView, quoteOf } from '#contract/draft-rule.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import { heldUnits } from '#contract/smart-trade-funds-rules.ts'
import type { Decimal } from '#money/decimal.ts'
import { formatAmount, joined, textOr } from '#money/format.ts'
import { moveToBreakEven, resultOfClosing } from '#trading/position-cost.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import { type BreakEven, openCostOf } from '../position.ts'
import { previewOf } from '../ticket/draft.ts'
import type { DraftValues, LinkedPrice } from '../ticket/fields.ts'
import { statusLabel, stepsOf, type Trade } from '../trade-facts.ts'
import { changeableParts, fixedSteps, valuesOf } from './change.ts'

export type ChangedLine = { name: string; before: string; after: string }

const NONE = 'none'

export type Ticket = { values: DraftValues; preview: Preview }

/** Ticket of a trade with its preview, as it is now or with typed values. */
export const ticketOf = (trade: Trade, market: MarketView, values = valuesOf(trade)): Ticket => ({
  values,
  preview: previewOf(values, market, { trade, fixed: fixedSteps(trade) }),
})

/** Changed lines of the request; all targets if any is sent, because the service replaces all. */
export function changedLines(
  before: Ticket,
  after: Ticket,
  { take_profit: sent }: SmartTradeChange,
): ChangedLine[] {
  const count = Math.max(before.preview.targets.length, after.preview.targets.length)
  const targets = Array.from({ length: count }, (_, index) => ({
    name: `Target ${index + 1}`,
    before: targetWords(before, index, after),
    after: targetWords(after, index, before),
  }))
  const others = [
    { name: 'Stop', before: stopWords(before, after), after: stopWords(after, before) },
    {
      name: 'Note',
      before: textOr(before.values.note, NONE),
      after: textOr(after.values.note, NONE),
    },
  ]
  return [...(sent ? targets : []), ...others.filter((line) => line.before !== line.after)]
}

/** Place of the new stop once a filled target moves it to break-even. */
export function breakEvenAfter(
  trade: Trade,
  { stop_loss }: DraftValues,
  { breakEven: price, stop, direction }: Preview,
  market: MarketView,
): BreakEven | undefined {
  const isOn = stop_loss.enabled && stop_loss.breakeven
  const isSet = stepsOf(trade).some(({ status }) => status?.type === 'finished')
  const cost = openCostOf(trade)
  const { tick, feeRate: exitFeeRate } = market
  if (!isOn || !isSet || !price || !stop?.trigger || !tick || !cost || !exitFeeRate)
    return undefined
  const now = quoteOf(market, stop_loss.conditional.price.type)
  const { state, stop: stands } = moveToBreakEven(
    { stop: stop.trigger, now },
    { direction, price, tick },
  )
  const atStop = resultOfClosing({ direction, cost, exitFeeRate }, stands)
  return { state, price, stop: stands, atStop }
}

/** Price, with its percent if it follows the average entry. */
function priceWords(price: Decimal | undefined, { by, percent }: LinkedPrice): string {
  const written = price ? formatAmount(price) : 'price unknown'
  return by === 'percent' ? `${written}, ${percent}% from entry` : written
}

const typeWords = (type: string, other: string) => type !== other && `by the ${type} price`

function targetWords({ values, preview }: Ticket, index: number, other: Ticket): string {
  const target = preview.targets[index]
  const typed = values.take_profit.steps[index]
  if (!target || !typed) return NONE
  const { price, volume, orderType, trailing } = target
  return joined([
    priceWords(price, typed.price),
    volume && `${formatAmount(volume)}%`,
    orderType,
    typeWords(values.take_profit.price_type, other.values.take_profit.price_type),
    trailing && `trails by ${formatAmount(trailing)}%`,
  ])
}

function stopWords({ values, preview: { stop } }: Ticket, other: Ticket): string {
  if (!stop) return NONE
  const { trigger, limit, orderType, trailing } = stop
  const { breakeven, timeout, conditional } = values.stop_loss
  return joined([
    priceWords(trigger, conditional.price),
    orderType !== other.preview.stop?.orderType && orderType,
    limit && `limit ${priceWords(limit, values.stop_loss.price)}`,
    typeWords(conditional.price.type, other.values.stop_loss.conditional.price.type),
    trailing && `trails by ${formatAmount(trailing)}%`,
    breakeven && 'to break-even after target 1',
    timeout.enabled && `after ${timeout.value} s`,
  ])
}

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
