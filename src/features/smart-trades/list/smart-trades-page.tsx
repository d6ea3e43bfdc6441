import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo, useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { Loaded } from '#lists/loaded.tsx'
import { useAccounts, useLearnedAccounts } from '#market/accounts.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import type { CloseAction } from '../closing/close-trade.ts'
import { smartTradesPage, TRADES_INTERVAL } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'
import { countsIn } from './group-counts.ts'
import { ProfitLine, profitTotal, profitUnit } from './profit-total.tsx'
import { activeFilters, FilterChips, GroupTabs, SmartTradeFilters } from './smart-trade-filters.tsx'
import { SmartTradeList } from './smart-trade-list.tsx'
import { filterOf, type SearchChange, type SmartTradeSearch } from './smart-trade-search.ts'
import { useTradeColumns } from './trade-columns.tsx'

// With the form behind its note it weighs as much as the list, which has to come first.
const CloseTradeSheet = lazyPanel(
  () => import('../closing/close-trade-sheet.tsx').then((module) => module.CloseTradeSheet),
  { onGiveUp: ({ onClose }) => onClose() },
)
const SmartTradeDrawer = lazyPanel(
  () => import('../trade/smart-trade-drawer.tsx').then((module) => module.SmartTradeDrawer),
  { onGiveUp: ({ onClose }) => onClose() },
)

const FoundTrades = lazyPanel(() =>
  import('./found-trades.tsx').then((module) => module.FoundTrades),
)
const NoTrades = lazyPanel(() => import('./no-trades.tsx').then((module) => module.NoTrades))
const RealisedPanel = lazyPanel(() =>
  import('./trade-key-figures.tsx').then((module) => module.RealisedPanel),
)
// What the rows come to can follow them; its room is kept.
const TradeKeyFigures = lazyPanel(() =>
  import('./trade-key-figures.tsx').then((module) => module.TradeKeyFigures),
)

/** Another search, or what becomes of the present one. */
export type SearchStep = SmartTradeSearch | ((before: SmartTradeSearch) => SmartTradeSearch)

type SmartTradesPageProps = {
  search: SmartTradeSearch
  /** The same function from one drawing to the next: the rows depend on it. */
  onSearch: (next: SearchStep) => void
}

