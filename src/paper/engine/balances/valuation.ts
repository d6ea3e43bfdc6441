import type { BalancePointEntity } from '#contract/exchanges.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { NO_TALLY, type Tally, tallied, toNumber, totalOf } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import { DOLLARS } from '#trading/dollars.ts'

import type { Market } from '../market/market.ts'
import { dollarPair } from '../market/quotes.ts'
import { OWNED_STEP, type Flow, type Owned, type Past } from '../past.ts'
import { marketOf, type World } from '../world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Dollars per unit, for charts; `undefined` for a currency that trades nowhere. */
export function dollarsFor(market: Market, currency: string, at: Instant): number | undefined {
  if (DOLLARS.has(currency)) return 1
  const instrument = dollarPair(market, currency, at)
  return instrument && market.last(instrument.pair, at) / 10 ** instrument.places
}

/** Days beyond 60 days, hours beyond two, five minutes below. */
const stepFor = (span: number): number =>
  span > 60 * DAY ? DAY : span > 2 * DAY ? HOUR : OWNED_STEP

/** Points of all accounts together, on the span's grid; none before the first day or after now. */
export async function balancePoints(
  world: World,
  past: Past,
  accounts: readonly Id[],
  { from, to }: { from: Instant; to: Instant },
): Promise<BalancePointEntity[]> {
  const { market, meta } = world
  const step = stepFor(to - from)
  const dates: Instant[] = []
  const first = Math.ceil(Math.max(from, meta.firstDay) / step) * step
  for (let date = first; date <= Math.min(to, meta.now); date += step) dates.push(date)
  const last = dates.at(-1)
  if (last === undefined) return []
  const owned = await past.ownedAt(accounts, dates)
  const arrived = arrivals(await past.flows(accounts, first - step, last), world)
  return dates.map((date, index) => {
    let usd = 0
    for (const total of totals(owned[index] ?? [], world)) {
      usd += toNumber(totalOf(total.tally)) * (dollarsFor(total.market, total.currency, date) ?? 0)
    }
    // Values in bitcoin are zero if bitcoin is not traded.
    const dollars = dollarsFor(market, 'BTC', date) ?? 0
    const bitcoin = dollars === 0 ? Infinity : dollars
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

type Total = { market: Market; currency: string; tally: Tally }

/** Exact sums per currency and market, by name, so that the order of rows changes nothing. */
function totals(rows: readonly Omit<Owned, 'at'>[], world: World): Total[] {
  const sums = new Map<string, Total>()
  for (const { account, currency, amount } of rows) {
    const market = marketOf(world, account)
    const key = `${currency} ${market.exchange ?? ''}`
    const { tally } = sums.get(key) ?? { tally: NO_TALLY }
    sums.set(key, { market, currency, tally: tallied(tally, amount) })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
}

/** Dollars received since the previous moment, each at its price then; withdrawals are negative. */
function arrivals(flows: readonly Flow[], world: World): (until: Instant) => number {
  const ascending = flows.toSorted((a, b) => thenBy(a.at - b.at, a.currency < b.currency ? -1 : 1))
  let next = 0
  return (until) => {
    let total = 0
    for (let flow = ascending[next]; flow && flow.at <= until; flow = ascending[++next]) {
      const dollars = dollarsFor(marketOf(world, flow.account), flow.currency, flow.at)
      total += toNumber(flow.amount) * (dollars ?? 0)
    }
    return total
  }
}

const cut = (value: number, places: number): number =>
  Math.round(value * 10 ** places) / 10 ** places
