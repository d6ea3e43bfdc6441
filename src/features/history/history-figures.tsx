import { formatCount, joined, moneyPlaces, plural } from '#money/format.ts'
import { useMemo } from 'react'

import { failureWords } from '#query/failure-words.ts'
import { usePause } from '#query/use-write-block.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import type { DayOf } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { type KeyFact, type KeyFacts, KeyFigures } from '#ui/key-figures.tsx'
import { Note } from '#ui/note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { isOneMonth, type Period } from './period.ts'
import type { HistorySearch } from './search.ts'
import {
  bestAndWorst,
  isRounded,
  type Money,
  type MoneySums,
  type NamedSum,
  profitByDay,
  profitByMonth,
  profitOf,
  type ProfitSum,
  totalsOf,
} from './sums.ts'
import { isFilled, type Trade } from './trades.ts'
import type { HistoryModel } from './use-history.ts'
import { closingText, NO_PROFIT_GIVEN, profitName, unvaluedText } from './words.ts'

/** Figures of the period, or its loading progress: a part of a period has no figures. */
export function HistoryFigures({ history }: { history: HistoryModel }) {
  const { search, period, coverage, rows, found, rest, dayOf } = history
  const count = rows.length
  const { profit } = search
  const whole = useMemo(
    () => (coverage.isWhole ? figuresOf({ period, count, found, profit, dayOf }) : undefined),
    [coverage.isWhole, period, count, found, profit, dayOf],
  )
  const waiting = useWaiting(history)
  return (
    <>
      <KeyFigures
        label={`Figures of ${period.name}`}
        className="max-sm:mt-3"
        isFirstLarge
        of={whole ?? waiting}
      />
      {!whole && rest.error && !rest.isLoading && (
        <Note tone="caution" isAnnounced className="mt-2">
          Loading stopped. {failureWords(rest.error)}
        </Note>
      )}
    </>
  )
}

const realised = (profit: HistorySearch['profit']): string =>
  profit === 'net' ? 'Realised' : profitName(profit)

const stretchOf = (period: Period) => (isOneMonth(period) ? 'day' : 'month')

type Given = {
  period: Period
  /** Before filters. */
  count: number
  found: readonly Trade[]
  profit: HistorySearch['profit']
  dayOf: DayOf
}

export function figuresOf({ period, count: all, found, profit: basis, dayOf }: Given): KeyFacts {
  const stretch = stretchOf(period)
  const { count, profit, isProfitRounded, won, lost, volume, fees } = totalsOf(found)
  const { closed } = profit
  const days = profitByDay(found, dayOf)
  const { best, worst } = bestAndWorst(stretch === 'day' ? days : profitByMonth(days))
  const filled = found.filter(isFilled).length
  return {
    [realised(basis)]: {
      value: (
        <Amount
          signed
          places={2}
          value={profitOf(profit)}
          unit="USD"
          mainPlaces={0}
          glyphSize={12}
          reason={NO_PROFIT_GIVEN}
        />
      ),
      detail: joined([unvaluedText(profit) ?? closingText(closed), isProfitRounded && 'rounded']),
    },
    Orders: {
      value: <span className="tabular-nums">{formatCount(count)}</span>,
      detail: count < all ? `of ${formatCount(all)}` : period.name,
    },
    'In profit': won + lost > 0 && {
      value: (
        <span className="tabular-nums">
          {formatCount(won)} <span className="text-ink-3">up, {formatCount(lost)} down</span>
        </span>
      ),
      detail: `${partText(won, closed)} of closing orders`,
    },
    [`Best ${stretch}`]: best && stretchFact(best),
    [`Worst ${stretch}`]: worst && stretchFact(worst),
    Traded: volume.sums.length > 0 && sumsFact(volume, `in ${plural(filled, 'filled order')}`),
    Fees: sumsFact(fees, 'for these orders'),
  }
}

const stretchFact = ([key, sum]: NamedSum): KeyFact => ({
  value: <Amount signed places={2} value={profitOf(sum)} />,
  detail: joined([
    formatInstant(Date.parse(key), key.length > 7 ? 'day' : 'month'),
    unvaluedText(sum),
  ]),
})

/** Whole percent; partial results are at least 1 and at most 99 %. */
function partText(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole)
  const [least, most] = [part > 0 ? 1 : 0, part < whole ? 99 : 100]
  return `${Math.min(most, Math.max(least, percent))}%`
}

type SumProps = { money: Money | undefined; places: number; reason?: string | undefined }

/** Sums of coins keep all decimals: 0.01 of a coin may be much. */
const Sum = ({ money, places, reason }: SumProps) => (
  <Amount
    reason={reason}
    value={money?.amount}
    places={money && Math.max(places, moneyPlaces(money.currency, money.amount))}
    unit={money?.currency}
  />
)

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

function useWaiting({ pages, rest, rows, search, period, coverage, loadPeriod }: HistoryModel) {
  const { timeZone } = useDisplayPreferences()
  const isLoading = pages.isPending || rest.isLoading
  const figure: KeyFact = isLoading
    ? { value: <Skeleton />, detail: <Skeleton width={96} /> }
    : {
        value: <UnknownValue reason="Not all orders are loaded." />,
        detail: 'not all orders are loaded',
      }
  const { back } = coverage
  const stretch = stretchOf(period)
  return {
    [realised(search.profit)]: {
      ...figure,
      ...(back !== undefined && {
        detail: `loaded back to ${formatInstant(back, 'date', timeZone)}`,
      }),
    },
    Orders: pages.isPending
      ? figure
      : {
          value: (
            <span role="status" className="tabular-nums">
              {formatCount(rows.length)} <span className="text-ink-3">so far</span>
            </span>
          ),
          detail: (
            <>
              <button
                type="button"
                onClick={rest.isLoading ? rest.cancel : () => void loadPeriod()}
                className="link touch"
              >
                {rest.isLoading
                  ? 'Cancel'
                  : rest.error
                    ? 'Continue loading'
                    : `Load ${period.name}`}
              </button>
              <Pause />
            </>
          ),
        },
    'In profit': figure,
    [`Best ${stretch}`]: figure,
    [`Worst ${stretch}`]: figure,
    Traded: figure,
    Fees: figure,
  }
}

function Pause() {
  const pause = usePause()
  return pause && ` It continues in ${pause.seconds} s.`
}

export function ProfitOfRows({ rows, sum }: { rows: readonly Trade[]; sum: ProfitSum }) {
  const left = joined([unvaluedText(sum), isRounded(rows, sum) && 'rounded'])
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
