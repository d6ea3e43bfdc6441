import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { compare, type Decimal, isPositive, multiply, subtract } from '#money/decimal.ts'
import { type Sums, sumsOf } from '#lists/sums.ts'

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
import { type ProfitUnit, tradeName } from './profit-total.tsx'

const hasPosition = (trade: Trade): boolean => isFilled(trade) || isPartlyFilled(trade)

/** Sums of the active trades shown. An unreadable one may belong to any sum. */
export function openFigures(rows: Rows<Trade>) {
  const unread = unreadableRows(rows)
  const active = readableRows(rows).filter((trade) => !isClosed(trade))
  const filled = active.filter(hasPosition)
  const waiting = active.filter((trade) => !isFilled(trade) && !hasPosition(trade))
  const stopped = filled.filter((trade) => stopOf(trade))
  return {
    /** Trades with a position, and their cost at entry prices. */
    filled: filled.length,
    atEntry: inQuotes([...filled, ...unread], valueAtEntry),
    waiting: waiting.length,
    reserved: inQuotes(
      [...waiting, ...unread],
      ({ position }) => position.total.value ?? undefined,
    ),
    /** Result of the open positions if every stop is reached, before fees. */
    atStops: inQuotes([...stopped, ...unread], resultAtStop),
    withStop: stopped.length,
  }
}

const inQuotes = (rows: Rows<Trade>, amountOf: (trade: Trade) => Decimal | undefined): Sums =>
  sumsOf(rows, (trade) => ({
    name: tradeName(trade),
    amount: amountOf(trade),
    currency: currenciesOf(trade.pair).quote,
  }))

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

/** Results of the finished trades shown, if known. */
export function endedFigures(trades: readonly Trade[], unit: ProfitUnit) {
  const results = trades
    .flatMap((trade) => {
      const profit = unit.of(trade)
      return profit ? [{ trade, profit }] : []
    })
    .toSorted((a, b) => compare(b.profit, a.profit))
  return {
    counted: results.length,
    won: results.filter(({ profit }) => isPositive(profit)).length,
    best: results[0],
    worst: results.at(-1),
  }
}
