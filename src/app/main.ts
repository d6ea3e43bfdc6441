import { zoneOf } from '#session/settings.ts'

import { beginFirstRead } from './begin-first-read.ts'
import { openSessionStore } from './browser-session-store.ts'
import { currentApiTransport } from './api-transport.ts'
import { holdPairingCode } from './pairing-code.ts'
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
