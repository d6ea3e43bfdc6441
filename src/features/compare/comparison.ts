import type { DcaBot } from '#contract/dca-bots.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { HistoricalTrade, OrderSource } from '#contract/history.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { type BotRef, botKey } from '#market/compared-bots.ts'
import { type ProfitPoint, profitOverTime, type Profits, profitsIn } from '#market/profits.ts'
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  isZero,
  multiply,
  placesOf,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { dealFunds, knownSettings } from '#trading/dca-ladder.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'

/** A figure, or why nobody knows it. */
export type Figure = { value: Decimal | undefined; reason?: string }

/** What the service says of a bot, in the words that both kinds share. */
export type Bot = {
  ref: BotRef
  name: string
  /** With a slash; a DCA bot may have several. */
  pairs: readonly string[]
  /** Where the service says it by the id that the history has. */
  accountId: Id | undefined
  state: string
  isRunning: boolean
  madeAt: Instant
  /** In which its profit and its capital are counted. */
  currency: string
  /** Per cent of the capital = profit × `times` ÷ `over`; a sentence where that is unknown. */
  scale: Scale | string
  capital: Figure
  /** What it has realised by the service's own count, where its currency is known. */
  total: Decimal | undefined
  /** The same in per cent of the capital. */
  percent: Decimal | undefined
  /** With what it holds open, in per cent of the capital; `undefined` where it holds nothing. */
  withOpen: Figure | undefined
  /** Round trips or deals. */
  finished: number | undefined
}

type Scale = { times: Decimal; over: Decimal }

/** What of the history belongs to a bot. */
export type Past = Profits & {
  /** Whether it reaches back to when the bot was made. */
  isWhole: boolean
  /** The oldest order that was read, whoever made it. */
  since: Instant | undefined
  readAt: Instant
}

export type Comparison = {
  bot: Bot
  realised: Figure
  percent: Figure
  perDay: Figure
  withOpen: Figure
  /** The days that `perDay` counts; unknown where they are. */
  span: { from: Instant; to: Instant } | undefined
  /** What it realised before these days is unknown, and counted nowhere. */
  isPart: boolean
  points: readonly Moment[]
  /** Why there is no line. */
  whyNoLine: string | undefined
}

/** What had been realised by an instant, in per cent of the capital; a day's average after one day. */
export type Moment = { at: Instant; total: Decimal; day: Decimal | undefined }

const PLACES = 6
const CAPITAL_PLACES = 8
const DAY = 86_400_000

const percentBy = ({ times, over }: Scale, profit: Decimal): Decimal =>
  isZero(profit) ? ZERO : divide(multiply(profit, times), over, PLACES, 'half-even')

/** A smaller percentage has too few digits to say what it is a part of. */
const LEAST = fromNumber(0.01)

/**
 * A grid bot, whose service counts its realised profit and the same in per cent of the investment: the
 * one by the other is the capital.
 */
export function gridBotAs(bot: GridBot): Bot {
  const { quote } = splitPair(bot.pair)
  const { current_profit: profit, profit_percentage: percent } = bot
  const isInQuote = bot.profit_currency_type === 'quote'
  const scale = isInQuote
    ? gridScale(profit, percent)
    : 'It keeps its profit in coins or does not say in what: its history counts in another currency.'
  const open = bot.current_profit_loss_percent ?? undefined
  return {
    ref: { kind: 'grid', id: bot.id },
    name: bot.name || `Grid bot ${bot.id}`,
    pairs: [toSlashPair(bot.pair)],
    accountId: bot.account_id,
    state: bot.is_enabled ? 'Running' : 'Disabled',
    isRunning: bot.is_enabled,
    madeAt: bot.created_at,
    currency: quote,
    scale,
    capital: percent && !isZero(percent) && !isPrecise(percent) ? TOO_SMALL : capitalBy(scale),
    total: isInQuote ? profit : undefined,
    percent,
    withOpen: known(open, 'The service gives it for running bots alone.'),
    finished: bot.total_profits_count,
  }
}

