import { Amount } from '#ui/amount.tsx'

import { profitOf, type ProfitSum } from './profit-sums.ts'
import { NOTHING_TOLD, unvaluedText } from './words.ts'

type ProfitOfRowsProps = { sum: ProfitSum; unit?: string | undefined }

/** A sum with how many rows it leaves out; a dash where no row tells a value. */
export function ProfitOfRows({ sum, unit }: ProfitOfRowsProps) {
  const left = unvaluedText(sum)
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      {left && <span className="text-caption font-normal text-ink-3">{left}</span>}
      <Amount
        signed
        places={2}
        value={profitOf(sum)}
        unit={unit}
        reason={NOTHING_TOLD}
        className="font-medium"
      />
    </span>
  )
}
