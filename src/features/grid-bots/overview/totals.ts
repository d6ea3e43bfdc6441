import type { GridBot } from '#contract/grid-bots.ts'
import { type Decimal, sum, ZERO } from '#money/decimal.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'

import { currenciesOf, gridResult, isOutOfRange } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'

/** What some bots come to, by currency: amounts of two are never added. */
export type Total = {
  /** The currency of most bots first. */
  sums: readonly Sum[]
  /** Names of the bots that are in no sum. */
  unknown: readonly string[]
}

type Sum = { currency: string; amount: Decimal; parts: readonly Decimal[] }

/** Adds up one amount per bot. A bot is left out if its amount or the currency is unknown. */
export function totalOf(
  bots: readonly GridBot[],
  amountOf: (bot: GridBot) => { amount: Decimal | undefined; currency: string | undefined },
): Total {
  const parts = new Map<string, Decimal[]>()
  const unknown: string[] = []
  for (const bot of bots) {
    const { amount, currency } = amountOf(bot)
    if (amount === undefined || currency === undefined) unknown.push(bot.name)
    else parts.set(currency, [...(parts.get(currency) ?? []), amount])
  }
  const sums = Array.from(parts, ([currency, of]) => ({ currency, amount: sum(of), parts: of }))
  return { sums: sums.toSorted((a, b) => b.parts.length - a.parts.length), unknown }
}

const resultPart = (part: 'total' | 'realised' | 'open') => (bot: GridBot) => {
  const result = gridResult(bot)
  return { amount: result[part], currency: result.unit }
}
export const profitOf = resultPart('total')
export const realisedOf = resultPart('realised')
export const openOf = resultPart('open')

/** The worth of a bot's orders at the last price; a stopped bot has none. */
export const inOrdersOf = (bot: GridBot) => ({
  amount: bot.is_enabled ? pendingOrders(bot)?.together : ZERO,
  currency: currenciesOf(bot).quote,
})

/** The one sum of all bots; `undefined` if one is unknown or in another currency. */
export const wholeOf = ({ sums, unknown }: Total): Sum | undefined =>
  unknown.length === 0 && sums.length === 1 ? sums[0] : undefined

/** Whether the amounts shown for each bot do not add up to the sum shown. */
export const isRounded = ({ currency, amount, parts }: Sum): boolean =>
  !isPrintedSum(parts, amount, moneyPlaces(currency, amount))

/** Running bots whose price has left their range, the farthest first as `bots` are sorted. */
export const outOfRange = (bots: readonly GridBot[]): GridBot[] => bots.filter(isOutOfRange)
