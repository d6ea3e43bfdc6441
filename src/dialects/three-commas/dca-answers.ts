import { dcaBot } from '#contract/dca-bots.ts'
import { dcaDeal } from '#contract/dca-deals.ts'
import { decimal, isPositive } from '#money/decimal.ts'
import { textOr } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'

import type { Facts } from '../dialect.ts'
import { foreignSettings } from './dca-settings.ts'
import { amountOf, isObject, type Json, listOf, mapAmounts, textOf, uuidIn } from './values.ts'

const UNKNOWN_USER = '00000000-0000-0000-0000-000000000000'

const rounded = (json: unknown): unknown => amountOf(json) ?? json

/** Reads a whole number such as 300 or "300.0"; `undefined` otherwise. */
const wholeOf = (json: unknown): string | undefined => {
  const text = amountOf(json)?.replace(/\.0+$/, '')
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : undefined
}

const isMore = (json: unknown): boolean | undefined => {
  const text = amountOf(json)
  return text === undefined ? undefined : isPositive(decimal(text))
}

const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (json: unknown): string | undefined => {
    const word = textOf(json)
    return word !== undefined && Object.hasOwn(words, word) ? words[word] : word
  }

const strategyOf = wordIn({ long: 'Long', short: 'Short' })
const profitOf = wordIn({ total: 'percentage', base: 'base' })
const stopOf = wordIn({ stop_loss_and_disable_bot: 'stop_loss_and_disable' })

export const conditionOf = wordIn({
  nonstop: 'asap',
  manual: 'manual',
  tv_custom_signal: 'charting_signal',
})

export const accountIn = ({ accounts }: Facts, id: unknown): Json | undefined =>
  accounts.find((account) => textOf(account['id']) === textOf(id))

/** Returns `undefined` if the account is unknown or has several types. */
export function marketTypeOf(account: Json | undefined): string | undefined {
  const types = account?.['supported_market_types']
  return Array.isArray(types) && types.length === 1 ? textOf(types[0]) : undefined
}

/** Converts a bot. Values without a field become `in_words`; unknown ones are omitted. */
export function dcaBotOf(json: unknown, facts: Facts, deals?: unknown): unknown {
  if (!isObject(json)) return json
  const account = accountIn(facts, json['account_id'])
  const pairs = pairsOf(json['pairs'])
  const [first] = pairs
  const open = deals ?? json['active_deals']
  const foreign = foreignSettings(json, listOf(open))
  const bot = {
    id: uuidIn('b', json['id']),
    user_id: UNKNOWN_USER,
    connection_id: uuidIn('a', json['account_id']),
    exchange: textOf(account?.['market_code']) ?? textOf(json['account_name']),
    account_name: textOf(json['account_name']),
    name: json['name'],
    pair: first && toSlashPair(first),
    ...(pairs.length > 1 && { pairs: pairs.map(toSlashPair) }),
    quote_currency: first === undefined ? undefined : textOr(splitPair(first).quote, undefined),
    market_type: marketTypeOf(account),
    strategy: strategyOf(json['strategy']),
    start_order_type: json['start_order_type'],
    ...sizesOf(json),
    max_safety_orders: wholeOf(json['max_safety_orders']),
    max_active_trades: wholeOf(json['max_active_deals']),
    cooldown_between_trades: wholeOf(json['cooldown']),
    ...exitsOf(json),
    ...startOf(json),
    status: statusOf(json['is_enabled']),
    active_trades: wholeOf(json['active_deals_count']),
    total_trades: sumOf(json['finished_deals_count'], json['active_deals_count']),
    total_profit: json['finished_deals_profit_usd'],
    total_profit_currency: 'USD',
    created_at: json['created_at'],
    updated_at: json['updated_at'],
    in_words: wordsOf(json),
    ...(foreign.length > 0 && { foreign_settings: foreign }),
    deals: openDealsOf(open, json),
  }
  // `url_secret` lets others copy the bot, so it is not stored.
  const { url_secret: _, active_deals: __, ...sent } = json
  return { ...(mapAmounts(dcaBot, bot, rounded) as Json), as_sent: sent }
}

const pairsOf = (json: unknown): string[] =>
  (typeof json === 'string' ? json.split(',') : Array.isArray(json) ? json : []).filter(
    (pair): pair is string => typeof pair === 'string' && pair !== '',
  )

