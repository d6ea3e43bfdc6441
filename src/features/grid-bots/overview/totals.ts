import type { GridBot } from '#contract/grid-bots.ts'
import { add, type Decimal } from '#money/decimal.ts'

import { currenciesOf, gridResult, isOutOfRange } from '../bot-facts.ts'
import { pendingOrders } from '../bot/grid-lines.ts'

/** What some bots come to, by currency: amounts of two are never added. */
export type Total = {
  /** The currency of most bots first. */
  sums: readonly { currency: string; amount: Decimal; bots: number }[]
  /** Bots of which it is unknown; they are in no sum. */
  unknown: number
}

/** Adds up one amount a bot; `undefined` where it is unknown, or nobody says in which currency. */
export function totalOf(
  bots: readonly GridBot[],
  amountOf: (bot: GridBot) => { amount: Decimal | undefined; currency: string | undefined },
): Total {
  const sums = new Map<string, { currency: string; amount: Decimal; bots: number }>()
  let unknown = 0
  for (const bot of bots) {
    const { amount, currency } = amountOf(bot)
    if (amount === undefined || currency === undefined) {
      unknown += 1
      continue
    }
    const before = sums.get(currency)
    sums.set(
      currency,
      before
        ? { currency, amount: add(before.amount, amount), bots: before.bots + 1 }
        : { currency, amount, bots: 1 },
    )
  }
  return { sums: [...sums.values()].toSorted((a, b) => b.bots - a.bots), unknown }
}

export const realisedOf = (bot: GridBot) => {
  const { realised, realisedUnit } = gridResult(bot)
  return { amount: realised, currency: realisedUnit }
}

export const unrealisedOf = (bot: GridBot) => {
  const { unrealised, unit } = gridResult(bot)
  return { amount: unrealised, currency: unit }
}

/** What a bot's orders hold, at the last price. */
export const inOrdersOf = (bot: GridBot) => ({
  amount: pendingOrders(bot)?.together,
  currency: currenciesOf(bot)?.quote,
})

/** The one amount that all bots come to; `undefined` where one is unknown or another currency. */
export const wholeOf = ({ sums, unknown }: Total): Decimal | undefined =>
  unknown === 0 && sums.length === 1 ? sums[0]?.amount : undefined

/** Running bots whose price has left their range, the farthest first as `bots` are sorted. */
export const outOfRange = (bots: readonly GridBot[]): GridBot[] => bots.filter(isOutOfRange)
