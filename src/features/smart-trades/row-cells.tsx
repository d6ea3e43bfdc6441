import {
  absolute,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  isZero,
  subtract,
  toNumber,
} from '#money/decimal.ts'
import { formatAmount, joined } from '#money/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { UnknownValue } from '#ui/amount.tsx'

import {
  endReason,
  entryOf,
  isClosed,
  isFilled,
  isPartlyFilled,
  nowOf,
  statusLabel,
  statusTitle,
  stopOf,
  targetsOf,
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

/** The tooltip has the service's status and the reason of a failure. */
export function StatusCell({ trade, isCut = false }: { trade: Trade; isCut?: boolean }) {
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

type Progress = {
  /** Places from the stop (0) to the farthest target (1), for longs and shorts. */
  entry: number
  now: number | undefined
  targets: number[]
  direction: 'up' | 'down' | 'none'
  label: string
}

/**
 * Place of a trade between stop and farthest target. Starts at the entry without a stop, ends there
 * without a target; `undefined` without both or without an entry price.
 */
export function progressOf(trade: Trade): Progress | undefined {
  const entry = entryOf(trade)
  const now = nowOf(trade)
  const stop = stopOf(trade)
  const targets = targetsOf(trade)
  const from = stop ?? entry
  const to = farthestFrom(from, targets) ?? entry
  if (!entry || !from || !to || from === to) return undefined

  const start = toNumber(from)
  const length = toNumber(to) - start
  const placeOf = (price: Decimal) => (toNumber(price) - start) / length
  return {
    entry: placeOf(entry),
    now: now && placeOf(now),
    targets: targets.filter((target) => target !== to).map(placeOf),
    direction: directionOf(trade),
    label: labelOf({ stop, entry, now, targets }),
  }
}

/** Targets may come in any order. */
const farthestFrom = (
  from: Decimal | undefined,
  targets: readonly Decimal[],
): Decimal | undefined =>
  targets.reduce<Decimal | undefined>(
    (most, target) =>
      from && most && compare(absolute(subtract(target, from)), absolute(subtract(most, from))) <= 0
        ? most
        : target,
    undefined,
  )

function directionOf(trade: Trade): Progress['direction'] {
  const profit = trade.profit.volume
  const isEmpty = !isFilled(trade) && !isPartlyFilled(trade)
  if (isEmpty || !profit) return 'none'
  if (isPositive(profit)) return 'up'
  return isNegative(profit) ? 'down' : 'none'
}

type Prices = {
  stop: Decimal | undefined
  entry: Decimal
  now: Decimal | undefined
  targets: readonly Decimal[]
}

function labelOf({ stop, entry, now, targets }: Prices): string {
  return joined([
    stop ? `Stop ${formatAmount(stop)}` : 'No stop',
    `entry ${formatAmount(entry)}`,
    now && `now ${formatAmount(now)}`,
    targets.length === 0
      ? 'no target'
      : `${targets.length === 1 ? 'target' : 'targets'} ${targets.map((price) => formatAmount(price)).join(', ')}`,
  ])
}
