import { sessionHome } from '#session/home.ts'
import { zoneOf } from '#session/settings.ts'

import { beginFirstRead } from './begin-first-read.ts'
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
  const home = sessionHome()
  await home.start()
  const transport = currentApiTransport(home.session)
  const firstRead =
    transport && beginFirstRead(transport.reader, location, zoneOf(sessionHome().settings.get()))
  const { drawPage } = await coming
  drawPage(home, { transport, firstRead, takePairingCode })
}
