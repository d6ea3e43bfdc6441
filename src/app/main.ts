import { IS_SITE, pageLocation } from '#in-page/own-address.ts'

import { currentApiTransport, wait } from './api-transport.ts'
import { beginFirstRead } from './start/first-read.ts'
import { openSessionStore } from './browser-session-store.ts'
import './styles.css'

// Refuses to run in a frame (clickjacking). Static hosts cannot send `frame-ancestors`.
if (IS_SITE && self !== top) {
  document.body.textContent =
    'Quarterdeck does not run inside another page. Open it in its own tab.'
} else void open()

/** Set by the build. Used here directly, so that other builds drop the worker. */
declare const QUARTERDECK_SITE: boolean

/** In milliseconds. Maximum delay of the first render by the first read. */
const MAX_DELAY = 100

/**
 * Sends the first read before it runs the render code, which would otherwise delay the request.
 * Keeps no reference to the transport, so that locking removes its key from memory.
 */
async function open(): Promise<void> {
  const takePairingCode = holdPairingCode()
  if (QUARTERDECK_SITE) (await import('./start/own-service.ts')).openOwnService()
  const sessionStore = await openSessionStore()
  const transport = await currentApiTransport(sessionStore, MAX_DELAY)
  const firstRead =
    transport &&
    beginFirstRead(transport.reader, pageLocation(location), sessionStore, transport.clock.now())
  await Promise.race([transport?.firstSent, firstRead, wait(MAX_DELAY)])
  const { drawPage } = await import('./draw-page.tsx')
  await parsed()
  drawPage(sessionStore, { transport, firstRead, takePairingCode })
}

/** Resolves when the HTML is parsed: the script is `async`. */
const parsed = (): Promise<unknown> | undefined =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
    : undefined

/** Removes a pairing code from address bar and history. The returned function gives it out once. */
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
