import type { Endpoint } from '#contract/endpoint.ts'
import { IS_SITE } from '#in-page/own-address.ts'
import { currentCredentials } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'
import { painted } from '#ui/painted.ts'

import { type ApiTransport, currentApiTransport, wait } from './api-transport.ts'
import { earlyPage, fetchPage } from './start/early-page.ts'
import { type EarlyReads, takeOver } from './start/early-reads.ts'
import { FIRST_ENDPOINTS } from './start/first-endpoints.ts'
import { openSessionStore } from './browser-session-store.ts'
import './styles.css'

// Refuses to run in a frame (clickjacking). Static hosts cannot send `frame-ancestors`.
if (IS_SITE && self !== top) {
  document.body.textContent =
    'Quarterdeck does not run inside another page. Open it in its own tab.'
} else void open()

/** Set by the build. Used here directly, so that other builds drop the worker. */
declare const QUARTERDECK_SITE: boolean

/** In milliseconds. Maximum delay of the first render by the code of a dialect, and by the font. */
const MAX_DELAY = 100
/** In milliseconds. Maximum delay of React's code by early rows, which it would slow down. */
const MAX_DELAY_OF_CODE = 100
/** In milliseconds. Maximum delay of the first render by a slow response. */
const MAX_DELAY_BY_READS = 400

/** Keeps no reference to the transport, so that locking removes its key from memory. */
async function open(): Promise<void> {
  const takePairingCode = holdPairingCode()
  if (QUARTERDECK_SITE) (await import('./start/own-service.ts')).openOwnService()
  const early = await takeOver()
  const sessionStore = await openSessionStore(early?.key)
  const transport = await currentApiTransport(sessionStore, MAX_DELAY, early)
  // Decodes the first answers while the rest of the code loads.
  const firstRead = Promise.all(
    (early?.reads ?? []).map(async ({ of, request }) =>
      transport?.reader.prefetch<Endpoint>(FIRST_ENDPOINTS[of], request),
    ),
  )
  // Without it, React draws the same.
  const drawn =
    transport &&
    early &&
    drawBeforeReact(sessionStore, transport, early, firstRead).catch(() => undefined)
  if (earlyPage()) void Promise.race([drawn, wait(MAX_DELAY_OF_CODE)]).then(fetchPage)
  await Promise.race([drawn, wait(MAX_DELAY_BY_READS)])
  const { drawPage } = await import('./draw-page.tsx')
  await ready()
  drawPage(sessionStore, { transport, firstRead, takePairingCode })
}

/** Draws rows of SmartTrades or figures of Portfolio once read, unless React was first. */
async function drawBeforeReact(
  sessionStore: SessionStore,
  { connection, credentials, clock }: ApiTransport,
  early: EarlyReads,
  firstRead: Promise<unknown[]>,
): Promise<void> {
  const page = earlyPage()
  // Other connections may have a strip of warnings above their page.
  const isPlain = connection.declaredMode === 'paper' && connection.writeEnabled
  if (!isPlain || !page) return
  const [{ draw }, answers] = await Promise.all([
    page === 'rows' ? import('./start/early-rows.tsx') : import('./start/early-figures.ts'),
    firstRead,
    ready(),
  ])
  const shell = document.querySelector<HTMLElement>('#static-shell [data-early]')
  const isStill = currentCredentials(sessionStore.session.get()) === credentials
  if (!shell || !isStill || document.getElementById('root')?.hasChildNodes()) return
  draw({ shell, early, answers, sessionStore, now: clock.now() })
  await painted()
}

/** Resolves when the HTML is parsed, since the script is `async`, and a font of an earlier visit is there. */
async function ready(): Promise<void> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  const { fonts } = document
  if (fonts.status === 'loading') await Promise.race([fonts.ready, wait(MAX_DELAY)])
}

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
