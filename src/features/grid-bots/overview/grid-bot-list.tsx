import { Link } from '@tanstack/react-router'
import type { RangeFill } from '#charts/sparkline.tsx'
import type { GridBot } from '#contract/grid-bots.ts'
import type { ShareOf } from '#market/dollars.ts'
import { compare, isZero, ZERO } from '#money/decimal.ts'
import { formatCount, tickPlaces } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import type { Column, DataList } from '#ui/data-list.tsx'
import { inNumbers, inWords, orderBy } from '#ui/order-by.ts'
import { StopButton } from '#ui/button.tsx'
import { TotalAmount } from '#lists/sum-amount.tsx'
import type { Sums } from '#lists/sums.ts'

import { pendingOrders, whyNoSize } from '../bot/grid-lines.ts'
import { currenciesOf, gridResult } from '../bot-facts.ts'
import { BotState } from '../bot-state.tsx'
import { PriceRange, RangeText } from '../price-range.tsx'
import { BotCard, type BotContext, StopBot } from './bot-cards.tsx'
import { RunningTime } from '../running-time.tsx'
import { byEdge, type ResultPart } from './overview.ts'

export type ListContext = BotContext & {
  /** By bot id. */
  fills: ReadonlyMap<string, readonly RangeFill[]>
  /** `undefined` until the balances are read. */
  shareOf: ShareOf | undefined
  isTall: boolean
  /** Currency of all results; if `undefined`, each result has its own. */
  unit: string | undefined
  totals: Record<ResultPart, Sums>
  trips: number
}

/** Column for a part of the result; a stopped bot's open result is marked as frozen. */
function moneyColumn(part: ResultPart, head: string): Column<GridBot, ListContext> {
  return {
    id: part,
    head,
    // Only one of the three columns shows the unit.
    unit: ({ unit }) => (part === 'total' ? unit : undefined),
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
      headClass: 'w-[15%]',
      cellClass: 'max-w-0 min-w-42',
      skeleton: 140,
      cell: (bot, { stops, isTall }) => (
        <>
          <Link
            to="/grid-bots/$botId"
            params={{ botId: bot.id }}
            title={bot.name}
            className="block truncate"
          >
            {bot.name}
          </Link>
          <span
            className={`flex gap-x-2 text-caption font-normal text-ink-3 ${isTall ? 'flex-wrap' : ''}`}
          >
            <BotState bot={bot} stop={stops.get(bot.id)} />
            <span className="flex-none">{toSlashPair(bot.pair)}</span>
            <span title={bot.account_name} className="truncate medium:hidden">
              {bot.account_name}
            </span>
          </span>
        </>
      ),
    },
    {
      id: 'range',
      head: 'Since creation',
      sort: 'edge',
      order: byEdge,
      isAscendingFirst: true,
      from: 'wide',
      skeleton: 220,
      cell: (bot, { prices, fills, isTall }) => (
        <span className="block pr-18.5">
          <PriceRange
            bot={bot}
            prices={prices?.get(bot.id)}
            fills={isTall ? fills.get(String(bot.id)) : undefined}
            hasBounds
            height={isTall ? 68 : 32}
            className={isTall ? 'w-60! @max-[71rem]/page:w-30!' : undefined}
          />
        </span>
      ),
    },
    {
      id: 'now',
      head: 'Now',
      skeleton: 100,
      cell: (bot) => (
        <span className="tabular-nums">
          <RangeText bot={bot} />
          <span className="block text-caption text-ink-3">
            {bot.is_enabled ? 'now ' : 'stopped, now '}
            <Amount value={bot.current_price} isPrice places={pricePlacesOf(bot)} />
          </span>
        </span>
      ),
    },
    {
      id: 'trips',
      head: 'Round trips',
      sort: 'trips',
      order: orderBy((bot) => bot.total_profits_count, inNumbers),
      isNumeric: true,
      className: 'max-dock:hidden',
      skeleton: 32,
      cell: (bot) => (
        <>
          {formatCount(bot.total_profits_count)}
          <span className="block text-caption text-ink-3">
            in <RunningTime bot={bot} />
          </span>
        </>
      ),
      footer: ({ trips }) => formatCount(trips),
    },
    moneyColumn('realised', 'Realised'),
    moneyColumn('open', 'Open'),
    moneyColumn('total', 'Total profit'),
    {
      id: 'orders',
      head: 'In orders',
      sort: 'orders',
      order: orderBy(
        (bot) => pendingOrders(bot)?.together,
        compare,
        (bot) => gridResult(bot).unit,
      ),
      isNumeric: true,
      className: 'max-dock:hidden',
      skeleton: 72,
      cell: (bot, { shareOf, unit: shared }) => <InOrders bot={bot} {...{ shareOf, shared }} />,
    },
    {
      id: 'lines',
      head: 'Lines',
      sort: 'lines',
      order: orderBy((bot) => bot.grids_quantity, inNumbers),
      isNumeric: true,
      isExtra: true,
      skeleton: 24,
      cell: (bot) => bot.grids_quantity,
    },
    {
      id: 'roi',
      head: 'ROI',
      sort: 'roi',
      order: orderBy((bot) => gridResult(bot).roi, compare),
      isNumeric: true,
      isExtra: true,
      skeleton: 56,
      cell: (bot) => {
        const { roi, reason } = gridResult(bot)
        return <Percent value={roi} signed reason={reason} />
      },
    },
    {
      id: 'runtime',
      head: 'Runtime',
      sort: 'runtime',
      order: orderBy(
        // Without running times, the earliest bot ran longest; a disabled one is unknown.
        (bot) => bot.running_seconds ?? (bot.is_enabled ? -bot.created_at : undefined),
        inNumbers,
      ),
      isNumeric: true,
      isQuiet: true,
      isExtra: true,
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
  // An unreadable bot may be running.
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
  card: (bot, context, checkbox) => <BotCard {...{ bot, context, checkbox }} />,
  cardHeight: 152,
  rowHeight: 52,
  skeletonRows: 6,
  hasBleed: true,
  isTight: true,
  className: 'narrow:-mx-4',
}

/** Rows tall enough for a chart of each bot. */
export const tallGridBots: typeof gridBotsList = { ...gridBotsList, rowHeight: 84 }

const pricePlacesOf = ({ lower_price: lower, upper_price: upper, current_price: last }: GridBot) =>
  tickPlaces([lower, upper, last])

type InOrdersProps = Pick<ListContext, 'shareOf'> & { bot: GridBot; shared: string | undefined }

/** Value of the bot's orders at the last price, and its share of the portfolio. */
function InOrders({ bot, shareOf, shared }: InOrdersProps) {
  const { quote } = currenciesOf(bot)
  const amount = bot.is_enabled ? pendingOrders(bot)?.together : ZERO
  const share = shareOf?.(amount, quote)
  return (
    <>
      <Amount
        value={amount}
        currency={quote}
        unit={shared === undefined ? quote : undefined}
        reason={whyNoSize(bot)}
      />
      <span className="block h-4 text-caption text-ink-3">
        {share && <Percent value={share} />}
      </span>
    </>
  )
}
