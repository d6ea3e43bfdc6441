import type { ReactNode } from 'react'

import { widestPlaces } from '#money/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { SortableTh, Table, Td, Th, Tr } from '#ui/table.tsx'

import { FROM_48, FROM_60, FROM_68 } from './columns.ts'
import type { WayOut } from './end-trade.ts'
import { widestPrice } from './price.tsx'
import type { ProfitUnit } from './profit-total.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import { SmartTradeRow } from './smart-trade-row.tsx'
import { entryOf, nowOf, type Trade } from './trade-facts.ts'
import { UnreadableTrade } from './unreadable-trade.tsx'
import { useWaysOut } from './use-ways-out.ts'

export type SortKey = SmartTradeSearch['order_by']

type SmartTradeTableProps = {
  /** `undefined` until the first answer. */
  trades: readonly Trade[] | undefined
  search: SmartTradeSearch
  profit: ProfitUnit
  isBusy: boolean
  onSort: (order: SortKey) => void
  onOpen: (id: number) => void
  onEnd: (trade: Trade, way: WayOut) => void
}

/** The list from 640 px up; each row opens its trade. */
export function SmartTradeTable(props: SmartTradeTableProps) {
  const { trades, search, profit, isBusy, onSort, onOpen, onEnd } = props
  const waysOut = useWaysOut()
  const entryPlaces = widestPrice(trades?.map(entryOf) ?? [])
  const nowPlaces = widestPrice(trades?.map(nowOf) ?? [])
  const unitPlaces = widestPlaces(
    trades?.map(({ position }) => position?.units?.value) ?? [],
    MOST_UNIT_PLACES,
  )
  return (
    <Table caption="SmartTrades" hasBleed isTight isBusy={isBusy} className="@container">
      <thead>
        <Heads search={search} currency={profit.currency} onSort={onSort} />
      </thead>
      <tbody className={isBusy && trades ? 'opacity-60' : undefined}>
        {trades === undefined
          ? SKELETONS.map((row) => <SkeletonRow key={row} row={row} />)
          : trades.map((trade, index) =>
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
                  unitPlaces={unitPlaces}
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

/** The bars of a row under the heads they belong to. */
const BARS: readonly { width: number; isNumeric?: boolean; className?: string }[] = [
  { width: 76 },
  { width: 40 },
  { width: 72, className: FROM_60 },
  { width: 108 },
  { width: 48, className: FROM_60 },
  { width: 96, className: FROM_68 },
  { width: 48, isNumeric: true, className: FROM_48 },
  { width: 68, isNumeric: true },
  { width: 68, isNumeric: true },
  { width: 96, className: 'pl-4!' },
  { width: 112, isNumeric: true },
  { width: 16 },
]

function SkeletonRow({ row }: { row: number }) {
  return (
    <Tr>
      {BARS.map(({ width, isNumeric, className }, index) => (
        <Td key={index} isNumeric={isNumeric} className={className}>
          <Skeleton width={width - ((row * 3 + index) % 4) * 6} />
        </Td>
      ))}
    </Tr>
  )
}

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
        Units
      </Th>
      <Th isNumeric>Entry</Th>
      <Th isNumeric>{NOW_HEADS[search.status]}</Th>
      <Th className="pl-4!">Stop to target</Th>
      {sortable('profit', `Profit, ${currency}`, true)}
      <Th>
        <span className="sr-only">Actions</span>
      </Th>
    </tr>
  )
}

const DIRECTIONS = { ASC: 'ascending', DESC: 'descending' } as const
