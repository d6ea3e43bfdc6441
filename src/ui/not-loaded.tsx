import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { ErrorState } from './error-state.tsx'
import { Time } from './time.tsx'

type NotLoadedProps = {
  /** What was asked for: "The balances". */
  what: string
  /** Why it did not come, in the service's words where it has said any. */
  because: ReactNode
  /** What it was refused with. */
  status: number | undefined
  /** All of the answer that a report needs. */
  details: string
  /** When it was refused or given up, in epoch milliseconds. */
  at?: number | undefined
  /** What happens by itself next. */
  next?: string | undefined
  onRetry: () => void
}

/** In place of what could not be read, with nothing old to show instead. */
export function NotLoaded(props: NotLoadedProps) {
  const { what, because, status, details, at, next, onRetry } = props
  const isKeyRefused = status === 401
  return (
    <ErrorState
      title={
        isKeyRefused ? 'The service does not accept this key.' : `${what} could not be loaded.`
      }
      next={
        <>
          {at !== undefined && (
            <>
              Asked at <Time at={at} style="clock" className="tabular-nums" />.{' '}
            </>
          )}
          {!isKeyRefused && next}
        </>
      }
      onRetry={onRetry}
      actions={
        (isKeyRefused || status === 403) && (
          <Link to="/settings" hash="connections" className={buttonClass()}>
            Check the connection
          </Link>
        )
      }
      details={details}
    >
      {because}
    </ErrorState>
  )
}
