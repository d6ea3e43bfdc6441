import { useCallback, useMemo } from 'react'

import { useNames } from '#market/names.tsx'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { reachBeyond } from './coverage.ts'
import { CoverageLine } from './coverage-line.tsx'
import { ExportCsv } from './export-csv.tsx'
import { FiguresSkeleton } from './figures-skeleton.tsx'
import { FinishedNote } from './finished-note.tsx'
import { tellsNoProfit } from './finished-trades.ts'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryOverview, useFirstDayShown } from './history-overview.tsx'
import { NotAmongRows } from './not-among-rows.tsx'
import { type HistoryLook, type HistorySearch, type HistoryView, isNewestFirst } from './search.ts'
import { TradeDrawer } from './trade-drawer.tsx'
import { idOf } from './trades.ts'
import { useCsvFile } from './use-csv-file.ts'
import { useFinishedTrades } from './use-finished-trades.ts'
import { useFound } from './use-found.ts'
import { useLoaded } from './use-loaded.ts'
import { useMonthLoaded } from './use-month-loaded.ts'
import { useNewer } from './use-newer.ts'

type HistoryPageProps = HistorySearch & {
  onChange: (change: Partial<HistoryView & HistoryLook>) => void
  onOpen: (uuid: string | undefined) => void
}

const LOOKS = [
  { value: 'calendar', label: 'Calendar' },
  { value: 'rows', label: 'Rows only' },
] as const

/** Every order that was closed, newest first, further ones as one reads on. */
export function HistoryPage({ trade: openId, onChange, onOpen, ...search }: HistoryPageProps) {
  const { account_id, pair, order_by, direction, day } = search
  const view = useMemo(
    () => ({ account_id, pair, order_by, direction }),
    [account_id, pair, order_by, direction],
  )
  const { pages, loaded, rest, coverage, dayOf } = useLoaded(view)
  const newer = useNewer(view, { pages, loaded, coverage, rest })

  const { typed, setTyped, text, filtered, found } = useFound(loaded, day, dayOf)
  const { accounts, pairs, nameOf } = useNames(loaded)
  const open = openId === undefined ? undefined : loaded.find((trade) => idOf(trade) === openId)

  const isCalendar = search.view === 'calendar'
  const isSettled = pages.isSuccess && !pages.isPlaceholderData
  const firstDay = useFirstDayShown(search, dayOf)
  useMonthLoaded({
    firstDay: isCalendar && isSettled && isNewestFirst(view) ? firstDay : undefined,
    coverage,
    rest,
    dayOf,
  })

  const isFallback = isCalendar && isSettled && tellsNoProfit(loaded)
  const finished = useFinishedTrades(view, { isWanted: isFallback, firstDay, dayOf })

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const { isLoading } = rest
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isLoading) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isLoading, fetchNextPage])
  const clear = () => {
    setTyped('')
    onChange({ account_id: undefined, pair: undefined, day: undefined })
  }
  const isListWhole = coverage.isWhole || (day !== undefined && coverage.hasDay(day))
  const loadListed = async () => {
    if (newer.count > 0) await newer.show()
    return rest.load(day !== undefined && isNewestFirst(view) ? reachBeyond(day, dayOf) : undefined)
  }
  const csv = useCsvFile({ view, day, text, filtered, nameOf })
  return (
    <Page
      title="History"
      beside={
        <Segmented
          label="View"
          value={search.view}
          options={LOOKS}
          onChange={(next) => onChange({ view: next })}
          className="w-auto!"
        />
      }
      actions={
        loaded.length > 0 && (
          <>
            <CoverageLine
              coverage={coverage}
              rest={rest}
              isNarrowed={found.length < loaded.length}
            />
            <ExportCsv
              {...csv}
              count={found.length}
              isComplete={isListWhole && newer.count === 0}
              onLoad={loadListed}
              coverage={coverage}
              rest={rest}
            />
          </>
        )
      }
    >
      {pages.isPending && <FiguresSkeleton />}
      {found.length > 0 && (
        <HistoryFigures trades={found} loaded={loaded.length} hasMore={hasNextPage} />
      )}
      {isFallback && <FinishedNote finished={finished} />}
      {isCalendar && (pages.isPending || loaded.length > 0) && (
        <HistoryOverview
          look={search}
          trades={isFallback ? finished.rows : loaded}
          coverage={isFallback ? finished.coverage : coverage}
          dayOf={dayOf}
          onLook={onChange}
        />
      )}
      <HistoryFilters
        view={view}
        accounts={accounts}
        pairs={pairs}
        onChange={onChange}
        text={typed}
        onText={setTyped}
        day={day}
        onAllDays={() => onChange({ day: undefined })}
        trades={loaded}
      >
        {newer.count > 0 && (
          <Button size="small" onClick={() => void newer.show()}>
            Show {newer.isAll ? 'newer orders' : `${newer.count} newer`}
          </Button>
        )}
      </HistoryFilters>
      {openId !== undefined && !open && isSettled && (
        <NotAmongRows isWhole={coverage.isWhole} rest={rest} onForget={() => onOpen(undefined)} />
      )}
      <HistoryList
        view={view}
        query={pages}
        loaded={loaded}
        found={found}
        text={text}
        day={day}
        hasMore={hasNextPage && !isListWhole}
        nameOf={nameOf}
        openId={openId}
        onOpen={onOpen}
        onChange={onChange}
        onClearText={() => setTyped('')}
        onClear={clear}
        onLoadMore={loadMore}
        hasFailedMore={isFetchNextPageError}
      />
      {open && <TradeDrawer trade={open} nameOf={nameOf} onClose={() => onOpen(undefined)} />}
    </Page>
  )
}
