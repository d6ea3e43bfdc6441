import type { Id } from '#contract/primitives.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { RowGap, SortableTh, Table, Td, Th, Tr } from '#ui/table.tsx'
import { useScreenfulFirst } from '#ui/use-screenful-first.ts'

import { FROM_48 } from './columns.ts'
import type { CloseAction } from '../closing/close-trade.ts'
import type { ProfitUnit } from './profit-total.ts'
import { SmartTradeRow } from './smart-trade-row.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import type { TradeColumn } from './trade-columns.tsx'
import type { Trade } from '../trade-facts.ts'
import { TradeMenu } from './trade-menu.tsx'
import { UnreadableTrade } from './unreadable-trade.tsx'
import { useCellContext } from './use-cell-context.ts'
import { useRowMenu } from './use-row-menu.ts'

export type SortKey = SmartTradeSearch['order_by']

type SmartTradeTableProps = {
  /** `undefined` until the first answer. */
  trades: readonly Trade[] | undefined
  /** Which list they are; `undefined` while the one before stands in. */
  list: string | undefined
  columns: readonly TradeColumn[]
  search: SmartTradeSearch
  profit: ProfitUnit
  isBusy: boolean
  onSort: (order: SortKey) => void
  onOpen: (id: Id) => void
  onEnd: (trade: Trade, way: CloseAction) => void
}

/** The list from 640 px up; each row opens its trade, and all rows share one menu. */
export function SmartTradeTable(props: SmartTradeTableProps) {
  const { trades, list, columns, search, profit, isBusy, onSort, onOpen, onEnd } = props
  const context = useCellContext(trades, search, profit)
  const { first, toCome } = useScreenfulFirst(trades, list)
  const { row, opened, isMounted, prepare, toggle } = useRowMenu()
  const ofMenu = trades?.find(({ id }) => id !== undefined && (row === undefined || id === row))
  return (
    <>
      <Table caption="SmartTrades" hasBleed isTight isBusy={isBusy} className="@container">
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                search={search}
                words={column.head?.(context) ?? column.name}
                onSort={onSort}
              />
            ))}
            <Th className={FROM_48}>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody
          className={isBusy && trades ? 'opacity-60' : undefined}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {first === undefined
            ? SKELETONS.map((line) => <SkeletonRow key={line} row={line} columns={columns} />)
            : first.map((trade, index) =>
                trade.id === undefined ? (
                  <UnreadableTrade key={`unreadable-${index}`} trade={trade} />
                ) : (
                  <SmartTradeRow
                    key={trade.id}
                    id={trade.id}
                    trade={trade}
                    columns={columns}
                    context={context}
                    isSelected={trade.id === search.trade}
                    menuId={opened.id}
                    isMenuOpen={opened.isOpen && trade.id === row}
                    onOpen={onOpen}
                    onMenu={toggle}
                  />
                ),
              )}
          <RowGap rows={toCome} />
        </tbody>
      </Table>
      {isMounted && ofMenu?.id !== undefined && (
        <TradeMenu opened={opened} id={ofMenu.id} trade={ofMenu} onEnd={onEnd} />
      )}
    </>
  )
}

const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Bars under the heads they belong to. */
function SkeletonRow({ row, columns }: { row: number; columns: readonly TradeColumn[] }) {
  return (
    <Tr>
      {columns.map(({ id, bar, isNumeric, className }, index) => (
        <Td key={id} isNumeric={isNumeric} className={className}>
          <Skeleton width={bar - ((row * 3 + index) % 4) * 6} />
        </Td>
      ))}
      <Td className={FROM_48} />
    </Tr>
  )
}

type HeadProps = {
  column: TradeColumn
  search: SmartTradeSearch
  words: string
  onSort: (order: SortKey) => void
}

function Head({ column, search, words, onSort }: HeadProps) {
  const { order, isNumeric, className } = column
  const { order_by, order_direction } = search
  if (order === undefined) {
    return (
      <Th isNumeric={isNumeric} className={className}>
        {words}
      </Th>
    )
  }
  return (
    <SortableTh
      sorted={order_by === order ? DIRECTIONS[order_direction] : undefined}
      onSort={() => onSort(order)}
      isNumeric={isNumeric}
      className={className}
    >
      {words}
    </SortableTh>
  )
}

const DIRECTIONS = { ASC: 'ascending', DESC: 'descending' } as const
