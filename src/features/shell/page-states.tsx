import { refusalWords } from '#query/failure-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ErrorComponentProps,
  Link,
  useElementScrollRestoration,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

import { ApiError, isRefused } from '#client/api-error.ts'
import { readsDone } from '#query/read-again.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Empty } from '#ui/empty.tsx'
import { ErrorState, isMissingCode, MissingCode } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Requested page. Its title is drawn at once, so that a click is answered in the next frame; the
 * content is drawn at low priority. A page revisited at a scroll position is drawn at once, because
 * restoring it needs the full height.
 */
export function ArrivingPage({ children }: { children: ReactNode }) {
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const drawn = useDeferredValue(page)
  const place = useElementScrollRestoration({ getElement: () => window })
  const isComingBack = place && place.scrollY > 0
  const isFirstComing = useFirstReadsComing()
  return !isFirstComing && (drawn === page || isComingBack) ? children : <Opening />
}

/** In milliseconds to wait for figures before the page is shown without them. */
const WORTH_WAITING = 400

function useFirstReadsComing(): boolean {
  const queryClient = useQueryClient()
  const [first] = useState(() => queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
  const [areComing, setComing] = useState(first.length > 0)
  useEffect(() => {
    const stop = () => setComing(false)
    const timer = setTimeout(stop, WORTH_WAITING)
    void readsDone(queryClient, (read) => first.includes(read)).then(stop)
    return () => clearTimeout(timer)
  }, [queryClient, first])
  return areComing
}

/** Replaces the previous page, in which a choice would navigate back. */
export function Opening() {
  const title = useMatches({
    select: (matches) => matches.flatMap(({ staticData }) => staticData.title ?? []).at(-1),
  })
  return (
    <Page title={title ?? 'Quarterdeck'}>
      <div role="status" aria-label="Opening the page" className="grid gap-4 py-6">
        <Skeleton width={320} />
        <Skeleton width={240} />
        <Skeleton width={280} />
      </div>
    </Page>
  )
}

export function CouldNotLoad({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => void router.invalidate().then(reset)
  const [title, details] = wordsOf(error)
  const status = error instanceof ApiError && isRefused(error) ? error.failure.status : undefined
  if (isMissingCode(error)) {
    return (
      <Page title="Could not load">
        <MissingCode isPage />
      </Page>
    )
  }
  return (
    <Page title="Could not load">
      <ErrorState
        title={title}
        onRetry={retry}
        actions={
          (status === 401 || status === 403) && (
            <Link to="/settings" hash="connections" className={buttonClass({ look: 'secondary' })}>
              Check the connection
            </Link>
          )
        }
      >
        {details}
      </ErrorState>
    </Page>
  )
}

function wordsOf(error: unknown): [title: string, details: string] {
  if (!(error instanceof ApiError)) {
    const details = error instanceof Error ? error.message : String(error)
    return ['Something went wrong on this page.', details]
  }
  const { failure } = error
  switch (failure.kind) {
    case 'unsent':
      return ['The request could not be signed.', 'The key of this connection cannot be used.']
    case 'unreachable':
      return failure.because === undefined
        ? ['The service did not answer.', 'It may be stopped, or the network is down.']
        : ['The answer was incomplete.', failure.because]
    case 'unreadable':
      return [
        'The answer of the service could not be read.',
        `It answered with status ${failure.status}.`,
      ]
    case 'refused': {
      const details = `Status ${refusalWords(failure)}`
      if (failure.status === 401) return ['The service does not accept this key.', details]
      return failure.status >= 500
        ? ['The service has an internal error.', details]
        : ['The service refused the request.', details]
    }
  }
}

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty
        title="There is no page at this address."
        action={
          <Link to="/portfolio" className={buttonClass({ look: 'secondary' })}>
            Open the portfolio
          </Link>
        }
      >
        Check the address, or go back to the portfolio.
      </Empty>
    </Page>
  )
}
