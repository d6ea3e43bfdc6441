import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { isZero } from '#money/decimal.ts'
import { formatCount } from '#money/format.ts'
import { plural } from '#money/words.ts'
import { useKeptIntents } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { type Column, type DataList, DataTable } from '#ui/data-table.tsx'
import { Percent } from '#ui/percent.tsx'
import { WindowRows } from '#ui/window-rows.tsx'
import { StopButton } from '#ui/button.tsx'

import { gridResult, isOutOfRange } from '../bot-facts.ts'
import { BotState, lastStops } from '../bot-state.tsx'
import { PriceRange, RangePrices, RangeText } from '../price-range.tsx'
import type { GridBotSearch, Sort } from '../search.ts'
import { type BotContext, GridBotCards, StopBot } from './bot-cards.tsx'
import { RunningTime } from '../running-time.tsx'
import { isRounded, openOf, profitOf, realisedOf, totalOf, wholeOf } from './totals.ts'
import type { Selection } from './use-selection.ts'

/** What a cell needs to know besides its bot. */
type Context = BotContext & {
  /** The currency that all results are counted in; each has its own without. */
  unit: string | undefined
  totals: Record<Part, ReturnType<typeof wholeOf>> & { trips: number }
}

type SortKey = Exclude<Sort, 'service' | 'attention'>

type Part = 'total' | 'realised' | 'open'

/** A part of the result; what is open of a stopped bot says that it is frozen. */
function moneyColumn(part: Part, head: string): Column<GridBot, Context, SortKey> {
  return {
    id: part,
    head,
    unit: ({ unit }) => unit,
    sort: part,
    isNumeric: true,
    skeleton: 72,
    cell: (bot, { unit: shared }) => {
      const { [part]: value, unit, reason } = gridResult(bot)
      return (
        <>
          <Amount
            value={value}
            signed
            currency={unit ?? ''}
            unit={shared === undefined ? unit : undefined}
            reason={reason}
          />
          {part === 'open' && value && !isZero(value) && !bot.is_enabled && (
            <span className="block text-caption text-ink-3">at the stop</span>
          )}
        </>
      )
    },
    footer: ({ totals, unit }) => <TotalAmount of={totals[part]} unit={unit} />,
  }
}

/** Every column after the bot's name and before its stop, from left to right. */
export const CHOSEN_COLUMNS: readonly Column<GridBot, Context, SortKey>[] = [
  {
    id: 'state',
    head: 'State',
    from: 'wide',
    skeleton: 64,
    cell: (bot, { stops }) => (
      <>
        <BotState bot={bot} stop={stops.get(bot.id)} />
        {isOutOfRange(bot) && <span className="block text-caption text-caution">Out of range</span>}
      </>
    ),
  },
  {
    id: 'range',
    head: 'Price in the range',
    sort: 'edge',
    // The price next to leave its range is looked for first.
    isAscendingFirst: true,
    skeleton: 220,
    cell: (bot, { prices }) => (
      <span className="flex items-center gap-3">
        <PriceRange bot={bot} prices={prices?.get(bot.id)} className="max-xl:w-20! medium:hidden" />
        <span className="tabular-nums">
          <RangeText bot={bot} />
          <span className="block text-caption text-ink-3">
            <RangePrices bot={bot} />
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'lines',
    head: 'Lines',
    sort: 'lines',
    isNumeric: true,
    className: 'max-dock:hidden',
    skeleton: 24,
    cell: (bot) => bot.grids_quantity,
  },
  moneyColumn('total', 'Total profit'),
  moneyColumn('realised', 'Realised'),
  moneyColumn('open', 'Open'),
  {
    id: 'roi',
    head: 'ROI',
    sort: 'roi',
    isNumeric: true,
    from: 'wide',
    skeleton: 56,
    cell: (bot) => {
      const { roi, reason } = gridResult(bot)
      return <Percent value={roi} signed reason={reason} />
    },
  },
  {
    id: 'trips',
    head: 'Round trips',
    sort: 'trips',
    isNumeric: true,
    className: 'max-dock:hidden',
    skeleton: 32,
    cell: (bot) => formatCount(bot.total_profits_count),
    footer: ({ totals }) => formatCount(totals.trips),
  },
  {
    id: 'runtime',
    head: 'Runtime',
    sort: 'runtime',
    isNumeric: true,
    isQuiet: true,
    className: 'max-dock:hidden',
    skeleton: 56,
    cell: (bot) => <RunningTime bot={bot} />,
  },
]

const gridBotsList: DataList<GridBot, Context, SortKey> = {
  caption: 'Grid bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      sort: 'name',
      isAscendingFirst: true,
      isStrong: true,
      isFixed: true,
      skeleton: 140,
      cell: (bot, { stops }) => (
        <>
          <Link
            to="/grid-bots/$botId"
            params={{ botId: bot.id }}
            title={bot.name}
            className="block max-w-64 truncate"
          >
            {bot.name}
          </Link>
          <span className="block text-caption font-normal text-ink-3 medium:hidden">
            {bot.account_name}
          </span>
          <span className="hidden text-caption font-normal medium:block">
            <BotState bot={bot} stop={stops.get(bot.id)} />
          </span>
        </>
      ),
    },
    ...CHOSEN_COLUMNS,
    {
      id: 'stop',
      head: 'Stop',
      isHeadHidden: true,
      isFixed: true,
      cellClass: 'pinned-end text-right',
      skeleton: 40,
      cell: (bot, context) => <StopBot bot={bot} {...context} />,
    },
  ],
  idOf: ({ id }) => id,
  // It may well run.
  unreadableAction: (id, { stopReason, onStop }) => (
    <span className="flex items-center gap-3">
      <Link to="/grid-bots/$botId" params={{ botId: id }}>
        Bot {id}
      </Link>
      <StopButton name={`bot ${id}`} reason={stopReason} onPress={() => onStop(id)} />
    </span>
  ),
  selects: {
    all: 'Select all bots shown',
    one: ({ is_enabled: isEnabled, name }) => (isEnabled ? `Select ${name}` : undefined),
  },
  rowHeight: 48,
  skeletonRows: 6,
  hasBleed: true,
}

