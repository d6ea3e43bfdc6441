import type { Instant } from '#contract/primitives.ts'
import { type Decimal, ZERO, add, toNumber } from '#money/decimal.ts'
import { dollarsFor } from '#paper/engine/balances/valuation.ts'
import type { Changes } from '#paper/engine/changes.ts'
import type { World } from '#paper/engine/world.ts'

type Entry = { at: Instant; postings: { place: string; currency: string; amount: Decimal }[] }

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** The points of a balance chart, worked out by reading the whole ledger from its beginning. */
export function referenceBalancePoints(
  { market, meta }: World,
  { appended }: Changes,
  accounts: readonly number[],
  { from, to }: { from: Instant; to: Instant },
) {
  const entries = appended.flatMap((row) =>
    row.journal === 'ledger' ? [JSON.parse(row.json) as Entry] : [],
  )
  const isMeant = (place: string): boolean =>
    accounts.some((id) => place.startsWith(`account:${id}:`) || place === `loans:${id}`)
  const span = to - from
  const step = span > 60 * DAY ? DAY : span > 2 * DAY ? 60 * MINUTE : 5 * MINUTE
  const dollars = (currency: string, at: Instant): number => dollarsFor(market, currency, at) ?? 0

  const points = []
  const owned = new Map<string, Decimal>()
  let next = 0
  const start = Math.max(from, meta.firstDay)
  for (let date = Math.ceil(start / step) * step; date <= to && date <= meta.now; date += step) {
    let deposited = 0
    for (let entry = entries[next]; entry && entry.at <= date; entry = entries[++next]) {
      const { at, postings } = entry
      const isFlow = postings.some(({ place }) => place === 'outside')
      for (const { currency, amount } of postings.filter(({ place }) => isMeant(place))) {
        owned.set(currency, add(owned.get(currency) ?? ZERO, amount))
        if (isFlow && at > date - step) deposited += toNumber(amount) * dollars(currency, at)
      }
    }
    let usd = 0
    for (const currency of [...owned.keys()].toSorted()) {
      usd += toNumber(owned.get(currency) ?? ZERO) * dollars(currency, date)
    }
    const bitcoin = dollars('BTC', date)
    points.push({
      date,
      usd: rounded(usd, 2),
      btc: rounded(usd / bitcoin, 8),
      btc_deposit_amount: rounded(deposited / bitcoin, 8),
      usd_deposit_amount: rounded(deposited, 2),
    })
  }
  return points
}

const rounded = (value: number, places: number): number =>
  Math.round(value * 10 ** places) / 10 ** places
