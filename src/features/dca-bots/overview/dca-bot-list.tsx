import { Link, useNavigate } from '@tanstack/react-router'

import { RangeSparkline } from '#charts/sparkline.tsx'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { Rows } from '#contract/read.ts'
import { larger, smaller, toNumber, ZERO } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { roundPlaces } from '#money/money-places.ts'
import { fromSlashPair } from '#trading/pair.ts'
import { Amount, Profit as ResultText } from '#ui/amount.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { Percent } from '#ui/percent.tsx'
import { StopButton } from '#ui/button.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import { BotStatus } from '../bot-status.tsx'
import { nowWords } from '../now-words.ts'
import { dealsDone, directionOf, pairWords, profitCurrencyOf, strategyInShort } from '../words.ts'
import { type BotNow, moneyOf, type Sum } from './bots-figures.ts'

type Context = {
  /** What each bot does now, by its id. */
  now: ReadonlyMap<string, BotNow>
  /** The last week's prices by pair, where the service offers candles. */
  week: ReadonlyMap<string, readonly number[]> | undefined
  /** Over the rows that are shown; `undefined` before they are read. */
  totals: Totals | undefined
  /** Absent where the service stops no bots. */
  stop?: { reason: string | undefined; onStop: (id: string) => void } | undefined
}

export type Totals = { invested: Sum; result: Sum; profit: Sum }

/** All of them by name, where there are several. */
const pairCell = (bot: DcaBot) => <span title={bot.pairs?.join(', ')}>{pairWords(bot)}</span>

