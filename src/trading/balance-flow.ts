import type { BalancePoint } from '#contract/exchanges.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'
import { type Decimal, fromNumber, subtract, ZERO } from '#money/decimal.ts'

/** The worth of a portfolio at a moment, and what came in since the point before (out: negative). */
export type ValuePoint = { at: Instant; value: Decimal; flow: Decimal }

export type Unit = 'usd' | 'btc'

/** Whether the deposit fields count what came since the point before, or all there ever was. */
export type DepositReading = 'since_last' | 'cumulative'

const DEPOSITS = { usd: 'usd_deposit_amount', btc: 'btc_deposit_amount' } as const

/** The points that could be read, in order of time, with the flow at each. */
export function valuePoints(
  points: readonly Read<BalancePoint>[],
  unit: Unit,
  reading: DepositReading,
): ValuePoint[] {
  let before: Decimal | undefined
  return readable(points, unit).map(({ at, value, deposit }) => {
    const flow = reading === 'since_last' ? deposit : subtract(deposit, before ?? deposit)
    before = deposit
    return { at, value, flow }
  })
}

/**
 * Which reading the figures suggest: a deposit that stands unchanged in most of its following points
 * is a running total, one followed by zeros is a single arrival.
 */
export function guessReading(points: readonly Read<BalancePoint>[]): DepositReading {
  const deposits = readable(points, 'usd').map(({ deposit }) => deposit)
  const arrivals = deposits.filter((deposit) => deposit !== ZERO).length
  const repeated = deposits.filter(
    (deposit, index) => deposit !== ZERO && index > 0 && deposit === deposits[index - 1],
  ).length
  return arrivals > 0 && 2 * repeated >= arrivals ? 'cumulative' : 'since_last'
}

function readable(points: readonly Read<BalancePoint>[], unit: Unit) {
  const found: { at: Instant; value: Decimal; deposit: Decimal }[] = []
  for (const point of points) {
    const { date: at, [unit]: value } = point
    if (at === undefined || value === undefined) continue
    found.push({ at, value: fromNumber(value), deposit: fromNumber(point[DEPOSITS[unit]] ?? 0) })
  }
  return found.sort((a, b) => a.at - b.at)
}
