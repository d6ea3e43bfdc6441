import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

import { fetchDispatch } from '#intents/command-sender.ts'
import { forgetIntents } from '#intents/indexed-journal.ts'
import { sendsUnderWay } from '#intents/locks.ts'
import type { SessionStore } from '#session/session-store.ts'
import { forgetRemoved } from '#session/session.ts'
import { displayOf } from '#session/settings.ts'
import { SessionStoreContext, useSettings } from '#session/use-session.ts'
import { DisplayPreferencesContext, NowContext } from '#ui/display-preferences.tsx'
import { nameMissingCode } from '#ui/error-state.tsx'
import { copyExactFigures } from '#ui/exact-copy.ts'

import { type ApiTransport, wait } from './api-transport.ts'
import { keepConnectionContext } from './connection-context.ts'
import { afterFirstPicture, fetchPagesAhead } from './start/fetch-ahead.ts'
import { createAppRouter } from './router.ts'

const WRITE_TIMEOUT_MS = 20_000

type Begun = {
  transport: ApiTransport | undefined
  /** Resolves when the prefetch has ended. */
  firstRead: Promise<unknown>
  takePairingCode: () => string | undefined
}

export function drawPage(
  sessionStore: SessionStore,
  { transport, firstRead, takePairingCode }: Begun,
): void {
  nameMissingCode()
  copyExactFigures()
  forgetRemoved(sessionStore.session, forgetIntents)
  // A reload removes keys and data from memory. First, writes in progress save their outcomes.
  sessionStore.onLocked(() => {
    const finished = Promise.race([sendsUnderWay(navigator.locks), wait(WRITE_TIMEOUT_MS)])
    void finished.finally(() => location.reload())
  })
  const router = createAppRouter({
    sessionStore,
    openConnectionContext: () => connectionContext.whenOpen(),
    takePairingCode,
  })
  const drawn = afterFirstPicture(router, firstRead)
  const connectionContext = keepConnectionContext(sessionStore, drawn, transport)
  // `bind` instead of a closure, which would keep the key in the transport in memory after a lock.
  void drawn.then(fetchRest.bind(undefined, transport))
  fetchPagesAhead(router, connectionContext.get)
  sessionStore.settings.subscribe(() => dispatchEvent(new Event('quarterdeck-theme')))
  connectionContext.subscribe(() => void router.invalidate())

  // Sends reads before React renders. Routes subscribe later with this function, so it runs once.
  router.history.subscribe(router.load)
  void router.load()

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  createRoot(root).render(
    <StrictMode>
      <App sessionStore={sessionStore} router={router} />
    </StrictMode>,
  )
}

/** Starts everything that the first render does not need. */
function fetchRest(transport: ApiTransport | undefined): void {
  transport?.reader.allowOtherReads()
  void fetchCode()
}

async function fetchCode(): Promise<void> {
  // First the code of buttons. Failed imports are repeated when needed.
  await fetchDispatch().catch(() => undefined)
  // Nearly as large as a list. Its stand-in has the same metrics.
  await import('./inter.css').catch(() => undefined)
}

type AppProps = { sessionStore: SessionStore; router: ReturnType<typeof createAppRouter> }

export const App = ({ sessionStore, router }: AppProps) => (
  <SessionStoreContext value={sessionStore}>
    <Page router={router} />
  </SessionStoreContext>
)

function Page({ router }: Pick<AppProps, 'router'>) {
  const { hideAmounts, timeZone, firstDay } = useSettings()
  const reading = useMemo(
    () => displayOf({ hideAmounts, timeZone, firstDay }),
    [hideAmounts, timeZone, firstDay],
  )
  return (
    <DisplayPreferencesContext value={reading}>
      <NowContext value={useSeconds()}>
        <RouterProvider router={router} />
      </NowContext>
    </DisplayPreferencesContext>
  )
}

/** Current time, updated every second while the tab is visible. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
