import type { BalancePoint } from '#contract/exchanges.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { add, type Decimal, fromNumber, isZero, subtract, toNumber, ZERO } from '#money/decimal.ts'

/** Dated points in order, as columns of doubles (NaN if unreadable), which save memory. */
export type BalanceColumns = {
  /** Epoch milliseconds. */
  at: Float64Array
  value: Record<Unit, Float64Array>
  deposit: Record<Unit, Float64Array>
  undated: number
}

/** Portfolio value over time, with deposits and withdrawals. */
export type ValueSeries = {
  at: Float64Array
  value: Float64Array
  /** By index: net deposits since the previous point, if any. Negative is a withdrawal. */
  flows: ReadonlyMap<number, Decimal>
  /** Times of points with an unreadable value. */
  missing: Float64Array
}

export type Unit = 'usd' | 'btc'

/** Meaning of the deposit fields: since the previous point, or running total. */
export type DepositReading = 'since_last' | 'cumulative'

/** Converts points to columns: without duplicates, undated points and the empty beginning. */
export function balanceColumns(points: Rows<BalancePoint>): BalanceColumns {
  const dated = readableRows(points).toSorted((a, b) => a.date - b.date)
  const rows = fromBeginning(dated.filter((row, index) => !isSamePoint(row, dated[index - 1])))
  const column = (of: keyof BalancePoint) => Float64Array.from(rows, (row) => row[of] ?? Number.NaN)
  return {
    at: column('date'),
    value: { usd: column('usd'), btc: column('btc') },
    deposit: { usd: column('usd_deposit_amount'), btc: column('btc_deposit_amount') },
    undated: points.length - dated.length,
  }
}

const FIELDS = ['date', 'usd', 'btc', 'usd_deposit_amount', 'btc_deposit_amount'] as const

const isSamePoint = (one: BalancePoint, other: BalancePoint | undefined): boolean =>
  other !== undefined && FIELDS.every((field) => one[field] === other[field])

/** Drops the points before the first balance but one, from which the first deposit is measured. */
function fromBeginning(rows: readonly BalancePoint[]): readonly BalancePoint[] {
  const first = rows.findIndex(({ usd, btc }) => usd !== 0 || btc !== 0)
  return first < 0 ? [] : rows.slice(Math.max(0, first - 1))
}

export const isSameHistory = (one: BalanceColumns, other: BalanceColumns): boolean =>
  one.undated === other.undated &&
  columnsOf(one).every((column, index) => isSameColumn(column, columnsOf(other)[index]))

const columnsOf = ({ at, value, deposit }: BalanceColumns): Float64Array[] => [
  at,
  value.usd,
  value.btc,
  deposit.usd,
  deposit.btc,
]

const isSameColumn = (one: Float64Array, other: Float64Array | undefined): boolean =>
  one.length === other?.length && one.every((figure, index) => Object.is(figure, other[index]))

export const unreadablePoints = ({ value, undated }: BalanceColumns, unit: Unit): number =>
  value[unit].reduce((count, one) => (Number.isNaN(one) ? count + 1 : count), undated)

/** Returns true if all deposits are known; a running total recovers with the next point. */
export const knowsFlows = (
  { value, deposit, undated }: BalanceColumns,
  unit: Unit,
  reading: DepositReading,
): boolean =>
  reading === 'cumulative'
    ? deposit[unit].every((paid, index) => !Number.isNaN(paid) || Number.isNaN(value[unit][index]))
    : undated === 0 && !deposit[unit].some(Number.isNaN)

