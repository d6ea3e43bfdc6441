import type { BalancePoint } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'
import { type Decimal, fromNumber, isZero, subtract } from '#money/decimal.ts'

/**
 * The points of a balance history that could be read, in order of time. Columns of the doubles that
 * were sent, each of which is one exact decimal: an object for each of 50,000 points took 30 MB.
 */
export type BalanceColumns = {
  /** Epoch milliseconds. */
  at: Float64Array
  value: Record<Unit, Float64Array>
  deposit: Record<Unit, Float64Array>
  /** Whether every point says what was paid in. */
  hasDeposits: boolean
}

/** The worth of a portfolio at moments in order of time, and what came in between them. */
export type ValueSeries = {
  at: Float64Array
  value: Float64Array
  /** By index, what came in since the point before (out: negative); where nothing did, none. */
  flows: ReadonlyMap<number, Decimal>
}

export type Unit = 'usd' | 'btc'

/** Whether the deposit fields count what came since the point before, or all there ever was. */
export type DepositReading = 'since_last' | 'cumulative'

/** The points that have a date and both values, from where anything was there, as columns. */
export function balanceColumns(points: readonly Read<BalancePoint>[]): BalanceColumns {
  const rows = fromBeginning(
    points
      .filter(({ date, usd, btc }) => date !== undefined && usd !== undefined && btc !== undefined)
      .sort((a, b) => (a.date ?? 0) - (b.date ?? 0)),
  )
  const column = (of: keyof BalancePoint) => Float64Array.from(rows, (row) => row[of] ?? 0)
  return {
    at: column('date'),
    value: { usd: column('usd'), btc: column('btc') },
    deposit: { usd: column('usd_deposit_amount'), btc: column('btc_deposit_amount') },
    hasDeposits: points.every(
      (point) => point.usd_deposit_amount !== undefined && point.btc_deposit_amount !== undefined,
    ),
  }
}

/**
 * Without the points before anything was there, but for the last of them: what came first is measured
 * from it. Where nothing ever was, there is no history.
 */
function fromBeginning(rows: readonly Read<BalancePoint>[]): readonly Read<BalancePoint>[] {
  const first = rows.findIndex(({ usd, btc }) => usd !== 0 || btc !== 0)
  return first < 0 ? [] : rows.slice(Math.max(0, first - 1))
}

/** Whether two histories say the same of every point. */
export const isSameHistory = (one: BalanceColumns, other: BalanceColumns): boolean =>
  one.hasDeposits === other.hasDeposits &&
  columnsOf(one).every((column, index) => isSameColumn(column, columnsOf(other)[index]))

const columnsOf = ({ at, value, deposit }: BalanceColumns): Float64Array[] => [
  at,
  value.usd,
  value.btc,
  deposit.usd,
  deposit.btc,
]

const isSameColumn = (one: Float64Array, other: Float64Array | undefined): boolean =>
  one.length === other?.length && one.every((figure, index) => figure === other[index])

/** What a history says of one unit, its deposits understood as `reading` says. */
export function valueSeries(
  { at, value, deposit }: BalanceColumns,
  unit: Unit,
  reading: DepositReading,
): ValueSeries {
  const flows = new Map<number, Decimal>()
  deposit[unit].forEach((paid, index, all) => {
    if (reading === 'since_last') {
      if (paid !== 0) flows.set(index, fromNumber(paid))
      return
    }
    const before = all[index - 1] ?? paid
    if (paid !== before) flows.set(index, subtract(fromNumber(paid), fromNumber(before)))
  })
  return { at, value: value[unit], flows }
}

/**
 * Which reading the figures suggest: a deposit that stands unchanged in most of its following points
 * is a running total, one followed by zeros is a single arrival.
 */
export function guessReading({ deposit: { usd: deposits } }: BalanceColumns): DepositReading {
  let arrivals = 0
  let repeated = 0
  deposits.forEach((deposit, index) => {
    if (deposit === 0) return
    arrivals += 1
    if (deposit === deposits[index - 1]) repeated += 1
  })
  return arrivals > 0 && 2 * repeated >= arrivals ? 'cumulative' : 'since_last'
}

/** The same with one more point at its end. */
export function withPoint(
  { at, value, flows }: ValueSeries,
  point: { at: number; value: number; flow: Decimal },
): ValueSeries {
  return {
    at: appended(at, point.at),
    value: appended(value, point.value),
    flows: isZero(point.flow) ? flows : new Map(flows).set(at.length, point.flow),
  }
}

function appended(column: Float64Array, figure: number): Float64Array {
  const longer = new Float64Array(column.length + 1)
  longer.set(column)
  longer[column.length] = figure
  return longer
}

/** From one of its points on. */
export const seriesFrom = ({ at, value, flows }: ValueSeries, index: number): ValueSeries => ({
  at: at.subarray(index),
  value: value.subarray(index),
  flows: new Map(
    [...flows].flatMap(([place, flow]) => (place < index ? [] : [[place - index, flow]])),
  ),
})
