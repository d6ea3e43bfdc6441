import { isSameJson } from '#query/keep-unchanged.ts'

import { isClosed, type Trade } from '../trade-facts.ts'

/**
 * Whether a line of the list would look as it does. Every answer has the market's price in every
 * trade; once a trade is closed its line tells what it got instead, and most trades are closed.
 */
export function rowPropsEqual<Line extends { trade: Trade }>(before: Line, after: Line): boolean {
  const names = Object.keys(after) as (keyof Line)[]
  return (
    names.every((name) => name === 'trade' || Object.is(before[name], after[name])) &&
    (before.trade === after.trade || isSameJson(drawnOf(before.trade), drawnOf(after.trade)))
  )
}

const drawnOf = (trade: Trade): Trade =>
  isClosed(trade) && trade.data
    ? { ...trade, data: { ...trade.data, current_price: undefined } }
    : trade