function gridScale(profit: Decimal | undefined, percent: Decimal | undefined): Scale | string {
  if (profit === undefined || percent === undefined) {
    return 'The service did not send the profit or its percentage.'
  }
  if (isZero(profit)) return 'It has realised nothing that a percentage could be compared with.'
  const isTooSmall = !isPositive(divide(multiply(percent, percent), LEAST_SQUARE, 0, 'down'))
  if (isTooSmall || isPositive(profit) !== isPositive(percent)) {
    return 'The percentage of its profit does not say what it is a part of.'
  }
  return { times: percent, over: profit }
}

const LEAST_SQUARE = multiply(LEAST, LEAST)

const TOO_SMALL: Figure = {
  value: undefined,
  reason: 'The percentage of its profit has too few digits to tell the capital within 1%.',
}

/** Of a percentage with fewer than 50 units of its last digit rounding takes or adds over 1 %. */
function isPrecise(percent: Decimal): boolean {
  // A service that writes 1.3 may have rounded to 1.30.
  const places = Math.max(2, placesOf(percent))
  return compare(absolute(percent), decimal(`0.${'50'.padStart(places, '0')}`)) >= 0
}

/** A DCA bot. Its capital is the most that all deals it may have open can spend. */
export function dcaBotAs(bot: DcaBot): Bot {
  const settings = knownSettings(bot)
  const isByWords =
    bot.in_words?.base_order_size !== undefined || bot.in_words?.safety_order_size !== undefined
  const funds =
    settings && !isByWords && bot.max_active_trades !== undefined
      ? multiply(dealFunds(settings), fromNumber(bot.max_active_trades))
      : undefined
  const scale =
    funds && isPositive(funds)
      ? { times: HUNDRED, over: funds }
      : 'What its deals may spend does not follow from the settings that the service sent.'
  const total = bot.total_profit_currency === bot.quote_currency ? bot.total_profit : undefined
  const { total_trades: opened, active_trades: open } = bot
  return {
    ref: { kind: 'dca', id: bot.id },
    name: bot.name || `DCA bot ${bot.id}`,
    pairs: bot.pairs ?? [bot.pair],
    accountId: undefined,
    state: bot.status.charAt(0).toUpperCase() + bot.status.slice(1),
    isRunning: bot.status === 'running',
    madeAt: bot.created_at,
    currency: bot.quote_currency,
    scale,
    capital: capitalBy(scale),
    total,
    percent: total && typeof scale !== 'string' ? percentBy(scale, total) : undefined,
    withOpen:
      open === 0
        ? undefined
        : { value: undefined, reason: 'Its open deals are valued on the page of the bot.' },
    finished:
      opened === undefined || open === undefined || open > opened ? undefined : opened - open,
  }
}

const known = (value: Decimal | undefined, reason: string): Figure =>
  value === undefined ? { value, reason } : { value }

function capitalBy(scale: Scale | string): Figure {
  if (typeof scale === 'string') return { value: undefined, reason: scale }
  const { times, over } = scale
  return { value: divide(multiply(over, HUNDRED), times, CAPITAL_PLACES, 'half-even') }
}

/** What has made the orders of a bot, by the word of the history. */
export const sourceOf = ({ kind }: BotRef): OrderSource =>
  kind === 'grid' ? 'grid_bot' : 'dca_bot'

/** The orders of one bot among those that were read. */
export function pastOf(
  { ref, madeAt }: Bot,
  orders: Rows<HistoricalTrade>,
  { most, readAt }: { most: number; readAt: Instant },
): Past {
  const oldest = readableRows(orders).findLast(({ closed_at: at }) => at !== undefined)?.closed_at
  return {
    ...profitsIn(orders, { source: sourceOf(ref), id: String(ref.id) }),
    isWhole: orders.length < most || (oldest !== undefined && oldest < madeAt),
    since: oldest,
    readAt,
  }
}

