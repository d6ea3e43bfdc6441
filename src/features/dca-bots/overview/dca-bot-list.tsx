import { Link } from '@tanstack/react-router'

import type { DcaBot } from '#contract/dca-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { RangeSparkline } from '#charts/sparkline.tsx'
import { compare, larger, smaller, toNumber } from '#money/decimal.ts'
import { formatAmount, formatCount, joined } from '#money/format.ts'
import { Amount, Percent, Profit as ProfitText } from '#ui/amount.tsx'
import { StopButton } from '#ui/button.tsx'
import type { DataList } from '#ui/data-list.tsx'
import { inNumbers, inWords, orderBy } from '#ui/order-by.ts'
import { TotalAmount } from '#lists/sum-amount.tsx'
import { wholeOf } from '#lists/sums.ts'

import { BotStatus } from '../bot-status.tsx'
import { openDealsOf, rangeOf } from '../open-deals.ts'
import {
  dealsDone,
  directionOf,
  nowWords,
  pairWords,
  placeOf,
  plainStart,
  profitCurrencyOf,
} from '../words.ts'
import { type figuresOf, moneyOf } from './bots-figures.ts'

export type BotContext = {
  /** Last week's prices by bot id; absent if the service offers no candles. */
  week: ReadonlyMap<Id, readonly number[]> | undefined
  figures: ReturnType<typeof figuresOf>
  /** Absent if the service cannot stop bots. */
  stop?: { reason: string | undefined; onStop: (id: string) => void } | undefined
}

/** The tooltip lists all pairs. */
const pairCell = (bot: DcaBot) => <span title={bot.pairs?.join(', ')}>{pairWords(bot)}</span>

export const dcaBotsList: DataList<DcaBot, BotContext> = {
  caption: 'DCA bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      sort: 'name',
      order: orderBy(({ name }) => name.toLowerCase(), inWords),
      isAscendingFirst: true,
      isFixed: true,
      isStrong: true,
      // Shrinks in favour of the figures.
      headClass: 'w-[20%]',
      cellClass: 'max-w-0 min-w-28',
      skeleton: 140,
      cell: ({ id, name, status }) => (
        <>
          <Link
            to="/dca-bots/$botId"
            params={{ botId: id }}
            title={name}
            className="block truncate"
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
      order: orderBy(pairWords, inWords),
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
      order: orderBy(({ status }) => status, inWords),
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
        <span title={plainStart(bot)} className="block max-w-80 truncate medium:max-w-60">
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
      order: orderBy(
        (bot) => moneyOf(bot).invested.amount,
        compare,
        (bot) => bot.quote_currency,
      ),
      isNumeric: true,
      className: '@max-[64rem]/page:hidden',
      skeleton: 96,
      cell: (bot) => <InUse bot={bot} />,
      footer: ({ figures: { invested } }) => (
        <TotalAmount of={invested} unit={wholeOf(invested).sum?.currency} />
      ),
    },
    {
      id: 'result',
      head: 'Open result',
      sort: 'result',
      order: orderBy(
        // Without a deal there is no result, even if the service sends 0.
        (bot) => (bot.active_trades === 0 ? undefined : moneyOf(bot).result.amount),
        compare,
        (bot) => moneyOf(bot).result.currency,
      ),
      isNumeric: true,
      hasGlyphSlot: true,
      skeleton: 96,
      cell: (bot) => <OpenResult bot={bot} />,
      footer: ({ figures }) => (
        <span className="inline-flex items-center">
          <TotalAmount of={figures.result} isSigned glyph={false} />
          <span className="ml-2 inline-block w-17.5" />
        </span>
      ),
    },
    {
      id: 'deals',
      head: 'Finished deals',
      sort: 'deals',
      order: orderBy(dealsDone, inNumbers),
      isNumeric: true,
      className: '@max-[71rem]/page:hidden',
      skeleton: 48,
      cell: (bot) => doneWords(bot),
    },
    {
      id: 'profit',
      head: 'Total profit',
      sort: 'profit',
      order: orderBy((bot) => bot.total_profit, compare, profitCurrencyOf),
      isNumeric: true,
      hasGlyphSlot: true,
      skeleton: 72,
      cell: (bot) => <Profit bot={bot} />,
      footer: ({ figures }) => <TotalAmount of={figures.profit} isSigned />,
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
  // An unreadable bot may be running.
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

function BotCard({ bot, stop }: Pick<BotContext, 'stop'> & { bot: DcaBot }) {
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
        <span>{joined([pairWords(bot), directionOf(bot), placeOf(bot)], ' · ')}</span>
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
          <Stop bot={bot} stop={stop} />
        </span>
      </div>
    </div>
  )
}

const Stop = ({ bot: { id, name, status }, stop }: { bot: DcaBot } & Pick<BotContext, 'stop'>) =>
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

/** Text in place of a figure, in full in its tooltip. */
const InWords = ({ children }: { children: string }) => (
  <span title={children} className="inline-block max-w-32 truncate align-bottom">
    {children}
  </span>
)

function doneWords(bot: DcaBot): string {
  const done = dealsDone(bot)
  return done === undefined ? '—' : formatCount(done)
}

/** Spent by the open deals, and maximum of all deals, in the pair's quote currency. */
function InUse({ bot }: { bot: DcaBot }) {
  const { invested, most } = moneyOf(bot)
  const { quote_currency: quote } = bot
  return (
    <>
      <Amount value={invested.amount} currency={quote} reason={invested.reason} />
      <span className="text-ink-3"> of </span>
      <Amount value={most} currency={quote} />
    </>
  )
}

function OpenResult({ bot }: { bot: DcaBot }) {
  if (bot.active_trades === 0) {
    return <span className="sr-only">no deal</span>
  }
  const { result, percent } = moneyOf(bot)
  return (
    <ProfitText
      value={result.amount}
      percent={percent}
      currency={result.currency ?? bot.quote_currency}
      reason={result.reason}
    />
  )
}

type DealRangeProps = {
  bot: DcaBot
  week: ReadonlyMap<Id, readonly number[]> | undefined
}

/** Last week's price, and the range from stop, next safety order or average price to the target. */
function DealRange({ bot, week }: DealRangeProps) {
  const [deal] = openDealsOf(bot).deals ?? []
  const range = deal && rangeOf(deal)
  if (!deal || !range) return null
  const { from, target, name } = range
  const price = deal.current_price
  const values = week?.get(bot.id) ?? []
  if (values.length === 0 && !price) return null
  return (
    <RangeSparkline
      label={`Price ${price ? formatAmount(price) : 'not known'}, target ${formatAmount(target)}, ${name} ${formatAmount(from)}`}
      values={values}
      lower={toNumber(smaller(from, target))}
      upper={toNumber(larger(from, target))}
      last={price && toNumber(price)}
      className="@max-[84rem]/page:w-24!"
    />
  )
}