/** The bots as the service orders them: the newest first. */
const dcaBotsList: DataList<DcaBot, Context> = {
  caption: 'DCA bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
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
    { id: 'pair', head: 'Pair', from: 'wide', skeleton: 72, cell: pairCell },
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
      from: 'wide',
      skeleton: 64,
      cell: ({ status }) => <BotStatus status={status} />,
    },
    {
      id: 'now',
      head: 'Now',
      from: 'medium',
      skeleton: 200,
      cell: (bot, { now }) => (
        <span title={strategyInShort(bot)} className="block max-w-80 truncate medium:max-w-60">
          {nowWords(bot, now.get(bot.id)?.open)}
        </span>
      ),
    },
    {
      id: 'deal',
      head: 'Price in its deal',
      className: '@max-[71rem]/page:hidden',
      skeleton: 100,
      cell: (bot, { now, week }) => <DealRange of={now.get(bot.id)} week={week} />,
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
      className: '@max-[84rem]/page:hidden',
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
      className: '@max-[84rem]/page:hidden',
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
      isNumeric: true,
      from: 'wide',
      skeleton: 96,
      cell: (bot, { now }) => <InUse bot={bot} now={now.get(bot.id)} />,
      footer: ({ totals }) => <TotalText of={totals?.invested} />,
    },
    {
      id: 'result',
      head: 'Open result',
      isNumeric: true,
      hasGlyphSlot: true,
      skeleton: 96,
      cell: (bot, { now }) => <OpenResult bot={bot} now={now.get(bot.id)} />,
      footer: ({ totals }) => <TotalText of={totals?.result} isSigned hasPercentSlot />,
    },
    {
      id: 'deals',
      head: 'Finished deals',
      isNumeric: true,
      className: '@max-[71rem]/page:hidden',
      skeleton: 48,
      cell: (bot) => doneWords(bot),
    },
    {
      id: 'profit',
      head: 'Total profit',
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

type DcaBotListProps = Context & {
  /** `undefined` until the first answer. */
  bots: Rows<DcaBot> | undefined
}

export function DcaBotList({ bots, ...context }: DcaBotListProps) {
  const navigate = useNavigate()
  // The figures above the cards say it there.
  const isNarrow = useIsNarrow()
  return (
    <DataTable
      list={dcaBotsList}
      rows={bots}
      context={context}
      onOpen={({ id }) => void navigate({ to: '/dca-bots/$botId', params: { botId: id } })}
      totalLabel={bots && bots.length > 1 && !isNarrow ? `Total of ${bots.length} bots` : undefined}
    />
  )
}

type BotProps = { bot: DcaBot; now: BotNow | undefined }

/** On a phone: name and money, what it does now, the pair, its figures; last the stop. */
function BotCard({ bot, ...context }: Context & { bot: DcaBot }) {
  const now = context.now.get(bot.id)
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
        {bot.active_trades === 0 ? <Profit bot={bot} /> : <OpenResult bot={bot} now={now} />}
      </div>
      <div className={`${line} text-caption text-ink-2`}>
        <BotStatus status={bot.status} />
        <span className="flex-none text-ink-3">
          {bot.active_trades === 0 ? 'total profit' : 'open result'}
        </span>
      </div>
      <p className="pt-1 text-caption text-ink-2">{nowWords(bot, now?.open)}</p>
      <div className={`${line} text-caption text-ink-3`}>
        <span>{[pairWords(bot), directionOf(bot), bot.exchange].filter(Boolean).join(' · ')}</span>
        <span className="flex-none tabular-nums">
          <InUse bot={bot} now={now} />
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

const doneWords = (bot: DcaBot): string => dealsDone(bot)?.toLocaleString('en-US') ?? '—'

/** What the open deals have spent, and what all of them may, in the quote currency. */
function InUse({ bot, now }: BotProps) {
  const { invested, most } = moneyOf(now ?? { bot, open: undefined, price: undefined })
  const { quote_currency: quote } = bot
  return (
    <>
      <Amount
        value={invested ?? (bot.active_trades === 0 ? ZERO : undefined)}
        places={invested && roundPlaces(quote, invested)}
        reason={whyUnknown(now)}
      />
      <span className="text-ink-3"> of </span>
      <Amount value={most} places={most && roundPlaces(quote, most)} unit={quote} />
    </>
  )
}

/** What the open deals would earn at the present price. */
function OpenResult({ bot, now }: BotProps) {
  if (bot.active_trades === 0) {
    return <span className="sr-only">no deal</span>
  }
  const { result, percent } = moneyOf(now ?? { bot, open: undefined, price: undefined })
  return (
    <ResultText
      value={result}
      percent={percent}
      currency={bot.quote_currency}
      reason={
        now?.open?.kind === 'known' && now.price === undefined
          ? 'The service gives no price of the pair.'
          : whyUnknown(now)
      }
    />
  )
}

const whyUnknown = (now: BotNow | undefined): string =>
  now?.open?.kind === 'unknown' ? now.open.reason : 'The history of its orders is not read yet.'

type TotalTextProps = { of: Sum | undefined; isSigned?: boolean; hasPercentSlot?: boolean }

const TotalText = ({ of, isSigned = false, hasPercentSlot = false }: TotalTextProps) =>
  of && (
    <span className="inline-flex items-center">
      <Amount
        value={of.amount}
        signed={isSigned}
        currency={of.currency ?? ''}
        reason={of.reason}
        glyph={isSigned && !hasPercentSlot}
        {...(!isSigned && { unit: of.currency })}
      />
      {hasPercentSlot && <span className="ml-2 inline-block w-14.5" />}
    </span>
  )

type DealRangeProps = { of: BotNow | undefined } & Pick<Context, 'week'>

/** The week's price over the range between the last safety order, or the stop, and the target. */
function DealRange({ of: now, week }: DealRangeProps) {
  if (now?.open?.kind !== 'known') return null
  const [deal] = now.open.deals
  const { bot, price } = now
  const far = deal && (deal.lastOrder ?? deal.stop)
  if (!deal || !far || !deal.target || bot.pair === undefined) return null
  const values = week?.get(fromSlashPair(bot.pair)) ?? []
  if (values.length === 0 && price === undefined) return null
  const [lower, upper] = [toNumber(smaller(far, deal.target)), toNumber(larger(far, deal.target))]
  return (
    <RangeSparkline
      label={`Price ${price ? formatAmount(price) : 'not known'}, target ${formatAmount(deal.target)}, last safety order ${formatAmount(far)}`}
      values={values}
      lower={lower}
      upper={upper}
      last={price && toNumber(price)}
    />
  )
}
