import { Amount } from '#ui/amount.tsx'
import { formatInstant } from '#ui/instant.ts'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { useReading } from '#ui/reading.tsx'

import { type Money, totalsOf } from './totals.ts'
import { isFilled, type Trade } from './trades.ts'
import { countText } from './words.ts'

type HistoryFiguresProps = {
  /** The trades in sight: loaded, and found when something is searched. */
  trades: readonly Trade[]
  hasMore: boolean
}

/** What the rows loaded come to, and that they are no more than that. */
export function HistoryFigures({ trades, hasMore }: HistoryFiguresProps) {
  const { timeZone } = useReading()
  const totals = totalsOf(trades)
  const { count, profit, closing, valued, won, lost, volume, fees } = totals
  const filled = trades.filter(isFilled).length
  const since = Math.min(...trades.flatMap(({ closed_at: at }) => at ?? []))
  return (
    <KeyFigures label={`Of the ${count} rows loaded`} className="max-sm:mt-3">
      <KeyFigure
        label="Rows loaded"
        value={<span className="tabular-nums">{countText(count)}</span>}
        detail={
          Number.isFinite(since)
            ? `${hasMore ? 'back to' : 'all since'} ${formatInstant(since, 'date', timeZone)}`
            : undefined
        }
      />
      {closing > 0 && (
        <KeyFigure
          label="Profit of these rows"
          value={<Amount signed places={2} value={profit} unit="USD" />}
          detail={
            valued < closing
              ? `${closing - valued} of ${closing} have no value in USD`
              : `of ${countText(closing)} that closed something`
          }
        />
      )}
      {closing > 0 && (
        <KeyFigure
          label="In profit"
          value={
            <span className="tabular-nums">
              {won} <span className="text-ink-3">up, {lost} down</span>
            </span>
          }
          detail={`${Math.round((100 * won) / closing)}% of them`}
        />
      )}
      {volume.length > 0 && (
        <MoneyFigure
          label="Traded"
          sums={volume}
          places={2}
          alone={`by ${countText(filled)} filled ${filled === 1 ? 'order' : 'orders'}`}
        />
      )}
      {fees.length > 0 && <MoneyFigure label="Fees" sums={fees} places={4} alone="of these rows" />}
    </KeyFigures>
  )
}

type MoneyFigureProps = {
  label: string
  sums: readonly Money[]
  places: number
  /** What stands below when there is but one currency. */
  alone: string
}

/** One sum in large; the others, which nothing adds up, in small. */
function MoneyFigure({ label, sums, places, alone }: MoneyFigureProps) {
  const [largest, second, ...others] = sums
  return (
    <KeyFigure
      label={label}
      value={<Amount value={largest?.amount} places={places} unit={largest?.currency} />}
      detail={
        second ? (
          <>
            and <Amount value={second.amount} places={4} unit={second.currency} />
            {others.length > 0 && `, ${others.length} more`}
          </>
        ) : (
          alone
        )
      }
    />
  )
}
