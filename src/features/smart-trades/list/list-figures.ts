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

export type OpenFigures = {
  /** Trades with a position. */
  filled: number
  /** What the open positions were entered for; `undefined` where that is not known of each of them. */
  atEntry: Decimal | undefined
  waiting: number
  /** What the entries that wait would pay or receive. */
  reserved: Decimal | undefined
  /** What the open positions make if each of their stops is reached, from their entries and before fees. */
  atStops: Decimal | undefined
  withStop: number
}

const hasPosition = (trade: Trade): boolean => isFilled(trade) === true || isPartlyFilled(trade)

/** Sums of the active trades on the screen; amounts only where all are in one currency. */
export function openFigures(trades: readonly Trade[], { currency }: ProfitUnit): OpenFigures {
  const active = trades.filter((trade) => !isClosed(trade))
  const filled = active.filter(hasPosition)
  const waiting = active.filter((trade) => isFilled(trade) === false && !hasPosition(trade))
  const stopped = filled.filter((trade) => stopOf(trade) !== undefined)
  const isOneCurrency = active.every(({ pair }) => currenciesOf(pair).quote === currency)
  const sumOf = (of: readonly Trade[], value: (trade: Trade) => Decimal | undefined) =>
    isOneCurrency ? sumIfAll(of.map(value)) : undefined
  return {
    filled: filled.length,
    atEntry: sumOf(filled, valueAtEntry),
    waiting: waiting.length,
    reserved: sumOf(waiting, ({ position }) => position?.total?.value ?? undefined),
    atStops: stopped.length === 0 ? undefined : sumOf(stopped, resultAtStop),
    withStop: stopped.length,
  }
}

const sumIfAll = (values: readonly (Decimal | undefined)[]): Decimal | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? sum(known) : undefined
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
