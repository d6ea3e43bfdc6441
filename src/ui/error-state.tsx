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

type MayBeStaleProps = {
  /** When the figures were read, in epoch milliseconds. */
  readAt: number
  /** How often they are read, in milliseconds: they are old after twice that. */
  every: number
  /** Whether the last read failed. */
  hasFailed: boolean
  children: ReactNode
}

/** Figures that stay on the screen when they get old, dimmed; the status strip says why and how old. */
export function MayBeStale({ readAt, every, hasFailed, children }: MayBeStaleProps) {
  const now = useNow() ?? readAt
  const isStale = hasFailed || now - readAt > 2 * every
  // The same element in both states: what was typed or scrolled within stays.
  return <div data-stale={isStale || undefined}>{children}</div>
}

const NAME = 'MissingCode'

/** What the engines call it, each in its own words. */
const FETCH_FAILED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/

/**
 * Names the failure to fetch a part of the page's code. In the engines' own words the router would
 * know it as well, and reload the page by itself: what is typed would be gone, or, where the service
 * is stopped, the whole page.
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
  /** A whole page, in which nothing was typed. */
  isPage?: boolean
  /** Closes a part that stands over the page. Nothing is sent but from such a part once it is there. */
  onGiveUp?: (() => void) | undefined
}

/**
 * In place of a part whose code did not come: the service is gone, or it is a newer one. The page is
 * reloaded once the service answers: browsers keep a script that failed as failed until then.
 */
export function MissingCode({ isPage = false, onGiveUp }: MissingCodeProps) {
  const [found, setFound] = useState<'same' | 'newer' | 'none'>()
  useEffect(() => {
    let isShown = true as boolean
    void (async () => {
      const isLoadable = await mendCode()
      const answer = await buildOfService()
      if (!isShown) return
      // The files may have come back before this page was opened again: only a reload takes them then.
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
        title="A new version is there."
        retryLabel="Reload"
        onRetry={() => location.reload()}
        actions={actions}
      >
        This page is of an older one and can fetch no more of it. {KEPT}
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

const KEPT = 'A ticket or a bot that is being filled in is kept.'

/** The page that the service now has: this one, one that begins with other scripts, or none. */
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
