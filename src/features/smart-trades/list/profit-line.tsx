import { Amount } from '#ui/amount.tsx'

import type { ProfitTotal, ProfitUnit } from './profit-total.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'

type ProfitLineProps = {
  total: ProfitTotal
  unit: ProfitUnit
  search: SmartTradeSearch
  /** Above the rows on a phone, below them elsewhere. */
  isAbove?: boolean
}

/** The sum of what is on the screen, and of how many rows: the service tells no total of its own. */
export function ProfitLine({ total, unit, search, isAbove = false }: ProfitLineProps) {
  if (total.counted === 0) return null
  const isOpen = search.status === 'active'
  const name = isOpen ? 'Open profit' : 'Profit'
  const rows = total.rows === 1 ? 'row' : 'rows'
  return isAbove ? (
    <p className="flex items-center justify-between gap-3 border-y border-hairline-2 border-t-hairline px-4 py-1.5 text-caption text-ink-2 sm:hidden">
      {name} of the rows shown
      <Amount
        value={total.total}
        signed
        currency={unit.currency}
        unit={unit.currency}
        className="font-medium"
      />
    </p>
  ) : (
    <p className="flex h-(--row) items-center justify-between gap-3 px-2 text-ink-2 max-sm:hidden">
      <span>
        {name} of the {total.counted} {isOpen ? 'filled ' : ''}
        {total.counted === 1 ? 'trade' : 'trades'} among the {total.rows} {rows} shown
      </span>
      <Amount value={total.total} signed currency={unit.currency} className="font-medium" />
    </p>
  )
}
