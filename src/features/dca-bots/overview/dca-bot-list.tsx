import { Link, useNavigate } from '@tanstack/react-router'

import type { DcaBot } from '#contract/dca-bots.ts'
import type { Rows } from '#contract/read.ts'
import { formatPercent } from '#money/format.ts'
import { roundPlaces } from '#money/money-places.ts'
import { Amount } from '#ui/amount.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { Percent } from '#ui/percent.tsx'
import { StopButton } from '#ui/button.tsx'

import { BotStatus } from '../bot-status.tsx'
import { exposureOf } from '../funds-and-free.tsx'
import { dealsDone, directionOf, strategyInShort } from '../words.ts'

type Context = {
  /** Absent where the service stops no bots. */
  stop?: { reason: string | undefined; onStop: (id: string) => void } | undefined
}

/** The bots as the service orders them: the newest first. */
const dcaBotsList: DataList<DcaBot, Context> = {
  caption: 'DCA bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      isStrong: true,
      skeleton: 140,
      cell: ({ id, name }) => (
        <Link
          to="/dca-bots/$botId"
          params={{ botId: id }}
          title={name}
          className="block max-w-64 truncate"
        >
          {name}
        </Link>
      ),
    },
    { id: 'pair', head: 'Pair', skeleton: 72, cell: ({ pair }) => pair },
    {
      id: 'exchange',
      head: 'Exchange',
      className: 'max-[96rem]:hidden',
      skeleton: 64,
      cell: ({ exchange }) => exchange,
    },
    {
      id: 'direction',
      head: 'Direction',
      className: 'max-[96rem]:hidden',
      skeleton: 72,
      cell: (bot) => directionOf(bot),
    },
    {
      id: 'status',
      head: 'Status',
      skeleton: 64,
      cell: ({ status }) => <BotStatus status={status} />,
    },
    {
      id: 'strategy',
      head: 'Strategy',
      className: 'max-md:hidden',
      skeleton: 140,
      cell: (bot) => strategyInShort(bot),
    },
    {
      id: 'deals',
      head: 'Deals open',
      isNumeric: true,
      skeleton: 48,
      cell: (bot) => (
        <>
          {bot.active_trades}
          <span className="text-ink-3">
            {' '}
            of {bot.max_active_trades}, {doneWords(bot)} finished
          </span>
        </>
      ),
    },
    {
      id: 'orders',
      head: 'Safety orders',
      isNumeric: true,
      className: 'max-xl:hidden',
      skeleton: 80,
      cell: ({ max_safety_orders: most, safety_order_size: size, quote_currency: quote }) =>
        most === 0 ? (
          <span className="text-ink-3">none</span>
        ) : (
          <>
            {most}
            <span className="text-ink-3">, first </span>
            <Amount value={size} minPlaces={2} unit={quote} />
          </>
        ),
    },
    {
      id: 'exposure',
      head: 'In use of maximum',
      isNumeric: true,
      className: 'max-lg:hidden',
      skeleton: 96,
      cell: (bot) => <ExposureText bot={bot} />,
    },
    {
      id: 'target',
      head: 'Take profit',
      isNumeric: true,
      className: 'max-md:hidden',
      skeleton: 48,
      cell: (bot) => <Percent value={bot.take_profit_pct} />,
    },
    {
      id: 'stop-loss',
      head: 'Stop loss',
      isNumeric: true,
      className: 'max-xl:hidden',
      skeleton: 48,
      cell: (bot) =>
        bot.stop_loss_enabled ? (
          <Percent value={bot.stop_loss_pct} />
        ) : (
          <span className="text-ink-3">off</span>
        ),
    },
    {
      id: 'profit',
      head: 'Total profit',
      isNumeric: true,
      skeleton: 72,
      cell: (bot) => <Profit bot={bot} />,
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
  cardHeight: 128,
  skeletonRows: 6,
  hasBleed: true,
  isTight: true,
  className: 'max-sm:-mx-4',
}

type DcaBotListProps = Context & {
  /** `undefined` until the first answer. */
  bots: Rows<DcaBot> | undefined
}

export function DcaBotList({ bots, stop }: DcaBotListProps) {
  const navigate = useNavigate()
  return (
    <DataTable
      list={dcaBotsList}
      rows={bots}
      context={{ stop }}
      onOpen={({ id }) => void navigate({ to: '/dca-bots/$botId', params: { botId: id } })}
    />
  )
}

type BotProps = Context & { bot: DcaBot }

/** On a phone: name and money, state and deals, the pair, how it trades. */
function BotCard({ bot, stop }: BotProps) {
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
        <Profit bot={bot} />
      </div>
      <div className={`${line} text-caption text-ink-2`}>
        <BotStatus status={bot.status} />
        <span className="tabular-nums">
          {bot.active_trades} of {bot.max_active_trades} deals open, {doneWords(bot)} finished
        </span>
      </div>
      <div className={`${line} pt-1 text-caption text-ink-3`}>
        <span>{[bot.pair, directionOf(bot), bot.exchange].join(' · ')}</span>
        <span className="flex-none tabular-nums">
          {bot.take_profit_pct && `target ${formatPercent(bot.take_profit_pct)}`}
        </span>
      </div>
      <div className={`${line} text-caption text-ink-3`}>
        <span>{strategyInShort(bot)}</span>
        <span className="flex-none">
          <ExposureText bot={bot} />
        </span>
      </div>
      <div className="relative mt-2 flex justify-end empty:hidden">
        <Stop bot={bot} stop={stop} />
      </div>
    </div>
  )
}

/** Of a bot that may still open deals. */
const Stop = ({ bot: { id, name, status }, stop }: BotProps) =>
  stop &&
  status !== 'stopped' &&
  status !== 'completed' && (
    <StopButton name={name} reason={stop.reason} onPress={() => stop.onStop(id)} />
  )

const Profit = ({ bot }: { bot: DcaBot }) => (
  <Amount value={bot.total_profit} signed currency={bot.quote_currency} />
)

const doneWords = (bot: DcaBot): string => dealsDone(bot)?.toLocaleString('en-US') ?? '—'

/** What the open deals may use and what all may, in the quote currency. */
function ExposureText({ bot }: { bot: DcaBot }) {
  const { now, most } = exposureOf(bot) ?? {}
  const { quote_currency: quote } = bot
  return (
    <>
      <Amount value={now} places={now && roundPlaces(quote, now)} />
      <span className="text-ink-3"> of </span>
      <Amount value={most} places={most && roundPlaces(quote, most)} unit={quote} />
    </>
  )
}
