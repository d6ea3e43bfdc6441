// Sort orders, fills and sums of the grid bot list.

import type { RangeFill } from '#charts/sparkline.tsx'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Realised } from '#market/profits.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { compare, type Decimal, negate, toNumber, ZERO } from '#money/decimal.ts'
import { orderBy } from '#ui/order-by.ts'
import { type Sums, sumsOf } from '#lists/sums.ts'

import { pendingOrders } from '../bot/grid-lines.ts'
import { isOutOfRange, rangePosition } from '#trading/grid-range.ts'
import { currenciesOf, gridResult } from '../bot-facts.ts'

export const textOf = (bot: GridBot): string =>
  [bot.name, bot.id, bot.account_name, bot.note].join(' ').toLowerCase()

/** Distance to the nearer bound in percent; below 0 outside the range. */
export function roomLeft(bot: GridBot): Decimal | undefined {
  const position = rangePosition(bot)
  return position && (position.place === 'inside' ? position.distance : negate(position.distance))
}

export const byEdge = orderBy(roomLeft, compare)

/** Bots outside their range first, farthest on top; disabled ones last. */
export function byAttention(rows: Rows<GridBot>): Rows<GridBot> {
  const bots = readableRows(rows)
  const rest = bots.filter((bot) => !isOutOfRange(bot))
  return [
    ...bots.filter(isOutOfRange).toSorted((a, b) => byEdge(a, b, 1)),
    ...rest.filter(({ is_enabled: isEnabled }) => isEnabled),
    ...rest.filter(({ is_enabled: isEnabled }) => !isEnabled),
    ...unreadableRows(rows),
  ]
}

/** Closed orders of each bot, as dots on its chart. */
export function fillsOf(
  bots: readonly GridBot[],
  realised: Pick<Realised, 'fills' | 'readAt'> | undefined,
): ReadonlyMap<string, readonly RangeFill[]> {
  const lives = new Map<unknown, { since: number; dots: RangeFill[] }>(
    bots.map(({ id, created_at: since }) => [String(id), { since, dots: [] }]),
  )
  const { fills = [], readAt = 0 } = realised ?? {}
  for (const { source, closed_at: at = 0, filled, order } of fills) {
    const life = lives.get(source?.id)
    if (!life || at < life.since || !filled.price) continue
    const x = Math.min(1, (at - life.since) / Math.max(1, readAt - life.since))
    life.dots.push({ x, value: toNumber(filled.price), isBuy: order?.side === 'buy' })
  }
  return new Map(Array.from(lives, ([id, { dots }]) => [String(id), dots]))
}

export type ResultPart = 'total' | 'realised' | 'open'

export const resultSums = (rows: Rows<GridBot>, part: ResultPart): Sums =>
  sumsOf(rows, (bot) => {
    const { [part]: amount, unit } = gridResult(bot)
    return { name: bot.name, amount, currency: unit }
  })

/** Value of the bots' orders at the last price; stopped bots have none. */
export const orderSums = (rows: Rows<GridBot>): Sums =>
  sumsOf(rows, (bot) => ({
    name: bot.name,
    amount: bot.is_enabled ? pendingOrders(bot)?.together : ZERO,
    currency: currenciesOf(bot).quote,
  }))
