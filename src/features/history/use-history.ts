import { useCallback, useMemo } from 'react'

import { listHistory } from '#contract/history.ts'
import { chipsOf, type Filter, type SearchValues, withoutFilters } from '#lists/filters.tsx'
import { useNames } from '#market/names.tsx'
import { textOr } from '#money/format.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useDialectWords } from '#query/why-not-offered.ts'
import { toSlashPair } from '#trading/pair.ts'
import { dayIn } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { optionsOf } from '#ui/options.ts'
import { useFollowedText } from '#ui/use-followed-text.ts'

import { hasNoProfit, useFinishedTrades } from './finished-trades.tsx'
import { useFound, useLoaded, useNewer, usePeriodLoaded } from './loaded-rows.ts'
import { choicesOf, groupNames, isNarrowing, type Narrowing } from './narrowing.ts'
import { periodOf, spanOf } from './period.ts'
import { type GroupKind, type HistorySearch, historySearch, type HistoryView } from './search.ts'
import { idOf, inOrder, type Trade } from './trades.ts'

export type HistoryPageProps = {
  search: HistorySearch
  onChange: (change: Partial<HistorySearch>) => void
  onOpen: (uuid: string | undefined) => void
}

export function useHistory({ search, onChange, onOpen }: HistoryPageProps) {
  const { account_id, pair, order_by, direction, day, source, side, role, tag } = search
  const { historyHint, readsMonths, listsPairsAtOnce } = useDialectWords()
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const hasSpans = useExtension(listHistory.queryExtension) === true
  const today = dayIn(timeZone)(clock.now())
  const { period: chosen, from: first, to: last } = search
  const period = useMemo(
    () => periodOf({ period: chosen, from: first, to: last }, today),
    [chosen, first, last, today],
  )
  // Rows of a current period are the newest, so all such periods share one read.
  const span = hasSpans && period.isOver ? spanOf(period, timeZone) : undefined
  const { from, to } = span ?? {}
  const view: HistoryView = useMemo(
    () => ({ account_id, pair, from, to }),
    [account_id, pair, from, to],
  )
  const loaded = useLoaded(view, period)
  const { pages, rows, rest, coverage, dayOf } = loaded
  const newer = useNewer(view, loaded, period.isOver)
  const narrowing: Narrowing = useMemo(
    () => ({ source, side, role, tag }),
    [source, side, role, tag],
  )
  const isNarrowed = isNarrowing(narrowing)
  const [typed, setTyped] = useFollowedText(search.find ?? '', (find) =>
    onChange({ find: find === '' ? undefined : find }),
  )
  const { text, filtered, found, charted } = useFound(
    rows,
    { narrowing, day, isGross: search.profit === 'gross', typed },
    dayOf,
  )
  const ordered = useMemo(
    () => inOrder(found, { order_by, direction }),
    [found, order_by, direction],
  )
  const { accounts, pairs, nameOf } = useNames(rows, { listsPairs: listsPairsAtOnce })

  // Explicitly chosen periods are sent to the service.
  const isChosen = chosen !== undefined || first !== undefined
  usePeriodLoaded(loaded, readsMonths || isChosen)
  const isCalendar = search.view === 'calendar'
  const isFallback = isCalendar && pages.isSuccess && !isNarrowed && hasNoProfit(rows)
  const finished = useFinishedTrades(view, { isWanted: isFallback, period, dayOf })

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const hasMore = hasNextPage && !coverage.isWhole
  const isBusy = isFetchingNextPage || rest.isLoading
  const loadMore = useCallback(() => {
    if (hasMore && !isBusy) void fetchNextPage()
  }, [hasMore, isBusy, fetchNextPage])

  const filtering = {
    filters: useMemo(() => filtersOf(rows, accounts, pairs), [rows, accounts, pairs]),
    rows,
    search: { ...search, find: textOr(text, undefined) },
    onChange: (change: SearchValues) => {
      if ('find' in change) setTyped('')
      onChange(historySearch.parse({ ...search, trade: undefined, ...change }))
    },
  }

  return {
    ...loaded,
    search,
    view,
    period,
    today,
    hint: historyHint,
    onChange,
    onOpen,
    newer,
    typed,
    setTyped,
    text,
    filtered,
    found,
    ordered,
    charted,
    isNarrowed,
    nameOf,
    filtering,
    filters: chipsOf(filtering),
    clear: () => filtering.onChange(withoutFilters(filtering)),
    loadMore,
    hasMore,
    isComplete: coverage.isWhole && newer.count === 0,
    loadListed: async () => {
      if (newer.count > 0) await newer.show()
      return loaded.loadPeriod()
    },
    listedName: day === undefined ? period.name : formatInstant(Date.parse(day), 'date'),
    open: search.trade === undefined ? undefined : rows.find((one) => idOf(one) === search.trade),
    isCalendar,
    /** Finished SmartTrades replace the history's profit if it has none. */
    finished: isFallback ? finished : undefined,
  }
}

const SIDES = optionsOf({ buy: 'Buy', sell: 'Sell' })

type Named = ReturnType<typeof useNames>

/** Account and pair are filtered by the service, everything else here. */
export function filtersOf(
  rows: readonly Trade[],
  accounts: Named['accounts'],
  pairs: Named['pairs'],
): readonly Filter<Trade>[] {
  const said = (name: GroupKind, label: string, all: string) => {
    const words = (value: string) => groupNames(rows, name)(value)
    return { name, label, all, isMore: true, words, options: () => choicesOf(rows, name) } as const
  }
  return [
    {
      name: 'account_id',
      label: 'Account',
      all: 'Account: all',
      options: accounts.map(({ id, name }) => ({ value: String(id), own: id, label: name })),
    },
    {
      name: 'pair',
      label: 'Pair',
      all: 'Pair: all',
      options: pairs.map((name) => ({ value: name, label: toSlashPair(name) })),
      words: toSlashPair,
    },
    said('source', 'Placed by', 'Anything'),
    { name: 'side', label: 'Side', all: 'Both', isMore: true, options: SIDES },
    said('role', 'Purpose', 'Any'),
    said('tag', 'Tag of the SmartTrade', 'Any'),
    { name: 'day', label: 'Day', words: (day) => formatInstant(Date.parse(day), 'date') },
    { name: 'find', label: 'Search', words: (text) => `“${text}”` },
  ]
}

export type HistoryModel = ReturnType<typeof useHistory>
