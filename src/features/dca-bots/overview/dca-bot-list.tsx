import { Link, useNavigate } from '@tanstack/react-router'

import { useMemo } from 'react'

import type { DcaBot } from '#contract/dca-bots.ts'
import type { Id } from '#contract/primitives.ts'
import type { Rows } from '#contract/read.ts'
import { formatCount } from '#money/format.ts'
import { useColumns } from '#session/use-session.ts'
import { Amount } from '#ui/amount.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { Percent } from '#ui/percent.tsx'
import { StopButton } from '#ui/button.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import { BotStatus } from '../bot-status.tsx'
import type { DcaSearch, DcaSort } from '../search.ts'
import { nowWords } from '../now-words.ts'
import {
  dealsDone,
  directionOf,
  pairWords,
  placeOf,
  profitCurrencyOf,
  strategyInShort,
} from '../words.ts'
import { isRounded, orderedBots, type Sum } from './bots-figures.ts'
import { DealRange, InUse, OpenResult } from './bot-now-cells.tsx'

type DcaSortKey = Exclude<DcaSort, 'service'>

type Context = {
  /** The last week's prices by the id of the bot, if the service offers candles. */
  week: ReadonlyMap<Id, readonly number[]> | undefined
  /** Over the rows that are shown; `undefined` before they are read. */
  totals: Totals | undefined
  /** Absent where the service stops no bots. */
  stop?: { reason: string | undefined; onStop: (id: string) => void } | undefined
}

export type Totals = { invested: Sum; result: Sum; profit: Sum }

/** All of them by name, where there are several. */
const pairCell = (bot: DcaBot) => <span title={bot.pairs?.join(', ')}>{pairWords(bot)}</span>

