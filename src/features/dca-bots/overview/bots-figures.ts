import type { DcaBot } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import type { Realised } from '#market/profits.ts'
import { compare, type Decimal, sum } from '#money/decimal.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { inNumbers, inWords, orderBy, type RowOrder } from '#ui/order-by.ts'
import { missingWords } from '#ui/sum-amount.tsx'

import { exposureOf } from '../funds-and-free.tsx'
import { isAtLastOrder, openDealsOf } from '../open-deals.ts'
import type { DcaSearch, DcaSort } from '../search.ts'
import { dealsDone, pairWords, profitCurrencyOf } from '../words.ts'

/**
 * How many bots each status has under the other filters. Nothing where a row could not be read: nobody
 * knows the status of its bot.
 */
export function statusCounts(
  bots: Rows<DcaBot>,
  { exchange, pair }: Pick<DcaSearch, 'exchange' | 'pair'>,
): Record<DcaSearch['status'], number> | undefined {
  if (unreadableRows(bots).length > 0) return undefined
  const found = readableRows(bots).filter(
    (bot) =>
      (exchange === undefined || bot.exchange === exchange) &&
      (pair === undefined || bot.pair === pair),
  )
  const countOf = (status: DcaSearch['status']) =>
    status === 'all' ? found.length : found.filter((bot) => bot.status === status).length
  return {
    all: countOf('all'),
    running: countOf('running'),
    stopped: countOf('stopped'),
    completed: countOf('completed'),
  }
}

/** A sum in one currency. Amounts of several are never added up. */
export type Sum = {
  amount: Decimal | undefined
  currency: string | undefined
  /** The amounts that it adds up. */
  parts: readonly Decimal[]
  /** Names of the parts that are unknown and in no sum. */
  missing: readonly string[]
  /** Why there is no amount. */
  reason: string | undefined
}

const SEVERAL = 'They are counted in several currencies.'

type Part = { name: string; amount: Decimal | undefined; currency: string | undefined }

/** The known parts, if all of them are in one currency; without parts zero, in one of `possible`. */
function sumOf(
  parts: readonly Part[],
  whyUnknown: string,
  possible: readonly (string | undefined)[],
): Sum {
  const known = parts.flatMap(({ amount }) => amount ?? [])
  const missing = parts.filter(({ amount }) => !amount).map(({ name }) => name)
  const currencies = new Set(
    parts.length === 0
      ? possible
      : parts.flatMap(({ amount, currency }) => (amount ? [currency] : [])),
  )
  const nothing = { amount: undefined, currency: undefined, parts: [], missing }
  if (known.length === 0 && missing.length > 0) return { ...nothing, reason: whyUnknown }
  if (currencies.size > 1 && parts.length > 0) return { ...nothing, reason: SEVERAL }
  const currency = currencies.size === 1 ? [...currencies][0] : undefined
  return { amount: sum(known), currency, parts: known, missing, reason: undefined }
}

/** A sum as the total of all rows: unknown as soon as one of them is. */
export const wholeOf = (of: Sum): Sum =>
  of.missing.length === 0 || of.amount === undefined
    ? of
    : { ...of, amount: undefined, reason: `There is no total ${missingWords(of.missing)}.` }

/** True if the printed amounts do not add up to the printed sum. */
export const isRounded = ({ amount, currency = '', parts }: Sum): boolean =>
  amount !== undefined && !isPrintedSum(parts, amount, moneyPlaces(currency, amount))

const NOT_SENT = 'The service did not send it.'

/** What the open deals of a bot have spent and would earn, and the most that all its deals may use. */
export function moneyOf(bot: DcaBot) {
  const open = openDealsOf(bot)
  const deals = open.kind === 'known' ? open.deals : undefined
  const why = open.kind === 'unknown' ? open.reason : NOT_SENT
  const unknown: Sum = {
    amount: undefined,
    currency: undefined,
    parts: [],
    missing: [],
    reason: why,
  }
  const currency = bot.quote_currency
  const partsOf = (of: (deal: DcaDeal) => Omit<Part, 'name'>) =>
    deals
      ? wholeOf(
          sumOf(
            deals.map((deal) => ({ name: 'a deal', ...of(deal) })),
            why,
            [currency],
          ),
        )
      : unknown
  return {
    invested: partsOf(({ spent }) => ({ amount: spent, currency })),
    result: partsOf(({ profit }) => ({
      amount: profit?.amount,
      currency: profit?.currency ?? currency,
    })),
    percent: deals?.length === 1 ? deals[0]?.profit?.percent : undefined,
    most: exposureOf(bot)?.most,
  }
}

