import type { Worth } from '#market/assets.ts'
import type { BalanceColumns, DepositReading, Unit } from '#trading/balance-flow.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import { performanceOf, todayOf } from '../figures/performance.ts'
import type { Range } from '../range.ts'
import { endedNow, readSeries, returnOfOther, upToRecent } from './series.ts'

type Read = {
  /** Dense points of the last day; none for a range in the past. */
  recent: BalanceColumns | undefined
  /** Meaning of deposits; guessed if `undefined`. */
  reading: DepositReading | undefined
  /** Balances and the time they were read; none for a range in the past. */
  current: { at: number; worth: Worth } | undefined
  unit: Unit
  timeZone: DisplayPreferences['timeZone']
}

export type HistoryFigures = ReturnType<typeof historyFigures> & {
  today: ReturnType<typeof todayFigures>
}

/** Series and performance of a range up to the last point, or the current balances. */
export function historyFigures(
  whole: BalanceColumns | undefined,
  range: Range,
  { recent, reading, current, unit, timeZone }: Read,
) {
  const read = whole && readSeries(whole, reading)
  const reported = read && recent ? upToRecent(read, readSeries(recent, read.reading)) : read
  const { series, live } = endedNow(reported, current, unit)
  return {
    series,
    live,
    performance: series && performanceOf(series[unit], range, timeZone),
    otherReturn: series && returnOfOther(series, unit),
  }
}

/** Performance since midnight. */
export const todayFigures = (
  midnight: number,
  { recent, reading, current, unit, timeZone }: Read,
) =>
  todayOf(endedNow(recent && readSeries(recent, reading), current, unit).series, unit, {
    midnight,
    timeZone,
  })
