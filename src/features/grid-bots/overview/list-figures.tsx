import { memo } from 'react'

import { type RealisedRead, useRealisedToday } from '#lists/realised-today.tsx'
import { sumFact, TotalAmount } from '#lists/sum-amount.tsx'
import { wholeOf } from '#lists/sums.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import type { ShareOf } from '#market/dollars.ts'
import { formatCount, plural } from '#money/format.ts'
import { Percent } from '#ui/amount.tsx'
import { WarningIcon } from '#ui/icons.tsx'
import { type KeyFact, KeyFigures } from '#ui/key-figures.tsx'

import { pendingOrders } from '../bot/grid-lines.ts'
import { isOutOfRange } from '#trading/grid-range.ts'
import { orderSums, resultSums } from './overview.ts'

const NOT_SENT = 'The service did not send it for any bot.'

type ListFiguresProps = RealisedRead & { rows: Rows<GridBot>; shareOf: ShareOf | undefined }

/** Drawn once per answer: a filter leaves the figures of all bots as they are. */
export const ListFigures = memo(({ rows, shareOf, ...history }: ListFiguresProps) => {
  const bots = readableRows(rows)
  const running = bots.filter(({ is_enabled: isEnabled }) => isEnabled)
  const trips = bots.reduce((sum, bot) => sum + bot.total_profits_count, 0)
  const orders = running.map((bot) => pendingOrders(bot))
  const count = orders.reduce((sum, each) => sum + (each ? each.buys + each.sells : 0), 0)
  const profit = resultSums(rows, 'total')
  const [realised, open] = [resultSums(rows, 'realised'), resultSums(rows, 'open')]
  const inOrders = orderSums(running.length > 0 ? [...running, ...unreadableRows(rows)] : rows)
  const { sum: whole } = wholeOf(inOrders)
  const share = whole && shareOf?.(whole.amount, whole.currency)
  const today = useRealisedToday(history, { currency: wholeOf(profit).sum?.currency })
  const result = { isSigned: true, reason: NOT_SENT }
  return (
    <KeyFigures
      label="All grid bots"
      isFirstLarge
      of={{
        'Total profit': sumFact(profit, {
          ...result,
          detail: (
            <>
              Realised <TotalAmount of={realised} isSigned glyph={false} />, open{' '}
              <TotalAmount of={open} isSigned glyph={false} />
            </>
          ),
        }),
        'Realised today': today,
        'In orders': sumFact(inOrders, {
          reason: NOT_SENT,
          detail: share ? (
            <>
              <Percent value={share} /> of the portfolio
            </>
          ) : (
            plural(count, 'order')
          ),
        }),
        'Round trips': { value: formatCount(trips), detail: 'of all bots' },
        'Out of range': outOfRange(running),
      }}
    />
  )
})

function outOfRange(running: readonly GridBot[]): KeyFact {
  const outside = running.filter(isOutOfRange)
  const [first] = outside
  if (!first) return { value: `0 of ${running.length}`, detail: 'every price is in its range' }
  return {
    value: (
      <span className="inline-flex items-center gap-1.5 text-caution">
        <WarningIcon size={14} />
        {outside.length} of {running.length}
      </span>
    ),
    detail: outside.length === 1 ? first.name : 'no order is near their price',
  }
}
