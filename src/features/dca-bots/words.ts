import type { DcaBot, ForeignSetting } from '#contract/dca-bots.ts'
import { present } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { type Decimal, ONE } from '#money/decimal.ts'
import { formatAmount, formatRate } from '#money/format.ts'
import { joined, list, plural } from '#money/words.ts'
import { splitPair } from '#trading/pair.ts'
import { formatSpan } from '#ui/instant.ts'

import type { DealPlan } from './ladder.ts'

const SHORT_STARTS: Readonly<Record<string, string>> = {
  asap: 'At once',
  manual: 'By hand',
  charting_signal: 'Charting alert',
  rsi: 'RSI signal',
  bollinger_bands: 'Bollinger signal',
  macd: 'MACD signal',
}

const STARTS: Readonly<Record<string, string>> = {
  asap: 'Opens a deal at once, and the next one after each deal.',
  manual: 'Waits until you start a deal by hand.',
  charting_signal: 'Opens a deal when a charting alert calls its webhook.',
  rsi: 'Opens a deal on a signal of the relative strength index.',
  bollinger_bands: 'Opens a deal on a signal of the Bollinger bands.',
  macd: 'Opens a deal on a MACD signal.',
}

/** A start condition in two words, for a table; an unknown one keeps its id. */
export const startInShort = (condition: string | undefined): string | undefined =>
  valueOfWord(SHORT_STARTS, condition, condition)

/** Those that have nothing to wait for on the market. */
const WITHOUT_SIGNAL: Readonly<Record<string, string>> = {
  asap: 'Starts at once, again after each deal',
  manual: 'Starts by hand',
}

const OCCASIONS: Readonly<Record<string, string>> = {
  charting_signal: 'on a charting alert',
  rsi: 'on an RSI signal',
  bollinger_bands: 'on a Bollinger signal',
  macd: 'on a MACD signal',
}

/** Whether a deal begins with buying; `undefined` where the service says neither of what is known here. */
export const isLongOf = ({ strategy }: Pick<DealPlan, 'strategy'>): boolean | undefined =>
  strategy === 'Long' ? true : strategy === 'Short' ? false : undefined

const DEEDS: Readonly<Record<string, string>> = { Long: 'Buys', Short: 'Sells' }

/** Start condition in one short sentence: "Buys on an RSI signal", "Starts by hand". */
export function strategyInShort(bot: DcaBot): string {
  const { strategy, start_condition: condition } = bot
  const plain = valueOfWord(WITHOUT_SIGNAL, condition)
  if (plain !== undefined) return plain
  const deed = valueOfWord(DEEDS, strategy, 'Opens a deal')
  return `${deed} ${valueOfWord(OCCASIONS, condition, `on “${condition}”`)}`
}

/** A code such as "binance_futures" as words. */
export const exchangeWords = (exchange: string): string =>
  /^[a-z0-9_]+$/.test(exchange)
    ? (exchange.charAt(0).toUpperCase() + exchange.slice(1)).replaceAll('_', ' ')
    : exchange

/** The name of the account that a bot trades on, or of its exchange. */
export const placeOf = ({ account_name: account, exchange }: DcaBot): string | undefined =>
  account ?? exchangeWords(exchange)

/** "ETH/USDT + 3". */
export const pairWords = ({ pair, pairs = [] }: Pick<DcaBot, 'pair' | 'pairs'>): string =>
  pairs.length > 1 ? `${pair} + ${pairs.length - 1}` : pair

/** Where the service does not say it, figures are written as those of the quote currency are. */
export const profitCurrencyOf = (bot: DcaBot): string =>
  bot.total_profit_currency ?? bot.quote_currency

/** How many deals have ended; the service counts those it opened. */
export const dealsDone = ({ total_trades: opened, active_trades: open }: DcaBot) =>
  opened === undefined || open > opened ? undefined : opened - open

/** "Long, spot". */
export const directionOf = (bot: DealPlan): string => joined([bot.strategy, bot.market_type])

/**
 * What a bot does, in sentences. Whatever the service did not say is left out of them; `amount`
 * writes money, so that hidden amounts stay hidden.
 */
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

/** How a setting is called that nothing here takes into account. */
export const foreignName = ({ name }: ForeignSetting): string => name.replaceAll('_', ' ')

const foreignOf = ({ foreign_settings: settings = [] }: DealPlan): string | undefined =>
  settings.length === 0
    ? undefined
    : `Not taken into account here: ${settings.map(foreignName).join(', ')}.`

/** When it opens deals, as a sentence. */
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
  const trails = isTrailing && distance ? `, trailing by ${formatRate(distance)}` : ''
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
