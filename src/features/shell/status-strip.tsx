import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { present } from '#contract/read.ts'
import { getMode } from '#contract/system.ts'
import { endpointQuery, readsOneOf } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { unreadError } from '#query/stale-reads.ts'
import { useKnownMode } from '#query/use-mode.tsx'
import { useIsReadOnly, usePause } from '#query/use-write-block.ts'
import { DashedRingIcon, InfoIcon, OfflineIcon, WarningIcon } from '#ui/icons.tsx'
import { tellHeight } from '#ui/tell-height.ts'
import { Age, Time } from '#ui/time.tsx'

import {
  type LateReads,
  OfflineSince,
  useHere,
  useLateReads,
  useOffline,
} from './connection-state.tsx'
import { newVersion } from './new-version.ts'
import { type Status, useOtherWorldStatus, usePricesStatus } from './prices-status.tsx'
import { useReadWaitStatus } from './read-waits.tsx'

const tellStrip = tellHeight('--strip')

/** Lies over the page's lower edge, so that nothing under a pointer moves when it comes or goes. */
export function StatusStrip() {
  const statuses = useStatuses()
  const [first, ...others] = statuses
  const hasOldFigures = statuses.some((status) => status.hasOldFigures)
  if (!first) return null
  return (
    <div
      ref={tellStrip}
      data-strip={first.key}
      data-old-figures={hasOldFigures || undefined}
      className={`appear-late fixed right-(--drawer) bottom-[calc(var(--bottom-bar)+var(--foot))] left-(--rail) z-10 flex min-h-8 items-center gap-2 border-t border-hairline-2 px-6 py-1.5 max-lg:px-4 print:static ${
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
  const reads = useLateReads()
  const offline = useOfflineStatus(reads)
  const stale = useStaleStatus(reads)
  const wait = useReadWaitStatus()
  const statuses = [
    useOtherWorldStatus(reads),
    useModeInDoubtStatus(),
    offline,
    usePricesStatus(),
    usePauseStatus(),
    // Offline is reason enough for old figures, and both for reads that a failing service delays.
    offline || (stale?.hasOldFigures === true && wait?.key !== 'budget') ? undefined : wait,
    offline ? undefined : stale,
    useSendingStatus(),
    useReadOnlyStatus(),
    useNewVersionStatus(),
  ]
  return present(statuses)
}

function useModeInDoubtStatus(): Status | undefined {
  const { state } = useKnownMode()
  if (state !== 'in doubt') return undefined
  return {
    key: 'mode-in-doubt',
    icon: <WarningIcon />,
    sentence:
      'The last mode switch has no known result. Orders are blocked until the service reports the mode.',
    short: 'mode unknown',
    action: (
      <Link to="/settings" className="link touch flex-none">
        See the mode
      </Link>
    ),
  }
}

function useOfflineStatus({ late, oldest, untilTry }: LateReads): Status | undefined {
  const { mode, state } = useKnownMode()
  const offline = useOffline()
  const { clock, scheduler } = useService()
  const queryClient = useQueryClient()
  const figures = oldest && (
    <>
      Figures are from <Time at={clock.serviceTime(oldest.readAt)} style="clock" />.{' '}
    </>
  )
  const shared = { action: <TryNow late={late} />, hasOldFigures: Boolean(oldest) }
  const blocked = `Orders are blocked until the service confirms ${mode}.`
  if (offline) {
    return {
      ...shared,
      key: 'offline',
      icon: <OfflineIcon />,
      sentence: (
        <>
          <OfflineSince {...offline} />. {blocked}
        </>
      ),
      detail: (
        <>
          {figures}
          {nextWords(untilTry)}
        </>
      ),
      short: 'offline',
    }
  }
  if (state !== 'stale') return undefined
  const error = queryClient.getQueryState(endpointQuery(getMode, {}).queryKey)?.error
  const wait = scheduler.readWait()
  const because = error ? failureWords(error) : wait?.cause === 'failing' ? wait.because : undefined
  return {
    ...shared,
    key: 'mode-stale',
    icon: <WarningIcon />,
    sentence: blocked,
    detail: (
      <>
        {because !== undefined && `${because} `}
        {figures}
        {nextWords(untilTry)}
      </>
    ),
    short: 'mode not confirmed',
  }
}

function usePauseStatus(): Status | undefined {
  const pause = usePause()
  if (!pause) return undefined
  const { seconds, status, isNamed, words } = pause
  return {
    key: 'paused',
    icon: <DashedRingIcon />,
    sentence: [
      status === 418 ? 'Blocked for too many requests.' : 'Rate limited.',
      !isNamed && 'The service gave no time.',
      'You can still stop, close and cancel.',
    ]
      .filter(Boolean)
      .join(' '),
    detail: (
      <>
        Updates resume in {seconds} s.{words && ` The service said: “${words}”`}
      </>
    ),
    short: `rate limited, ${seconds} s left`,
  }
}

function useStaleStatus({ late, oldest, error, untilTry }: LateReads): Status | undefined {
  const queryClient = useQueryClient()
  const { clock } = useService()
  const isPaused = usePause() !== undefined
  // The pause gives the reason and its end.
  if (isPaused) return undefined
  if (!oldest) return unreadStatus(queryClient)
  const age = <Age at={clock.serviceTime(oldest.readAt)} />
  return {
    key: 'stale',
    icon: <WarningIcon />,
    sentence: error
      ? `Figures could not be refreshed. ${failureWords(error)}`
      : 'Figures are out of date: the last refresh got no answer.',
    detail: (
      <>
        Figures read {age}. {nextWords(untilTry)}
      </>
    ),
    short: <>figures read {age}</>,
    action: <TryNow late={late} />,
    hasOldFigures: true,
  }
}

function TryNow({ late }: Pick<LateReads, 'late'>) {
  const { scheduler } = useService()
  const queryClient = useQueryClient()
  return (
    <button
      type="button"
      className="link touch flex-none"
      onClick={() => {
        late.forEach(({ query }) => void query.fetch().catch(() => undefined))
        void queryClient.refetchQueries({ predicate: (query) => readsOneOf(query, [getMode]) })
        scheduler.retryNow()
      }}
    >
      Try now
    </button>
  )
}

const nextWords = (left: number): string =>
  left < 1_000 ? 'Trying again now.' : `Next try in ${Math.ceil(left / 1_000)} s.`

/** In milliseconds. Most answers come sooner, and a brief strip would distract. */
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

/** The contract of writes is loaded with the code that sends them. */
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
    sentence: 'A new version is available. A ticket or bot that you are filling in is kept.',
    short: 'a new version is available',
    action: (
      <button type="button" className="link touch flex-none" onClick={() => location.reload()}>
        Reload
      </button>
    ),
    isPlain: true,
  }
}
