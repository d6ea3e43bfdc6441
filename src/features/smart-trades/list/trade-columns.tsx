import { currenciesOf, PairText } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { moneyPlaces } from '#money/format.ts'
import { Amount, Profit, UnknownValue } from '#ui/amount.tsx'
import type { Column } from '#ui/data-list.tsx'
import { Side } from '#ui/side.tsx'
import { Age, Time } from '#ui/time.tsx'

import { NoteLine } from '../note-line.tsx'
import { Bar, ReasonCell, StatusCell, whyUnknown } from '../row-cells.tsx'
import { entryOf, nowOf, sideOf, tickPlacesOf, type Trade, typeNameOf } from '../trade-facts.ts'
import { ProfitSum, type ProfitTotal, type ProfitUnit } from './profit-total.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'

export type TradeContext = {
  status: SmartTradeSearch['status']
  profit: ProfitUnit
  total: ProfitTotal
  places: Record<'entry' | 'now' | 'units', number>
  TagLink: Parameters<typeof NoteLine>[0]['TagLink']
  /** The list as it is, without a trade beside it. */
  address: string
}

/**
 * Columns hidden beside a drawer and in narrow windows, by the table's width. Pair, side, state,
 * price, result and actions always stay.
 */
const FROM_40 = 'hidden @min-[40rem]:table-cell'
const FROM_46 = 'hidden @min-[46rem]:table-cell'
const FROM_52 = 'hidden @min-[52rem]:table-cell'
const FROM_60 = 'hidden @min-[60rem]:table-cell'
const FROM_64 = 'hidden @min-[64rem]:table-cell'
const FROM_74 = 'hidden @min-[74rem]:table-cell'

/** Trades ended without an exit have no closing price and no progress bar. */
const hasExits = ({ status }: TradeContext): boolean =>
  status !== 'cancelled' && status !== 'failed'
const mayRun = ({ status }: TradeContext): boolean => status === 'active' || status === 'all'

/** Heads of the second price: the current one, or the closing one of a closed trade. */
const NOW_HEADS: Record<SmartTradeSearch['status'], string> = {
  all: 'Now or close',
  active: 'Now',
  finished: 'Close',
  successfully_finish: 'Close',
  cancelled: 'Close',
  failed: 'Close',
}

/**
 * All columns, left to right. Cells without state are plain functions: components around each would
 * add a fifth to the cost of a row.
 */
export const TRADE_COLUMNS: readonly Column<Trade, TradeContext>[] = [
  {
    id: 'pair',
    head: 'Pair',
    isFixed: true,
    skeleton: 76,
    cell: PairText,
  },
  {
    id: 'side',
    head: 'Side',
    skeleton: 40,
    cell: (trade) => {
      const side = sideOf(trade)
      return side ? Side({ side }) : trade.position.type
    },
  },
  {
    id: 'type',
    head: 'Type',
    className: FROM_60,
    isQuiet: true,
    skeleton: 72,
    cell: ({ data }) => typeNameOf(data.type) ?? <UnknownValue />,
  },
  {
    id: 'status',
    head: 'Status',
    headIn: (context) => (hasExits(context) ? 'Status' : 'Reason'),
    sort: 'status',
    // A reason takes the remaining width.
    className: (context) => (hasExits(context) ? '' : 'w-full max-w-0'),
    skeleton: 108,
    cell: (trade, context) =>
      hasExits(context) ? StatusCell({ trade, isCut: true }) : ReasonCell({ trade }),
  },
  {
    id: 'age',
    head: 'Age',
    sort: 'created_at',
    isThere: mayRun,
    className: FROM_64,
    isQuiet: true,
    skeleton: 48,
    cell: ({ data }) => <Age at={data.created_at} />,
  },
  {
    id: 'updated',
    head: 'Updated',
    sort: 'updated_at',
    isExtra: true,
    className: FROM_60,
    isQuiet: true,
    skeleton: 48,
    cell: ({ data }) => <Age at={data.updated_at} />,
  },
  {
    id: 'closed',
    head: 'Ended',
    sort: 'closed_at',
    isThere: ({ status }) => status !== 'active' && status !== 'all',
    className: FROM_46,
    isQuiet: true,
    skeleton: 72,
    cell: ({ data }) => (
      <Time at={data.closed_at} style="short" reason="The service does not say when it ended." />
    ),
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
    cell: ({ account }) => account.name,
  },
  {
    id: 'note',
    head: 'Note',
    // Shrinks in favour of the figures.
    className: `${FROM_74} w-[12%] max-w-0 min-w-12`,
    has: ({ note }) => note?.trim(),
    skeleton: 96,
    cell: ({ note }, { TagLink }) => note && NoteLine({ note, TagLink }),
  },
  {
    id: 'units',
    head: 'Units',
    headIn: (context) => (hasExits(context) ? 'Units' : 'Filled of planned'),
    isNumeric: true,
    className: FROM_52,
    skeleton: 48,
    cell: ({ position, data }, context) => (
      <>
        {!hasExits(context) && (
          <>
            <Amount value={data.entered_amount} /> <span className="text-ink-3">of </span>
          </>
        )}
        <Amount value={position.units.value} padTo={context.places.units} />
      </>
    ),
  },
  {
    id: 'total',
    head: 'Total',
    isNumeric: true,
    isExtra: true,
    className: FROM_52,
    skeleton: 64,
    cell: ({ position, pair }) => {
      const total = position.total.value ?? undefined
      const { quote = '' } = currenciesOf(pair)
      return <Amount value={total} unit={quote} places={total && moneyPlaces(quote, total)} />
    },
  },
  {
    id: 'entry',
    head: 'Entry',
    isNumeric: true,
    className: FROM_40,
    skeleton: 68,
    cell: (trade, { places }) => (
      <Price
        value={entryOf(trade)}
        places={tickPlacesOf(trade)}
        padTo={places.entry}
        reason="The entry has no price yet."
      />
    ),
  },
  {
    id: 'now',
    head: 'Now or close',
    headIn: ({ status }) => NOW_HEADS[status],
    isThere: hasExits,
    isNumeric: true,
    skeleton: 68,
    cell: (trade, { places }) => (
      <Price
        value={nowOf(trade)}
        places={tickPlacesOf(trade)}
        padTo={places.now}
        reason="The service sent no price."
      />
    ),
  },
  {
    id: 'progress',
    head: 'Stop to target',
    isThere: hasExits,
    className: FROM_46,
    skeleton: 96,
    cell: (trade) => Bar({ trade }),
  },
  {
    id: 'profit',
    head: 'Profit',
    isThere: (context) => hasExits(context) || context.total.counted > 0,
    hasGlyphSlot: true,
    unit: ({ profit }) => profit.currency,
    sort: 'profit',
    isNumeric: true,
    skeleton: 112,
    cell: (trade, { profit }) => (
      <Profit
        value={profit.of(trade)}
        percent={trade.profit.percent ?? undefined}
        currency={profit.currency}
        reason={whyUnknown(trade)}
      />
    ),
    footer: ({ total, profit }) => <ProfitSum of={total} currency={profit.currency} />,
  },
]
