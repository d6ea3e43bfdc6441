import type { BalancePointEntity } from '#contract/exchanges.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { type Decimal, NO_TALLY, type Tally, tallied, toNumber, totalOf } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { QUOTE } from '../market/instruments.ts'
import type { Market } from '../market/market.ts'
import { OWNED_STEP, type Flow, type Past } from '../past.ts'
import type { World } from '../world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Dollars for a unit of a currency, as a figure to draw; undefined for one that trades nowhere. */
export function dollarsFor(market: Market, currency: string, at: Instant): number | undefined {
  if (DOLLARS.has(currency)) return 1
  const instrument = market.instrument(`${QUOTE}_${currency}`)
  return instrument && market.last(instrument.pair, at) / 10 ** instrument.places
}

/** Midnights beyond 60 days, hours beyond two, five minutes below. */
const stepFor = (span: number): number =>
  span > 60 * DAY ? DAY : span > 2 * DAY ? HOUR : OWNED_STEP

/** Points of the accounts together, on the grid that the span asks for; none before the first day or after now. */
export async function balancePoints(
  { market, meta }: World,
  past: Past,
  accounts: readonly Id[],
  { from, to }: { from: Instant; to: Instant },
): Promise<BalancePointEntity[]> {
  const step = stepFor(to - from)
  const dates: Instant[] = []
  const first = Math.ceil(Math.max(from, meta.firstDay) / step) * step
  for (let date = first; date <= Math.min(to, meta.now); date += step) dates.push(date)
  const last = dates.at(-1)
  if (last === undefined) return []
  const owned = await past.ownedAt(accounts, dates)
  const arrived = arrivals(await past.flows(accounts, first - step, last), market)
  return dates.map((date, index) => {
    const priceOf = memo((currency) => dollarsFor(market, currency, date) ?? 0)
    let usd = 0
    for (const [currency, amount] of totals(owned[index] ?? [])) {
      usd += toNumber(amount) * priceOf(currency)
    }
    // Where bitcoin is not traded nothing is worth any of it.
    const bitcoin = priceOf('BTC') || Infinity
    const deposited = arrived(date)
    return {
      date,
      usd: cut(usd, 2),
      btc: cut(usd / bitcoin, 8),
      btc_deposit_amount: cut(deposited / bitcoin, 8),
      usd_deposit_amount: cut(deposited, 2),
    }
  })
}

/** Exact, and in the order of the currencies' names, so that no order of rows changes a point. */
function totals(rows: readonly { currency: string; amount: Decimal }[]): [string, Decimal][] {
  const tallies = new Map<string, Tally>()
  for (const { currency, amount } of rows) {
    tallies.set(currency, tallied(tallies.get(currency) ?? NO_TALLY, amount))
  }
  return [...tallies]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, tally]) => [currency, totalOf(tally)])
}

/** Dollars that came in since the moment asked for before, out negative, each at its price of then. */
function arrivals(flows: readonly Flow[], market: Market): (until: Instant) => number {
  const ascending = flows.toSorted((a, b) => a.at - b.at || (a.currency < b.currency ? -1 : 1))
  let next = 0
  return (until) => {
    let total = 0
    for (let flow = ascending[next]; flow && flow.at <= until; flow = ascending[++next]) {
      total += toNumber(flow.amount) * (dollarsFor(market, flow.currency, flow.at) ?? 0)
    }
    return total
  }
}

const cut = (value: number, places: number): number =>
  Math.round(value * 10 ** places) / 10 ** places

function memo(read: (key: string) => number): (key: string) => number {
  const known = new Map<string, number>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
