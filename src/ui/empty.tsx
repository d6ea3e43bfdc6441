import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { RemovableChip } from './chip.tsx'

type EmptyProps = {
  /** Such as "No SmartTrades on Harbour spot yet." */
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** Empty state with one action. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="py-6">
      <p className="text-lead font-semibold">{title}</p>
      {children !== undefined && <p className="mt-1 max-w-88 text-ink-2">{children}</p>}
      {action !== undefined && (
        <div className="mt-3.5 flex flex-wrap items-center gap-2">{action}</div>
      )}
    </div>
  )
}

/** Place of a chart that has nothing to draw yet: lines of a grid, and the next step. */
export const EmptyPicture = (props: { children: ReactNode; height: `sm:${string}` }) => (
  <p
    className={`grid place-items-center bg-linear-to-t from-hairline from-[1px] to-transparent to-[1px] bg-size-[100%_33.33%] text-ink-2 max-sm:block max-sm:bg-none ${props.height}`}
  >
    <span className="max-w-88 px-4 text-center max-sm:px-0">{props.children}</span>
  </p>
)

type NoMatchProps = {
  title: ReactNode
  children?: ReactNode
  filters: readonly { label: string; onRemove: () => void }[]
  onClear: () => void
}

/** The filters exclude everything: offers to remove each or all. */
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

const COUNTS = ['', ' this filter', ' these two filters', ' these three filters']

/** Such as "No grid bot matches these two filters." */
export const noMatchTitle = (noun: string, filters: readonly unknown[]): string =>
  `No ${noun} matches${COUNTS[filters.length] ?? ` these ${filters.length} filters`}.`
