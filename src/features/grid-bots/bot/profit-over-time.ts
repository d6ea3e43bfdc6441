import type { HistoricalTrade } from '#contract/history.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { add, type Decimal, subtract, ZERO } from '#money/decimal.ts'

/** What a bot's sales had realised by an instant, and how many they were. */
export type ProfitPoint = { at: Instant; total: Decimal; sales: number }

type Stretch = {
  botId: Id
  /** What the profits are counted in; others are left out. */
  currency: string
  /** When the bot was made, where that is known. */
  from: Instant | undefined
  /** What the sum ends with, where older sales may be missing; else it begins with nothing. */
  total?: Decimal | undefined
  until: Instant
}

/** How many trades of the bot may have realised something that the sum leaves out: it was not read. */
export const unreadSales = (
  trades: Rows<HistoricalTrade>,
  { botId, currency }: Pick<Stretch, 'botId' | 'currency'>,
): number =>
  trades.filter((trade) => {
    if (isUnreadable(trade)) return true
    const { source, profit, closed_at: at } = trade
    const isOther = source?.type !== undefined && source.type !== 'grid_bot'
    const isOfOther = source?.id !== undefined && source.id !== String(botId)
    if (isOther || isOfOther || profit === null) return false
    if (profit?.currency !== undefined && profit.currency !== currency) return false
    return !(source?.type && source.id && profit?.amount && profit.currency && at !== undefined)
  }).length

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Up to here by the hour, beyond by the day. */
const SHORT = 4 * DAY

/**
 * The running sum of what the history says that a bot's trades realised, at even steps and once at
 * the end. Empty where the history names no trade of the bot that realised anything.
 */
export function profitOverTime(
  trades: Rows<HistoricalTrade>,
  { botId, currency, from, total: whole, until }: Stretch,
): ProfitPoint[] {
  const sales = readableRows(trades)
    .flatMap(({ source, profit, closed_at: at }) =>
      source?.type === 'grid_bot' &&
      source.id === String(botId) &&
      profit?.amount &&
      profit.currency === currency &&
      at !== undefined
        ? [{ at, amount: profit.amount }]
        : [],
    )
    .toSorted((a, b) => a.at - b.at)
  const [first] = sales
  if (!first) return []
  const start = Math.min(from ?? first.at, first.at)
  const end = Math.max(until, sales.at(-1)?.at ?? until)
  const step = end - start <= SHORT ? HOUR : DAY

  const sum = sales.reduce<Decimal>((before, { amount }) => add(before, amount), ZERO)
  let total = whole ? subtract(whole, sum) : ZERO
  let count = 0
  const points: ProfitPoint[] = [{ at: start, total, sales: 0 }]
  for (let at = (Math.floor(start / step) + 1) * step; ; at += step) {
    const by = Math.min(at, end)
    for (let next = sales[count]; next && next.at <= by; next = sales[count]) {
      total = add(total, next.amount)
      count += 1
    }
    points.push({ at: by, total, sales: count })
    if (by === end) return points
  }
}
