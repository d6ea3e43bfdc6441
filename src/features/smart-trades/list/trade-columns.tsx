import type { ReactNode } from 'react'

import type { Id } from '#contract/primitives.ts'
import { PairText, currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { moneyPlaces } from '#money/money-places.ts'
import { Amount } from '#ui/amount.tsx'
import { Profit } from '#ui/profit.tsx'
import { Side } from '#ui/side.tsx'
import { Age, Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { FROM_48, FROM_60, FROM_68 } from './columns.ts'
import { NoteText } from './note-text.tsx'
import type { ProfitUnit } from './profit-total.ts'
import { Bar, StatusCell, whyUnknown } from '../row-cells.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import { entryOf, nowOf, sideOf, type Trade, typeNameOf } from '../trade-facts.ts'

/** What a cell needs to know besides its trade. */
export type CellContext = {
  status: SmartTradeSearch['status']
  profit: ProfitUnit
  places: Record<'entry' | 'now' | 'units', number>
  /** Where a trade stands open beside the list. */
  addressOf: (id: Id | undefined) => string
}

export type TradeColumn = {
  id: string
  /** What it is called where columns are chosen. */
  name: string
  /** In the head of the table, where that is another word. */
  head?: (context: Pick<CellContext, 'status' | 'profit'>) => string
  /** Sorted by the service. */
  order?: SmartTradeSearch['order_by']
  isNumeric?: boolean
  className?: string
  /** Said in a lower voice than the figures. */
  isQuiet?: boolean
  /** Cannot be taken away: it is the way to the trade. */
  isFixed?: boolean
  /** Not among those shown at first. */
  isExtra?: boolean
  /** How wide the bar is that stands for it before the first answer. */
  bar: number
  cell: (trade: Trade, context: CellContext) => ReactNode
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

/** Every column there can be, from left to right. */
export const TRADE_COLUMNS: readonly TradeColumn[] = [
  {
    id: 'pair',
    name: 'Pair',
    isFixed: true,
    bar: 76,
    cell: ({ id, pair }, { addressOf }) => (
      <a
        href={addressOf(id)}
        aria-label={`${pair ?? 'SmartTrade'}, open SmartTrade ${id}`}
        className="rounded-s"
      >
        <PairText pair={pair} />
      </a>
    ),
  },
  {
    id: 'side',
    name: 'Side',
    bar: 40,
    cell: (trade) => {
      const side = sideOf(trade)
      return side ? <Side side={side} /> : (trade.position?.type ?? <UnknownValue />)
    },
  },
  {
    id: 'type',
    name: 'Type',
    className: FROM_60,
    isQuiet: true,
    bar: 72,
    cell: ({ data }) => typeNameOf(data?.type) ?? <UnknownValue />,
  },
  {
    id: 'status',
    name: 'Status',
    order: 'status',
    bar: 108,
    cell: (trade) => <StatusCell trade={trade} />,
  },
  {
    id: 'age',
    name: 'Age',
    order: 'created_at',
    className: FROM_60,
    isQuiet: true,
    bar: 48,
    cell: ({ data }) => <Age at={data?.created_at} />,
  },
  {
    id: 'updated',
    name: 'Updated',
    order: 'updated_at',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    bar: 48,
    cell: ({ data }) => <Age at={data?.updated_at} />,
  },
  {
    id: 'closed',
    name: 'Closed',
    order: 'closed_at',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    bar: 72,
    cell: ({ data }) => <Time at={data?.closed_at} style="short" reason="It is not closed." />,
  },
  {
    id: 'number',
    name: 'Number',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    bar: 64,
    cell: ({ id }) => id,
  },
  {
    id: 'account',
    name: 'Account',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    bar: 80,
    cell: ({ account }) => account?.name ?? <UnknownValue />,
  },
  {
    id: 'note',
    name: 'Note',
    className: FROM_68,
    bar: 96,
    cell: ({ note }) => (
      <span className="block max-w-36 truncate text-ink-2" title={note?.trim()}>
        {note ? <NoteText note={note} /> : null}
      </span>
    ),
  },
  {
    id: 'units',
    name: 'Units',
    isNumeric: true,
    className: FROM_48,
    bar: 48,
    cell: ({ position }, { places }) => (
      <Amount value={position?.units?.value} padTo={places.units} />
    ),
  },
  {
    id: 'total',
    name: 'Total',
    isNumeric: true,
    isExtra: true,
    className: FROM_48,
    bar: 64,
    cell: ({ position, pair }) => {
      const total = position?.total?.value ?? undefined
      const { quote = '' } = currenciesOf(pair)
      return <Amount value={total} unit={quote} places={total && moneyPlaces(quote, total)} />
    },
  },
  {
    id: 'entry',
    name: 'Entry',
    isNumeric: true,
    bar: 68,
    cell: (trade, { places }) => (
      <Price value={entryOf(trade)} padTo={places.entry} reason="The entry has no price yet." />
    ),
  },
  {
    id: 'now',
    name: 'Now or close',
    head: ({ status }) => NOW_HEADS[status],
    isNumeric: true,
    bar: 68,
    cell: (trade, { places }) => (
      <Price value={nowOf(trade)} padTo={places.now} reason="The service sent no price." />
    ),
  },
  {
    id: 'progress',
    name: 'Stop to target',
    className: 'pl-4!',
    bar: 96,
    cell: (trade) => <Bar trade={trade} />,
  },
  {
    id: 'profit',
    name: 'Profit',
    head: ({ profit }) => `Profit, ${profit.currency}`,
    order: 'profit',
    isNumeric: true,
    bar: 112,
    cell: (trade, { profit }) => (
      <Profit
        value={profit.of(trade)}
        percent={trade.profit?.percent ?? undefined}
        currency={profit.currency}
        reason={whyUnknown(trade)}
      />
    ),
  },
]
