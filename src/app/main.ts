import { IS_SITE, pageLocation } from '#in-page/own-address.ts'

import { currentApiTransport, wait } from './api-transport.ts'
import { beginFirstRead } from './start/first-read.ts'
import { openSessionStore } from './browser-session-store.ts'
import './styles.css'

// The policy of a site of files cannot say that nobody may frame it.
if (IS_SITE && self !== top) refuseFrame()
else void open()

/** A page around this one could lay itself over what is typed and pressed here. */
function refuseFrame(): void {
  const text = 'Quarterdeck does not run inside another page. Open it in a tab of its own.'
  document.body.textContent = text
}

/** Set by the build; named here itself, so that other builds leave the worker out. */
declare const QUARTERDECK_SITE: boolean

/** In milliseconds: a read that has to wait for its turn keeps nobody from seeing the page. */
const SENT_AFTER_AT_MOST = 100

/**
 * Asks for the first figures before the code that draws them is run: all of that code, where the
 * browser has it already, would run before the request leaves. The transport is kept nowhere here, so
 * that its key is gone when the page locks.
 */
async function open(): Promise<void> {
  const takePairingCode = holdPairingCode()
  if (QUARTERDECK_SITE) (await import('./start/own-service.ts')).openOwnService()
  const sessionStore = await openSessionStore()
  const transport = await currentApiTransport(sessionStore, SENT_AFTER_AT_MOST)
  const firstRead =
    transport &&
    beginFirstRead(transport.reader, pageLocation(location), sessionStore, transport.clock.now())
  await Promise.race([transport?.firstSent, firstRead, wait(SENT_AFTER_AT_MOST)])
  const { drawPage } = await import('./draw-page.tsx')
  await parsed()
  drawPage(sessionStore, { transport, firstRead, takePairingCode })
}

/** Resolves when the page holds all of its elements: its script does not wait for them. */
const parsed = (): Promise<unknown> | undefined =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
    : undefined

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
