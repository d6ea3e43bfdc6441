import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

import { fetchDispatch } from '#intents/command-sender.ts'
import { forgetIntents } from '#intents/indexed-journal.ts'
import type { SessionStore } from '#session/session-store.ts'
import { zoneOf } from '#session/settings.ts'
import { SessionStoreContext, useSettings } from '#session/use-session.ts'
import { DisplayPreferencesContext, NowContext } from '#ui/display-preferences.tsx'
import { nameMissingCode } from '#ui/error-state.tsx'
import { copyExactFigures } from '#ui/exact-copy.ts'

import { type ApiTransport, wait } from './api-transport.ts'
import { keepConnectionContext } from './connection-context.ts'
import { afterFirstPicture, fetchPagesAhead } from './start/fetch-ahead.ts'
import { createAppRouter } from './router.ts'
import { forgetRemoved, reloadWhenLocked } from './session-effects.ts'

type Begun = {
  /** The current connection's. */
  transport: ApiTransport | undefined
  /** Resolves when what was read ahead has come, or has not. */
  firstRead: Promise<void> | undefined
  takePairingCode: () => string | undefined
}

/** Puts the page together and draws it. */
export function drawPage(
  sessionStore: SessionStore,
  { transport, firstRead, takePairingCode }: Begun,
): void {
  nameMissingCode()
  copyExactFigures()
  forgetRemoved(sessionStore.session, forgetIntents)
  reloadWhenLocked(sessionStore, { locks: navigator.locks, wait, reload: () => location.reload() })
  const router = createAppRouter({
    sessionStore,
    openConnectionContext: () => connectionContext.whenOpen(),
    takePairingCode,
  })
  const drawn = afterFirstPicture(router, firstRead)
  const connectionContext = keepConnectionContext(sessionStore, drawn, transport)
  // Handed on, not closed over: a transport holds the key, which has to be gone when the page locks.
  void drawn.then(fetchRest.bind(undefined, transport))
  fetchPagesAhead(router, connectionContext.get)
  sessionStore.settings.subscribe(() => dispatchEvent(new Event('quarterdeck-theme')))
  connectionContext.subscribe(() => void router.invalidate())

  // Reads go out while React draws; the routes listen later, with this function, and it runs once.
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

/** What the first page does without. */
function fetchRest(transport: ApiTransport | undefined): void {
  transport?.reader.allowOtherReads()
  void fetchLater()
}

async function fetchLater(): Promise<void> {
  // A press may need it first; without it now, it is asked for again when it is needed.
  await fetchDispatch().catch(() => undefined)
  // Nearly as heavy as the list itself; its fallback has the same measures.
  await import('./inter.css').catch(() => undefined)
}

type AppProps = { sessionStore: SessionStore; router: ReturnType<typeof createAppRouter> }

/** The whole page: who is connected, how it is read, what time it is, and the routes. */
export const App = ({ sessionStore, router }: AppProps) => (
  <SessionStoreContext value={sessionStore}>
    <Page router={router} />
  </SessionStoreContext>
)

function Page({ router }: Pick<AppProps, 'router'>) {
  const { hideAmounts, timeZone, firstDay } = useSettings()
  const reading = useMemo(
    () => ({
      areAmountsHidden: hideAmounts,
      timeZone: zoneOf({ timeZone }),
      firstDay: WEEKDAYS[firstDay],
    }),
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

const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const

/** The present, once a second; it stands still in a hidden tab. */
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
