import type { DcaBot, ForeignSetting } from '#contract/dca-bots.ts'
import { present } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { compare, type Decimal, ONE } from '#money/decimal.ts'
import { codeWords, formatAmount, formatRate, joined, list, plural } from '#money/format.ts'
import { isStopped } from '#trading/allowed.ts'
import { splitPair } from '#trading/pair.ts'
import { formatSpan } from '#ui/instant.ts'

import type { DealPlan } from './ladder.ts'
import { isWaiting, openDealsOf } from './open-deals.ts'

const SHORT_STARTS: Readonly<Record<string, string>> = {
  asap: 'At once',
  manual: 'By hand',
  charting_signal: 'Charting alert',
  rsi: 'RSI signal',
  bollinger_bands: 'Bollinger signal',
  macd: 'MACD signal',
}

const STARTS: Readonly<Record<string, string>> = {
  asap: 'Opens a deal immediately, then a new one after each close.',
  manual: 'Waits until you start a deal by hand.',
  charting_signal: 'Opens a deal when a charting alert calls its webhook.',
  rsi: 'Opens a deal on a signal of the relative strength index.',
  bollinger_bands: 'Opens a deal on a signal of the Bollinger bands.',
  macd: 'Opens a deal on a MACD signal.',
}

/** Short start condition for a table; an unknown one keeps its id. */
export const startInShort = (condition: string | undefined): string | undefined =>
  valueOfWord(SHORT_STARTS, condition, condition)

/** Deals begin with a buy; `undefined` for an unknown strategy. */
export const isLongOf = ({ strategy }: Pick<DealPlan, 'strategy'>): boolean | undefined =>
  strategy === 'Long' ? true : strategy === 'Short' ? false : undefined

/** Exchange code such as "binance_futures" as words. */
export const exchangeWords = (exchange: string): string =>
  /^[a-z0-9_]+$/.test(exchange) ? codeWords(exchange) : exchange

export const placeOf = ({ account_name: account, exchange }: DcaBot): string | undefined =>
  account ?? exchangeWords(exchange)

/** "ETH/USDT + 3". */
export const pairWords = ({ pair, pairs = [] }: Pick<DcaBot, 'pair' | 'pairs'>): string =>
  pairs.length > 1 ? `${pair} + ${pairs.length - 1}` : pair

/** Quote currency if the service names none. */
export const profitCurrencyOf = (bot: DcaBot): string =>
  bot.total_profit_currency ?? bot.quote_currency

/** Number of closed deals; the service counts opened ones. */
export const dealsDone = ({ total_trades: opened, active_trades: open }: DcaBot) =>
  opened === undefined || open > opened ? undefined : opened - open

/** "Long, spot". */
export const directionOf = (bot: DealPlan): string => joined([bot.strategy, bot.market_type])

/** Sentences about a bot, without unknown facts. `amount` formats money, or hides it. */
export function plainWords(bot: DealPlan, amount: (value: Decimal) => string): string[] {
  return present([
    plainStart(bot),
    ordersOf(bot, amount) ?? inWords('Base order', bot.in_words?.base_order_size),
    inWords('Safety orders', bot.in_words?.safety_order_size),
    targetOf(bot) ?? inWords('Take profit', bot.in_words?.take_profit_pct),
    stopOf(bot),
    dealsOf(bot),
    foreignOf(bot),
  ])
}

const inWords = (about: string, words: string | undefined): string | undefined =>
  words && `${about}: ${words}.`

/** Readable name of a setting that this page does not support. */
export const foreignName = ({ name }: ForeignSetting): string => name.replaceAll('_', ' ')

const foreignOf = ({ foreign_settings: settings = [] }: DealPlan): string | undefined =>
  settings.length === 0
    ? undefined
    : `Not taken into account here: ${settings.map(foreignName).join(', ')}.`

/** Start of deals, as a sentence. */
export function plainStart({
  start_condition: condition,
  in_words: { start_condition: words } = {},
}: Pick<DealPlan, 'start_condition' | 'in_words'>): string | undefined {
  if (words !== undefined) return `Opens a deal on ${words}.`
  if (condition === undefined) return undefined
  return valueOfWord(STARTS, condition, `Opens a deal on “${condition}”.`)
}

