import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { forgetIntents } from '#intents/indexed-journal.ts'
import type { SessionStore } from '#session/session-store.ts'
import { nameMissingCode } from '#ui/missing-code.tsx'

import { App } from './app.tsx'
import { keepConnectionContext } from './current-connection-context.ts'
import { fetchPagesAhead } from './fetch-ahead.ts'
import { forgetRemoved } from './forget-removed.ts'
import type { ApiTransport } from './api-transport.ts'
import { afterFirstPicture } from './first-picture.ts'
import { reloadWhenLocked } from './reload-when-locked.ts'
import { createAppRouter } from './router.ts'
import { wait } from './wait.ts'

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
  const connectionContext = keepConnectionContext(sessionStore, transport)
  forgetRemoved(sessionStore.session, (id) => forgetIntents(indexedDB, id))
  reloadWhenLocked(sessionStore, { locks: navigator.locks, wait, reload: () => location.reload() })
  const router = createAppRouter({
    sessionStore,
    currentConnectionContext: connectionContext.get,
    takePairingCode,
  })
  // Handed on, not closed over: a transport holds the key, which has to be gone when the page locks.
  void afterFirstPicture(router, firstRead).then(fetchRest.bind(undefined, transport))
  fetchPagesAhead(router, connectionContext.get)
  sessionStore.settings.subscribe(() => dispatchEvent(new Event('quarterdeck-theme')))
  connectionContext.subscribe(() => void router.invalidate())

  // The page's reads go out while React still draws the first picture.
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
  transport?.reader.letOthersIn()
  // Nearly as heavy as the list itself; until then its stand-in has the same measures.
  void import('./inter.css')
}
