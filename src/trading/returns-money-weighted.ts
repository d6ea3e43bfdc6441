import { type Decimal, fromNumber, isPositive, round, toNumber } from '#money/decimal.ts'

import type { ValueSeries } from './balance-flow.ts'

const PERCENT_PLACES = 4
/** Bounds of the logarithmic return; results beyond are meaningless. */
const BOUNDS = { low: Math.log(1e-6), high: Math.log(1e6) }
const HALVINGS = 80

/**
 * Returns the money-weighted return of the range in percent, not annualised: the only r with start
 * × (1 + r) + Σ flowₖ × (1 + r)^wₖ = end, else `undefined`. wₖ is the invested fraction of the
 * range: deposits from their interval's start, withdrawals until its end.
 */
export function moneyWeightedReturn({ at, value, flows }: ValueSeries): Decimal | undefined {
  const [first, last] = [at[0], at.at(-1)]
  const [start, end] = [value[0], value.at(-1)]
  if (first === undefined || last === undefined || last <= first) return undefined
  if (start === undefined || end === undefined) return undefined
  const paid = [...flows].flatMap(([index, flow]) => {
    const since = isPositive(flow) ? at[index - 1] : at[index]
    return index === 0 || since === undefined
      ? []
      : [{ amount: toNumber(flow), share: (last - since) / (last - first) }]
  })
  /** Returns the excess at a rate, given as log(1 + r). */
  const excess = (rate: number): number =>
    paid.reduce(
      (sum, { amount, share }) => sum + amount * Math.exp(rate * share),
      start * Math.exp(rate),
    ) - end
  const rate = onlyRoot(excess)
  return rate === undefined
    ? undefined
    : round(fromNumber(Math.expm1(rate) * 100), PERCENT_PLACES, 'half-even')
}

const STEPS = 400

/** Returns the only zero within the bounds; `undefined` if there is none or several. */
function onlyRoot(of: (rate: number) => number): number | undefined {
  const step = (BOUNDS.high - BOUNDS.low) / STEPS
  let found: number | undefined
  for (let index = 0; index < STEPS; index += 1) {
    const low = BOUNDS.low + index * step
    const high = low + step
    const [left, right] = [of(low), of(high)]
    if (!Number.isFinite(left) || !Number.isFinite(right)) return undefined
    if (left === 0 && right === 0) return undefined
    if (left > 0 === right > 0) continue
    if (found !== undefined) return undefined
    found = bisect(of, low, high)
  }
  return found
}

function bisect(of: (rate: number) => number, low: number, high: number): number {
  const isLowPositive = of(low) > 0
  let [from, to] = [low, high]
  for (let turn = 0; turn < HALVINGS; turn += 1) {
    const middle = (from + to) / 2
    if (of(middle) > 0 === isLowPositive) from = middle
    else to = middle
  }
  return (from + to) / 2
}
