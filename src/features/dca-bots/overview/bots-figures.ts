import type { DcaBot } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import type { Realised } from '#market/profits.ts'
import { add, type Decimal, sum, ZERO } from '#money/decimal.ts'

import { exposureOf } from '../funds-and-free.tsx'
import { isAtLastOrder, type OpenDeals, resultAt } from '../live-deals.ts'
import type { DcaSearch } from '../search.ts'
import { isLongOf, profitCurrencyOf } from '../words.ts'

/** A bot, its open deals as far as they were read, and the price of its pair. */
export type BotNow = {
  bot: DcaBot
  /** `undefined` until the history is read. */
  open: OpenDeals | undefined
  price: Decimal | undefined
}

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
  /** How many of those that should be in it are not known. */
  left: number
  /** Why there is no amount. */
  reason: string | undefined
}

const SEVERAL = 'They are counted in several currencies.'

type Part = { amount: Decimal | undefined; currency: string | undefined }

/** What is known of the parts, where all of it is in one currency. */
export function sumOf(parts: readonly Part[], whyUnknown: string): Sum {
  const known = parts.flatMap(({ amount, currency }) => (amount ? [{ amount, currency }] : []))
  const left = parts.length - known.length
  const currencies = new Set(known.map(({ currency }) => currency))
  const [currency] = currencies
  if (known.length === 0 && left > 0) {
    return { amount: undefined, currency, left, reason: whyUnknown }
  }
  if (currencies.size > 1) return { amount: undefined, currency: undefined, left, reason: SEVERAL }
  const amount = known.reduce<Decimal>((before, part) => add(before, part.amount), ZERO)
  return { amount, currency, left, reason: undefined }
}

/** A sum as the total of all rows: unknown as soon as one of them is. */
export const wholeOf = (sum: Sum): Sum =>
  sum.left === 0 || sum.amount === undefined
    ? sum
    : {
        ...sum,
        amount: undefined,
        reason: `${sum.left} ${sum.left === 1 ? 'bot is' : 'bots are'} not known, so there is no total.`,
      }

/** What the open deals of a bot hold, what they would earn now, and what they may use. */
export function moneyOf({ bot, open, price }: BotNow) {
  const isLong = isLongOf(bot)
  const deals = open?.kind === 'known' ? open.deals : undefined
  const results =
    deals && isLong !== undefined && deals.every((deal) => deal.price ?? price)
      ? deals.map((deal) => resultAt(deal, deal.price ?? price ?? ZERO, isLong))
      : undefined
  return {
    invested: deals && sum(deals.map(({ spent }) => spent)),
    result: results && sum(results.map(({ amount }) => amount)),
    percent: results?.length === 1 ? results[0]?.percent : undefined,
    most: exposureOf(bot)?.most,
  }
}

/** The key figures above a list of bots: only from what was read. Of `unreadable` rows nothing is in them. */
export function figuresOf(bots: readonly BotNow[], whyUnread: string, unreadable = 0) {
  const over = (parts: readonly Part[], why: string): Sum => {
    const of = sumOf(parts, why)
    return { ...of, left: of.left + unreadable }
  }
  const money = bots.map((now) => ({
    ...moneyOf(now),
    currency: now.bot.quote_currency,
    isOpen: now.bot.active_trades !== 0,
  }))
  const open = money.filter(({ isOpen }) => isOpen)
  const counts = bots.map(({ bot }) => bot.active_trades)
  const known = counts.filter((count) => count !== undefined)
  return {
    running: bots.filter(({ bot }) => bot.status === 'running').length,
    openDeals:
      known.length < counts.length ? undefined : known.reduce((before, count) => before + count, 0),
    invested: over(
      open.map(({ invested: amount, currency }) => ({ amount, currency })),
      whyUnread,
    ),
    most: over(
      money.map(({ most: amount, currency }) => ({ amount, currency })),
      'The service did not send the settings.',
    ),
    result: over(
      open.map(({ result: amount, currency }) => ({ amount, currency })),
      whyUnread,
    ),
    profit: over(
      bots.map(({ bot }) => ({ amount: bot.total_profit, currency: profitCurrencyOf(bot) })),
      'The service did not send it.',
    ),
    atLast: bots.filter(
      ({ bot, open: deals }) =>
        deals?.kind === 'known' && deals.deals.some((deal) => isAtLastOrder(deal, bot)),
    ),
    /** How many bots have open deals, or may have. */
    withDeals: open.length,
    /** Whose open deals could not be read. */
    unread: bots.filter(
      ({ bot, open: deals }) => bot.active_trades !== 0 && deals?.kind !== 'known',
    ).length,
  }
}

/** What these bots realised from an instant on; of a history that does not reach back it is unknown. */
export function finishedSince(
  { fills, since, unread }: Pick<Realised, 'fills' | 'since' | 'unread'>,
  bots: readonly DcaBot[],
  from: Instant,
): Sum {
  const nothing = { amount: undefined, currency: undefined, left: 0 }
  if (since !== undefined && since >= from) {
    return { ...nothing, reason: 'The history that was read does not reach back to midnight.' }
  }
  if (unread > 0) return { ...nothing, reason: 'Some orders in the history could not be read.' }
  const ids = new Set(bots.map(({ id }) => id))
  return sumOf(
    fills.flatMap(({ source, profit, closed_at: at }) =>
      profit && at !== undefined && at >= from && source?.id && ids.has(source.id)
        ? [{ amount: profit.amount, currency: profit.currency }]
        : [],
    ),
    'The service did not send it.',
  )
}
