import { formatCount } from '#money/format.ts'
import { useMemo } from 'react'

import { moneyPlaces } from '#money/money-places.ts'
import { plural } from '#money/words.ts'
import { failureWords } from '#query/failure-words.ts'
import { usePause } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { type KeyFact, KeyFigures } from '#ui/key-figures.tsx'
import { Note } from '#ui/note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import type { HistorySearch } from './search.ts'
import {
  isRounded,
  type Money,
  type MoneySums,
  profitOf,
  type ProfitSum,
  totalsOf,
} from './sums.ts'
import { isFilled, type Trade } from './trades.ts'
import type { HistoryModel } from './use-history.ts'
import { closingText, NO_PROFIT_GIVEN, profitName, unvaluedText } from './words.ts'

/** On a phone a detail takes two lines or one, by its length: room for two is kept. */
const ROOM = 'max-sm:mt-3 max-sm:[&_dd:last-child]:min-h-9'

export function HistoryFigures({ history }: { history: HistoryModel }) {
  const { search, period, coverage, rows, found } = history
  return coverage.isWhole ? (
    <PeriodFigures of={period.name} count={rows.length} found={found} profit={search.profit} />
  ) : (
    <Waiting history={history} />
  )
}

type PeriodFiguresProps = {
  of: string
  /** How many orders the period has: more than those found if a filter leaves some out. */
  count: number
  found: readonly Trade[]
  profit: HistorySearch['profit']
}

export function PeriodFigures({ of, count: all, found, profit: basis }: PeriodFiguresProps) {
  const { count, profit, isProfitRounded, won, lost, volume, fees } = useMemo(
    () => totalsOf(found),
    [found],
  )
  const { closed, valued, unvalued } = profit
  const filled = found.filter(isFilled).length
  return (
    <KeyFigures
      label={`Figures of ${of}`}
      className={ROOM}
      of={{
        Orders: {
          value: <span className="tabular-nums">{formatCount(count)}</span>,
          detail: count < all ? `of ${formatCount(all)}` : of,
        },
        [profitName(basis)]: (valued > 0 || unvalued > 0) && {
          value: (
            <Amount
              signed
              places={2}
              value={profitOf(profit)}
              unit="USD"
              reason={NO_PROFIT_GIVEN}
            />
          ),
          detail: [unvaluedText(profit) ?? closingText(closed), isProfitRounded && 'rounded']
            .filter(Boolean)
            .join(', '),
        },
        'In profit': won + lost > 0 && {
          value: (
            <span className="tabular-nums">
              {won} <span className="text-ink-3">up, {lost} down</span>
            </span>
          ),
          detail: `${partText(won, closed)} of closing orders`,
        },
        Traded: volume.sums.length > 0 && sumsFact(volume, `in ${plural(filled, 'filled order')}`),
        Fees: sumsFact(fees, 'for these orders'),
      }}
    />
  )
}

/** In whole percent; some are neither 0 nor 100 %. */
function partText(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole)
  const [least, most] = [part > 0 ? 1 : 0, part < whole ? 99 : 100]
  return `${Math.min(most, Math.max(least, percent))}%`
}

type SumProps = { money: Money | undefined; places: number; reason?: string | undefined }

/** A sum of coins has all of their decimals: a hundredth of one may be much. */
const Sum = ({ money, places, reason }: SumProps) => (
  <Amount
    reason={reason}
    value={money?.amount}
    places={money && Math.max(places, moneyPlaces(money.currency, money.amount))}
    unit={money?.currency}
  />
)

/** The largest sum as the value, the others as its detail; `alone`: the detail of one currency. */
function sumsFact(
  { sums: [largest, second, ...others], unread }: MoneySums,
  alone: string,
): KeyFact {
  const without = `without ${plural(unread, 'order')} of unknown amount`
  return {
    value: (
      <Sum money={largest} places={2} reason={unread > 0 ? undefined : 'No order was filled.'} />
    ),
    detail: second ? (
      <>
        and <Sum money={second} places={4} />
        {others.length > 0 && `, ${others.length} more`}
        {unread > 0 && `, ${without}`}
      </>
    ) : unread > 0 ? (
      without
    ) : (
      alone
    ),
  }
}

/** How far the period is loaded. No figure is shown of a part of it. */
function Waiting({ history }: { history: HistoryModel }) {
  const { pages, rest, rows, period, coverage, loadPeriod } = history
  const { timeZone } = useDisplayPreferences()
  const isLoading = pages.isPending || rest.isLoading
  const figure = isLoading
    ? { value: <Skeleton />, detail: <Skeleton width={96} /> }
    : {
        value: <UnknownValue reason="Not all orders are loaded." />,
        detail: 'not all orders are loaded',
      }
  const orders = (
    <span role="status" className="tabular-nums">
      {formatCount(rows.length)} <span className="text-ink-3">so far</span>
    </span>
  )
  const loaded = (
    <>
      {coverage.back !== undefined && `back to ${formatInstant(coverage.back, 'date', timeZone)} `}
      <button
        type="button"
        onClick={rest.isLoading ? rest.cancel : () => void loadPeriod()}
        className="link touch"
      >
        {rest.isLoading ? 'Cancel' : rest.error ? 'Continue loading' : `Load ${period.name}`}
      </button>
      <Pause />
    </>
  )
  return (
    <>
      <KeyFigures
        label={`Figures of ${period.name}`}
        className={ROOM}
        of={{
          Orders: {
            value: pages.isPending ? <Skeleton /> : orders,
            detail: pages.isPending ? <Skeleton width={96} /> : loaded,
          },
          Profit: figure,
          'In profit': figure,
          Traded: figure,
          Fees: figure,
        }}
      />
      {rest.error && !rest.isLoading && (
        <Note tone="caution" isAnnounced className="mt-2">
          Loading stopped. {failureWords(rest.error)}
        </Note>
      )}
    </>
  )
}

function Pause() {
  const pause = usePause()
  return pause && ` It continues in ${pause.seconds} s.`
}

/** A sum with how many rows it leaves out; a dash where no row has a value. */
export function ProfitOfRows({ rows, sum }: { rows: readonly Trade[]; sum: ProfitSum }) {
  const left = [unvaluedText(sum), isRounded(rows, sum) && 'rounded'].filter(Boolean).join(', ')
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      {left !== '' && <span className="text-caption font-normal text-ink-3">{left}</span>}
      <Amount
        signed
        places={2}
        value={profitOf(sum)}
        reason={NO_PROFIT_GIVEN}
        className="font-medium"
      />
    </span>
  )
}
