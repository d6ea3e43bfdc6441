import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { profitTotal, profitUnit, totalWords } from '#features/smart-trades/list/profit-total.tsx'
import {
  FIGURES_HEIGHT,
  FIGURES_OF,
  GROUPS,
  type SmartTradeSearch,
} from '#features/smart-trades/list/smart-trade-search.ts'
import type { TradeContext } from '#features/smart-trades/list/trade-columns.tsx'
import { placesOf, tradeRows } from '#features/smart-trades/list/trade-rows.tsx'
import type { Trade } from '#features/smart-trades/trade-facts.ts'
import { chipClass } from '#ui/chip-class.ts'
import { inOrder } from '#ui/column-order.ts'
import { firstScreenful, linesOf, shownColumns } from '#ui/data-list.tsx'
import { cellLooks, ListTable, type PartsProps, TableBody } from '#ui/data-rows.tsx'
import { PAGE_BODY, PageHead } from '#ui/page-head.tsx'
import { tabClass, tabListClass } from '#ui/tab-class.ts'
import { StillTable } from '#ui/table.tsx'

import { displayAt, drawEarly, type EarlyParts } from './draw-early.ts'

/**
 * Draws the first screenful of SmartTrades into the static shell, by the same declarations as React.
 * Draws nothing if only React can, as for an unreadable row.
 */
export function draw({ shell, early, answers, sessionStore, now }: EarlyParts): void {
  const trades = answers[0] as Rows<Trade> | undefined
  const search = early.reads[0]?.query as SmartTradeSearch
  if (!trades || trades.length === 0 || trades.some(isUnreadable)) return
  // This group has a chip above its rows.
  if (search.status === 'successfully_finish') return
  const rows = readableRows(trades)
  const profit = profitUnit(rows)
  const total = profitTotal(trades, profit)
  const context: TradeContext = {
    status: search.status,
    profit,
    total,
    places: placesOf(rows),
    TagLink: ({ tag }) => <span className="link touch max-w-18 truncate">{tag}</span>,
    address: location.href,
  }
  const settings = sessionStore.settings.get()
  const extra = tradeRows.columns.flatMap(({ id, isExtra }) => (isExtra ? id : []))
  const { 'smart-trades': hidden = extra } = settings.hiddenColumns
  const ordered = inOrder(tradeRows.columns, settings.columnOrder['smart-trades'] ?? [])
  const columns = shownColumns(ordered, { rows: trades, context, hidden })
  const parts: PartsProps<Trade, TradeContext> = {
    ...STILL,
    list: tradeRows,
    columns,
    looks: cellLooks(columns, context),
    context,
  }
  const direction = search.order_direction === 'ASC' ? 'asc' : 'desc'
  const page = (
    <div className={PAGE_BODY}>
      <div className="content-width">
        <PageHead title="SmartTrades" />
        <div className={tabListClass('mt-1')}>
          {GROUPS.map(({ value, label }) => (
            <span
              key={value}
              aria-current={value === search.status ? 'page' : undefined}
              className={tabClass()}
            >
              {label}{' '}
            </span>
          ))}
        </div>
        {FIGURES_OF[search.status] && <div className={FIGURES_HEIGHT} />}
        <div className="flex pt-3 pb-2">
          <span className={chipClass('invisible')} />
        </div>
        <ListTable
          frame={StillTable}
          parts={parts}
          sort={{ by: search.order_by, direction }}
          onSort={() => undefined}
          totalLabel={
            total.counted === 0 ? undefined : (
              <span className="block w-0 whitespace-nowrap">{totalWords(total, search)}</span>
            )
          }
        >
          <TableBody
            {...parts}
            inSight={firstScreenful(linesOf(rows, tradeRows.idOf), 'var(--row)')}
            isBusy={false}
          />
        </ListTable>
      </div>
    </div>
  )
  drawEarly(shell, page, displayAt(now, settings))
}

const STILL = {
  openId: undefined,
  selection: undefined,
  menu: {
    row: undefined,
    opened: { id: '', anchor: null, isOpen: false, onOpenChange: () => undefined },
    prepare: () => undefined,
    toggle: () => undefined,
  },
  isPressable: true,
  onOpen: () => undefined,
  onCheck: () => undefined,
  Checkbox: () => undefined,
  Unreadable: () => undefined,
}
