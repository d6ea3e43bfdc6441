import type { PreviewTarget, Preview } from '#trading/smart-trade-preview.ts'
import { formatAmount } from '#money/format.ts'

import type { DraftValues } from '../ticket/fields.ts'
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
