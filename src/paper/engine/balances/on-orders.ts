import { type Decimal, ZERO, add } from '#money/decimal.ts'

import { isLongBot } from '../dca-bots/dca-orders.ts'
import type { Order } from '../orders/orders.ts'
import { isLong } from '../smart-trades/smart-trade-exits.ts'
import type { World } from '../world.ts'

/** What open orders hold of a currency: by the side of the position, and what belongs to borrowed ones. */
export type OnOrders = { long: Decimal; short: Decimal; withLeverage: Decimal }

const NONE: OnOrders = { long: ZERO, short: ZERO, withLeverage: ZERO }

type Owner = { orders: readonly Order[]; isLong: boolean; borrows: boolean }

/** Looks through all open orders once; the answer tells of an account and a currency. */
export function onOrdersOf(world: World): (account: number, currency: string) => OnOrders {
  const sums = new Map<string, OnOrders>()
  for (const { orders, isLong: isUp, borrows } of ownersIn(world)) {
    for (const { account, holds } of orders) {
      for (const { currency, amount } of holds) {
        const key = `${account} ${currency}`
        const { long, short, withLeverage } = sums.get(key) ?? NONE
        sums.set(key, {
          long: isUp ? add(long, amount) : long,
          short: isUp ? short : add(short, amount),
          withLeverage: borrows ? add(withLeverage, amount) : withLeverage,
        })
      }
    }
  }
  return (account, currency) => sums.get(`${account} ${currency}`) ?? NONE
}

function* ownersIn({ smartTrades, gridBots, dcaBots }: World): Generator<Owner> {
  for (const trade of smartTrades.values()) {
    if (trade.orders.length === 0) continue
    yield { orders: trade.orders, isLong: isLong(trade), borrows: trade.leverage !== null }
  }
  for (const { orders, leverage } of gridBots.values()) {
    yield { orders, isLong: true, borrows: leverage !== null }
  }
  // A short borrows the coins that it sells.
  for (const bot of dcaBots.values()) {
    yield { orders: bot.orders, isLong: isLongBot(bot), borrows: !isLongBot(bot) }
  }
}
