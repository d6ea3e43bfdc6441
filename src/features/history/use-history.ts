import { useCallback, useMemo } from 'react'

import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { useNames } from '#market/names.tsx'
import { useService } from '#query/service.tsx'
import { useConnection } from '#session/use-session.ts'
import { toSlashPair } from '#trading/pair.ts'
import { weeksOfMonth, monthOf } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { hasNoProfit, useFinishedTrades } from './finished-trades.tsx'
import { groupNames, type Narrowing, NO_NARROWING } from './narrowing.ts'
import { reachBeyond, useFound, useLoaded, useMonthLoaded, useNewer } from './loaded-rows.ts'
import {
  HISTORY_DEFAULTS,
  type HistoryLook,
  type HistorySearch,
  type HistoryView,
  isNewestFirst,
} from './search.ts'
import { idOf } from './trades.ts'
import { roleWords } from './words.ts'

export type HistoryPageProps = {
  search: HistorySearch
  onChange: (change: Partial<HistoryView & HistoryLook>) => void
  onOpen: (uuid: string | undefined) => void
}

/** A filter that leaves rows out: what it is called, and how it is taken away. */
export type Filter = {
  words: string
  label: string
  onRemove: () => void
  /** Set behind “More filters”, so that it is shown beside them. */
  isMore: boolean
}

/** All that the page of the history shows: its rows, what they are narrowed by, and how to get more. */
export function useHistory({ search, onChange, onOpen }: HistoryPageProps) {
  const { account_id, pair, direction, day, month, source, side, role, tag, from, to } = search
  const { historyHint, sortsHistoryByPair, readsMonths, listsPairsAtOnce } =
    DIALECT_WORDS[useConnection()?.dialect ?? 'quarterdeck']
  const order_by =
    search.order_by === 'pair' && !sortsHistoryByPair ? HISTORY_DEFAULTS.order_by : search.order_by
  const { clock } = useService()
  const { firstDay: weekStart } = useDisplayPreferences()
  const view: HistoryView = useMemo(
    () => ({ account_id, pair, order_by, direction }),
    [account_id, pair, order_by, direction],
  )
  const rows = useLoaded(view)
  const { pages, loaded, rest, coverage, dayOf } = rows
  const newer = useNewer(view, rows)
  const narrowing: Narrowing = { source, side, role, tag, from, to }
  const isNarrowed = Object.values(narrowing).some((one) => one !== undefined)
  const { typed, setTyped, text, filtered, found, profitRows } = useFound(
    loaded,
    { narrowing, day, isGross: search.profit === 'gross' },
    dayOf,
  )
  const { accounts, pairs, nameOf } = useNames(loaded, {
    listsPairs: listsPairsAtOnce,
  })

  const isCalendar = search.view === 'calendar'
  const isSettled = pages.isSuccess && !pages.isPlaceholderData
  const today = dayOf(clock.now())
  const shownMonth = month ?? monthOf(today)
  const firstDay = weeksOfMonth(shownMonth, weekStart)[0]?.[0] ?? shownMonth
  // A month that was turned to is asked for.
  const isMonthWanted = isCalendar && (readsMonths || month !== undefined)
  useMonthLoaded(rows, isMonthWanted && isSettled && isNewestFirst(view) ? firstDay : undefined)
  const isFallback = isCalendar && isSettled && !isNarrowed && hasNoProfit(loaded)
  const finished = useFinishedTrades(view, { isWanted: isFallback, firstDay, dayOf })

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const { isLoading } = rest
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isLoading) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isLoading, fetchNextPage])
  // No day before it is in the list.
  const firstWanted = day ?? from
  const isListWhole =
    coverage.isWhole || (firstWanted !== undefined && coverage.hasDay(firstWanted))

  const filter = (words: string, name: string, onRemove: () => void): Filter => ({
    words,
    label: name === '' ? words : `${name}: ${words}`,
    onRemove,
    isMore: false,
  })
  const moreFilter = (name: string, words: string, of: keyof Narrowing): Filter => ({
    ...filter(words, name, () => onChange({ [of]: undefined })),
    isMore: true,
  })
  const filters = [
    account_id !== undefined &&
      filter(nameOf(account_id), 'Account', () => onChange({ account_id: undefined })),
    pair !== undefined && filter(toSlashPair(pair), 'Pair', () => onChange({ pair: undefined })),
    day !== undefined &&
      filter(formatInstant(Date.parse(day), 'date'), '', () => onChange({ day: undefined })),
    source !== undefined && moreFilter('Placed by', groupNames(loaded, 'source')(source), 'source'),
    side !== undefined && moreFilter('Side', side === 'buy' ? 'Buy' : 'Sell', 'side'),
    role !== undefined && moreFilter('Purpose', roleWords(role), 'role'),
    tag !== undefined && moreFilter('Tag', tag, 'tag'),
    from !== undefined &&
      moreFilter('Closed from', formatInstant(Date.parse(from), 'date'), 'from'),
    to !== undefined && moreFilter('Closed to', formatInstant(Date.parse(to), 'date'), 'to'),
    text !== '' && filter(`“${text}”`, 'Search', () => setTyped('')),
  ].filter((one) => one !== false)

  return {
    search,
    view,
    /** What the rows are joined from, where that needs saying. */
    hint: historyHint,
    sortsByPair: sortsHistoryByPair,
    onChange,
    onOpen,
    ...rows,
    newer,
    typed,
    setTyped,
    text,
    filtered,
    found,
    profitRows,
    /** Whether rows are left out by what they say, which no service filters by. */
    isNarrowed,
    accounts,
    pairs,
    nameOf,
    filters,
    clear: () => {
      setTyped('')
      onChange({ ...NO_NARROWING, account_id: undefined, pair: undefined, day: undefined })
    },
    loadMore,
    /** Whether rows that belong in the list may not be loaded yet. */
    hasMore: hasNextPage && !isListWhole,
    /** Whether every row of the list is loaded, and none is newer. */
    isComplete: isListWhole && newer.count === 0,
    /** The first day that is wanted; `undefined` where all of them are. */
    firstWanted,
    /** Loads what the list lacks; answers whether that was done. */
    loadListed: async () => {
      if (newer.count > 0) await newer.show()
      return rest.load(
        firstWanted !== undefined && isNewestFirst(view)
          ? reachBeyond(firstWanted, dayOf)
          : undefined,
      )
    },
    /** The order that stands open beside the list. */
    open: search.trade === undefined ? undefined : loaded.find((one) => idOf(one) === search.trade),
    isMissing: search.trade !== undefined && isSettled,
    isCalendar,
    today,
    month: shownMonth,
    /** Finished SmartTrades, whose profit stands in where the history has none. */
    finished: isFallback ? finished : undefined,
  }
}

export type HistoryModel = ReturnType<typeof useHistory>
