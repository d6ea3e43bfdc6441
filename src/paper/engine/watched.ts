import type { Instant } from '#contract/primitives.ts'
import { isZero } from '#money/decimal.ts'

import type { Due } from './agenda.ts'
import { freeOf, heldOf, type Place } from './balances/ledger.ts'
import { dollarPair } from './market/quotes.ts'
import { isOver } from './smart-trades/smart-trade-record.ts'
import { haltOf, marketOf, type World } from './world.ts'

/** The prices on which a world acts. */
export type Watched = {
  now: Instant
  /** Pairs of trades, bots and orders. */
  traded: ReadonlySet<string>
  /** Pairs of coins that only count in the account's value. */
  held: ReadonlySet<string>
  /** Prices in ticks at or beyond which an order acts. */
  waiting: readonly { pair: string; low: number; high: number }[]
  /** Moment of the next action that needs prices; interest and repayments are left out. */
  dueAt: Instant
}

const heldIn = ({ ledger }: World, place: Place): string[] =>
  ledger.currencies(place).filter((currency) => !isZero(ledger.balance(place, currency)))

/** An order of a halted pair fills by no price until the pair trades again. */
function needsPrices(world: World, { kind, id }: Due): boolean {
  const order = kind === 'order' ? world.book.get(Number(id)) : undefined
  if (order) return haltOf(world, { accountId: order.account, pair: order.pair }) === undefined
  return kind !== 'interest' && kind !== 'protection'
}

export function watchedBy(world: World): Watched {
  const { now } = world.meta
  const waiting = world.book.nearest()
  const bots = [...world.gridBots.values()].filter(({ isEnabled }) => isEnabled)
  const dcaBots = [...world.dcaBots.values()].filter(
    ({ status, deals }) => status === 'running' || deals.length > 0,
  )
  const trades = [...world.smartTrades.values()].filter((trade) => !isOver(trade))
  const held = Array.from(world.accounts.keys()).flatMap((account) =>
    [freeOf(account), heldOf(account)]
      .flatMap((place) => heldIn(world, place))
      .flatMap((currency) => dollarPair(marketOf(world, account), currency, now)?.pair ?? []),
  )
  const dues = world.agenda.all().filter((due) => needsPrices(world, due))
  return {
    now,
    traded: new Set([...waiting, ...bots, ...dcaBots, ...trades].map(({ pair }) => pair)),
    held: new Set(held),
    waiting,
    dueAt: dues.reduce((first, { at }) => Math.min(first, at), Infinity),
  }
}
