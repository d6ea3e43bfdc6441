import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { RemovableChip } from './chip.tsx'

type NoMatchProps = {
  title: ReactNode
  children?: ReactNode
  filters: readonly { label: string; onRemove: () => void }[]
  onClear: () => void
}

/** The filters exclude everything: each can be taken off here, or all of them. */
export function NoMatch({ title, children, filters, onClear }: NoMatchProps) {
  return (
    <div className="py-4">
      <div className="flex flex-wrap gap-2">
        {filters.map((filter) => (
          <RemovableChip key={filter.label} {...filter} />
        ))}
      </div>
      <p className="mt-5 text-lead font-semibold">{title}</p>
      {children !== undefined && <p className="mt-1 text-ink-2">{children}</p>}
      <div className="mt-3.5">
        <Button onClick={onClear}>Clear filters</Button>
      </div>
    </div>
  )
}