type GridBotListProps = {
  /** `undefined` until the first answer. */
  bots: Rows<GridBot> | undefined
  selection: Selection
  search: GridBotSearch
  hidden: readonly string[]
  order: readonly string[]
  isCards: boolean
  prices: BotContext['prices']
  stopReason: string | undefined
  onSearch: (change: Partial<GridBotSearch>) => void
  onStop: (id: Id) => void
}

/** The grid bots in rows, or as cards. */
export function GridBotList(props: GridBotListProps) {
  const { bots, selection, search, hidden, order } = props
  const { isCards, prices, stopReason, onSearch, onStop } = props
  const navigate = useNavigate()
  const intents = useKeptIntents()
  const context: Context = {
    stops: useMemo(() => lastStops(intents), [intents]),
    unit: useMemo(() => bots && sharedUnit(readableRows(bots)), [bots]),
    totals: useMemo(() => totalsOf(bots ?? []), [bots]),
    prices,
    stopReason,
    onStop,
  }
  if (isCards && bots) {
    return (
      <GridBotCards
        bots={bots}
        selection={selection}
        context={context}
        unreadableAction={gridBotsList.unreadableAction}
      />
    )
  }
  const { sort, direction } = search
  return (
    <DataTable
      list={gridBotsList}
      rows={bots}
      hidden={hidden}
      order={order}
      context={context}
      body={WindowRows}
      selection={bots && selection}
      sort={sort === 'service' || sort === 'attention' ? undefined : { by: sort, direction }}
      totalLabel={
        bots && bots.length > 1
          ? `Total of ${plural(bots.length, 'grid bot')}${isAnyRounded(context.totals) ? ', rounded' : ''}`
          : undefined
      }
      onSort={(next) => onSearch({ sort: next.by, direction: next.direction })}
      onOpen={({ id }) => void navigate({ to: '/grid-bots/$botId', params: { botId: id } })}
    />
  )
}

/** What the rows shown come to; unknown as soon as one row is. */
function totalsOf(rows: Rows<GridBot>): Context['totals'] {
  const bots = readableRows(rows)
  const isWhole = bots.length === rows.length
  const partOf = (of: typeof profitOf) => (isWhole ? wholeOf(totalOf(bots, of)) : undefined)
  return {
    total: partOf(profitOf),
    realised: partOf(realisedOf),
    open: partOf(openOf),
    trips: bots.reduce((sum, bot) => sum + bot.total_profits_count, 0),
  }
}

const isAnyRounded = ({ total, realised, open }: Context['totals']): boolean =>
  [total, realised, open].some((of) => of && isRounded(of))

type TotalAmountProps = { of: ReturnType<typeof wholeOf>; unit: string | undefined }

const TotalAmount = ({ of, unit }: TotalAmountProps) => (
  <Amount
    value={of?.amount}
    signed
    currency={unit ?? ''}
    reason="The rows are in several currencies, or one of them is not known."
  />
)

/** The one currency in which all results are counted, for the head; none when they differ. */
function sharedUnit(bots: readonly GridBot[]): string | undefined {
  const units = new Set(bots.map((bot) => gridResult(bot).unit))
  return units.size === 1 ? [...units][0] : undefined
}
