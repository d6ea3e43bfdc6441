import { type MarketView, quoteOf } from '#contract/draft-rule.ts'
import { formatAmount } from '#money/format.ts'
import { moveToBreakEven, resultOfClosing } from '#trading/position-cost.ts'
import type { Preview, PreviewTarget } from '#trading/smart-trade-preview.ts'

import { type BreakEven, openCostOf } from '../position.ts'
import type { DraftValues } from '../ticket/fields.ts'
import { stepsOf, type Trade } from '../trade-facts.ts'
import type { ChangedLine } from './edit-review.tsx'

const NONE = 'none'

/** What a ticket changes of its trade, line by line. */
export function changedLines(
  before: { values: DraftValues; preview: Preview },
  after: { values: DraftValues; preview: Preview },
): ChangedLine[] {
  const count = Math.max(before.preview.targets.length, after.preview.targets.length)
  const targets = Array.from({ length: count }, (_, index) => ({
    name: `Target ${index + 1}`,
    before: targetWords(before.preview.targets[index]),
    after: targetWords(after.preview.targets[index]),
  }))
  return [
    ...targets,
    { name: 'Stop', before: stopWords(before), after: stopWords(after) },
    {
      name: 'Note',
      before: before.values.note || NONE,
      after: after.values.note || NONE,
    },
  ].filter((line) => line.before !== line.after)
}

/** Where the new stop stands once it is placed, if a filled target moves it to break-even. */
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

function targetWords(target: PreviewTarget | undefined): string {
  if (!target) return NONE
  const { price, volume, orderType, trailing } = target
  return [
    price === undefined ? 'price unknown' : formatAmount(price),
    ...(volume === undefined ? [] : [`${formatAmount(volume)}%`]),
    ...(orderType === undefined ? [] : [orderType]),
    ...(trailing === undefined ? [] : [`trails by ${formatAmount(trailing)}%`]),
  ].join(', ')
}

function stopWords({ values, preview: { stop } }: { values: DraftValues; preview: Preview }) {
  if (!stop) return NONE
  const { trigger, limit, orderType, trailing } = stop
  const { breakeven, timeout } = values.stop_loss
  return [
    trigger === undefined ? 'price unknown' : formatAmount(trigger),
    ...(orderType === undefined ? [] : [orderType]),
    ...(limit === undefined ? [] : [`limit ${formatAmount(limit)}`]),
    ...(trailing === undefined ? [] : [`trails by ${formatAmount(trailing)}%`]),
    ...(breakeven ? ['to break-even after target 1'] : []),
    ...(timeout.enabled ? [`after ${timeout.value} s`] : []),
  ].join(', ')
}
