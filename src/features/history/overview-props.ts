import type { Coverage } from './loaded-rows.ts'
import type { Period } from './period.ts'
import type { ProfitRow, ProfitSums } from './sums.ts'

export type OverviewProps = {
  period: Period
  today: string
  trades: readonly ProfitRow[]
  days: ProfitSums
  coverage: Coverage
  areAllDated: boolean
  /** The sums hold every row that belongs in them. */
  isSumKnown: boolean
  /** Name of the most profitable source. */
  best: string | undefined
  /** Account and pair of the orders, in exported files. */
  source: string
  /** "Profit" or "Gross profit". */
  profit: string
}
