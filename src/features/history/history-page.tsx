import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

import { formatCount, plural, textOr } from '#money/format.ts'
import { failureOf, failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { monthOf } from '#ui/civil-day.ts'
import { DaysChoice } from '#ui/days-choice.tsx'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { NotLoaded, StaleLine } from '#ui/error-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Note } from '#ui/note.tsx'
import { optionsOf } from '#ui/options.ts'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { ExportCsv } from './export-csv.tsx'
import { FinishedNote } from './finished-trades.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryOverview } from './history-overview.tsx'
import { HistoryTable } from './history-table.tsx'
import { asSearch, neighbourOf, type Period } from './period.ts'
import { TradeDrawer } from './trade-drawer.tsx'
import { type HistoryModel, type HistoryPageProps, useHistory } from './use-history.ts'

const LOOKS = optionsOf({ calendar: 'Calendar', rows: 'List' })

export function HistoryPage(props: HistoryPageProps) {
  const history = useHistory(props)
  const { search, period, pages, rows, filters, newer, open, finished, hint, nameOf, coverage } =
    history
  const { onChange, onOpen } = history
  // Shown even before orders of this period have come, so that nothing moves.
  const hasHead = pages.isPending || rows.length > 0 || (pages.isSuccess && !coverage.isWhole)
  return (
    <Page
      title="History"
      drawer={
        (open || (search.trade && pages.isPending)) && (
          <TradeDrawer trade={open} nameOf={nameOf} onClose={() => onOpen(undefined)} />
        )
      }
      beside={<PeriodSteps history={history} />}
      actions={
        <>
          <Segmented
            label="View"
            value={search.view}
            options={LOOKS}
            onChange={(view) => onChange({ view })}
            className="w-auto!"
          />
          <PeriodKinds history={history} />
          <ExportCsv history={history} />
        </>
      }
    >
      {hint !== undefined && <Note className="mt-2 mb-3">{hint}</Note>}
      {hasHead && <HistoryFigures history={history} />}
      {finished && <FinishedNote finished={finished} period={period} />}
      {history.isCalendar && hasHead && <HistoryOverview history={history} />}
      {(hasHead || filters.length > 0) && (
        <HistoryFilters history={history}>
          {newer.count > 0 && (
            <Button size="small" onClick={() => void newer.show()}>
              Show {newer.isAll ? 'newer orders' : `${newer.count} newer`}
            </Button>
          )}
        </HistoryFilters>
      )}
      {search.trade && pages.isSuccess && !open && <NotAmongRows history={history} />}
      <HistoryList history={history} />
    </Page>
  )
}

/** Linked order that is not among the rows: the service cannot find orders by id. */
function NotAmongRows({ history }: { history: HistoryModel }) {
  const { coverage, period, search, rest, onChange, onOpen } = history
  if (rest.isLoading) return null
  return (
    <Note isAnnounced className="mt-2 mb-3">
      <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        {coverage.isWhole
          ? `The order of this link is not among the orders of ${period.name}.`
          : 'The order of this link is not among the loaded orders.'}
        <span className="flex gap-4">
          {search.period !== 'all' && (
            <button
              type="button"
              onClick={() => onChange({ period: 'all', trade: search.trade })}
              className="link touch"
            >
              Search all time
            </button>
          )}
          <button type="button" onClick={() => onOpen(undefined)} className="link touch">
            Show the list
          </button>
        </span>
      </span>
    </Note>
  )
}

function HistoryList({ history }: { history: HistoryModel }) {
  const { pages, rows, found, text, isNarrowed } = history
  const { clock } = useService()

  if (pages.error && rows.length === 0) {
    return (
      <NotLoaded
        what="The history"
        {...failureOf(pages.error)}
        at={clock.serviceTime(pages.errorUpdatedAt)}
        onRetry={() => void pages.refetch()}
      />
    )
  }
  if (found.length === 0 && !pages.isPending) return <Nothing history={history} />

  return (
    <>
      {(text !== '' || isNarrowed) && (
        <p role="status" className="pt-2 text-caption text-ink-3">
          {formatCount(found.length)} of {plural(rows.length, 'order')} match.{' '}
          {history.hasMore && 'Orders that aren’t loaded yet aren’t searched.'}
        </p>
      )}
      <HistoryTable key={JSON.stringify([history.view, history.period.name])} history={history} />
      {!pages.isPending && <End history={history} />}
    </>
  )
}

function End({ history }: { history: HistoryModel }) {
  const { pages, found, hasMore, rest, listedName, filters, loadMore } = history
  if (pages.isFetchNextPageError) {
    return (
      <StaleLine onRefresh={loadMore}>
        <span>More orders could not be loaded. {failureWords(pages.error)}</span>
      </StaleLine>
    )
  }
  if (pages.isFetchingNextPage || rest.isLoading) {
    return <Line role="status">Loading more orders</Line>
  }
  if (!hasMore) {
    return (
      <Line>
        {filters.length === 0 && 'All '}
        {plural(found.length, 'order')} of {listedName}.
      </Line>
    )
  }
  return (
    <div className="py-3">
      <Button size="small" onClick={loadMore}>
        Load more orders
      </Button>
    </div>
  )
}

const Line = (text: ComponentProps<'p'>) => <p {...text} className="py-3 text-caption text-ink-3" />

function Nothing({ history }: { history: HistoryModel }) {
  const { loaded, rows, rest, period, coverage, filters, hasMore } = history
  const { clear, loadMore, onChange } = history
  if (rows.length === 0 && !coverage.isWhole) {
    return (
      <Line role="status">
        {rest.isLoading ? 'Loading orders' : `No order of ${period.name} is loaded yet.`}
      </Line>
    )
  }
  // A current period without rows means that there are no orders at all.
  const isEmpty = loaded.length === 0 && !period.isOver
  if (filters.length === 0 && !isEmpty) {
    return (
      <Empty
        title={`No order closed in ${period.name}.`}
        action={<Button onClick={() => onChange({ period: 'all' })}>Show all time</Button>}
      >
        Choose another period above.
      </Empty>
    )
  }
  if (filters.length === 0) {
    return (
      <Empty
        title="No closed orders yet."
        action={
          <Link to="/smart-trades/new" className={buttonClass({ look: 'primary' })}>
            New SmartTrade
          </Link>
        }
      >
        Every order that is filled, cancelled or failed is listed here, with its profit by day in a
        calendar. Orders come from SmartTrades, grid bots and DCA bots: start one to see the first.
      </Empty>
    )
  }
  return (
    <>
      <NoMatch
        title={
          rows.length > 0
            ? `None of ${plural(rows.length, 'order')} of ${period.name} matches.`
            : `No order of ${period.name} matches.`
        }
        filters={filters}
        onClear={clear}
      >
        {hasMore ? 'Orders that aren’t loaded yet aren’t searched.' : undefined}
      </NoMatch>
      {hasMore && (
        <Button size="small" onClick={loadMore}>
          Load and search more orders
        </Button>
      )}
    </>
  )
}

const KINDS = optionsOf({ month: 'Month', year: 'Year', all: 'All', days: 'Custom' })

function PeriodSteps({ history }: { history: HistoryModel }) {
  const { period, today, onChange } = history
  const { kind, last } = period
  const step = (by: 1 | -1, name: string, icon: ReactNode) => {
    if (kind !== 'month' && kind !== 'year') return null
    const next = neighbourOf(period, by, today)
    return (
      <Button
        isIcon
        look="quiet"
        size="small"
        aria-label={`${name} ${kind}`}
        className={next === undefined ? 'invisible' : undefined}
        onClick={() => next !== undefined && onChange(asSearch(next, today))}
      >
        {icon}
      </Button>
    )
  }
  return (
    <span className="flex items-center">
      {step(-1, 'Previous', <ChevronLeftIcon size={16} />)}
      <DaysChoice
        key={period.name}
        label="Days of your own"
        trigger={
          <button type="button" className={chipClass('tabular-nums')}>
            {kind === 'all' ? 'All time' : shortOnPhone(period.name, kind, last)}
          </button>
        }
        first={period.first}
        last={last}
        today={today}
        submitLabel="Show these days"
        onChoose={(from, to) => onChange({ period: undefined, from, to, day: undefined })}
      />
      {step(1, 'Next', <ChevronRightIcon size={16} />)}
    </span>
  )
}

/** *Custom* begins with the days shown, or those of this month. */
function PeriodKinds({ history }: { history: HistoryModel }) {
  const { period, today, onChange } = history
  const { kind, first, last } = period
  return (
    <Segmented
      label="Period"
      value={kind}
      options={KINDS}
      onChange={(next) => {
        if (next === 'month') onChange(asSearch(monthOf(last), today))
        if (next === 'year') onChange(asSearch(last.slice(0, 4), today))
        if (next === 'all') onChange(asSearch('all', today))
        const from = textOr(first, `${monthOf(last)}-01`)
        if (next === 'days') onChange({ period: undefined, from, to: last, day: undefined })
      }}
      className="w-auto!"
    />
  )
}

/** "October 2026" as "Oct 2026" on a phone. */
const shortOnPhone = (name: string, kind: Period['kind'], day: string): ReactNode =>
  kind === 'month' ? (
    <>
      <span className="max-sm:hidden">{name}</span>
      <span className="sm:hidden">{formatInstant(Date.parse(day), 'month')}</span>
    </>
  ) : (
    name
  )
