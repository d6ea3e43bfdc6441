import type { DcaBot } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { ZERO } from '#money/decimal.ts'
import { type Part, type Sums, sumsOf, wholeOf } from '#lists/sums.ts'
import { NOT_SENT } from '#ui/amount.tsx'

import { exposureOf } from '../funds-and-free.tsx'
import { isAtLastOrder } from '#trading/dca-ladder.ts'
import { openDealsOf } from '../open-deals.ts'
import { profitCurrencyOf } from '../words.ts'

type Money = Omit<Part, 'name'>

/** Spending and open result of a bot's deals, and the maximum that all its deals may use. */
export function moneyOf(bot: DcaBot) {
  const { deals, reason: whyUnknown } = openDealsOf(bot)
  const currency = bot.quote_currency
  const over = (moneyIn: (deal: DcaDeal) => Money) => {
    if (!deals) return { amount: undefined, currency, reason: whyUnknown }
    if (deals.length === 0) return { amount: ZERO, currency, reason: undefined }
    const sums = sumsOf(deals, (deal) => ({ name: 'a deal', ...moneyIn(deal) }))
    const { sum, reason } = wholeOf(sums)
    return {
      amount: sum?.amount,
      currency: sum?.currency,
      reason: sums.sums.length === 0 ? NOT_SENT : reason,
    }
  }
  return {
    invested: over(({ spent }) => ({ amount: spent, currency })),
    result: over(({ profit }) => ({
      amount: profit?.amount,
      currency: profit?.currency ?? currency,
    })),
    percent: deals?.length === 1 ? deals[0]?.profit?.percent : undefined,
    most: exposureOf(bot)?.most,
  }
}

export function figuresOf(rows: Rows<DcaBot>) {
  const bots = readableRows(rows)
  const sumsOver = (some: Rows<DcaBot>, moneyIn: (bot: DcaBot) => Money): Sums =>
    sumsOf(some, (bot) => ({ ...moneyIn(bot), name: bot.name }))
  const open = bots.filter(({ active_trades: count }) => count !== 0)
  const unknown = open.filter((bot) => !openDealsOf(bot).deals)
  // Without open deals, the sums are zero in the bots' currencies.
  const counted = open.length > 0 ? [...open, ...unreadableRows(rows)] : rows
  return {
    running: bots.filter(({ status }) => status === 'running').length,
    openDeals: bots.reduce((before, { active_trades: count }) => before + count, 0),
    invested: sumsOver(counted, (bot) => moneyOf(bot).invested),
    most: sumsOver(rows, (bot) => ({ amount: moneyOf(bot).most, currency: bot.quote_currency })),
    result: sumsOver(counted, (bot) => moneyOf(bot).result),
    profit: sumsOver(rows, (bot) => ({
      amount: bot.total_profit,
      currency: profitCurrencyOf(bot),
    })),
    atLast: bots.filter(
      (bot) => openDealsOf(bot).deals?.some((deal) => isAtLastOrder(deal, bot)) === true,
    ),
    unknown,
    whyUnknown: unknown[0] ? moneyOf(unknown[0]).invested.reason : NOT_SENT,
    withDeals: open.length,
  }
}
