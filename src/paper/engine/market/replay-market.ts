import type { Instant } from '#contract/primitives.ts'
import { type Decimal, divide, toNumber } from '#money/decimal.ts'

import { INSTRUMENTS, type Instrument } from './instruments.ts'
import type { Market } from './market.ts'
import type { ReplayRow } from './replay-rows.ts'
import { type Steps, countUpTo, steppedMarket } from './stepped-market.ts'

const MINUTE = 60_000

/**
 * Plays rows again, the first of them at `start`. What a candle does inside is not known: a rising
 * one goes from its open to its low, its high and its close, a falling one to its high first. After
 * the last row its price stays. Pairs without rows are not traded.
 */
export function replayMarket(rows: readonly ReplayRow[], start: Instant): Market {
  const shift = start - (rows[0]?.time ?? start)
  const played = new Map<string, Played>()
  const instruments = INSTRUMENTS.filter((instrument) => {
    const own = rows.filter(({ pair }) => pair === instrument.pair)
    if (own.length > 0) played.set(instrument.pair, playedPair(own, instrument, shift))
    return own.length > 0
  })
  const of = (pair: string): Played => {
    const found = played.get(pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }
  return steppedMarket(
    instruments,
    (pair) => of(pair).steps,
    (pair, from, to) => volumeUpTo(of(pair), to) - volumeUpTo(of(pair), from),
  )
}

type Played = {
  steps: Steps
  /** When each row begins, how long it lasts, and what was traded before it. */
  begins: Instant[]
  lengths: number[]
  before: number[]
}

function playedPair(rows: readonly ReplayRow[], instrument: Instrument, shift: number): Played {
  const at: Instant[] = []
  const ticks: number[] = []
  const begins = rows.map(({ time }) => time + shift)
  const lengths = begins.map((begin, index) => lengthOf(begins, index, begin))
  const before: number[] = [0]
  for (const [index, row] of rows.entries()) {
    const begin = begins[index] ?? 0
    const length = lengths[index] ?? MINUTE
    for (const [share, price] of courseOf(row)) {
      const moment = begin + Math.min(Math.floor((share * length) / 1000) * 1000, length - 1_000)
      const value = ticksOf(price, instrument)
      if (ticks.at(-1) === value || at.at(-1) === moment) continue
      at.push(moment)
      ticks.push(value)
    }
    before.push((before.at(-1) ?? 0) + toNumber(row.volume))
  }
  return { steps: { at, ticks }, begins, lengths, before }
}

/** Up to the next row; the last one lasts as long as the one before it. */
function lengthOf(begins: readonly Instant[], index: number, begin: Instant): number {
  const next = begins[index + 1]
  if (next !== undefined) return next - begin
  const earlier = begins[index - 1]
  return earlier === undefined ? MINUTE : begin - earlier
}

/** The prices of a candle in the order in which it takes them, each with its share of the time. */
function courseOf({ open, high, low, close }: ReplayRow): [share: number, price: Decimal][] {
  const isRising = toNumber(close) >= toNumber(open)
  const [first, second] = isRising ? [low, high] : [high, low]
  return [
    [0, open],
    [1 / 3, first],
    [2 / 3, second],
    [1, close],
  ]
}

/** A price that is not on a tick of the pair goes to the nearest. */
const ticksOf = (price: Decimal, { tick }: Instrument): number =>
  Math.max(1, toNumber(divide(price, tick, 0, 'half-even')))

function volumeUpTo({ begins, lengths, before }: Played, at: Instant): number {
  const index = countUpTo(begins, at) - 1
  if (index < 0) return 0
  const begin = begins[index] ?? at
  const traded = (before[index + 1] ?? 0) - (before[index] ?? 0)
  const share = Math.min(1, (at - begin) / (lengths[index] ?? MINUTE))
  return (before[index] ?? 0) + traded * share
}
