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
import {
  FIGURES_HEIGHT,
  FIGURES_OF,
  filterOf,
  type SmartTradeSearch,
} from './smart-trade-search.ts'

// With its note form as large as the list, which must load first.
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
// Loaded after the rows; its space is reserved.
const TradeKeyFigures = lazyPanel(
  async () => (await import('./trade-key-figures.tsx')).TradeKeyFigures,
)

type SmartTradesPageProps = {
  search: SmartTradeSearch
  onSearch: (search: SmartTradeSearch) => void
}

export function SmartTradesPage({ search, onSearch }: SmartTradesPageProps) {
  const { timeZone } = useDisplayPreferences()
  const filter = filterOf(search, timeZone)
  const query = useQuery({
    ...smartTradesPage(filter),
    // Keeps rows for another page or order only; another group's rows would have a wrong title.
    placeholderData: (rows, before) =>
      before && isSameGroup(before.queryKey[1].query, filter) ? keepPreviousData(rows) : undefined,
  })
  const { data, error } = query
  const trades = useMemo(() => data ?? [], [data])
  const readable = readableRows(trades)
  useLearnedAccounts(readable)
  // Loaded after the rows; until then the filters offer accounts learned earlier.
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
  // An empty list that cannot be read again says nothing about now.
  const isFailed = error !== null && trades.length === 0
  // Matching notes are known for loaded rows only.
  const isOfNotes = search.note !== undefined
  const client = useQueryClient()
  const counts = isOfNotes ? {} : countsIn(client, filter)
  // A search finds only some rows; their sums are below the list.
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
          (!data || trades.length > 0) && (
            <div className={FIGURES_HEIGHT}>
              {trades.length > 0 && (
                <Deferred meanwhile={null}>
                  <TradeKeyFigures rows={trades} group={group} unit={unit} total={total} />
                </Deferred>
              )}
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

/** Two requests ask for the same trades, apart from page and order. */
function isSameGroup(a: object, b: object): boolean {
  const core = (filter: object) =>
    JSON.stringify({ ...filter, page: 0, order_by: '', order_direction: '' })
  return core(a) === core(b)
}

/** Maximum rows to show a panel below: more fill the page. */
const FEW_ROWS = 16

/** A short list of running trades leaves space for recent profit. */
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
