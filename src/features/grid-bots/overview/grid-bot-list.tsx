import { Link } from '@tanstack/react-router'
import type { GridBot } from '#contract/grid-bots.ts'
import { compare, isZero } from '#money/decimal.ts'
import { formatCount } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import type { Column, DataList } from '#ui/data-list.tsx'
import { inNumbers, inWords, orderBy } from '#ui/order-by.ts'
import { Percent } from '#ui/percent.tsx'
import { StopButton } from '#ui/button.tsx'
import { TotalAmount } from '#lists/sum-amount.tsx'
import type { Sums } from '#lists/sums.ts'

import { isOutOfRange } from '#trading/grid-range.ts'
import { gridResult } from '../bot-facts.ts'
import { BotState } from '../bot-state.tsx'
import { PriceRange, RangePrices, RangeText } from '../price-range.tsx'
import { type BotContext, StopBot } from './bot-cards.tsx'
import { RunningTime } from '../running-time.tsx'
import { byEdge, type ResultPart } from './overview.ts'

/** What a cell needs to know besides its bot. */
export type ListContext = BotContext & {
  /** The currency that all results are counted in; each has its own without. */
  unit: string | undefined
  totals: Record<ResultPart, Sums>
  trips: number
}

/** A part of the result; what is open of a stopped bot says that it is frozen. */
function moneyColumn(part: ResultPart, head: string): Column<GridBot, ListContext> {
  return {
    id: part,
    head,
    unit: ({ unit }) => unit,
    sort: part,
    order: orderBy(
      (bot) => gridResult(bot)[part],
      compare,
      (bot) => gridResult(bot).unit,
    ),
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
    footer: ({ totals }) => <TotalAmount of={totals[part]} isSigned />,
  }
}

/** The columns of the list, from left to right. */
export const gridBotsList: DataList<GridBot, ListContext> = {
  caption: 'Grid bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      sort: 'name',
      order: orderBy(({ name }) => name.toLowerCase(), inWords),
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
    {
      id: 'state',
      head: 'State',
      from: 'wide',
      skeleton: 64,
      cell: (bot, { stops }) => (
        <>
          <BotState bot={bot} stop={stops.get(bot.id)} />
          {isOutOfRange(bot) && (
            <span className="block text-caption text-caution">Out of range</span>
          )}
        </>
      ),
    },
    {
      id: 'range',
      head: 'Price in the range',
      sort: 'edge',
      order: byEdge,
      isAscendingFirst: true,
      skeleton: 220,
      cell: (bot, { prices }) => (
        <span className="flex items-center gap-3">
          <PriceRange
            bot={bot}
            prices={prices?.get(bot.id)}
            className="max-xl:w-20! medium:hidden"
          />
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
      order: orderBy((bot) => bot.grids_quantity, inNumbers),
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
      order: orderBy((bot) => gridResult(bot).roi, compare),
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
      order: orderBy((bot) => bot.total_profits_count, inNumbers),
      isNumeric: true,
      className: 'max-dock:hidden',
      skeleton: 32,
      cell: (bot) => formatCount(bot.total_profits_count),
      footer: ({ trips }) => formatCount(trips),
    },
    {
      id: 'runtime',
      head: 'Runtime',
      sort: 'runtime',
      order: orderBy(
        // Without running times the earliest bot ran longest; a disabled one is unknown.
        (bot) => bot.running_seconds ?? (bot.is_enabled ? -bot.created_at : undefined),
        inNumbers,
      ),
      isNumeric: true,
      isQuiet: true,
      className: 'max-dock:hidden',
      skeleton: 56,
      cell: (bot) => <RunningTime bot={bot} />,
    },
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
