import type { Instant } from '#contract/primitives.ts'
import { decimal, toText } from '#money/decimal.ts'

import type { Instrument } from '../engine/market/instruments.ts'
import { KEPT_EVERY, KEPT_HOURS_AFTER, type LiveMarket } from '../engine/market/live-market.ts'
import { priceOf } from '../engine/market/quotes.ts'
import { readRecord, recordFault } from '../engine/record-shapes.ts'
import type { KeptStep, StoredPrices } from '../store/store.ts'

export type { StoredPrices }

const MINUTE = 60_000
const THIN_EVERY = 10 * MINUTE
/** In milliseconds: the engine looks back at every second for that long. */
const BY_SECONDS = 120 * MINUTE
/** Stored steps of that age, in ms, are kept once in `every` ms. */
const THINNED = [
  { age: 1_440 * MINUTE, every: KEPT_EVERY },
  { age: KEPT_HOURS_AFTER, every: 60 * MINUTE },
]

/** Loads what is stored of a live market, and stores what belongs to its past. */
export async function keepPrices(market: LiveMarket, stored: StoredPrices) {
  const { listing, steps } = await stored.read()
  // Damaged records are left out: the exchange is asked again.
  const isListing = recordFault('live_listing', listing) === undefined
  const listings = isListing ? readRecord('live_listing', '', listing) : []
  let lastAt: Instant | null = null
  for (const { listed } of listings) market.list(listed as Instrument)
  for (const { pair, at, price } of steps) {
    const fault = recordFault('live_price', JSON.stringify(price))
    if (market.isListed(pair) && !fault) market.add(pair, { at, price: decimal(price) })
  }
  for (const { listed, last } of listings) {
    if (last) market.add(listed.pair, last)
    if (last) lastAt = Math.max(lastAt ?? 0, last.at)
  }
  const minutes = new Set<Instant>()
  let savedTo = -Infinity
  /** Steps of acted minutes before this one are stored. */
  let minuteFrom = -Infinity
  let savedAt = -Infinity
  let thinnedAt = -Infinity
  /** All stored steps were thinned by their age at this moment. */
  let thinnedTo = 0

  /** Steps in minutes in which a world acted, and the last of each five minutes. */
  function rowsOf(pair: string, to: Instant): KeptStep[] {
    const instrument = market.market.instrument(pair)
    if (!instrument) return []
    const found = market.stepsIn(pair, savedTo, to)
    return found
      .filter(({ at }, index) => {
        const next = found[index + 1]?.at ?? Infinity
        const isLast = Math.ceil(next / KEPT_EVERY) > Math.ceil(at / KEPT_EVERY)
        return isLast || (at >= minuteFrom && minutes.has(Math.floor(at / MINUTE)))
      })
      .map(({ at, ticks }) => ({ pair, at, price: toText(priceOf(instrument, ticks)) }))
  }

  async function save(horizon: Instant, active: ReadonlySet<string>): Promise<void> {
    if (!Number.isFinite(horizon)) return
    const all = market.market.instruments.map((listed) => {
      const at = market.lastAt(listed.pair)
      const price =
        at === undefined ? undefined : priceOf(listed, market.market.last(listed.pair, at))
      return { listed, ...(price !== undefined && { last: { at, price } }) }
    })
    await stored.save(
      JSON.stringify(all),
      [...active].flatMap((pair) => rowsOf(pair, horizon)),
    )
    minuteFrom = Math.floor(horizon / MINUTE) * MINUTE
    // Five minutes that are not over are looked at again.
    savedTo = Math.floor(horizon / KEPT_EVERY) * KEPT_EVERY - KEPT_EVERY
    for (const minute of minutes) if (minute * MINUTE < savedTo) minutes.delete(minute)
  }

  return {
    /** Time of the newest price that was stored. */
    lastAt: (): Instant | null => lastAt,
    /** A world acted on the prices of this moment. */
    acted: (at: Instant): void => void minutes.add(Math.floor((at - 1) / MINUTE)),
    save,
    /** Stores each minute, and thins the prices in memory before `from`. */
    async tick(now: Instant, horizon: Instant, active: ReadonlySet<string>, from: Instant) {
      if (now - thinnedAt >= THIN_EVERY) {
        thinnedAt = now
        const reached = Math.min(from, horizon)
        market.thin(reached - BY_SECONDS, reached)
        const spans = THINNED.map(({ age, every }) => {
          return { from: Math.max(0, thinnedTo - age - every), to: reached - age, every }
        })
        if (Number.isFinite(reached)) {
          const pairs = market.market.instruments.map(({ pair }) => pair)
          await stored.thin(pairs, spans)
          thinnedTo = reached
        }
      }
      if (now - savedAt < MINUTE) return
      savedAt = now
      await save(horizon, active)
    },
  }
}