/** The list of SmartTrades with everything that narrows and orders it, and one trade beside it. */
export function SmartTradesPage({ search, onSearch }: SmartTradesPageProps) {
  const { timeZone } = useDisplayPreferences()
  const query = useQuery({
    ...smartTradesPage(filterOf(search, timeZone)),
    // Another page or order of the same rows; another group's rows would be shown under a wrong name.
    placeholderData: (rows, before) =>
      before && isSameGroup(before.queryKey[1].query, filterOf(search, timeZone))
        ? keepPreviousData(rows)
        : undefined,
  })
  const { data, error, isPlaceholderData } = query
  const listKey = isPlaceholderData ? undefined : JSON.stringify(filterOf(search, timeZone))
  const trades = useMemo(() => data ?? [], [data])
  const readable = readableRows(trades)
  useLearnedAccounts(readable)
  // The rows come first: until then the filters offer what was learned from earlier ones.
  const accounts = useAccounts({ isWanted: !query.isPending })
  const unit = useMemo(() => profitUnit(readable), [readable])
  const total = useMemo(() => profitTotal(trades, unit), [trades, unit])

  const change = (changes: SearchChange) =>
    onSearch({ ...search, trade: undefined, ...('page' in changes ? {} : { page: 1 }), ...changes })
  const filters = activeFilters({ search, accounts, onChange: change })
  const clear = () =>
    change(filters.reduce<SearchChange>((all, { without }) => ({ ...all, ...without }), {}))
  const open = useCallback(
    (id: Id | undefined) => onSearch((before) => ({ ...before, trade: id })),
    [onSearch],
  )

  const { columns } = useTradeColumns()
  const isNarrow = useIsNarrow()
  const [ending, setEnding] = useState<{ trade: Trade; way: CloseAction }>()
  // An empty list that could not be read again says nothing of now.
  const isFailed = error !== null && (data === undefined || data.length === 0)
  const isEmpty = data?.length === 0 && !isFailed
  const isStale = error !== null && data !== undefined
  // Which notes have the words searched for is known of the rows that were read alone.
  const client = useQueryClient()
  const counts = search.note === undefined ? countsIn(client, filterOf(search, timeZone)) : {}
  // What was found is a part of the rows; its sums stand under it.
  const figuresGroup = search.note === undefined ? FIGURES_OF[search.status] : undefined
  const list = {
    columns,
    search,
    onSort: change,
    onOpen: open,
    onEnd: (trade: Trade, way: CloseAction) => setEnding({ trade, way }),
  }
  return (
    <Page
      title="SmartTrades"
      drawer={
        search.trade !== undefined && (
          <Suspense>
            <SmartTradeDrawer
              key={search.trade}
              id={search.trade}
              rows={readable}
              onOpen={open}
              onEnd={(trade, way) => setEnding({ trade, way })}
              onClose={() => open(undefined)}
            />
          </Suspense>
        )
      }
      actions={
        <NewLink to="/smart-trades/new" label="New SmartTrade" look="primary">
          <PlusIcon />
          <span>
            New<span className="narrow:hidden"> SmartTrade</span>
          </span>
        </NewLink>
      }
    >
      <GroupTabs search={search} counts={counts} onChange={change} />
      {figuresGroup !== undefined && !isEmpty && !isFailed && (
        <div data-stale={isStale || undefined} className="min-h-21 narrow:hidden">
          {data !== undefined && (
            <Deferred meanwhile={null}>
              <Suspense>
                <TradeKeyFigures trades={readable} group={figuresGroup} unit={unit} total={total} />
              </Suspense>
            </Deferred>
          )}
        </div>
      )}
      <SmartTradeFilters search={search} trades={readable} accounts={accounts} onChange={change} />
      {!isEmpty && <FilterChips filters={filters} onClear={clear} />}
      <Loaded
        what="The SmartTrades"
        query={query}
        every={TRADES_INTERVAL}
        empty={
          <Suspense>
            <NoTrades search={search} filters={filters} onChange={change} onClear={clear} />
          </Suspense>
        }
      >
        <div className="narrow:-mx-4">
          {search.note !== undefined && data !== undefined ? (
            <Suspense>
              <FoundTrades {...list} note={search.note} first={data} />
            </Suspense>
          ) : (
            <>
              {isNarrow && <ProfitLine total={total} unit={unit} search={search} />}
              <SmartTradeList
                {...list}
                trades={data}
                listKey={listKey}
                profit={unit}
                total={total}
              />
              <div className="px-2 narrow:px-4">
                {data !== undefined && (
                  <Pager
                    page={search.page}
                    pageSize={search.per_page}
                    count={data.length}
                    onPage={(page) => change({ page })}
                  />
                )}
              </div>
            </>
          )}
        </div>
      </Loaded>
      {hasRoomBelow(search, data?.length) && !isFailed && (
        <Deferred meanwhile={null}>
          <Suspense>
            <RealisedPanel />
          </Suspense>
        </Deferred>
      )}
      {ending?.trade.id !== undefined && (
        <Suspense>
          <CloseTradeSheet
            trade={readable.find(({ id }) => id === ending.trade.id) ?? ending.trade}
            id={ending.trade.id}
            way={ending.way}
            onClose={() => setEnding(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Whether two requests ask for the same trades, page and order apart. */
function isSameGroup(a: object, b: object): boolean {
  const core = (filter: object) =>
    JSON.stringify({ ...filter, page: 0, order_by: '', order_direction: '' })
  return core(a) === core(b)
}

/** More rows than these fill the page by themselves. */
const FEW_ROWS = 16

/** Where a short list of what runs ends, there is room for what was realised of late. */
const hasRoomBelow = (
  { status, page, note }: SmartTradeSearch,
  rows: number | undefined,
): boolean =>
  status === 'active' &&
  note === undefined &&
  page === 1 &&
  rows !== undefined &&
  rows > 0 &&
  rows <= FEW_ROWS

/** The lists of which sums say something; trades without an exit have no result to add up. */
const FIGURES_OF: Partial<Record<SmartTradeSearch['status'], 'active' | 'finished'>> = {
  active: 'active',
  finished: 'finished',
  successfully_finish: 'finished',
}
