import { Fragment, useMemo } from 'react'

import { currenciesOf, PairText } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { moneyPlaces } from '#money/money-places.ts'
import { useChoice, useSessionStore } from '#session/use-session.ts'
import { Amount, Profit } from '#ui/amount.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Side } from '#ui/side.tsx'
import { Age, Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { Bar, StatusCell, whyUnknown } from '../row-cells.tsx'
import { entryOf, nowOf, sideOf, type Trade, typeNameOf } from '../trade-facts.ts'
import type { ProfitUnit } from './profit-total.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'

/** What a cell needs to know besides its trade. */
export type TradeContext = {
  status: SmartTradeSearch['status']
  profit: ProfitUnit
  places: Record<'entry' | 'now' | 'units', number> &
    /** Of each pair, in the column of entries and in that of present prices. */
    Record<'entries' | 'prices', Readonly<Record<string, number>>>
  /** The list as it is, without a trade beside it. */
  address: string
}

export type SortKey = SmartTradeSearch['order_by']

/** Columns that give way to the drawer and to narrow windows, by the width of the table itself. */
export const FROM_48 = 'hidden @min-[48rem]:table-cell'
const FROM_46 = 'hidden @min-[46rem]:table-cell'
const FROM_60 = 'hidden @min-[60rem]:table-cell'
const FROM_68 = 'hidden @min-[68rem]:table-cell'

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
export const TRADE_COLUMNS: readonly Column<Trade, TradeContext, SortKey>[] = [
  {
    id: 'pair',
    head: 'Pair',
    isFixed: true,
    skeleton: 76,
    cell: ({ pair }) => <PairText pair={pair} />,
  },
  {
    id: 'side',
    head: 'Side',
    skeleton: 40,
    cell: (trade) => {
      const side = sideOf(trade)
      return side ? <Side side={side} /> : (trade.position?.type ?? <UnknownValue />)
    },
  },
  {
    id: 'type',
    head: 'Type',
    className: FROM_60,
    isQuiet: true,
    skeleton: 72,
    cell: ({ data }) => typeNameOf(data?.type) ?? <UnknownValue />,
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    skeleton: 108,
    cell: (trade) => <StatusCell trade={trade} />,
  },
  {
    id: 'age',
    head: 'Age',
    sort: 'created_at',
    className: FROM_60,
    isQuiet: true,
    skeleton: 48,
    cell: ({ data }) => <Age at={data?.created_at} />,
  },
  {
    id: 'updated',
    head: 'Updated',
    sort: 'updated_at',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    skeleton: 48,
    cell: ({ data }) => <Age at={data?.updated_at} />,
  },
  {
    id: 'closed',
    head: 'Closed',
    sort: 'closed_at',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    skeleton: 72,
    cell: ({ data }) => <Time at={data?.closed_at} style="short" reason="It is not closed." />,
  },
  {
    id: 'number',
    head: 'Number',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    skeleton: 64,
    cell: ({ id }) => id,
  },
  {
    id: 'account',
    head: 'Account',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    skeleton: 80,
    cell: ({ account }) => account?.name ?? <UnknownValue />,
  },
  {
    id: 'note',
    head: 'Note',
    className: FROM_68,
    skeleton: 96,
    cell: ({ note }) => (
      <span className="block max-w-36 truncate text-ink-2" title={note?.trim()}>
        {note ? <NoteText note={note} /> : null}
      </span>
    ),
  },
  {
    id: 'units',
    head: 'Units',
    isNumeric: true,
    className: FROM_48,
    skeleton: 48,
    cell: ({ position }, { places }) => (
      <Amount value={position?.units?.value} padTo={places.units} />
    ),
  },
  {
    id: 'total',
    head: 'Total',
    isNumeric: true,
    isExtra: true,
    className: FROM_48,
    skeleton: 64,
    cell: ({ position, pair }) => {
      const total = position?.total?.value ?? undefined
      const { quote = '' } = currenciesOf(pair)
      return <Amount value={total} unit={quote} places={total && moneyPlaces(quote, total)} />
    },
  },
  {
    id: 'entry',
    head: 'Entry',
    isNumeric: true,
    skeleton: 68,
    cell: (trade, { places }) => (
      <Price
        value={entryOf(trade)}
        leastPlaces={places.entries[trade.pair ?? '']}
        padTo={places.entry}
        reason="The entry has no price yet."
      />
    ),
  },
  {
    id: 'now',
    head: 'Now or close',
    headIn: ({ status }) => NOW_HEADS[status],
    isNumeric: true,
    skeleton: 68,
    cell: (trade, { places }) => (
      <Price
        value={nowOf(trade)}
        leastPlaces={places.prices[trade.pair ?? '']}
        padTo={places.now}
        reason="The service sent no price."
      />
    ),
  },
  {
    id: 'progress',
    head: 'Stop to target',
    className: `pl-4! ${FROM_46}`,
    skeleton: 96,
    cell: (trade) => <Bar trade={trade} />,
  },
  {
    id: 'profit',
    head: 'Profit',
    unit: ({ profit }) => profit.currency,
    sort: 'profit',
    isNumeric: true,
    skeleton: 112,
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

const TAG = /(#[\p{L}\p{N}_-]+)/u

/** A note as text, its #tags set apart. */
function NoteText({ note }: { note: string }) {
  return note
    .trim()
    .split(TAG)
    .map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} className="text-ink">
          {part}
        </span>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    )
}

const NAME = 'smart-trade-columns'

/** The columns to show; those shown at first where nothing, or nothing readable, was chosen. */
export function columnsOf(chosen: unknown): typeof TRADE_COLUMNS {
  if (!Array.isArray(chosen)) return TRADE_COLUMNS.filter(({ isExtra }) => !isExtra)
  return TRADE_COLUMNS.filter(({ id, isFixed }) => isFixed || chosen.includes(id))
}

export function useTradeColumns() {
  const chosen = useChoice(NAME)
  const columns = useMemo(() => columnsOf(chosen), [chosen])
  const { choices } = useSessionStore()
  return {
    columns,
    isStandard: chosen === undefined || chosen === null,
    show: (id: string, isShown: boolean) => {
      const others = columns.map((column) => column.id).filter((one) => one !== id)
      choices.set(NAME, isShown ? [...others, id] : others)
    },
    reset: () => choices.set(NAME, null),
  }
}