function ordersOf(bot: DealPlan, amount: (value: Decimal) => string): string | undefined {
  const { base_order_size: size, start_order_type: order, max_safety_orders: count } = bot
  const isLong = isLongOf(bot)
  if (!size || isLong === undefined) return undefined
  const base = bot.pair === undefined ? 'units' : splitPair(bot.pair).base
  const by = order === undefined ? '' : ` by ${order} order`
  const first =
    `${isLong ? 'Buys' : 'Sells'} ${base} for ${amount(size)} ${bot.quote_currency ?? ''}`.trim() +
    by
  if (count === undefined || bot.in_words?.safety_order_size !== undefined) return `${first}.`
  if (count === 0) return `${first}, and places no safety order.`
  return `${first}, then up to ${times(count)} more as the price ${isLong ? 'falls' : 'rises'}${growth(bot)}.`
}

/** ", each order 1.3 times larger and 1.25 times further away" */
function growth(bot: DealPlan): string {
  const parts = [
    [bot.safety_order_volume_scale, 'larger'],
    [bot.safety_order_step_scale, 'further away'],
  ] as const
  const words = parts.flatMap(([scale, word]) =>
    scale && scale !== ONE ? `${formatAmount(scale)} times ${word}` : [],
  )
  return words.length === 0 ? '' : `, each order ${list(words)}`
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

function targetOf(bot: DealPlan): string | undefined {
  const percent = bot.take_profit_pct
  const isLong = isLongOf(bot)
  if (!percent || isLong === undefined) return undefined
  const act = isLong ? 'Sells everything' : 'Buys everything back'
  const { tp_trailing: isTrailing, tp_trailing_pct: distance } = bot
  const gives = distance && compare(distance, percent) >= 0 ? ', which can end in a loss' : ''
  const trails = isTrailing && distance ? `, trailing by ${formatRate(distance)}${gives}` : ''
  if (bot.tp_type === 'base') {
    return `${act} once the profit is ${formatRate(percent)} of the base order${trails}.`
  }
  return bot.tp_type === 'percentage'
    ? `${act} ${formatRate(percent)} ${isLong ? 'above' : 'below'} the average${trails}.`
    : undefined
}

function stopOf(bot: DealPlan): string | undefined {
  if (bot.stop_loss_enabled === undefined) return undefined
  if (!bot.stop_loss_enabled) return 'It has no stop loss.'
  const words = bot.in_words?.stop_loss_pct ?? (bot.stop_loss_pct && formatRate(bot.stop_loss_pct))
  const at = words === undefined ? '' : ` of ${words}`
  const then = bot.sl_type === 'stop_loss_and_disable' ? ', then switches the bot off' : ''
  return `A stop loss${at} closes the deal${then}.`
}

function dealsOf(bot: DealPlan): string | undefined {
  const { max_active_trades: most, cooldown_between_trades: pause = 0 } = bot
  if (most === undefined) return undefined
  const count = `At most ${plural(most, 'deal')} at a time`
  return pause === 0 ? `${count}.` : `${count}, ${formatSpan(pause * 1_000)} apart.`
}

const WAITS: Readonly<Record<string, string>> = {
  asap: 'Waiting to open the next deal',
  manual: 'Waiting for you to start a deal',
  charting_signal: 'Waiting for a charting alert',
  rsi: 'Waiting for an RSI signal',
  bollinger_bands: 'Waiting for a Bollinger signal',
  macd: 'Waiting for a MACD signal',
}

export function nowWords(bot: DcaBot): string {
  const { active_trades: count, start_condition: condition } = bot
  const isOver = isStopped(bot)
  if (count === 0) {
    if (isOver) return 'Opens no more deals'
    return valueOfWord(WAITS, condition, `Waiting for “${condition}”`)
  }
  const deals = count === 1 ? 'Deal open' : `${count} deals open`
  return `${isOver ? `Stopped, ${deals.toLowerCase()}` : deals}${ordersWords(bot)}`
}

/** ", 3 of 5 safety orders filled" */
function ordersWords(bot: DcaBot): string {
  const { max_safety_orders: most } = bot
  const deals = openDealsOf(bot).deals?.filter((deal) => !isWaiting(deal))
  if (!deals) return ''
  if (deals.length === 0) return ', no order filled yet'
  const counts = deals.flatMap(({ safety_orders_filled: filled }) => filled ?? [])
  if (counts.length < deals.length) return ''
  const filled = counts.reduce((sum, count) => sum + count, 0)
  if (most === 0) return ', no safety orders'
  return `, ${filled} of ${most * deals.length} safety orders filled`
}
