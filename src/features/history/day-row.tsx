import { memo, type Ref } from 'react'

import { formatInstant } from '#ui/instant.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { Line } from './days.ts'
import { ProfitOfRows } from './profit-of-rows.tsx'

type DayRowProps = {
  day: Extract<Line, { kind: 'day' }>
  columnCount: number
  /** Its place among all lines. */
  index: number
  ref: Ref<HTMLTableRowElement>
}

/** The head of a day: how many of its trades are loaded, and what they brought. */
export const DayRow = memo(function DayRow({ day, columnCount, index, ref }: DayRowProps) {
  const { timeZone } = useDisplayPreferences()
  const { at, count, profit, isOpen } = day
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2}>
      <th scope="rowgroup" colSpan={columnCount} className="border-hairline-2! pt-3! align-bottom!">
        <span className="flex items-baseline justify-between gap-3 pb-1.5">
          <span className="flex items-baseline gap-2">
            <span className="font-semibold">
              {Number.isNaN(at) ? 'Day not told' : formatInstant(at, 'weekday', timeZone)}
            </span>
            <span className="text-caption font-normal text-ink-3">
              {count} {count === 1 ? 'order' : 'orders'}
              {isOpen && ' loaded so far'}
            </span>
          </span>
          {(profit.valued > 0 || profit.unvalued > 0) && <ProfitOfRows sum={profit} />}
        </span>
      </th>
    </tr>
  )
})
