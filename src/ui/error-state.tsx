import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { DashedRingIcon, RefreshIcon, WarningIcon } from './icons.tsx'
import { useTryAgain } from './read-wait.tsx'

type ErrorStateProps = {
  /** "The balances could not be loaded." */
  title: ReactNode
  /** What the service answered and when, in its own words. */
  children?: ReactNode
  /** What happens by itself next. */
  next?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
  /** Text for a report, offered as "Copy details". */
  details?: string | undefined
  /** `unknown` is for an outcome nobody knows: dashed ring instead of the triangle. */
  kind?: 'failed' | 'refused' | 'unknown' | undefined
  actions?: ReactNode
}

/** Something went wrong and there is nothing old to show instead. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, next, retryLabel = 'Try now', details, actions } = props
  const { kind = 'failed' } = props
  const onRetry = useTryAgain(props.onRetry)
  return (
    <div role="alert" className="py-4">
      <div className="flex items-start gap-2">
        <span className="mt-1 text-caution">
          {kind === 'unknown' ? <DashedRingIcon size={14} /> : <WarningIcon size={14} />}
        </span>
        <p
          className={`text-lead font-semibold ${kind === 'refused' ? 'text-ink' : 'text-caution'}`}
        >
          {title}
        </p>
      </div>
      {children !== undefined && <div className="mt-1.5 max-w-120 text-ink-2">{children}</div>}
      {next !== undefined && <p className="mt-1 text-caption text-ink-3">{next}</p>}
      {(onRetry || details !== undefined || actions !== undefined) && (
        <div className="mt-3.5 flex flex-wrap items-center gap-2">
          {onRetry && (
            <Button onClick={onRetry}>
              <RefreshIcon />
              {retryLabel}
            </Button>
          )}
          {actions}
          {details !== undefined && <CopyButton text={details} label="Copy details" />}
        </div>
      )}
    </div>
  )
}