const statusOf = (isEnabled: unknown): string | undefined =>
  isEnabled === true ? 'running' : isEnabled === false ? 'stopped' : undefined

function sumOf(one: unknown, other: unknown): string | undefined {
  const [a, b] = [wholeOf(one), wholeOf(other)]
  return a === undefined || b === undefined ? undefined : String(BigInt(a) + BigInt(b))
}

const isInQuote = (type: unknown): boolean => type === 'quote_currency'
const stepsOf = (json: Json): Json[] => listOf(json['custom_safety_steps'])

/** Returns the order sizes in quote currency; other units become words. */
function sizesOf(json: Json): Json {
  // Fields of unused safety orders are meaningless.
  const isByRule = stepsOf(json).length === 0 && wholeOf(json['max_safety_orders']) !== '0'
  return {
    ...(isInQuote(json['base_order_volume_type']) && {
      base_order_size: json['base_order_volume'],
    }),
    ...(isByRule && {
      ...(isInQuote(json['safety_order_volume_type']) && {
        safety_order_size: json['safety_order_volume'],
      }),
      price_deviation: json['safety_order_step_percentage'],
      safety_order_step_scale: json['martingale_step_coefficient'],
      safety_order_volume_scale: json['martingale_volume_coefficient'],
    }),
  }
}

function exitsOf(json: Json): Json {
  const isTrailing = json['trailing_enabled'] === true
  return {
    ...(!hasOwnTarget(json) && { take_profit_pct: json['take_profit'] }),
    tp_type: profitOf(json['take_profit_type']),
    tp_trailing: isTrailing,
    // New bots have a deviation even without trailing.
    ...(isTrailing && { tp_trailing_pct: json['trailing_deviation'] }),
    ...(json['stop_loss_percentage'] === null
      ? { stop_loss_enabled: false }
      : {
          stop_loss_enabled: isMore(json['stop_loss_percentage']),
          stop_loss_pct: json['stop_loss_percentage'],
        }),
    sl_type: stopOf(json['stop_loss_type']),
  }
}

/** The deal's target price is the minimum for the signal. */
const isEndedBySignal = (deal: Json): boolean =>
  listOf(deal['close_strategy_list']).length > 0 && isMore(deal['take_profit']) !== true

const hasOwnTarget = (json: Json): boolean =>
  listOf(json['take_profit_steps']).length > 0 || listOf(json['close_strategy_list']).length > 0

function startOf(json: Json): Json {
  const names = listOf(json['strategy_list']).map(({ strategy }) => conditionOf(strategy))
  const [first = 'manual'] = names
  const isGiven = Array.isArray(json['strategy_list'])
  const start = names.length > 1 ? `${first} + ${names.length - 1}` : first
  return isGiven ? { start_condition: start } : {}
}

/** Describes settings that don't fit the contract's numbers. */
function wordsOf(json: Json): Json {
  const baseType = json['base_order_volume_type']
  const safetyType = json['safety_order_volume_type']
  const steps = stepsOf(json)
  const starts = listOf(json['strategy_list'])
  const isPlainStart = starts.length < 2 && starts.every((one) => optionsOf(one) === '')
  return {
    ...(!isInQuote(baseType) && {
      base_order_size: sizeWords(json['base_order_volume'], baseType),
    }),
    ...(steps.length > 0
      ? {
          safety_order_size: steps
            .map(
              (step) => `${sizeWords(step['size'], safetyType)} at ${percentOf(step['deviation'])}`,
            )
            .join(', '),
        }
      : !isInQuote(safetyType) && {
          safety_order_size: sizeWords(json['safety_order_volume'], safetyType),
        }),
    ...(hasOwnTarget(json) && { take_profit_pct: targetWords(json) }),
    ...(json['tsl_enabled'] === true && {
      stop_loss_pct: `${percentOf(json['stop_loss_percentage'])}, trailing`,
    }),
    ...(!isPlainStart && { start_condition: starts.map(strategyWords).join(' and ') }),
  }
}

const percentOf = (json: unknown): string => `${wordFor(json)}%`

const wordFor = (json: unknown): string => amountOf(json)?.replace(/\.0+$/, '') ?? 'unknown'

const UNITS: Readonly<Record<string, string>> = {
  base_currency: ' in the base currency',
  quote_currency: ' in the quote currency',
  percent: '%',
}

