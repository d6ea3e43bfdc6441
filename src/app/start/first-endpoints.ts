import { getBalanceHistory, getBalanceTable } from '#contract/exchanges.ts'
import { SUMMARY } from '#contract/searches.ts'
import { listSmartTrades, SMART_TRADE_GROUPS, SMART_TRADE_ORDERS } from '#contract/smart-trades.ts'
import { MOST_ROWS, searchDefaults } from '#features/smart-trades/list/smart-trade-search.ts'

/** Endpoints of the first reads of SmartTrades and Portfolio, where most days begin. */
export const FIRST_ENDPOINTS = {
  list: listSmartTrades,
  table: getBalanceTable,
  history: getBalanceHistory,
}

const params = { id: SUMMARY }
const pathOf = ({ path }: { path: string }) => path.replace(':id', params.id)

/** Facts of these reads for the inline script. Evaluated by the build: schemas are too large. */
export const firstReads = {
  paths: {
    list: pathOf(FIRST_ENDPOINTS.list),
    table: pathOf(FIRST_ENDPOINTS.table),
    history: pathOf(FIRST_ENDPOINTS.history),
  },
  params,
  /** Query of the list. */
  defaults: searchDefaults,
  /** Allowed values of its filters, or the highest number. */
  filters: {
    status: SMART_TRADE_GROUPS,
    order_by: SMART_TRADE_ORDERS,
    order_direction: ['ASC', 'DESC'],
    page: 99_999,
    per_page: MOST_ROWS,
  } as Readonly<Record<string, readonly string[] | number>>,
}
export type FirstReads = typeof firstReads
