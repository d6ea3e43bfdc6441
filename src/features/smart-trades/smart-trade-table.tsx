import { widestPlaces } from '#money/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { SortableTh, Table, Td, Th, Tr } from '#ui/table.tsx'

import { FROM_48 } from './columns.ts'
import type { WayOut } from './end-trade.ts'
import { widestPrice } from './price.tsx'
import type { ProfitUnit } from './profit-total.ts'
import { SmartTradeRow } from './smart-trade-row.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import type { CellContext, TradeColumn } from './trade-columns.tsx'
import { entryOf, nowOf, type Trade } from './trade-facts.ts'
import { UnreadableTrade } from './unreadable-trade.tsx'
import { useWaysOut } from './use-ways-out.ts'

export type SortKey = SmartTradeSearch['order_by']

type SmartTradeTableProps = {
  /** `undefined` until the first answer. */
  trades: readonly Trade[] | undefined
  columns: readonly TradeColumn[]
  search: SmartTradeSearch
  profit: ProfitUnit
  isBusy: boolean
  onSort: (order: SortKey) => void
  onOpen: (id: number) => void
  onEnd: (trade: Trade, way: WayOut) => void
}

/** The list from 640 px up; each row opens its trade. */
export function SmartTradeTable(props: SmartTradeTableProps) {
  const { trades, columns, search, profit, isBusy, onSort, onOpen, onEnd } = props
  const waysOut = useWaysOut()
  const context: CellContext = {
    search,
    profit,
    places: {
      entry: widestPrice(trades?.map(entryOf) ?? []),
      now: widestPrice(trades?.map(nowOf) ?? []),
      units: widestPlaces(
        trades?.map(({ position }) => position?.units?.value) ?? [],
        MOST_UNIT_PLACES,
      ),
    },
  }
  return (
    <Table caption="SmartTrades" hasBleed isTight isBusy={isBusy} className="@container">
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} column={column} context={context} onSort={onSort} />
          ))}
          <Th className={FROM_48}>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody className={isBusy && trades ? 'opacity-60' : undefined}>
        {trades === undefined
          ? SKELETONS.map((row) => <SkeletonRow key={row} row={row} columns={columns} />)
          : trades.map((trade, index) =>
              trade.id === undefined ? (
                <UnreadableTrade key={`unreadable-${index}`} trade={trade} />
              ) : (
                <SmartTradeRow
                  key={trade.id}
                  trade={trade}
                  columns={columns}
                  context={context}
                  waysOut={waysOut}
                  onOpen={onOpen}
                  onEnd={onEnd}
                />
              ),
            )}
      </tbody>
    </Table>
  )
}

const MOST_UNIT_PLACES = 5

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

type HeadProps = { column: TradeColumn; context: CellContext; onSort: (order: SortKey) => void }

function Head({ column, context, onSort }: HeadProps) {
  const { name, head, order, isNumeric, className } = column
  const { order_by, order_direction } = context.search
  const words = head?.(context) ?? name
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
