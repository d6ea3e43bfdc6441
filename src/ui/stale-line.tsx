import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'
import { useTryAgain } from './read-wait.tsx'

type StaleLineProps = {
  /** "Stale, 4 min 12 s old. Refresh failed twice." */
  children: ReactNode
  /** "Next try in 18 s" */
  next?: ReactNode
  onRefresh?: (() => void) | undefined
}

/** Says that figures are old. Wrap the figures in `<div data-stale>`: they lose colour, not their signs. */
export function StaleLine({ children, next, ...props }: StaleLineProps) {
  const onRefresh = useTryAgain(props.onRefresh)
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="flex items-center gap-2 text-caution">
        <WarningIcon size={14} />
        {children}
      </span>
      {next !== undefined && <span className="text-caption text-ink-2">{next}</span>}
      {onRefresh && (
        <button type="button" className="link touch text-caption" onClick={onRefresh}>
          Refresh now
        </button>
      )}
    </div>
  )
}
