// Capital, result and line of a bot, for the comparison.

import type { DcaBot } from '#contract/dca-bots.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { HistoricalTrade, OrderSource } from '#contract/history.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { type BotRef, botKey } from '#market/compared-bots.ts'
import { type ProfitPoint, profitOverTime, type Profits, profitsIn } from '#market/profits.ts'
import {
  absolute,
  add,
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
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { codeWords, textOr } from '#money/format.ts'
import { dealFunds, knownSettings } from '#trading/dca-ladder.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { percentOf } from '#trading/profit.ts'
import { type Figure, NOT_SENT } from '#ui/facts.tsx'

export const nameOf = ({ kind, id }: BotRef, bot: Bot | undefined): string =>
  bot?.name ?? (kind === 'grid' ? `Grid bot ${id}` : `DCA bot ${id.slice(0, 8)}`)

export type Bot = {
  ref: BotRef
  name: string
  /** With a slash; several for some DCA bots. */
  pairs: readonly string[]
  /** Account id as in the history, if the service sends it. */
  accountId: Id | undefined
  state: string
  isRunning: boolean
  madeAt: Instant
  /** Running time in milliseconds, if the service sends it. */
  ran: number | undefined
  /** Currency of profit and capital. */
  currency: string
  /** Percent of the capital is profit × `times` ÷ `over`; a sentence if unknown. */
  scale: Scale | string
  capital: Figure
  total: Figure
  withOpen: Figure
  finished: number | undefined
}

type Scale = { times: Decimal; over: Decimal }

export type Past = Profits & {
  /** The history reaches back to the bot's creation. */
  isWhole: boolean
  readAt: Instant
}

export type Comparison = {
  bot: Bot
  realised: Figure
  percent: Figure
  perDay: Figure
  withOpen: Figure
  /** Milliseconds that the figures cover. */
  span: number | undefined
  points: readonly Moment[]
  whyNoLine: string | undefined
}

/** Realised profit up to an instant, in percent of the capital; daily average after a day. */
export type Moment = { at: Instant; total: Decimal; day: Decimal | undefined }

const PLACES = 6
const CAPITAL_PLACES = 8
const DAY = 86_400_000

const percentBy = ({ times, over }: Scale, profit: Decimal): Decimal =>
  isZero(profit) ? ZERO : divide(multiply(profit, times), over, PLACES, 'half-even')

/** Smaller percentages have too few digits to compute the capital. */
const LEAST = fromNumber(0.01)

export function gridBotAs(bot: GridBot): Bot {
  const { quote } = splitPair(bot.pair)
  const { current_profit_loss: total, unrealized_profit_loss: open } = bot
  const isInQuote = bot.profit_currency_type === 'quote'
  const investment = investmentOf(bot)
  const scale = investment
    ? { times: HUNDRED, over: investment }
    : isInQuote
      ? gridScale(bot)
      : 'It keeps its profit in coins or in an unknown currency.'
  const why = bot.is_enabled ? NOT_SENT : 'The service gives no total for a stopped bot.'
  return {
    ref: { kind: 'grid', id: bot.id },
    name: textOr(bot.name, `Grid bot ${bot.id}`),
    pairs: [toSlashPair(bot.pair)],
    accountId: bot.account_id,
    state: bot.is_enabled ? 'Running' : 'Disabled',
    isRunning: bot.is_enabled,
    madeAt: bot.created_at,
    ran: bot.running_seconds === undefined ? undefined : bot.running_seconds * 1000,
    currency: quote,
    scale,
    capital: investment || isPrecise(bot.profit_percentage) ? capitalBy(scale) : TOO_SMALL,
    total: { value: total && open && subtract(total, open), reason: why },
    withOpen: { value: bot.current_profit_loss_percent ?? undefined, reason: why },
    finished: bot.total_profits_count,
  }
}

/** Capital as reported, if a percentage of the service confirms it. */
function investmentOf(bot: GridBot): Decimal | undefined {
  const { investment_base_currency: base, investment_quote_currency: quote } = bot
  const all = base && quote && add(base, quote)
  if (!all || !isPositive(all)) return undefined
  const pairs = [
    [bot.current_profit, bot.profit_percentage],
    [bot.current_profit_loss, bot.current_profit_loss_percent],
  ]
  const isConfirmed = pairs.some(([profit, percent]) => {
    if (!profit || !percent || isZero(profit)) return false
    const unit = decimal(`1${'0'.repeat(Math.min(4, Math.max(2, placesOf(percent))))}`)
    return compare(multiply(absolute(subtract(percentOf(profit, all), percent)), unit), ONE) <= 0
  })
  return isConfirmed ? all : undefined
}

/** Capital behind the service's percentage of the grid profit. */
function gridScale({
  current_profit: profit,
  profit_percentage: percent,
}: GridBot): Scale | string {
  if (!profit || !percent) return 'The service did not send the profit or its percentage.'
  if (isZero(profit)) return 'It has no realised profit from which its capital could be calculated.'
  const isTooSmall = !isPositive(divide(multiply(percent, percent), LEAST_SQUARE, 0, 'down'))
  if (isTooSmall || isPositive(profit) !== isPositive(percent)) {
    return 'The percentage of its profit does not show its capital.'
  }
  return { times: percent, over: profit }
}

const LEAST_SQUARE = multiply(LEAST, LEAST)
const ONE = fromNumber(1)

const TOO_SMALL: Figure = {
  value: undefined,
  reason: 'The percentage of its profit has too few digits to tell the capital within 1%.',
}

/** With fewer than 50 units of its last digit, rounding changes a percentage by over 1 %. */
function isPrecise(percent: Decimal | undefined): boolean {
  if (!percent || isZero(percent)) return true
  // A service that writes 1.3 may have rounded to 1.30.
  const places = Math.max(2, placesOf(percent))
  return compare(absolute(percent), decimal(`0.${'50'.padStart(places, '0')}`)) >= 0
}

/** Capital of a DCA bot: the maximum that its allowed deals can spend. */
export function dcaBotAs(bot: DcaBot): Bot {
  const settings = knownSettings(bot)
  const { base_order_size: base, safety_order_size: safety } = bot.in_words ?? {}
  const isByWords = bot.foreign_settings ?? base ?? safety
  const funds =
    settings && isByWords === undefined
      ? multiply(dealFunds(settings), fromNumber(bot.max_active_trades))
      : undefined
  const scale =
    funds && isPositive(funds)
      ? { times: HUNDRED, over: funds }
      : 'The service did not send every setting that its capital depends on.'
  const isInQuote = bot.total_profit_currency === bot.quote_currency
  const total = isInQuote ? bot.total_profit : undefined
  const { total_trades: opened, active_trades: count } = bot
  return {
    ref: { kind: 'dca', id: bot.id },
    name: textOr(bot.name, `DCA bot ${bot.id}`),
    pairs: bot.pairs ?? [bot.pair],
    accountId: undefined,
    state: codeWords(bot.status),
    isRunning: bot.status === 'running',
    madeAt: bot.created_at,
    ran: undefined,
    currency: bot.quote_currency,
    scale,
    capital: capitalBy(scale),
    total: {
      value: total,
      reason: isInQuote ? NOT_SENT : 'The service does not send its total in this currency.',
    },
    withOpen: withDeals(bot, total, scale),
    finished: opened === undefined || count > opened ? undefined : opened - count,
  }
}

function withDeals(bot: DcaBot, total: Decimal | undefined, scale: Scale | string): Figure {
  if (typeof scale === 'string') return { value: undefined, reason: scale }
  const deals = bot.active_trades === 0 ? [] : bot.deals
  const results = deals?.flatMap(({ profit }) =>
    profit?.amount && (profit.currency ?? bot.quote_currency) === bot.quote_currency
      ? profit.amount
      : [],
  )
  const isWhole = deals && results?.length === deals.length
  return total && isWhole
    ? { value: percentBy(scale, add(total, sum(results))) }
    : { value: undefined, reason: 'The service does not report the result of every open deal.' }
}

function capitalBy(scale: Scale | string): Figure {
  if (typeof scale === 'string') return { value: undefined, reason: scale }
  const { times, over } = scale
  return { value: divide(multiply(over, HUNDRED), times, CAPITAL_PLACES, 'half-even') }
}

export const sourceOf = ({ kind }: BotRef): OrderSource =>
  kind === 'grid' ? 'grid_bot' : 'dca_bot'

export function pastOf(
  { ref, madeAt }: Bot,
  orders: Rows<HistoricalTrade>,
  { most, readAt }: { most: number; readAt: Instant },
): Past {
  const oldest = readableRows(orders).findLast(({ closed_at: at }) => at !== undefined)?.closed_at
  return {
    ...profitsIn(orders, { source: sourceOf(ref), id: String(ref.id) }),
    isWhole: orders.length < most || (oldest !== undefined && oldest < madeAt),
    readAt,
  }
}

/** Figures of a bot over its life, and its line as far as the history was read. */
export function comparisonOf(bot: Bot, past: Past): Comparison {
  const { scale } = bot
  const fault = faultOf(bot, past)
  const total = bot.total.value ?? totalIn(past, fault)
  const realised = { value: total, reason: fault ?? bot.total.reason }
  const percent = percentOfCapital(scale, realised)
  const span = spanOf(bot, past)
  const points = fault ?? pointsOf(bot, past, total)
  const isLevel = total && isZero(total)
  const whyNoLine =
    typeof points === 'string' ? points : typeof scale === 'string' && !isLevel ? scale : undefined
  return {
    bot,
    realised,
    percent,
    perDay: perDayOf(percent, span),
    withOpen: bot.withOpen,
    span,
    points:
      typeof points === 'string' || whyNoLine !== undefined
        ? []
        : points.map((point) => momentOf(point, bot, span)),
    whyNoLine,
  }
}

function faultOf(bot: Bot, { unread, currency, isConverted }: Past): string | undefined {
  if (unread > 0) return `The history has ${unread} orders that could not be read.`
  if (currency === undefined || currency === bot.currency) return undefined
  const realised = isConverted ? 'several currencies' : currency
  return `Its orders realised ${realised}; its capital is in ${bot.currency}.`
}

const sumIn = ({ profits }: Past): Decimal => sum(profits.map(({ amount }) => amount))

/** Sum over the whole history, for services that send no total. */
const totalIn = (past: Past, fault: string | undefined): Decimal | undefined =>
  past.isWhole && fault === undefined ? sumIn(past) : undefined

/** Two bots with the highest realised profit per capital, if the service sends totals. */
export function bestTwo(bots: readonly Bot[]): BotRef[] {
  const returns = bots.flatMap(({ ref, scale, total }) => {
    const { value } = percentOfCapital(scale, total)
    return value ? { ref, value } : []
  })
  return returns
    .toSorted((a, b) => compare(b.value, a.value))
    .slice(0, 2)
    .map(({ ref }) => ref)
}

function percentOfCapital(scale: Scale | string, { value, reason }: Figure): Figure {
  if (!value || isZero(value)) return { value, reason }
  return typeof scale === 'string'
    ? { value: undefined, reason: scale }
    : { value: percentBy(scale, value) }
}

function momentOf({ at, total: profit }: ProfitPoint, bot: Bot, span: number | undefined): Moment {
  const total = typeof bot.scale === 'string' ? ZERO : percentBy(bot.scale, profit)
  // Stops count at the end, because their time is unknown.
  const ran = Math.min(at - bot.madeAt, span ?? Infinity)
  return { at, total, day: averageDay(total, ran) }
}

/** Running sum of realised profit; a sentence if unknown. */
function pointsOf(bot: Bot, past: Past, total: Figure['value']): readonly ProfitPoint[] | string {
  const { profits, isWhole, readAt } = past
  const { madeAt, ran = 0 } = bot
  if (!total) return 'The history that was read does not reach back to its start.'
  const last = profits.at(-1)?.at ?? madeAt
  const until = bot.isRunning ? readAt : Math.max(last, madeAt + ran)
  if (profits.length === 0) {
    if (!isZero(total)) return 'None of its loaded orders has a profit.'
    return [madeAt, Math.max(until, madeAt)].map((at) => ({ at, total: ZERO, orders: 0 }))
  }
  const isAll = isWhole && compare(sumIn(past), total) === 0
  return profitOverTime(profits, {
    from: isAll ? madeAt : undefined,
    total: isAll ? undefined : total,
    until,
  })
}

/** Running time: reported, or up to now, or up to the last order of a disabled bot. */
function spanOf(bot: Bot, { profits, readAt }: Past): number | undefined {
  if (bot.ran !== undefined) return bot.ran
  const to = bot.isRunning ? readAt : profits.at(-1)?.at
  return to === undefined || to < bot.madeAt ? undefined : to - bot.madeAt
}

function averageDay(percent: Decimal, milliseconds: number): Decimal | undefined {
  if (milliseconds < DAY) return undefined
  return divide(multiply(percent, fromNumber(DAY)), fromNumber(milliseconds), PLACES, 'half-even')
}

function perDayOf(percent: Figure, span: number | undefined): Figure {
  if (!percent.value) return percent
  if (span === undefined) {
    return { value: undefined, reason: 'It is stopped, and its running time is unknown.' }
  }
  return { value: averageDay(percent.value, span), reason: 'It has run for less than a day.' }
}

/** Figures at an instant: the last point until then. */
export const momentAt = ({ points }: Comparison, at: Instant): Moment | undefined =>
  points.findLast((point) => point.at <= at)

export const keyOf = ({ bot }: Comparison): string => botKey(bot.ref)