const sizeWords = (size: unknown, type: unknown): string =>
  wordFor(size) + (UNITS[textOf(type) ?? ''] ?? ` (${textOf(type) ?? 'unit not stated'})`)

const minimumOf = (type: unknown): string => {
  const word = textOf(type)
  return word === undefined ? '' : ` of ${word.replaceAll('_', ' ')}`
}

function targetWords(json: Json): string {
  const steps = listOf(json['take_profit_steps']).map(
    (step) => `${percentOf(step['amount_percentage'])} at ${percentOf(step['profit_percentage'])}`,
  )
  const signals = listOf(json['close_strategy_list']).map(strategyWords)
  const least = isMore(json['min_profit_percentage'])
    ? `, at least ${percentOf(json['min_profit_percentage'])}${minimumOf(json['min_profit_type'])}`
    : ''
  const atFixed = steps.length === 0 && isMore(json['take_profit'])
  return [
    ...(atFixed ? [`at ${percentOf(json['take_profit'])}`] : []),
    ...(steps.length > 0 ? [`in steps: ${steps.join(', ')}`] : []),
    ...(signals.length > 0 ? [`by signal: ${signals.join(' and ')}${least}`] : []),
  ].join('; ')
}

/** Formats a signal as "rsi (time 5m, points 30)". */
function strategyWords(one: Json): string {
  const options = optionsOf(one)
  const name = textOf(one['strategy']) ?? 'unknown'
  return options === '' ? name : `${name} (${options})`
}

const optionsOf = ({ options }: Json): string =>
  Object.entries(isObject(options) ? options : {})
    .map(
      ([name, value]) => `${name.replaceAll('_', ' ')} ${textOf(value) ?? JSON.stringify(value)}`,
    )
    .join(', ')

/** Returns the open deals; `null` if some that the service counts are missing. */
function openDealsOf(json: unknown, bot: Json): unknown {
  const count = wholeOf(bot['active_deals_count'])
  if (count === '0') return []
  const deals = listOf(json)
  return Array.isArray(json) && String(deals.length) === count ? deals.map(dealOf) : null
}

function dealOf(json: Json): unknown {
  const pair = textOf(json['pair'])
  const isLong = json['strategy'] === 'long'
  const hasSteps = listOf(json['take_profit_steps']).length > 0
  const deal = {
    id: json['id'],
    pair: pair && toSlashPair(pair),
    created_at: json['created_at'],
    status: json['status'],
    safety_orders_filled: sumOf(
      json['completed_safety_orders_count'],
      json['completed_manual_safety_orders_count'] ?? 0,
    ),
    // Documents don't say which side enters a short deal.
    ...(isLong && {
      spent: json['bought_volume'],
      bought: json['bought_amount'],
      sold: json['sold_amount'],
      average_price: json['bought_average_price'],
    }),
    current_price: json['current_price'],
    take_profit_price: hasSteps || isEndedBySignal(json) ? null : json['take_profit_price'],
    stop_loss_price: json['stop_loss_price'],
    profit: profitOfDeal(json, pair),
  }
  return mapAmounts(dcaDeal, deal, rounded)
}

const profitOfDeal = (json: Json, pair: string | undefined): Json => ({
  amount: json['actual_profit'],
  percent: json['actual_profit_percentage'],
  usd: json['actual_usd_profit'],
  ...(json['profit_currency'] === 'base_currency' && {
    currency: pair && splitPair(pair).base,
  }),
})

/** Returns events of deals, newest first. They have no id, so the position is used. */
export function eventsOf(deals: readonly unknown[]): Json[] {
  const events = deals
    .flatMap((deal) => listOf(isObject(deal) ? deal['bot_events'] : undefined))
    .filter(({ created_at: at }) => typeof at === 'string')
    .toSorted((a, b) => (String(a['created_at']) < String(b['created_at']) ? -1 : 1))
  return events
    .map(({ created_at, message }, index) => ({
      id: index + 1,
      created_at,
      type: typeOf(textOf(message) ?? ''),
      message: textOf(message) ?? '',
      price: null,
      amount: null,
    }))
    .toReversed()
}

/** Derives a type from the first words, without emoji and numbers. */
function typeOf(message: string): string {
  const [words = ''] = message.replace(/^[^\p{L}]+/u, '').split(/[^\p{L} ]/u)
  return textOr(words.trim().split(' ').slice(0, 3).join('_').toLowerCase(), 'event')
}
