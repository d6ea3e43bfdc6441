import { RemovableChip } from '#ui/chip.tsx'

import type { ActiveFilter } from './active-filters.ts'
import type { SearchChange } from './smart-trade-filters.tsx'

type FilterChipsProps = {
  filters: readonly ActiveFilter[]
  onChange: (change: SearchChange) => void
  onClear: () => void
}

/** What narrows the rows, each taken off by pressing it. */
export function FilterChips({ filters, onChange, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      {filters.map(({ label, without }) => (
        <RemovableChip key={label} label={label} onRemove={() => onChange(without)} />
      ))}
      <button type="button" onClick={onClear} className="link touch px-1 text-caption">
        Clear filters
      </button>
    </div>
  )
}
