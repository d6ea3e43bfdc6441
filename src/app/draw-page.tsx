import INTER from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
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
import { interFrom } from './start/inter.ts'
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
  drawn.then(fetchRest.bind(undefined, transport, router)).catch(() => undefined)
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
async function fetchRest(
  transport: ApiTransport | undefined,
  router: ReturnType<typeof createAppRouter>,
): Promise<void> {
  transport?.reader.allowOtherReads()
  // First the code of buttons. Failed imports are repeated when needed.
  await fetchDispatch().catch(() => undefined)
  // Inter is shown from the next page on: earlier, it would move what is there.
  const kept = JSON.stringify({ url: INTER })
  if (localStorage.getItem('quarterdeck.font') === kept) return
  const inter = await interFrom(INTER).load()
  router.subscribe('onBeforeRouteMount', ({ pathChanged }) => {
    if (pathChanged) document.fonts.add(inter)
  })
  localStorage.setItem('quarterdeck.font', kept)
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
