import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { progressOf } from './progress.ts'
import { isClosed, isFilled, statusTitle, toneOf, type Trade } from './trade-facts.ts'

const BAR_WIDTH = 96

export const whyUnknown = (trade: Trade): string =>
  isFilled(trade) === false && !isClosed(trade)
    ? 'The entry is not filled yet.'
    : 'The service sent no profit.'

/** The service's own word; why it failed is one hover away, and stands in the drawer. */
export function StatusCell({ trade }: { trade: Trade }) {
  const { status } = trade
  const title = statusTitle(status)
  if (title === undefined) return <UnknownValue />
  return (
    <StatusTag tone={toneOf(status, isFilled(trade) !== false)} title={status?.error}>
      {title}
    </StatusTag>
  )
}

export function Bar({ trade, isWide = false }: { trade: Trade; isWide?: boolean }) {
  const progress = progressOf(trade)
  if (!progress) return isWide ? null : <UnknownValue reason="No target, stop or entry price." />
  const { entry, now, targets, direction, label } = progress
  return (
    <ProgressBar
      entry={entry}
      now={now}
      ticks={isWide ? targets : []}
      direction={direction}
      label={label}
      width={isWide ? undefined : BAR_WIDTH}
    />
  )
}
