import { sessionHome } from '#session/home.ts'
import { zoneOf } from '#session/settings.ts'

import { beginFirstRead } from './begin-first-read.ts'
import { currentLine } from './line.ts'
import { holdPairingCode } from './pairing-code.ts'
import './styles.css'

void open()

/**
 * Asks for the first figures while the code that draws them still arrives. The line is kept nowhere
 * here, so that its key is gone when the page locks.
 */
async function open(): Promise<void> {
  const takePairingCode = holdPairingCode()
  const coming = import('./draw-page.tsx')
  const home = sessionHome()
  await home.start()
  const line = currentLine(home.session)
  const firstRead =
    line && beginFirstRead(line.reader, location, zoneOf(sessionHome().settings.get()))
  const { drawPage } = await coming
  drawPage(home, { line, firstRead, takePairingCode })
}
