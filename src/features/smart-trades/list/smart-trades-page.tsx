import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { ListOf, TableColumns, useListView } from '#lists/list-view.tsx'
import { useAccounts, useLearnedAccounts } from '#market/accounts.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import type { CloseAction } from '../closing/close-trade.ts'
import { smartTradesPage, TRADES_INTERVAL } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'
import { countsIn } from './group-counts.ts'
import { Further } from './more-filters.tsx'
import { searchedIn } from './note-search.ts'
import { ProfitLine, profitTotal, profitUnit } from './profit-total.tsx'
import { GroupTabs, SavedViews, smartTrades, toList } from './smart-trade-filters.tsx'
import { SmartTradeList } from './smart-trade-list.tsx'
import { filterOf, type SmartTradeSearch } from './smart-trade-search.ts'

// With the form behind its note it weighs as much as the list, which has to come first.
const CloseTradeSheet = lazyPanel(
  async () => (await import('../closing/close-trade-sheet.tsx')).CloseTradeSheet,
  { onGiveUp: ({ onClose }) => onClose() },
)
const SmartTradeDrawer = lazyPanel(
  async () => (await import('../trade/smart-trade-drawer.tsx')).SmartTradeDrawer,
  { onGiveUp: ({ onClose }) => onClose() },
)

const FoundTrades = lazyPanel(async () => (await import('./found-trades.tsx')).FoundTrades)
const NoTrades = lazyPanel(async () => (await import('./no-trades.tsx')).NoTrades)
const RowHeight = lazyPanel(async () => (await import('./list-panels.tsx')).RowHeight)
const RealisedPanel = lazyPanel(async () => (await import('./trade-key-figures.tsx')).RealisedPanel)
// What the rows come to can follow them; its room is kept.
const TradeKeyFigures = lazyPanel(
  async () => (await import('./trade-key-figures.tsx')).TradeKeyFigures,
)

type SmartTradesPageProps = {
  search: SmartTradeSearch
  onSearch: (search: SmartTradeSearch) => void
}

/** The list of SmartTrades with everything that narrows and orders it, and one trade beside it. */
export function SmartTradesPage({ search, onSearch }: SmartTradesPageProps) {
  const { timeZone } = useDisplayPreferences()
  const filter = filterOf(search, timeZone)
  const query = useQuery({
    ...smartTradesPage(filter),
    // Another page or order of the same rows; another group's rows would be shown under a wrong name.
    placeholderData: (rows, before) =>
      before && isSameGroup(before.queryKey[1].query, filter) ? keepPreviousData(rows) : undefined,
  })
  const { data, error } = query
  const trades = useMemo(() => data ?? [], [data])
  const readable = readableRows(trades)
  useLearnedAccounts(readable)
  // The rows come first: until then the filters offer what was learned from earlier ones.
  const accounts = useAccounts({ isWanted: !query.isPending })
  const page = useMemo(() => smartTrades(accounts), [accounts])
  const asked = useMemo(() => toList(search), [search])
  const view = useListView(page, data, asked, onSearch)
  const unit = useMemo(() => profitUnit(readable), [readable])
  const total = useMemo(() => profitTotal(trades, unit), [trades, unit])
  const open = (trade: Id | undefined) => onSearch({ ...search, trade })

  const isNarrow = useIsNarrow()
  const [ending, setEnding] = useState<{ trade: Trade; way: CloseAction }>()
  const onEnd = (trade: Trade, way: CloseAction) => setEnding({ trade, way })
  // An empty list that could not be read again says nothing of now.
  const isFailed = error !== null && trades.length === 0
  // Which notes have the words searched for is known of the rows that were read alone.
  const isOfNotes = search.note !== undefined
  const client = useQueryClient()
  const counts = isOfNotes ? {} : countsIn(client, filter)
  // What was found is a part of the rows; its sums stand under it.
  const group = isOfNotes || isNarrow || isFailed ? undefined : FIGURES_OF[search.status]
  const list = { table: view.table, search, onOpen: open, onEnd }
  return (
    <Page
      title="SmartTrades"
      drawer={
        search.trade !== undefined && (
          <SmartTradeDrawer
            key={search.trade}
            id={search.trade}
            rows={readable}
            onOpen={open}
            onEnd={onEnd}
            onClose={() => open(undefined)}
          />
        )
      }
      actions={<NewLink to="/smart-trades/new" label="New SmartTrade" look="primary" />}
    >
      <GroupTabs search={search} counts={counts} onSearch={onSearch} />
      <ListOf
        view={view}
        query={query}
        every={TRADES_INTERVAL}
        figures={
          group &&
          trades.length > 0 && (
            <div className="min-h-21.25">
              <Deferred meanwhile={null}>
                <TradeKeyFigures rows={trades} group={group} unit={unit} total={total} />
              </Deferred>
            </div>
          )
        }
        more={<Further search={search} onChange={view.filtering.onChange} />}
        hasColumns={false}
        actions={
          <>
            <TableColumns table={page.table} columns={page.list.columns} label="Columns and rows">
              <RowHeight />
            </TableColumns>
            <SavedViews search={search} />
          </>
        }
        isPastEnd={search.page > 1}
        searched={searchedIn(search.status)}
        empty={<NoTrades search={search} onFirst={() => onSearch({ ...search, page: 1 })} />}
      >
        <div className="narrow:-mx-4">
          {search.note !== undefined && data !== undefined ? (
            <FoundTrades {...list} note={search.note} first={data} />
          ) : (
            <>
              {isNarrow && !data && <div className="h-8" />}
              {isNarrow && <ProfitLine total={total} unit={unit} search={search} />}
              <SmartTradeList
                {...list}
                trades={data}
                listKey={query.isPlaceholderData ? undefined : JSON.stringify(filter)}
                profit={unit}
                total={total}
              />
              {data !== undefined && (
                <div className="px-2 narrow:px-4">
                  <Pager
                    page={search.page}
                    pageSize={search.per_page}
                    count={data.length}
                    onPage={(next) => onSearch({ ...search, page: next, trade: undefined })}
                  />
                </div>
              )}
            </>
          )}
        </div>
      </ListOf>
      {hasRoomBelow(search, data?.length) && !isFailed && (
        <Deferred meanwhile={null}>
          <RealisedPanel />
        </Deferred>
      )}
      {ending?.trade.id !== undefined && (
        <CloseTradeSheet
          trade={readable.find(({ id }) => id === ending.trade.id) ?? ending.trade}
          id={ending.trade.id}
          way={ending.way}
          onClose={() => setEnding(undefined)}
        />
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
