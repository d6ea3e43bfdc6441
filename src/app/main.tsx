import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { forgetIntents } from '#intents/indexed-journal.ts'
import { sessionHome } from '#session/home.ts'
import { nameMissingCode } from '#ui/missing-code.tsx'

import { App } from './app.tsx'
import { keepHouse } from './current-house.ts'
import { fetchPagesAhead } from './fetch-ahead.ts'
import { forgetRemoved } from './forget-removed.ts'
import { holdPairingCode } from './pairing-code.ts'
import { createAppRouter } from './router.ts'
import './styles.css'

nameMissingCode()
const takePairingCode = holdPairingCode()
const home = sessionHome()
await home.start()

const house = keepHouse(home.session)
forgetRemoved(home.session, (id) => forgetIntents(indexedDB, id))
const router = createAppRouter({ currentHouse: house.get, takePairingCode })
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
