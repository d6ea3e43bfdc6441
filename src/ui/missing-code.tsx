import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

const NAME = 'MissingCode'

/** What the engines call it, each in its own words. */
const FETCH_FAILED = /dynamically imported module|Importing a module script failed/

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
  onRetry: () => void
  /** Closes a part that stands over the page. Nothing is sent but from such a part once it is there. */
  onGiveUp?: (() => void) | undefined
}

/** In place of a part whose code did not come: the service is gone, or it is a newer one. */
export function MissingCode({ onRetry, onGiveUp }: MissingCodeProps) {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    let isShown = true
    void isOlderThanService().then((answer) => isShown && setOld(answer))
    return () => void (isShown = false)
  }, [])
  const nothingSent = onGiveUp && ' Nothing was sent.'
  const actions = onGiveUp && (
    <Button look="quiet" onClick={onGiveUp}>
      Close
    </Button>
  )
  if (isOld) {
    return (
      <ErrorState
        title="A new version is there."
        retryLabel="Reload"
        onRetry={() => location.reload()}
        actions={actions}
      >
        This page is of an older one and can fetch no more of it. A ticket or a bot that is being
        filled in is kept.{nothingSent}
      </ErrorState>
    )
  }
  return (
    <ErrorState
      title="A part of this page could not be fetched."
      retryLabel="Try again"
      onRetry={onRetry}
      actions={actions}
    >
      The service may be stopped, or the network is down.{nothingSent}
    </ErrorState>
  )
}

/** Whether the service now has a page that begins with other scripts than this one did. */
async function isOlderThanService(): Promise<boolean> {
  const own = [...document.querySelectorAll('script[src]')].map(
    (script) => script.getAttribute('src') ?? '',
  )
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    const page = await answer.text()
    return answer.ok && !own.every((script) => page.includes(script))
  } catch {
    return false
  }
}