/** Returns one unit's series; deposits of points without a value count at the next one. */
export function valueSeries(
  { at, value: values, deposit: deposits }: BalanceColumns,
  unit: Unit,
  reading: DepositReading,
): ValueSeries {
  const value = values[unit]
  const flows = new Map<number, Decimal>()
  let count = 0
  let since = ZERO
  let before: number | undefined
  deposits[unit].forEach((paid, index) => {
    if (!Number.isNaN(paid)) {
      if (reading === 'since_last' && paid !== 0) since = add(since, fromNumber(paid))
      if (reading === 'cumulative' && before !== undefined && paid !== before) {
        since = add(since, subtract(fromNumber(paid), fromNumber(before)))
      }
      before = paid
    }
    if (Number.isNaN(value[index])) return
    if (!isZero(since)) flows.set(count, since)
    since = ZERO
    count += 1
  })
  if (count === at.length) return { at, value, flows, missing: NONE }
  const isRead = (_: number, index: number) => !Number.isNaN(value[index])
  return {
    at: at.filter(isRead),
    value: value.filter(isRead),
    flows,
    missing: at.filter((_, index) => Number.isNaN(value[index])),
  }
}

const NONE = new Float64Array(0)

/** Minimum log likelihood ratio for a decision: e⁵ is 148 to 1. */
const MIN_EVIDENCE = 5
/** Log evidence against a running total per return to zero. */
const BACK_TO_ZERO = 4
/** Minimum relative noise of the values. */
const MIN_NOISE = 0.0005

/**
 * Guesses the meaning of the deposit fields; `undefined` if unclear. The reading that leaves less
 * unexplained movement of the value is likelier (Laplace distribution).
 */
export function guessReading(columns: BalanceColumns): DepositReading | undefined {
  const evidence = evidenceOf(columns, 'usd') ?? evidenceOf(columns, 'btc')
  // Both readings are equal, so either will do.
  if (evidence === undefined) return 'since_last'
  if (Math.abs(evidence) < MIN_EVIDENCE) return undefined
  return evidence > 0 ? 'cumulative' : 'since_last'
}

/** Returns the evidence for a running total; `undefined` if both readings are equal. */
function evidenceOf(columns: BalanceColumns, unit: Unit): number | undefined {
  const single = valueSeries(columns, unit, 'since_last')
  const total = valueSeries(columns, unit, 'cumulative')
  const left = { single: 0, total: 0, same: 0 }
  let differing = 0
  for (let index = 1; index < single.value.length; index += 1) {
    const [before = 0, now = 0] = [single.value[index - 1], single.value[index]]
    const [one, other] = [single, total].map(({ flows }) => toNumber(flows.get(index) ?? ZERO))
    const unexplained = (flow = 0) => {
      const scale = Math.max(Math.abs(before), Math.abs(now), Math.abs(flow))
      return scale === 0 ? 0 : Math.abs(now - before - flow) / scale
    }
    if (one === other) {
      left.same += unexplained(one)
    } else {
      differing += 1
      left.single += unexplained(one)
      left.total += unexplained(other)
    }
  }
  if (differing === 0) return undefined
  const least = left.same + Math.min(left.single, left.total)
  const noise = Math.max(MIN_NOISE, least / (single.value.length - 1))
  return (left.single - left.total) / noise - BACK_TO_ZERO * backToZero(columns.deposit[unit])
}

const backToZero = (deposits: Float64Array): number =>
  deposits.reduce((count, paid, index) => {
    const before = deposits[index - 1] ?? 0
    return paid === 0 && before !== 0 && !Number.isNaN(before) ? count + 1 : count
  }, 0)

export function withPoint(
  { at, value, flows, missing }: ValueSeries,
  point: { at: number; value: number; flow: Decimal },
): ValueSeries {
  return {
    at: appended(at, point.at),
    value: appended(value, point.value),
    flows: isZero(point.flow) ? flows : new Map(flows).set(at.length, point.flow),
    missing,
  }
}

function appended(column: Float64Array, figure: number): Float64Array {
  const longer = new Float64Array(column.length + 1)
  longer.set(column)
  longer[column.length] = figure
  return longer
}

export const seriesFrom = (
  { at, value, flows, missing }: ValueSeries,
  index: number,
): ValueSeries => ({
  missing,
  at: at.subarray(index),
  value: value.subarray(index),
  flows: new Map(
    [...flows].flatMap(([place, flow]) => (place < index ? [] : [[place - index, flow]])),
  ),
})
