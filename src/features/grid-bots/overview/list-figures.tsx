import type { ReactNode } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import { type Realised, realisedFrom } from '#market/profits.ts'
import { plural } from '#money/words.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { dayIn, startOfDay } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { WarningIcon } from '#ui/icons.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { missingWords, OtherSums, SumAmount } from '#ui/sum-amount.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { gridResult, rangePosition, rangeWords } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'
import {
  inOrdersOf,
  isRounded,
  openOf,
  outOfRange,
  profitOf,
  realisedOf,
  type Total,
  totalOf,
  wholeOf,
} from './totals.ts'

type ListFiguresProps = {
  bots: readonly GridBot[]
  /** How many rows could not be read: nothing of them is in a figure. */
  unreadable: number
  /** `undefined` until the history was read. */
  realised: Realised | undefined
  hasHistoryFailed: boolean
}

/** Key figures over all bots that were read. */
export function ListFigures({ bots, unreadable, realised, hasHistoryFailed }: ListFiguresProps) {
  const running = bots.filter(({ is_enabled: isEnabled }) => isEnabled)
  const trips = bots.reduce((sum, bot) => sum + bot.total_profits_count, 0)
  const orders = running.map((bot) => pendingOrders(bot))
  const count = orders.reduce((sum, each) => sum + (each ? each.buys + each.sells : 0), 0)
  const unread = Array.from({ length: unreadable }, () => 'an unreadable bot')
  const profit = totalOf(bots, profitOf)
  const stopped = bots.some((bot) => !bot.is_enabled && gridResult(bot).open)
  return (
    <KeyFigures label="All grid bots">
      <Figure
        label="Total profit"
        total={profit}
        unread={unread}
        isLarge
        detail={plural(trips, 'round trip')}
      />
      <Figure
        label="Realised"
        total={totalOf(bots, realisedOf)}
        unread={unread}
        detail="stops included"
      />
      <Figure
        label="Open"
        total={totalOf(bots, openOf)}
        unread={unread}
        detail={stopped ? 'stopped bots at their stop' : 'on what they hold now'}
      />
      <RealisedToday
        realised={realised}
        hasFailed={hasHistoryFailed}
        currency={realised?.currency ?? wholeOf(profit)?.currency}
      />
      <Figure
        label="In orders"
        total={totalOf(running.length > 0 ? running : bots, inOrdersOf)}
        unread={unread}
        isPlain
        detail={plural(count, 'order')}
      />
      <OutOfRange running={running} />
    </KeyFigures>
  )
}

type FigureProps = {
  label: string
  total: Total
  /** Bots that could not be read at all. */
  unread: readonly string[]
  detail: string
  isLarge?: boolean
  /** No gain or loss. */
  isPlain?: boolean
}

/** The sum in the currency of most bots, then sums in other currencies, and the bots that are in none. */
function Figure({ label, total, unread, detail, isLarge, isPlain = false }: FigureProps) {
  const [first, ...others] = total.sums
  const missing = [...total.unknown, ...unread]
  return (
    <KeyFigure
      label={label}
      isLarge={isLarge}
      value={
        <SumAmount
          amount={first?.amount}
          currency={first?.currency}
          missing={missing}
          isSigned={!isPlain}
          reason="The service did not send it for any bot."
        />
      }
      detail={
        <>
          <OtherSums sums={others} isSigned={!isPlain} />
          {first && missing.length > 0 ? missingWords(missing) : detail}
          {total.sums.some(isRounded) && ', rounded'}
        </>
      }
    />
  )
}

type RealisedTodayProps = {
  realised: Realised | undefined
  hasFailed: boolean
  /** `undefined` if the bots have several. */
  currency: string | undefined
}

function RealisedToday({ realised, hasFailed, currency }: RealisedTodayProps) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const today = startOfDay(dayIn(timeZone)(clock.now()), timeZone)
  const amount = realised && realisedFrom(realised, today)
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
          : `${plural(closed, 'closing order')}${realised?.isConverted === true ? ', valued in USD' : ''}`
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
