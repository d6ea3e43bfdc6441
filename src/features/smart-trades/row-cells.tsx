import { isZero } from '#money/decimal.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { progressOf } from './progress.ts'
import {
  endReason,
  isClosed,
  isFilled,
  statusLabel,
  statusTitle,
  toneOf,
  type Trade,
} from './trade-facts.ts'

const BAR_WIDTH = 96

export function whyUnknown(trade: Trade): string {
  if (!isClosed(trade)) {
    return !isFilled(trade) ? 'The entry is not filled yet.' : 'The service sent no profit.'
  }
  const { entered_amount: entered, closed_amount: closed } = trade.data
  if (entered && isZero(entered)) return 'Nothing was filled, so there is no result.'
  return closed && isZero(closed)
    ? 'The position was kept, so there is no result.'
    : 'The service sent no profit.'
}

type StatusCellProps = {
  trade: Trade
  isCut?: boolean
}

/** The tooltip has the service's status and the reason of a failure. */
export function StatusCell({ trade, isCut = false }: StatusCellProps) {
  const { status } = trade
  const title = statusTitle(status)
  const label = statusLabel(status)
  if (title === undefined) return <UnknownValue />
  const words = status.error === undefined ? title : `${title}: ${status.error}`
  return (
    <StatusTag tone={toneOf(status, isFilled(trade))} title={words}>
      {isCut ? <span className={CUT}>{label}</span> : label}
    </StatusTag>
  )
}

const CUT = 'max-w-52 truncate @max-[80rem]:max-w-40 @max-[60rem]:max-w-38 @max-[50rem]:max-w-26'

/** Reason that a trade ended without an exit, in plain words. */
export function ReasonCell({ trade }: { trade: Trade }) {
  const { status } = trade
  const reason = endReason(trade)
  if (reason === undefined) return <StatusCell trade={trade} isCut />
  return (
    <span className="flex [&>span]:min-w-0">
      <StatusTag tone={toneOf(status, true)} title={reason}>
        <span className="min-w-0 truncate">{reason}</span>
      </StatusTag>
    </span>
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
