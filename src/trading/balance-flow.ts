import type { BalancePoint } from '#contract/exchanges.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { add, type Decimal, fromNumber, isZero, subtract, toNumber, ZERO } from '#money/decimal.ts'

/**
 * The dated points of a balance history in order of time, as columns of the doubles that were sent,
 * each of which is one exact decimal; NaN where a figure could not be read. An object for each of
 * 50,000 points took 30 MB.
 */
export type BalanceColumns = {
  /** Epoch milliseconds. */
  at: Float64Array
  value: Record<Unit, Float64Array>
  deposit: Record<Unit, Float64Array>
  /** How many points have no date that could be read. */
  undated: number
}

/** The worth of a portfolio at moments in order of time, and what came in between them. */
export type ValueSeries = {
  at: Float64Array
  value: Float64Array
  /** By index, what came in since the point before (out: negative); where nothing did, none. */
  flows: ReadonlyMap<number, Decimal>
  /** The moments of points whose value could not be read. */
  missing: Float64Array
}

export type Unit = 'usd' | 'btc'

/** Whether the deposit fields count what came since the point before, or all there ever was. */
export type DepositReading = 'since_last' | 'cumulative'

/** The points that have a date, each once, from where anything was there, as columns. */
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

/**
 * Without the points before anything was there, but for the last of them: what came first is measured
 * from it. Where nothing ever was, there is no history. A point that could not be read is kept.
 */
function fromBeginning(rows: readonly BalancePoint[]): readonly BalancePoint[] {
  const first = rows.findIndex(({ usd, btc }) => usd !== 0 || btc !== 0)
  return first < 0 ? [] : rows.slice(Math.max(0, first - 1))
}

/** Whether two histories say the same of every point. */
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

/** How many points do not tell their value in a unit. */
export const unreadablePoints = ({ value, undated }: BalanceColumns, unit: Unit): number =>
  value[unit].reduce((count, one) => (Number.isNaN(one) ? count + 1 : count), undated)

/**
 * Whether all that came in is known. A point that does not say it loses what came in before it, but a
 * running total is taken up again by the next point.
 */
export const knowsFlows = (
  { value, deposit, undated }: BalanceColumns,
  unit: Unit,
  reading: DepositReading,
): boolean =>
  reading === 'cumulative'
    ? deposit[unit].every((paid, index) => !Number.isNaN(paid) || Number.isNaN(value[unit][index]))
    : undated === 0 && !deposit[unit].some(Number.isNaN)

/**
 * What a history says of one unit, its deposits understood as `reading` says. A point whose value
 * could not be read is left out; what came in at it counts to the next point.
 */
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

/** How much likelier one reading has to be than the other, as a logarithm: e⁵ is 148 to 1. */
const CERTAIN = 5
/** What speaks for single arrivals when the field is zero again after one: a total would not be. */
const BACK_TO_ZERO = 4
/** The least that values are taken to vary by from point to point, as a part of the value. */
const LEAST_NOISE = 0.0005

/**
 * Which reading the figures suggest; `undefined` where they cannot tell, so that somebody has to say.
 * What came in shows in the value: the reading that leaves less to be explained by prices is the
 * likelier one, with Laplace's distribution for what prices do.
 */
export function guessReading(columns: BalanceColumns): DepositReading | undefined {
  const evidence = evidenceOf(columns, 'usd') ?? evidenceOf(columns, 'btc')
  // Where both readings say the same it does not matter.
  if (evidence === undefined) return 'since_last'
  if (Math.abs(evidence) < CERTAIN) return undefined
  return evidence > 0 ? 'cumulative' : 'since_last'
}

/** The logarithm of how much likelier a running total is; `undefined` where the readings agree. */
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
  const noise = Math.max(LEAST_NOISE, least / (single.value.length - 1))
  return (left.single - left.total) / noise - BACK_TO_ZERO * backToZero(columns.deposit[unit])
}

const backToZero = (deposits: Float64Array): number =>
  deposits.reduce((count, paid, index) => {
    const before = deposits[index - 1] ?? 0
    return paid === 0 && before !== 0 && !Number.isNaN(before) ? count + 1 : count
  }, 0)

/** The same with one more point at its end. */
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

/** From one of its points on. */
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
