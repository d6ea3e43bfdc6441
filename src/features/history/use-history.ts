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
import { reachBeyond, useFound, useLoaded, useMonthLoaded, useNewer } from './loaded-rows.ts'
import {
  HISTORY_DEFAULTS,
  type HistoryLook,
  type HistorySearch,
  type HistoryView,
  isNewestFirst,
} from './search.ts'
import { idOf } from './trades.ts'

export type HistoryPageProps = {
  search: HistorySearch
  onChange: (change: Partial<HistoryView & HistoryLook>) => void
  onOpen: (uuid: string | undefined) => void
}

/** A filter that leaves rows out: what it is called, and how it is taken away. */
export type Filter = { words: string; label: string; onRemove: () => void }

/** All that the page of the history shows: its rows, what they are narrowed by, and how to get more. */
export function useHistory({ search, onChange, onOpen }: HistoryPageProps) {
  const { account_id, pair, direction, day, month } = search
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
  const { typed, setTyped, text, filtered, found } = useFound(loaded, day, dayOf)
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
  const isFallback = isCalendar && isSettled && hasNoProfit(loaded)
  const finished = useFinishedTrades(view, { isWanted: isFallback, firstDay, dayOf })

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const { isLoading } = rest
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isLoading) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isLoading, fetchNextPage])
  const isListWhole = coverage.isWhole || (day !== undefined && coverage.hasDay(day))

  const filter = (words: string, name: string, onRemove: () => void): Filter => ({
    words,
    label: name === '' ? words : `${name}: ${words}`,
    onRemove,
  })
  const filters = [
    account_id !== undefined &&
      filter(nameOf(account_id), 'Account', () => onChange({ account_id: undefined })),
    pair !== undefined && filter(toSlashPair(pair), 'Pair', () => onChange({ pair: undefined })),
    day !== undefined &&
      filter(formatInstant(Date.parse(day), 'date'), '', () => onChange({ day: undefined })),
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
    accounts,
    pairs,
    nameOf,
    filters,
    clear: () => {
      setTyped('')
      onChange({ account_id: undefined, pair: undefined, day: undefined })
    },
    loadMore,
    /** Whether rows that belong in the list may not be loaded yet. */
    hasMore: hasNextPage && !isListWhole,
    /** Whether every row of the list is loaded, and none is newer. */
    isComplete: isListWhole && newer.count === 0,
    /** Loads what the list lacks; answers whether that was done. */
    loadListed: async () => {
      if (newer.count > 0) await newer.show()
      return rest.load(
        day !== undefined && isNewestFirst(view) ? reachBeyond(day, dayOf) : undefined,
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
