import { currenciesOf } from '#market/pairs.tsx'
import { compare, type Decimal, isPositive, multiply, subtract, sum } from '#money/decimal.ts'

import { openOf } from '../closing/close-trade.ts'
import {
  entryOf,
  isClosed,
  isFilled,
  isPartlyFilled,
  sideOf,
  stopOf,
  type Trade,
} from '../trade-facts.ts'
import type { ProfitUnit } from './profit-total.tsx'

/** Amounts by currency, that of most trades first; amounts of two currencies are never added. */
export type Sums = readonly { currency: string; amount: Decimal }[]

export type OpenFigures = {
  /** Trades with a position. */
  filled: number
  /** Cost of the open positions at their entry prices. */
  atEntry: Sums | undefined
  waiting: number
  /** What the entries that wait would pay or receive. */
  reserved: Sums | undefined
  /** What the open positions make if each of their stops is reached, from their entries and before fees. */
  atStops: Sums | undefined
  withStop: number
}

const hasPosition = (trade: Trade): boolean => isFilled(trade) || isPartlyFilled(trade)

/** Sums of the active trades on the screen; `undefined` if the amount of one is unknown. */
export function openFigures(trades: readonly Trade[]): OpenFigures {
  const active = trades.filter((trade) => !isClosed(trade))
  const filled = active.filter(hasPosition)
  const waiting = active.filter((trade) => !isFilled(trade) && !hasPosition(trade))
  const stopped = filled.filter((trade) => stopOf(trade) !== undefined)
  return {
    filled: filled.length,
    atEntry: sumsOf(filled, valueAtEntry),
    waiting: waiting.length,
    reserved: sumsOf(waiting, ({ position }) => position.total.value ?? undefined),
    atStops: stopped.length === 0 ? undefined : sumsOf(stopped, resultAtStop),
    withStop: stopped.length,
  }
}

function sumsOf(
  trades: readonly Trade[],
  value: (trade: Trade) => Decimal | undefined,
): Sums | undefined {
  const parts = new Map<string, Decimal[]>()
  for (const trade of trades) {
    const amount = value(trade)
    const currency = currenciesOf(trade.pair).quote
    if (amount === undefined || currency === undefined) return undefined
    parts.set(currency, [...(parts.get(currency) ?? []), amount])
  }
  return Array.from(parts)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([currency, amounts]) => ({ currency, amount: sum(amounts) }))
}

function valueAtEntry(trade: Trade): Decimal | undefined {
  const open = openOf(trade)
  const entry = entryOf(trade)
  return open && entry && multiply(open.units, entry)
}

function resultAtStop(trade: Trade): Decimal | undefined {
  const open = openOf(trade)
  const entry = entryOf(trade)
  const stop = stopOf(trade)
  const side = sideOf(trade)
  if (!open || !entry || !stop || !side) return undefined
  return multiply(open.units, side === 'buy' ? subtract(stop, entry) : subtract(entry, stop))
}

export type EndedFigures = {
  counted: number
  won: number
  best: { trade: Trade; profit: Decimal } | undefined
  worst: { trade: Trade; profit: Decimal } | undefined
}

/** How the finished trades on the screen came out, those whose result is known. */
export function endedFigures(trades: readonly Trade[], unit: ProfitUnit): EndedFigures {
  const results = trades
    .flatMap((trade) => {
      const profit = unit.of(trade)
      return profit === undefined ? [] : [{ trade, profit }]
    })
    .toSorted((a, b) => compare(b.profit, a.profit))
  return {
    counted: results.length,
    won: results.filter(({ profit }) => isPositive(profit)).length,
    best: results[0],
    worst: results.at(-1),
  }
}
