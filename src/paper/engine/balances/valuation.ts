import type { BalancePoint } from '#contract/exchanges.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { type Decimal, ZERO, add, isZero, toNumber } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { QUOTE } from '../market/instruments.ts'
import type { Posting } from './ledger.ts'
import type { Market } from '../market/market.ts'
import type { World } from '../world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Dollars for a unit of a currency, as a figure to draw; undefined for one that trades nowhere. */
export function dollarsFor(market: Market, currency: string, at: Instant): number | undefined {
  if (DOLLARS.has(currency)) return 1
  const instrument = market.instrument(`${QUOTE}_${currency}`)
  return instrument && market.last(instrument.pair, at) / 10 ** instrument.places
}

/** Midnights beyond 60 days, hours beyond two, five minutes below. */
const stepFor = (span: number): number =>
  span > 60 * DAY ? DAY : span > 2 * DAY ? HOUR : 5 * MINUTE

type Step = { at: Instant; amount: number }
/** What an account owned of each currency over time: its free, held and borrowed together. */
type Course = {
  steps: Map<string, Step[]>
  flows: { at: Instant; currency: string; amount: number }[]
}

export type Valuation = {
  /** Points of the accounts together, on the grid that the span asks for; none before the first day or after now. */
  points(accounts: ReadonlySet<Id>, from: Instant, to: Instant): BalancePoint[]
}

export function createValuation(world: World): Valuation {
  const courses = new Map<number, Course>()
  const sums = new Map<string, Decimal>()
  let read = 0

  function catchUp(): void {
    const { entries } = world.ledger
    for (; read < entries.length; read++) {
      const entry = entries[read]
      if (!entry) continue
      const isFlow = entry.postings.some(({ place }) => place === 'outside')
      for (const posting of entry.postings) follow(posting, entry.at, isFlow)
    }
  }

  function follow({ place, currency, amount }: Posting, at: Instant, isFlow: boolean): void {
    const account = accountIn(place)
    if (account === undefined) return
    const course = courses.get(account) ?? { steps: new Map<string, Step[]>(), flows: [] }
    courses.set(account, course)
    const key = `${account} ${currency}`
    const total = add(sums.get(key) ?? ZERO, amount)
    sums.set(key, total)
    const steps = course.steps.get(currency) ?? []
    course.steps.set(currency, steps)
    const last = steps.at(-1)
    if (last?.at === at) last.amount = toNumber(total)
    else steps.push({ at, amount: toNumber(total) })
    if (isFlow && !isZero(amount)) course.flows.push({ at, currency, amount: toNumber(amount) })
  }

  return {
    points(accounts, from, to) {
      catchUp()
      const chosen = [...accounts].flatMap((id) => courses.get(Number(id)) ?? [])
      const step = stepFor(to - from)
      const points: BalancePoint[] = []
      const cursors = chosen.flatMap(({ steps }) =>
        [...steps].map(([currency, list]) => ({ currency, list, next: 0, amount: 0 })),
      )
      const first = Math.ceil(Math.max(from, world.meta.firstDay) / step) * step
      for (let date = first; date <= Math.min(to, world.meta.now); date += step) {
        const priceOf = memo((currency) => dollarsFor(world.market, currency, date) ?? 0)
        let usd = 0
        for (const cursor of cursors) {
          for (
            let at = cursor.list[cursor.next];
            at && at.at <= date;
            at = cursor.list[++cursor.next]
          ) {
            cursor.amount = at.amount
          }
          if (cursor.amount !== 0) usd += cursor.amount * priceOf(cursor.currency)
        }
        // Where bitcoin is not traded nothing is worth any of it.
        const bitcoin = priceOf('BTC') || Infinity
        const arrived = arrivedBetween(chosen, date - step, date, world.market)
        points.push({
          date,
          usd: cut(usd, 2),
          btc: cut(usd / bitcoin, 8),
          btc_deposit_amount: cut(arrived / bitcoin, 8),
          usd_deposit_amount: cut(arrived, 2),
        })
      }
      return points
    },
  }
}

/** Dollars that came in after `from` up to `to`, out negative, each at its price of then. */
function arrivedBetween(
  courses: readonly Course[],
  from: Instant,
  to: Instant,
  market: Market,
): number {
  let total = 0
  for (const { at, currency, amount } of courses.flatMap(({ flows }) => flows)) {
    if (at > from && at <= to) total += amount * (dollarsFor(market, currency, at) ?? 0)
  }
  return total
}

function accountIn(place: string): number | undefined {
  const [kind, id] = place.split(':')
  return kind === 'account' || kind === 'loans' ? Number(id) : undefined
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