/** Without a sort the bots stand as the service orders them: the newest first. */
const dcaBotsList: DataList<DcaBot, Context, DcaSortKey> = {
  caption: 'DCA bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      sort: 'name',
      isAscendingFirst: true,
      isFixed: true,
      isStrong: true,
      skeleton: 140,
      cell: ({ id, name, status }) => (
        <>
          <Link
            to="/dca-bots/$botId"
            params={{ botId: id }}
            title={name}
            className="block max-w-64 truncate medium:max-w-40"
          >
            {name}
          </Link>
          <span className="hidden text-caption font-normal medium:block">
            <BotStatus status={status} />
          </span>
        </>
      ),
    },
    {
      id: 'pair',
      head: 'Pair',
      sort: 'pair',
      isAscendingFirst: true,
      from: 'wide',
      skeleton: 72,
      cell: pairCell,
    },
    {
      id: 'direction',
      head: 'Direction',
      className: '@max-[84rem]/page:hidden',
      skeleton: 72,
      cell: (bot) => directionOf(bot),
    },
    {
      id: 'status',
      head: 'Status',
      sort: 'status',
      isAscendingFirst: true,
      from: 'wide',
      skeleton: 64,
      cell: ({ status }) => <BotStatus status={status} />,
    },
    {
      id: 'now',
      head: 'Now',
      from: 'medium',
      skeleton: 200,
      cell: (bot) => (
        <span title={strategyInShort(bot)} className="block max-w-80 truncate medium:max-w-60">
          {nowWords(bot)}
        </span>
      ),
    },
    {
      id: 'deal',
      head: 'Price in its deal',
      className: '@max-[71rem]/page:hidden',
      skeleton: 100,
      cell: (bot, { week }) => <DealRange bot={bot} week={week} />,
    },
    {
      id: 'orders',
      head: 'Safety orders',
      isNumeric: true,
      className: '@max-[84rem]/page:hidden',
      skeleton: 80,
      cell: ({
        max_safety_orders: most,
        safety_order_size: size,
        quote_currency: quote,
        in_words: words,
      }) =>
        most === 0 ? (
          <span className="text-ink-3">none</span>
        ) : (
          <>
            {most}
            <span className="text-ink-3">, first </span>
            {words?.safety_order_size === undefined ? (
              <Amount value={size} minPlaces={2} unit={quote} />
            ) : (
              <InWords>{words.safety_order_size}</InWords>
            )}
          </>
        ),
    },
    {
      id: 'target',
      head: 'Take profit',
      isNumeric: true,
      className: '@max-[98rem]/page:hidden',
      skeleton: 48,
      cell: ({ take_profit_pct: percent, in_words: words }) =>
        words?.take_profit_pct === undefined ? (
          <Percent value={percent} />
        ) : (
          <InWords>{words.take_profit_pct}</InWords>
        ),
    },
    {
      id: 'stop-loss',
      head: 'Stop loss',
      isNumeric: true,
      className: '@max-[98rem]/page:hidden',
      skeleton: 48,
      cell: (bot) =>
        bot.stop_loss_enabled ? (
          <Percent value={bot.stop_loss_pct} />
        ) : (
          <span className="text-ink-3">off</span>
        ),
    },
    {
      id: 'exposure',
      head: 'In use of maximum',
      sort: 'invested',
      isNumeric: true,
      className: '@max-[64rem]/page:hidden',
      skeleton: 96,
      cell: (bot) => <InUse bot={bot} />,
      footer: ({ totals }) => <TotalText of={totals?.invested} />,
    },
    {
      id: 'result',
      head: 'Open result',
      sort: 'result',
      isNumeric: true,
      hasGlyphSlot: true,
      skeleton: 96,
      cell: (bot) => <OpenResult bot={bot} />,
      footer: ({ totals }) => <TotalText of={totals?.result} isSigned hasPercentSlot />,
    },
    {
      id: 'deals',
      head: 'Finished deals',
      sort: 'deals',
      isNumeric: true,
      className: '@max-[71rem]/page:hidden',
      skeleton: 48,
      cell: (bot) => doneWords(bot),
    },
    {
      id: 'profit',
      head: 'Total profit',
      sort: 'profit',
      isNumeric: true,
      hasGlyphSlot: true,
      skeleton: 72,
      cell: (bot) => <Profit bot={bot} />,
      footer: ({ totals }) => <TotalText of={totals?.profit} isSigned />,
    },
    {
      id: 'stop',
      head: 'Stop',
      isHeadHidden: true,
      isFixed: true,
      cellClass: 'pinned-end text-right',
      skeleton: 40,
      cell: (bot, context) => <Stop bot={bot} {...context} />,
    },
  ],
  idOf: ({ id }) => id,
  // It may well run.
  unreadableAction: (id, { stop }) =>
    typeof id === 'string' && (
      <span className="flex items-center gap-3">
        <Link to="/dca-bots/$botId" params={{ botId: id }}>
          Bot {id}
        </Link>
        {stop && (
          <StopButton name={`bot ${id}`} reason={stop.reason} onPress={() => stop.onStop(id)} />
        )}
      </span>
    ),
  card: (bot, context) => <BotCard bot={bot} {...context} />,
  cardHeight: 148,
  rowHeight: 48,
  skeletonRows: 6,
  hasBleed: true,
  isTight: true,
  className: 'narrow:-mx-4',
}

/** What can be put away and moved. */
export const CHOSEN_COLUMNS = dcaBotsList.columns.filter(({ isFixed }) => isFixed !== true)

type DcaBotListProps = Context & {
  search: Pick<DcaSearch, 'sort' | 'direction'>
  onSearch: (change: Partial<DcaSearch>) => void
  /** `undefined` until the first answer. */
  bots: Rows<DcaBot> | undefined
}

