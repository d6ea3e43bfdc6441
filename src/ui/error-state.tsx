import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'

import { buttonClass } from './button-class.ts'
import { Button, CopyButton } from './button.tsx'
import { mayReloadForCode } from './code-files.ts'
import { useNow } from './display-preferences.tsx'
import { DashedRingIcon, RefreshIcon, WarningIcon } from './icons.tsx'
import { mendCode } from './mend-code.ts'
import { useTryAgain } from './read-wait.tsx'
import { Time } from './time.tsx'

type NotLoadedProps = {
  /** Requested data, such as "The balances". */
  what: string
  /** Reason, in the service's words if any. */
  because: ReactNode
  status: number | undefined
  /** Text for a report. */
  details: string
  /** End of the request, in epoch milliseconds. */
  at?: number | undefined
  /** Next automatic action. */
  next?: string | undefined
  onRetry: () => void
}

/** Replaces data that could not be read. */
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

type StaleLineProps = {
  /** "Stale, 4 min 12 s old. Refresh failed twice." */
  children: ReactNode
  /** "Next try in 18 s" */
  next?: ReactNode
  onRefresh?: (() => void) | undefined
}

/** Marks old figures. Wrap them in `<div data-stale>`: they lose colour, not their signs. */
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

type MayBeStaleProps = {
  /** When the figures were read, in epoch milliseconds. */
  readAt: number
  /** Interval of reads, in milliseconds: figures are old after twice that. */
  every: number
  hasFailed: boolean
  children: ReactNode
}

/** Dims old figures; the status strip gives reason and age. */
export function MayBeStale({ readAt, every, hasFailed, children }: MayBeStaleProps) {
  const now = useNow() ?? readAt
  const isStale = hasFailed || now - readAt > 2 * every
  // Keeps input and scroll positions by using the same element in both states.
  return <div data-stale={isStale || undefined}>{children}</div>
}

const NAME = 'MissingCode'

/** Browsers' messages for a failed import. */
const FETCH_FAILED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/

/**
 * Renames failures to load code: the router would recognise the browser's message and reload the
 * page, losing input, or all of it if the service is stopped.
 */
export function nameMissingCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (!FETCH_FAILED.test(payload.message)) return
    payload.name = NAME
    payload.message = `A part of the page is missing. (${payload.message})`
  })
}

export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && error.name === NAME

type MissingCodeProps = {
  /** A whole page without input. */
  isPage?: boolean
  /** Closes a part that covers the page. Only such a part can send once loaded. */
  onGiveUp?: (() => void) | undefined
}

/**
 * Replaces a part whose code is missing, because the service is stopped or newer. Reloads once it
 * answers: browsers remember a failed script until then.
 */
export function MissingCode({ isPage = false, onGiveUp }: MissingCodeProps) {
  const [found, setFound] = useState<'same' | 'newer' | 'none'>()
  useEffect(() => {
    let isShown = true as boolean
    void (async () => {
      const isLoadable = await mendCode()
      const answer = await buildOfService()
      if (!isShown) return
      // The files may be back already: only a reload loads them then.
      const mayReload = isPage && isLoadable && answer === 'same'
      if (mayReload && mayReloadForCode(Date.now())) location.reload()
      else setFound(answer)
    })()
    return () => void (isShown = false)
  }, [isPage])
  const tryAgain = async () => {
    await mendCode()
    const answer = await buildOfService()
    setFound(answer)
    if (answer !== 'none') location.reload()
  }
  const nothingSent = onGiveUp && ' Nothing was sent.'
  const actions = onGiveUp && (
    <Button look="quiet" onClick={onGiveUp}>
      Close
    </Button>
  )
  if (found === 'newer') {
    return (
      <ErrorState
        title="A new version is available."
        retryLabel="Reload"
        onRetry={() => location.reload()}
        actions={actions}
      >
        This page is older and cannot load more of its code. {KEPT}
        {nothingSent}
      </ErrorState>
    )
  }
  return (
    <ErrorState
      title="A part of this page could not be fetched."
      retryLabel="Try again"
      onRetry={() => void tryAgain()}
      actions={actions}
    >
      {found === 'same'
        ? `Trying again reloads the page. ${KEPT}`
        : 'The service may be stopped, or the network is down.'}
      {nothingSent}
    </ErrorState>
  )
}

const KEPT = 'A ticket or bot that you are filling in is kept.'

/** State of the service's page: ours, with other scripts, or none. */
async function buildOfService(): Promise<'same' | 'newer' | 'none'> {
  const own = [...document.querySelectorAll('script[src]')].map(
    (script) => script.getAttribute('src') ?? '',
  )
  try {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' })
    const page = await answer.text()
    if (!answer.ok) return 'none'
    return own.every((script) => page.includes(script)) ? 'same' : 'newer'
  } catch {
    return 'none'
  }
}

type ErrorStateProps = {
  /** "The balances could not be loaded." */
  title: ReactNode
  /** Time and content of the service's answer. */
  children?: ReactNode
  /** Next automatic action. */
  next?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
  /** Text for a report, offered as "Copy details". */
  details?: string | undefined
  /** `unknown` marks an unknown outcome with a dashed ring instead of the triangle. */
  kind?: 'failed' | 'refused' | 'unknown' | undefined
  actions?: ReactNode
}

/** An error without old data to show. */
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
