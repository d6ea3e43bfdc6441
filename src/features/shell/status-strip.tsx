import { type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

import { getMode } from '#contract/system.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { isThisMachine } from '#query/sending-obstacle.ts'
import { useService } from '#query/service.tsx'
import { isServiceLost, staleReads, unreadError } from '#query/stale-reads.ts'
import { useKnownMode } from '#query/use-mode.tsx'
import { pauseCause } from '#query/scheduler.ts'
import { useIsReadOnly, useOnline, usePause } from '#query/use-write-block.ts'
import { useConnection } from '#session/use-session.ts'
import { useNow } from '#ui/display-preferences.tsx'
import { DashedRingIcon, InfoIcon, OfflineIcon, WarningIcon } from '#ui/icons.tsx'
import { Age, Time } from '#ui/time.tsx'

import { newVersion } from './new-version.ts'

type Status = {
  key: string
  icon: ReactNode
  /** Spoken when it appears, so nothing in it moves with the clock. */
  sentence: ReactNode
  detail?: ReactNode
  /** The same in a few words, for when something more serious stands before it. */
  short: ReactNode
  action?: ReactNode
  /** Nothing is wrong. */
  isPlain?: boolean
}

/** Under the top bar of every page: what keeps it from being whole and true now, the gravest first. */
export function StatusStrip() {
  const statuses = useStatuses()
  const [first, ...others] = statuses
  const hasOldFigures = statuses.some(({ key }) => key === 'stale')
  if (!first) return null
  return (
    <div
      ref={tellHeight}
      data-strip={first.key}
      data-old-figures={hasOldFigures || undefined}
      className={`sticky top-(--top-bar) z-10 flex min-h-8 items-center gap-2 border-b border-hairline py-1.5 pr-[calc(1.5rem+var(--drawer))] pl-6 max-lg:px-4 ${
        first.isPlain ? 'bg-panel' : 'bg-caution-soft'
      }`}
    >
      <span className={`flex-none ${first.isPlain ? 'text-ink-3' : 'text-caution'}`}>
        {first.icon}
      </span>
      <p className="min-w-0 flex-1 text-pretty tabular-nums">
        <span role="status">{first.sentence}</span>{' '}
        <span className="text-ink-2">{first.detail}</span>
        {others.length > 0 && (
          <span className="text-ink-2">
            {' '}
            Also:{' '}
            {others.map(({ key, short }, index) => (
              <span key={key}>
                {index > 0 && ', '}
                {short}
              </span>
            ))}
            .
          </span>
        )}
      </p>
      {first.action}
    </div>
  )
}

/** What sticks to the top of the page sticks below the strip. */
function tellHeight(strip: HTMLElement | null) {
  if (!strip) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--strip', `${strip.offsetHeight}px`))
  observer.observe(strip)
  return () => {
    observer.disconnect()
    style.removeProperty('--strip')
  }
}

/** A part of the page that is optional says nothing by itself of why it is not there. */
function unreadStatus(queryClient: QueryClient): Status | undefined {
  const error = unreadError(queryClient.getQueryCache().getAll())
  return (
    error && {
      key: 'unread',
      icon: <WarningIcon />,
      sentence: `Some data could not be read. ${failureWords(error)}`,
      short: 'some data is missing',
    }
  )
}

function useStatuses(): Status[] {
  const statuses = [
    useModeStatus(),
    useOfflineStatus(),
    usePauseStatus(),
    useStaleStatus(),
    useSendingStatus(),
    useReadOnlyStatus(),
    useNewVersionStatus(),
  ]
  return statuses.filter((status) => status !== undefined)
}

function useModeStatus(): Status | undefined {
  const { mode, state, asOf } = useKnownMode()
  const { clock } = useService()
  const queryClient = useQueryClient()
  if (state === 'in doubt') {
    return {
      key: 'mode-in-doubt',
      icon: <WarningIcon />,
      sentence:
        'The last mode switch has no known result. Nothing can be sent until the service reports the mode.',
      short: 'mode unknown',
      action: (
        <Link to="/settings" className="link touch flex-none">
          See the mode
        </Link>
      ),
    }
  }
  if (state !== 'stale') return undefined
  const error = queryClient.getQueryState(endpointQuery(getMode, {}).queryKey)?.error
  return {
    key: 'mode-stale',
    icon: <WarningIcon />,
    sentence: `The service does not confirm the mode ${mode}. Orders are blocked until it does.`,
    detail: (
      <>
        {error ? failureWords(error) : 'The last request for the mode has no answer.'}
        {asOf > 0 && (
          <>
            {' '}
            Last confirmed at <Time at={clock.serviceTime(asOf)} style="clock" />.
          </>
        )}
      </>
    ),
    short: 'mode not confirmed',
  }
}

/** Of the browser's network only: it says nothing of a service on this machine. */
function useOfflineStatus(): Status | undefined {
  const isOnline = useOnline()
  const connection = useConnection()
  if (isOnline) return undefined
  const isHere = connection && isThisMachine(connection.baseUrl)
  return {
    key: 'offline',
    icon: <OfflineIcon />,
    sentence: isHere
      ? 'This browser is offline. The service on this machine may still answer.'
      : 'This browser is offline. Nothing can be sent, and nothing is queued.',
    short: 'browser offline',
  }
}

function usePauseStatus(): Status | undefined {
  const pause = usePause()
  if (!pause) return undefined
  const cause = pauseCause(pause.status, pause.isNamed)
  return {
    key: 'paused',
    icon: <DashedRingIcon />,
    sentence: [
      pause.isNamed ? `${cause}.` : `${cause} and gave no time.`,
      pause.words !== undefined && `It said: “${pause.words}”`,
      'Until then nothing is read, and you can only stop, close or cancel.',
    ]
      .filter(Boolean)
      .join(' '),
    short: `${pause.status === 418 ? 'banned by the service' : pause.isNamed ? 'paused by the service' : 'paused'}, ${pause.seconds} s left`,
    action: <span className="flex-none text-ink-2 tabular-nums">{pause.seconds} s</span>,
  }
}

/** The present instant of this browser's clock. */
const useHere = (): number => (useNow() ?? 0) - useService().clock.serviceTime(0)

/** In milliseconds: after a longer stand of the clock the page was out of sight. */
const AWAY = 5_000

function useStaleStatus(): Status | undefined {
  const queryClient = useQueryClient()
  const { clock, scheduler } = useService()
  const now = useHere()
  const [seen, setSeen] = useState({ now, backSince: 0 })
  if (now !== seen.now) setSeen({ now, backSince: now - seen.now > AWAY ? now : seen.backSince })
  const isPaused = usePause() !== undefined
  // What is being read begins and ends whenever one can become stale or fresh.
  useIsFetching()
  const stale = staleReads(queryClient.getQueryCache().getAll(), now, seen.backSince)
  const [oldest] = stale
  const isUnreachable = isServiceLost(queryClient.getQueryCache().getAll())
  // The pause says why nothing is read, and until when.
  if (isPaused) return undefined
  if (!oldest && !isUnreachable) return unreadStatus(queryClient)
  const error = stale.find((one) => one.error)?.error
  const nextAt = Math.min(...stale.flatMap((one) => one.nextAt ?? []))
  const untilTry = scheduler.secondsUntilTry() * 1_000
  const isOffline = isUnreachable || error?.failure.kind === 'unreachable'
  return {
    key: oldest ? 'stale' : 'unreachable',
    icon: isOffline ? <OfflineIcon /> : <WarningIcon />,
    sentence: isOffline
      ? 'Offline: the service cannot be reached.'
      : error
        ? `Figures could not be refreshed. ${failureWords(error)}`
        : 'Figures are out of date: the last refresh got no answer.',
    detail: oldest && (
      <>
        Figures read <Age at={clock.serviceTime(oldest.readAt)} />.
        {Number.isFinite(nextAt) && ` ${nextWords(Math.max(nextAt - now, untilTry))}`}
      </>
    ),
    short: oldest ? (
      <>
        {isOffline ? 'service offline, ' : ''}figures read{' '}
        <Age at={clock.serviceTime(oldest.readAt)} />
      </>
    ) : (
      'service offline'
    ),
    action: oldest && (
      <button
        type="button"
        className="link touch flex-none"
        onClick={() => {
          stale.forEach(({ query }) => void query.fetch().catch(() => undefined))
          scheduler.retryNow()
        }}
      >
        Try now
      </button>
    ),
  }
}

const nextWords = (left: number): string =>
  left < 1_000 ? 'Trying again now.' : `Next try in ${Math.ceil(left / 1_000)} s.`

/** In milliseconds: most answers come sooner, and a strip in passing would be noise. */
const WORTH_SAYING = 1_000

function useSendingStatus(): Status | undefined {
  const { clock, sender } = useService()
  const intents = useSyncExternalStore(sender.journal.subscribe, sender.journal.all)
  const now = useHere()
  const sending = intents
    .filter(({ outcome, sentAt }) => outcome.kind === 'sending' && now - sentAt >= WORTH_SAYING)
    .toSorted((a, b) => a.sentAt - b.sentAt)
  const [first] = sending
  if (!first) return undefined
  const since = <Time at={clock.serviceTime(first.sentAt)} style="clock" />
  return {
    key: 'sending',
    icon: <DashedRingIcon />,
    sentence: (
      <>
        {sending.length === 1 ? 'Sending' : `Sending ${sending.length} requests`} since {since}.
      </>
    ),
    detail: <SendingTitle name={first.endpoint.name} />,
    short: <>sending since {since}</>,
    action: (
      <Link to="/activity" search={{ intent: first.id }} className="link touch flex-none">
        See it in Activity
      </Link>
    ),
    isPlain: true,
  }
}

/** The contract of the writes comes with what sends them. */
function SendingTitle({ name }: { name: string }) {
  const [title, setTitle] = useState<string>()
  useEffect(() => {
    void import('#contract/writes.ts').then(
      ({ writeNamed }) => setTitle(writeNamed(name)?.effect.title),
      () => undefined,
    )
  }, [name])
  return <>{title !== undefined && `${title}. `}No answer yet.</>
}

function useReadOnlyStatus(): Status | undefined {
  if (!useIsReadOnly()) return undefined
  return {
    key: 'read-only',
    icon: <InfoIcon />,
    sentence: 'Read only: nothing can be sent.',
    short: 'read only',
    action: (
      <Link to="/settings" hash="connections" className="link touch flex-none">
        Trading settings
      </Link>
    ),
    isPlain: true,
  }
}

function useNewVersionStatus(): Status | undefined {
  if (!useSyncExternalStore(newVersion.subscribe, newVersion.get)) return undefined
  return {
    key: 'new-version',
    icon: <InfoIcon />,
    sentence: 'A new version is there. A ticket or a bot that is being filled in is kept.',
    short: 'a new version is there',
    action: (
      <button type="button" className="link touch flex-none" onClick={() => location.reload()}>
        Reload
      </button>
    ),
    isPlain: true,
  }
}
