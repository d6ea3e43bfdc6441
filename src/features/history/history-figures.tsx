import { moneyPlaces } from '#money/money-places.ts'
import { failureWords } from '#query/failure-words.ts'
import { usePause } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import type { HistorySearch } from './search.ts'
import { type Money, type MoneySums, profitOf, type ProfitSum, totalsOf } from './sums.ts'
import { isFilled, type Trade } from './trades.ts'
import type { HistoryModel } from './use-history.ts'
import {
  closingText,
  countText,
  NO_PROFIT_GIVEN,
  profitName,
  rowsText,
  unvaluedText,
} from './words.ts'

type HistoryFiguresProps = {
  /** The trades in sight. */
  trades: readonly Trade[]
  /** How many are loaded: more than those in sight where a search or a day leaves some out. */
  loaded: number
  hasMore: boolean
  profit: HistorySearch['profit']
}

/** On a phone a detail takes two lines or one, by its length: room for two is kept. */
const ROOM = 'max-sm:mt-3 max-sm:[&_dd:last-child]:min-h-9'

/** What the rows in sight come to, and that they are no more than that. */
export function HistoryFigures(props: HistoryFiguresProps) {
  const { trades, loaded, hasMore } = props
  const { timeZone } = useDisplayPreferences()
  const totals = totalsOf(trades)
  const { count, profit, won, lost, volume, fees } = totals
  const { closed, valued, unvalued } = profit
  const filled = trades.filter(isFilled).length
  const isNarrowed = count < loaded
  const since = Math.min(...trades.flatMap(({ closed_at: at }) => at ?? []))
  return (
    <KeyFigures label={`Of the ${count} rows ${isNarrowed ? 'found' : 'loaded'}`} className={ROOM}>
      <KeyFigure
        label={isNarrowed ? 'Rows found' : 'Rows loaded'}
        value={<span className="tabular-nums">{countText(count)}</span>}
        detail={
          isNarrowed
            ? `of ${countText(loaded)} loaded`
            : Number.isFinite(since)
              ? `${hasMore ? 'back to' : 'all since'} ${formatInstant(since, 'date', timeZone)}`
              : undefined
        }
      />
      {(valued > 0 || unvalued > 0) && (
        <KeyFigure
          label={`${profitName(props.profit)} of these rows`}
          value={
            <Amount
              signed
              places={2}
              value={profitOf(profit)}
              unit="USD"
              reason={NO_PROFIT_GIVEN}
            />
          }
          detail={unvaluedText(profit) ?? closingText(closed)}
        />
      )}
      {won + lost > 0 && (
        <KeyFigure
          label="In profit"
          value={
            <span className="tabular-nums">
              {won} <span className="text-ink-3">up, {lost} down</span>
            </span>
          }
          detail={`${partText(won, closed)} of closing orders`}
        />
      )}
      {volume.sums.length > 0 && (
        <MoneyFigure
          label="Traded"
          {...volume}
          places={2}
          alone={`in ${countText(filled)} filled ${filled === 1 ? 'order' : 'orders'}`}
        />
      )}
      <MoneyFigure label="Fees" {...fees} places={2} alone="for these rows" />
    </KeyFigures>
  )
}

type MoneyFigureProps = MoneySums & {
  label: string
  places: number
  /** What stands below when there is but one currency. */
  alone: string
}

/** In whole percent; of some it is neither nothing nor all. */
function partText(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole)
  const [least, most] = [part > 0 ? 1 : 0, part < whole ? 99 : 100]
  return `${Math.min(most, Math.max(least, percent))}%`
}

/** A sum of coins has all of their decimals: a hundredth of one may be much. */
const Sum = ({ money, places }: { money: Money | undefined; places: number }) => (
  <Amount
    value={money?.amount}
    places={money && Math.max(places, moneyPlaces(money.currency, money.amount))}
    unit={money?.currency}
  />
)

/** One sum in large; the others, which nothing adds up, in small. */
function MoneyFigure({ label, sums, unread, places, alone }: MoneyFigureProps) {
  const [largest, second, ...others] = sums
  return (
    <KeyFigure
      label={label}
      value={<Sum money={largest} places={places} />}
      detail={
        <>
          {second ? (
            <>
              and <Sum money={second} places={4} />
              {others.length > 0 && `, ${others.length} more`}
            </>
          ) : (
            unread === 0 && alone
          )}
          {unread > 0 && `${second ? ', ' : ''}without ${rowsText(unread)} of unknown amount`}
        </>
      }
    />
  )
}

const LABELS = ['Rows loaded', 'Profit of these rows', 'In profit', 'Traded', 'Fees']

/** The room the figures will take. */
export const FiguresSkeleton = () => (
  <KeyFigures label="Of the rows loaded" className={ROOM}>
    {LABELS.map((label) => (
      <KeyFigure key={label} label={label} value={<Skeleton />} detail={<Skeleton width={96} />} />
    ))}
  </KeyFigures>
)

type ProfitOfRowsProps = { sum: ProfitSum; unit?: string | undefined }

/** A sum with how many rows it leaves out; a dash where no row has a value. */
export function ProfitOfRows({ sum, unit }: ProfitOfRowsProps) {
  const left = unvaluedText(sum)
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      {left && <span className="text-caption font-normal text-ink-3">{left}</span>}
      <Amount
        signed
        places={2}
        value={profitOf(sum)}
        unit={unit}
        reason={NO_PROFIT_GIVEN}
        className="font-medium"
      />
    </span>
  )
}

/** What every figure above and below covers, and how to make it all there is. */
export function CoverageLine({ history }: { history: HistoryModel }) {
  const { coverage, rest, found, loaded, pages } = history
  const { timeZone } = useDisplayPreferences()
  const { count, isWhole, from } = coverage
  const back = from === undefined ? '' : ` back to ${formatInstant(from, 'date', timeZone)}`
  const covers = found.length < loaded.length ? 'Figures of those found among' : 'Figures cover'
  const error = rest.isLoading ? undefined : rest.error
  return (
    <div
      data-fills-row
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-3 tabular-nums max-lg:min-w-0 max-lg:flex-1 max-sm:min-h-14.5"
    >
      <p role="status">
        {pages.isPending
          ? ''
          : rest.isLoading
            ? `Loading: ${rowsText(count)} so far,${back}.`
            : isWhole
              ? `${covers} ${count === 1 ? 'the one row' : `all ${rowsText(count)}`}.`
              : `${covers} ${rowsText(count)},${back}.`}
        {rest.isLoading && <Pause />}
      </p>
      {error && (
        <p role="alert" className="text-caution">
          Loading stopped. {failureWords(error)}
        </p>
      )}
      {rest.isLoading ? (
        <button type="button" onClick={rest.cancel} className="link touch">
          Cancel
        </button>
      ) : (
        !isWhole && loaded.length > 0 && <LoadLink history={history} />
      )}
    </div>
  )
}

/** Loads back to the first day that is wanted, else everything. */
function LoadLink({ history }: { history: HistoryModel }) {
  const { coverage, rest, firstWanted, loadListed } = history
  const isPart = firstWanted !== undefined && !coverage.hasDay(firstWanted)
  return (
    <button
      type="button"
      onClick={() => void (isPart ? loadListed() : rest.load())}
      className="link touch"
    >
      {rest.error
        ? 'Continue loading'
        : isPart
          ? `Load back to ${formatInstant(Date.parse(firstWanted), 'date')}`
          : 'Load all'}
    </button>
  )
}

/** How long the service still lets nothing through. */
function Pause() {
  const pause = usePause()
  return pause && ` It continues in ${pause.seconds} s.`
}
