import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'

import { ApiError } from '#client/api-error.ts'
import { buttonClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { isMissingCode, MissingCode } from '#ui/missing-code.tsx'
import { Page } from '#ui/page.tsx'

/** What a page shows when its first read failed: what, why in the service's words, and try again. */
export function CouldNotLoad({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => void router.invalidate().then(reset)
  if (isMissingCode(error)) {
    return (
      <Page title="Could not load">
        <MissingCode onRetry={retry} />
      </Page>
    )
  }
  return (
    <Page title="Could not load">
      <ErrorState
        title={titleOf(error)}
        onRetry={retry}
        actions={
          isAboutTheKey(error) && (
            <Link to="/settings" hash="connections" className={buttonClass({ look: 'secondary' })}>
              Check the connection
            </Link>
          )
        }
      >
        {detailsOf(error)}
      </ErrorState>
    </Page>
  )
}

const failureOf = (error: unknown) => (error instanceof ApiError ? error.failure : undefined)

function titleOf(error: unknown): string {
  const failure = failureOf(error)
  if (!failure) return 'This page met a fault of its own.'
  if (failure.kind === 'unsent') return 'The request could not be signed.'
  if (failure.kind === 'unreachable') return 'The service did not answer.'
  if (failure.kind === 'unreadable')
    return 'The service answered with something that is not of its API.'
  if (failure.status === 401) return 'The service does not accept this key.'
  return failure.status >= 500
    ? 'The service has a fault of its own.'
    : 'The service refused to answer.'
}

function detailsOf(error: unknown): string {
  const failure = failureOf(error)
  if (!failure) return error instanceof Error ? error.message : String(error)
  if (failure.kind === 'unsent') return 'The key of this connection cannot be used.'
  if (failure.kind === 'unreachable') return 'It may be stopped, or the network is down.'
  if (failure.kind === 'unreadable') return `Status ${failure.status}.`
  return `Status ${failure.status}, ${failure.code}: ${failure.description}`
}

const isAboutTheKey = (error: unknown): boolean => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && (failure.status === 401 || failure.status === 403)
}
