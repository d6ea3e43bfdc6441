import type { ReactNode } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import { type Realised, realisedFrom } from '#market/profits.ts'
import { formatCount } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { WarningIcon } from '#ui/icons.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { rangePosition, rangeWords } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import { inOrdersOf, outOfRange, realisedOf, type Total, totalOf, unrealisedOf } from './totals.ts'

type ListFiguresProps = {
  bots: readonly GridBot[]
  /** How many rows could not be read: nothing of them is in a figure. */
  unreadable: number
  /** `undefined` until the history was read. */
  realised: Realised | undefined
  hasHistoryFailed: boolean
}

/** What all bots have realised, hold and need attention for, out of what was read. */
export function ListFigures({ bots, unreadable, realised, hasHistoryFailed }: ListFiguresProps) {
  const running = bots.filter(({ is_enabled: isEnabled }) => isEnabled)
  const trips = bots.reduce((sum, bot) => sum + (bot.total_profits_count ?? 0), 0)
  const orders = running.map((bot) => pendingOrders(bot))
  const count = orders.reduce((sum, each) => sum + (each ? each.buys + each.sells : 0), 0)
  const left = unreadable
  return (
    <KeyFigures label="All grid bots">
      <Figure
        label="Total realised"
        total={totalOf(bots, realisedOf)}
        left={left}
        isLarge
        detail={`${formatCount(trips)} round ${trips === 1 ? 'trip' : 'trips'}`}
      />
      <RealisedToday realised={realised} hasFailed={hasHistoryFailed} />
      <Figure
        label="Unrealised"
        total={totalOf(bots, unrealisedOf)}
        left={left}
        detail="on what they hold now"
      />
      <Figure
        label="In orders"
        total={totalOf(running, inOrdersOf)}
        left={left}
        isPlain
        detail={`${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`}
      />
      <OutOfRange running={running} />
    </KeyFigures>
  )
}

type FigureProps = {
  label: string
  total: Total
  /** Bots that could not be read at all. */
  left: number
  detail: string
  isLarge?: boolean
  /** No gain or loss. */
  isPlain?: boolean
}

/** The sum in the currency of most bots; what is in another one, or unknown, stands beside it. */
function Figure({ label, total, left, detail, isLarge, isPlain = false }: FigureProps) {
  const [first, ...others] = total.sums
  const unknown = total.unknown + left
  const look = isPlain ? { hasColour: false } : ({ signed: true, glyphSize: 10 } as const)
  return (
    <KeyFigure
      label={label}
      isLarge={isLarge}
      value={
        first ? (
          <Amount value={first.amount} currency={first.currency} unit={first.currency} {...look} />
        ) : (
          <UnknownValue reason="The service sent it of no bot." />
        )
      }
      detail={
        <>
          {others.map(({ currency, amount }) => (
            <span key={currency}>
              and{' '}
              <Amount
                value={amount}
                currency={currency}
                unit={currency}
                signed={!isPlain}
                glyph={false}
                hasColour={false}
              />
              ,{' '}
            </span>
          ))}
          {detail}
          {unknown > 0 && `, ${unknown} ${unknown === 1 ? 'bot' : 'bots'} not known`}
        </>
      }
    />
  )
}

function RealisedToday({
  realised,
  hasFailed,
}: {
  realised: Realised | undefined
  hasFailed: boolean
}) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const today = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const amount = realised && realisedFrom(realised, today)
  const currency = realised?.currency
  const value = (): ReactNode => {
    if (!realised && hasFailed) return <UnknownValue reason="The history could not be loaded." />
    if (!realised) return <Skeleton width={72} />
    return (
      <Amount
        value={amount}
        signed
        currency={currency ?? 'USD'}
        unit={currency}
        glyphSize={10}
        reason="Not every order closed today could be read."
      />
    )
  }
  const closed = realised?.profits.filter(({ at }) => at >= today).length
  return (
    <KeyFigure
      label="Realised today"
      value={value()}
      detail={
        amount === undefined || closed === undefined
          ? 'by the history'
          : `${formatCount(closed)} closing ${closed === 1 ? 'order' : 'orders'}${realised?.isConverted === true ? ', valued in USD' : ''}`
      }
    />
  )
}

function OutOfRange({ running }: { running: readonly GridBot[] }) {
  const outside = outOfRange(running)
  const [first] = outside
  const position = first && rangePosition(first)
  return (
    <KeyFigure
      label="Out of range"
      value={
        outside.length === 0 ? (
          `0 of ${running.length}`
        ) : (
          <span className="inline-flex items-center gap-1.5 text-caution">
            <WarningIcon size={14} />
            {outside.length} of {running.length}
          </span>
        )
      }
      detail={
        first && position
          ? outside.length === 1
            ? `${first.name}, ${rangeWords(position)}`
            : 'no order is near their price'
          : 'every price is in its range'
      }
    />
  )
}