/** The key figures above a list of bots. `unreadable`: rows that are in none of them. */
export function figuresOf(bots: readonly DcaBot[], unreadable = 0) {
  const unread = Array.from({ length: unreadable }, () => 'an unreadable bot')
  const open = bots.filter(({ active_trades: count }) => count !== 0)
  const unknown = open.filter((bot) => openDealsOf(bot).kind === 'unknown')
  const quotes = bots.map(({ quote_currency: quote }) => quote)
  const over = (parts: readonly Part[], why = NOT_SENT): Sum => {
    const of = sumOf(parts, why, quotes)
    return { ...of, missing: [...of.missing, ...unread] }
  }
  const ofDeals = (of: 'invested' | 'result'): Sum =>
    over(
      open.map((bot) => ({ name: bot.name, ...moneyOf(bot)[of] })),
      unknown[0] && moneyOf(unknown[0])[of].reason,
    )
  return {
    running: bots.filter(({ status }) => status === 'running').length,
    openDeals: bots.reduce((before, { active_trades: count }) => before + count, 0),
    invested: ofDeals('invested'),
    most: over(
      bots.map((bot) => ({
        name: bot.name,
        amount: moneyOf(bot).most,
        currency: bot.quote_currency,
      })),
    ),
    result: ofDeals('result'),
    profit: over(
      bots.map((bot) => ({
        name: bot.name,
        amount: bot.total_profit,
        currency: profitCurrencyOf(bot),
      })),
    ),
    atLast: bots.filter((bot) => {
      const deals = openDealsOf(bot)
      return deals.kind === 'known' && deals.deals.some((deal) => isAtLastOrder(deal, bot))
    }),
    /** Bots whose open deals are unknown. */
    unknown,
    withDeals: open.length,
  }
}

/** What these bots realised from an instant on; unknown if the history does not reach back so far. */
export function finishedSince(
  { fills, since, unread }: Pick<Realised, 'fills' | 'since' | 'unread'>,
  bots: readonly DcaBot[],
  from: Instant,
): Sum {
  const nothing = { amount: undefined, currency: undefined, parts: [], missing: [] }
  if (since !== undefined && since >= from) {
    return { ...nothing, reason: 'The history that was read does not reach back to midnight.' }
  }
  if (unread > 0) return { ...nothing, reason: 'Some orders in the history could not be read.' }
  const names = new Map(bots.map(({ id, name }) => [id, name]))
  return sumOf(
    fills.flatMap(({ source, profit, closed_at: at }) => {
      const name = source?.id ? names.get(source.id) : undefined
      return profit && at !== undefined && at >= from && name !== undefined
        ? [{ name, amount: profit.amount, currency: profit.currency }]
        : []
    }),
    NOT_SENT,
    bots.map(profitCurrencyOf),
  )
}

const ORDERS: Record<Exclude<DcaSort, 'service'>, RowOrder<DcaBot>> = {
  name: orderBy(({ name }) => name.toLowerCase(), inWords),
  pair: orderBy(pairWords, inWords),
  status: orderBy(({ status }) => status, inWords),
  invested: orderBy(
    (bot) => moneyOf(bot).invested.amount,
    compare,
    (bot) => bot.quote_currency,
  ),
  result: orderBy(
    // Without a deal there is no result, also where the sum over none is 0.
    (bot) => (bot.active_trades === 0 ? undefined : moneyOf(bot).result.amount),
    compare,
    (bot) => moneyOf(bot).result.currency,
  ),
  deals: orderBy(dealsDone, inNumbers),
  profit: orderBy((bot) => bot.total_profit, compare, profitCurrencyOf),
}

/** The bots in the order asked for; unreadable rows stand last. */
export function orderedBots(
  bots: Rows<DcaBot>,
  { sort, direction }: Pick<DcaSearch, 'sort' | 'direction'>,
): Rows<DcaBot> {
  if (sort === 'service') return bots
  const turn = direction === 'asc' ? 1 : -1
  const sorted = readableRows(bots).toSorted((a, b) => ORDERS[sort](a, b, turn))
  return [...sorted, ...unreadableRows(bots)]
}