/** What a bot realised, in per cent of its capital and a day, as far as bot and history say it. */
export function comparisonOf(bot: Bot, past: Past): Comparison {
  const from = beginOf(bot, past)
  const points = totalsOf(bot, past, from)
  const { scale } = bot
  const total = typeof points === 'string' ? undefined : (points.at(-1)?.total ?? ZERO)
  const hasNothing = [total, bot.total].every((one) => one !== undefined && isZero(one))
  const hasScale = typeof scale !== 'string' || hasNothing
  const whyNoLine = typeof points === 'string' ? points : hasScale ? undefined : scale
  const moments =
    typeof points === 'string' || whyNoLine !== undefined
      ? []
      : points.map((point) => momentOf(point, scale, from))
  const last = moments.at(-1)
  const since = typeof points === 'string' ? bot.madeAt : from
  const percent = known(
    last?.total ?? bot.percent,
    whyNoLine ?? 'The service did not send the percentage.',
  )
  return {
    bot,
    realised: known(total ?? bot.total, whyNoLine ?? NOT_SENT),
    percent,
    // The percentage of the service counts from the first day.
    perDay: perDayOf(percent, spanOf(bot, past, last ? from : bot.madeAt)),
    withOpen: bot.withOpen ?? percent,
    span: spanOf(bot, past, since),
    isPart: since > bot.madeAt,
    points: moments,
    whyNoLine,
  }
}

const NOT_SENT = 'The service did not send it.'

/** When it was made; the oldest order that was read, where nobody knows what came before. */
const beginOf = ({ madeAt, total }: Bot, { isWhole, since }: Past): Instant =>
  isWhole || total !== undefined ? madeAt : Math.max(madeAt, since ?? madeAt)

function momentOf({ at, total: profit }: ProfitPoint, scale: Bot['scale'], from: Instant): Moment {
  const total = typeof scale === 'string' ? ZERO : percentBy(scale, profit)
  return { at, total, day: averageDay(total, at - from) }
}

/** The running sum of what it realised; a sentence where it is unknown. */
function totalsOf(bot: Bot, past: Past, from: Instant): readonly ProfitPoint[] | string {
  const { profits, unread, isWhole, readAt } = past
  if (unread > 0) return `The history has ${unread} orders that could not be read.`
  if (past.currency !== undefined && past.currency !== bot.currency) {
    const realised = past.isConverted ? 'several currencies' : past.currency
    return `Its orders realised ${realised}; its capital is in ${bot.currency}.`
  }
  const until = bot.isRunning ? readAt : (profits.at(-1)?.at ?? from)
  if (profits.length === 0) {
    if (bot.total && !isZero(bot.total)) return 'No order that was read names its profit.'
    return [from, Math.max(until, from)].map((at) => ({ at, total: ZERO, orders: 0 }))
  }
  const { total } = bot
  // The service counts what its history leaves out as well.
  const isAll =
    isWhole && (total === undefined || sum(profits.map(({ amount }) => amount)) === total)
  return profitOverTime(profits, {
    from: isAll || total === undefined ? from : undefined,
    total: isAll ? undefined : total,
    until,
  })
}

/** Until now, or until the last order that closed something of a bot that does not run. */
function spanOf(bot: Bot, { profits, readAt }: Past, from: Instant): Comparison['span'] {
  const to = bot.isRunning ? readAt : profits.at(-1)?.at
  return to === undefined || to < from ? undefined : { from, to }
}

function averageDay(percent: Decimal, milliseconds: number): Decimal | undefined {
  if (milliseconds < DAY) return undefined
  return divide(multiply(percent, fromNumber(DAY)), fromNumber(milliseconds), PLACES, 'half-even')
}

function perDayOf(percent: Figure, span: Comparison['span']): Figure {
  if (percent.value === undefined) return percent
  if (!span) {
    return {
      value: undefined,
      reason: 'It does not run, and nothing says how long it ran.',
    }
  }
  return known(averageDay(percent.value, span.to - span.from), 'It has run for less than a day.')
}

/** What is known of a bot at an instant: its last point until then. */
export const momentAt = ({ points }: Comparison, at: Instant): Moment | undefined =>
  points.findLast((point) => point.at <= at)

export const keyOf = ({ bot }: Comparison): string => botKey(bot.ref)
