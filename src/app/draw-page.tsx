import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { forgetIntents } from '#intents/indexed-journal.ts'
import type { sessionHome } from '#session/home.ts'
import { nameMissingCode } from '#ui/missing-code.tsx'

import { App } from './app.tsx'
import { keepHouse } from './current-house.ts'
import { fetchPagesAhead } from './fetch-ahead.ts'
import { forgetRemoved } from './forget-removed.ts'
import type { Line } from './line.ts'
import { afterFirstPicture } from './first-picture.ts'
import { reloadWhenLocked } from './reload-when-locked.ts'
import { createAppRouter } from './router.ts'
import { wait } from './wait.ts'

type Begun = {
  /** The current connection's. */
  line: Line | undefined
  /** Resolves when what was read ahead has come, or has not. */
  firstRead: Promise<void> | undefined
  takePairingCode: () => string | undefined
}

/** Puts the page together and draws it. */
export function drawPage(
  home: ReturnType<typeof sessionHome>,
  { line, firstRead, takePairingCode }: Begun,
): void {
  nameMissingCode()
  const house = keepHouse(home.session, line)
  forgetRemoved(home.session, (id) => forgetIntents(indexedDB, id))
  reloadWhenLocked(home, { locks: navigator.locks, wait, reload: () => location.reload() })
  const router = createAppRouter({ currentHouse: house.get, takePairingCode })
  // Handed on, not closed over: a line holds the key, which has to be gone when the page locks.
  void afterFirstPicture(router, firstRead).then(fetchRest.bind(undefined, line))
  fetchPagesAhead(router, house.get)
  home.settings.subscribe(() => dispatchEvent(new Event('quarterdeck-theme')))
  house.subscribe(() => void router.invalidate())

  // The page's reads go out while React still draws the first picture.
  void router.load()

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
}

/** What the first page does without. */
function fetchRest(line: Line | undefined): void {
  line?.reader.letOthersIn()
  // Nearly as heavy as the list itself; until then its stand-in has the same measures.
  void import('./inter.css')
}
