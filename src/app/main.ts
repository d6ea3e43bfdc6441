import { zoneOf } from '#session/settings.ts'

import { currentApiTransport } from './api-transport.ts'
import { beginFirstRead } from './start/first-read.ts'
import { openSessionStore } from './browser-session-store.ts'
import './styles.css'

void open()

/**
 * Asks for the first figures while the code that draws them still arrives. The transport is kept nowhere
 * here, so that its key is gone when the page locks.
 */
async function open(): Promise<void> {
  const takePairingCode = holdPairingCode()
  const coming = import('./draw-page.tsx')
  const sessionStore = await openSessionStore()
  const transport = currentApiTransport(sessionStore)
  const firstRead =
    transport && beginFirstRead(transport.reader, location, zoneOf(sessionStore.settings.get()))
  const { drawPage } = await coming
  drawPage(sessionStore, { transport, firstRead, takePairingCode })
}

/**
 * Takes a pairing code out of the page's fragment and erases it there at once, so that it stays
 * neither in the address bar nor in the history. The code is given out once.
 */
function holdPairingCode(): () => string | undefined {
  const match = /^#pair=([\w-]+)$/.exec(location.hash)
  let code = match?.[1]
  if (code !== undefined) history.replaceState(null, '', '/pair')
  return () => {
    const taken = code
    code = undefined
    return taken
  }
}
