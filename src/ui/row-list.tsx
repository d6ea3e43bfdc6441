import type { ReactNode } from 'react'

type RowListProps = { label: string; children: ReactNode }

/** What a table becomes on a phone. Show it there alone, with `sm:hidden`, and the table with `max-sm:hidden`. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul aria-label={label} className="-mx-4">
      {children}
    </ul>
  )
}

type RowItemProps = {
  /** Name and money. A link in `name` whose `after:absolute after:inset-0` covers the row opens it. */
  name: ReactNode
  money: ReactNode
  /** State and percent, the second line. */
  state?: ReactNode
  change?: ReactNode
  /** A bar and its prices. */
  children?: ReactNode
}

export function RowItem({ name, money, state, change, children }: RowItemProps) {
  return (
    <li className="relative min-h-14 border-b border-hairline px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-baseline gap-2 font-medium">{name}</span>
        <span className="flex-none font-medium">{money}</span>
      </div>
      {(state !== undefined || change !== undefined) && (
        <div className="flex items-baseline justify-between gap-3 text-caption text-ink-2">
          <span className="min-w-0 truncate">{state}</span>
          <span className="flex-none">{change}</span>
        </div>
      )}
      {children}
    </li>
  )
}