export function DcaBotList({ bots, search, onSearch, ...context }: DcaBotListProps) {
  const { hidden, order } = useColumns('dca-bots')
  const { sort, direction } = search
  const navigate = useNavigate()
  // The figures above the cards say it there.
  const isNarrow = useIsNarrow()
  return (
    <DataTable
      list={dcaBotsList}
      rows={useMemo(() => bots && orderedBots(bots, { sort, direction }), [bots, sort, direction])}
      hidden={hidden}
      order={order}
      context={context}
      sort={sort === 'service' ? undefined : { by: sort, direction }}
      onSort={({ by, direction: next }) => onSearch({ sort: by, direction: next })}
      onOpen={({ id }) => void navigate({ to: '/dca-bots/$botId', params: { botId: id } })}
      totalLabel={
        bots && bots.length > 1 && !isNarrow
          ? `Total of ${bots.length} bots${Object.values(context.totals ?? {}).some(isRounded) ? ', rounded' : ''}`
          : undefined
      }
    />
  )
}

/** On a phone: name and money, what it does now, the pair, its figures; last the stop. */
function BotCard({ bot, ...context }: Context & { bot: DcaBot }) {
  const line = 'flex items-baseline justify-between gap-3'
  return (
    <div className="px-4 py-3">
      <div className={line}>
        <Link
          to="/dca-bots/$botId"
          params={{ botId: bot.id }}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {bot.name}
        </Link>
        {bot.active_trades === 0 ? <Profit bot={bot} /> : <OpenResult bot={bot} />}
      </div>
      <div className={`${line} text-caption text-ink-2`}>
        <BotStatus status={bot.status} />
        <span className="flex-none text-ink-3">
          {bot.active_trades === 0 ? 'total profit' : 'open result'}
        </span>
      </div>
      <p className="pt-1 text-caption text-ink-2">{nowWords(bot)}</p>
      <div className={`${line} text-caption text-ink-3`}>
        <span>{[pairWords(bot), directionOf(bot), placeOf(bot)].filter(Boolean).join(' · ')}</span>
        <span className="flex-none tabular-nums">
          <InUse bot={bot} />
        </span>
      </div>
      <div className="relative mt-1 flex items-center justify-between gap-3 text-caption text-ink-3">
        <span className="tabular-nums">
          {doneWords(bot)} finished
          {bot.active_trades !== 0 && (
            <>
              , total <Profit bot={bot} />
            </>
          )}
        </span>
        <span className="-my-3 -mr-3 flex min-h-11 items-center">
          <Stop bot={bot} stop={context.stop} />
        </span>
      </div>
    </div>
  )
}

/** Of a bot that may still open deals. */
const Stop = ({ bot: { id, name, status }, stop }: { bot: DcaBot } & Pick<Context, 'stop'>) =>
  stop &&
  status !== 'stopped' &&
  status !== 'completed' && (
    <StopButton name={name} reason={stop.reason} onPress={() => stop.onStop(id)} />
  )

const Profit = ({ bot }: { bot: DcaBot }) => (
  <Amount
    value={bot.total_profit}
    signed
    currency={profitCurrencyOf(bot)}
    unit={bot.total_profit_currency}
  />
)

/** What no figure can hold, whole where a pointer rests on it. */
const InWords = ({ children }: { children: string }) => (
  <span title={children} className="inline-block max-w-32 truncate align-bottom">
    {children}
  </span>
)

function doneWords(bot: DcaBot): string {
  const done = dealsDone(bot)
  return done === undefined ? '—' : formatCount(done)
}

type TotalTextProps = {
  of: Sum | undefined
  isSigned?: boolean
  hasPercentSlot?: boolean
}

function TotalText({ of, isSigned = false, hasPercentSlot = false }: TotalTextProps) {
  if (!of) return null
  const { amount, currency, reason } = of
  return (
    <span className="inline-flex items-center">
      <Amount
        value={amount}
        signed={isSigned}
        currency={currency ?? ''}
        reason={reason}
        glyph={isSigned && !hasPercentSlot}
        {...(!isSigned && { unit: currency })}
      />
      {hasPercentSlot && <span className="ml-2 inline-block w-14.5" />}
    </span>
  )
}
