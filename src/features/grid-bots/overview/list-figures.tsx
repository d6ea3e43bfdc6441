import type { GridBot } from '#contract/grid-bots.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import type { Realised } from '#market/profits.ts'
import { RealisedToday } from '#lists/realised-today.tsx'
import type { ApiError } from '#client/api-error.ts'
import { plural } from '#money/words.ts'
import { WarningIcon } from '#ui/icons.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { SumFigure } from '#lists/sum-amount.tsx'
import { wholeOf } from '#lists/sums.ts'

import { pendingOrders } from '../bot/grid-lines.ts'
import { isOutOfRange, rangePosition, rangeWords } from '#trading/grid-range.ts'
import { gridResult } from '../bot-facts.ts'
import { orderSums, resultSums } from './overview.ts'

type ListFiguresProps = {
  rows: Rows<GridBot>
  /** `undefined` until the history was read. */
  realised: Realised | undefined
  error: ApiError | null
}

const NOT_SENT = 'The service did not send it for any bot.'

/** Key figures over all bots that were read. */
export function ListFigures({ rows, realised, error }: ListFiguresProps) {
  const bots = readableRows(rows)
  const running = bots.filter(({ is_enabled: isEnabled }) => isEnabled)
  const trips = bots.reduce((sum, bot) => sum + bot.total_profits_count, 0)
  const orders = running.map((bot) => pendingOrders(bot))
  const count = orders.reduce((sum, each) => sum + (each ? each.buys + each.sells : 0), 0)
  const profit = resultSums(rows, 'total')
  const stopped = bots.some((bot) => !bot.is_enabled && gridResult(bot).open !== undefined)
  return (
    <KeyFigures label="All grid bots">
      <SumFigure
        label="Total profit"
        of={profit}
        isSigned
        isLarge
        reason={NOT_SENT}
        detail={plural(trips, 'round trip')}
      />
      <SumFigure
        label="Realised"
        of={resultSums(rows, 'realised')}
        isSigned
        reason={NOT_SENT}
        detail="stops included"
      />
      <SumFigure
        label="Open"
        of={resultSums(rows, 'open')}
        isSigned
        reason={NOT_SENT}
        detail={stopped ? 'stopped bots at their stop' : 'on what they hold now'}
      />
      <RealisedToday realised={realised} error={error} currency={wholeOf(profit).sum?.currency} />
      <SumFigure
        label="In orders"
        of={orderSums(running.length > 0 ? [...running, ...unreadableRows(rows)] : rows)}
        reason={NOT_SENT}
        detail={plural(count, 'order')}
      />
      <OutOfRange running={running} />
    </KeyFigures>
  )
}

function OutOfRange({ running }: { running: readonly GridBot[] }) {
  const outside = running.filter(isOutOfRange)
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
