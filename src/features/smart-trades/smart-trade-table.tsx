import type { ReactNode } from 'react'

import { SkeletonRows } from '#ui/skeleton.tsx'
import { SortableTh, Table, Th } from '#ui/table.tsx'

import { FROM_48, FROM_60, FROM_68 } from './columns.ts'
import { widestPrice } from './price.tsx'
import type { ProfitUnit } from './profit-total.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import { SmartTradeRow } from './smart-trade-row.tsx'
import { entryOf, nowOf, type Trade } from './trade-facts.ts'
import { UnreadableTrade } from './unreadable-trade.tsx'

export type SortKey = SmartTradeSearch['order_by']

type SmartTradeTableProps = {
  /** `undefined` until the first answer. */
  trades: readonly Trade[] | undefined
  search: SmartTradeSearch
  profit: ProfitUnit
  isBusy: boolean
  onSort: (order: SortKey) => void
  onOpen: (id: number) => void
}

/** The list from 640 px up; each row opens its trade. */
export function SmartTradeTable(props: SmartTradeTableProps) {
  const { trades, search, profit, isBusy, onSort, onOpen } = props
  const entryPlaces = widestPrice(trades?.map(entryOf) ?? [])
  const nowPlaces = widestPrice(trades?.map(nowOf) ?? [])
  return (
    <Table caption="SmartTrades" hasBleed isTight isBusy={isBusy} className="@container">
      <thead>
        <Heads search={search} currency={profit.currency} onSort={onSort} />
      </thead>
      <tbody className={isBusy && trades ? 'opacity-60' : undefined}>
        {trades === undefined ? (
          <SkeletonRows rows={10} columns={BARS} />
        ) : (
          trades.map((trade, index) =>
            trade.id === undefined ? (
              <UnreadableTrade key={`unreadable-${index}`} trade={trade} />
            ) : (
              <SmartTradeRow
                key={trade.id}
                trade={trade}
                search={search}
                profit={profit}
                entryPlaces={entryPlaces}
                nowPlaces={nowPlaces}
                onOpen={onOpen}
              />
            ),
          )
        )}
      </tbody>
    </Table>
  )
}

const BARS = [
  { width: 84 },
  { width: 44 },
  { width: 112 },
  { width: 72, isNumeric: true },
  { width: 72, isNumeric: true },
  { width: 96 },
  { width: 120, isNumeric: true },
]

/** What the second price is, which a closed trade has no present one of. */
const NOW_HEADS: Record<SmartTradeSearch['status'], string> = {
  all: 'Now or close',
  active: 'Now',
  finished: 'Close',
  successfully_finish: 'Close',
  cancelled: 'Close',
  failed: 'Close',
}

type HeadsProps = {
  search: SmartTradeSearch
  currency: string
  onSort: (order: SortKey) => void
}

function Heads({ search, currency, onSort }: HeadsProps) {
  const sortable = (order: SortKey, words: ReactNode, isNumeric = false, className?: string) => (
    <SortableTh
      sorted={search.order_by === order ? DIRECTIONS[search.order_direction] : undefined}
      onSort={() => onSort(order)}
      isNumeric={isNumeric}
      className={className}
    >
      {words}
    </SortableTh>
  )
  return (
    <tr>
      <Th>Pair</Th>
      <Th>Side</Th>
      <Th className={FROM_60}>Type</Th>
      {sortable('status', 'Status')}
      {sortable('created_at', 'Age', false, FROM_60)}
      <Th className={FROM_68}>Note</Th>
      <Th isNumeric className={FROM_48}>
        Size
      </Th>
      <Th isNumeric>Entry</Th>
      <Th isNumeric>{NOW_HEADS[search.status]}</Th>
      <Th className="pl-4!">Stop to target</Th>
      {sortable('profit', `Profit, ${currency}`, true)}
    </tr>
  )
}

const DIRECTIONS = { ASC: 'ascending', DESC: 'descending' } as const
