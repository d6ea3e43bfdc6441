import type { Endpoint } from '#contract/endpoint.ts'
import type { Rows } from '#contract/read.ts'
import type { Trade } from '#features/smart-trades/trade-facts.ts'
import type { SmartTradeSearch } from '#features/smart-trades/list/smart-trade-search.ts'
import { IS_SITE, pageLocation } from '#in-page/own-address.ts'
import { currentCredentials } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'
import { painted } from '#ui/painted.ts'

import { type ApiTransport, currentApiTransport, wait } from './api-transport.ts'
import { hasEarlyRows } from './start/early-page.ts'
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

/** In milliseconds. Maximum delay of the first render by the code of a dialect. */
const MAX_DELAY = 100
/** In milliseconds. Maximum delay of the first render by a slow response. */
const MAX_DELAY_BY_ROWS = 400

/** Keeps no reference to the transport, so that locking removes its key from memory. */
async function open(): Promise<void> {
  const takePairingCode = holdPairingCode()
  if (QUARTERDECK_SITE) (await import('./start/own-service.ts')).openOwnService()
  const sessionStore = await openSessionStore()
  const early = await takeOver()
  const transport = await currentApiTransport(sessionStore, MAX_DELAY, early)
  // Decodes the first answers while the rest of the code loads.
  const firstRead = Promise.all(
    (early?.reads ?? []).map(async ({ of, request }) =>
      transport?.reader.prefetch<Endpoint>(FIRST_ENDPOINTS[of], request),
    ),
  )
  const rows = transport && early && drawFirstRows(sessionStore, transport, early, firstRead)
  // Without them, React draws them.
  await Promise.race([rows?.catch(() => undefined), wait(MAX_DELAY_BY_ROWS)])
  const { drawPage } = await import('./draw-page.tsx')
  await parsed()
  drawPage(sessionStore, { transport, firstRead, takePairingCode })
}

/** Draws the first rows of SmartTrades once they are read, unless React was first. */
async function drawFirstRows(
  sessionStore: SessionStore,
  { connection, credentials }: ApiTransport,
  { reads: [read] }: EarlyReads,
  firstRead: Promise<unknown[]>,
): Promise<void> {
  // Other connections may have a strip of warnings above their page.
  const isPlain = connection.declaredMode === 'paper' && connection.writeEnabled
  if (!isPlain || read?.of !== 'list' || !hasEarlyRows(pageLocation(location))) return
  const [{ drawEarlyRows }, [trades]] = await Promise.all([
    import('./start/early-rows.tsx'),
    firstRead,
    parsed(),
  ])
  const shell = document.querySelector<HTMLElement>('#static-shell [data-early]')
  const isStill = currentCredentials(sessionStore.session.get()) === credentials
  if (!shell || !isStill || document.getElementById('root')?.hasChildNodes()) return
  drawEarlyRows(shell, {
    trades: trades as Rows<Trade> | undefined,
    search: read.query as SmartTradeSearch,
    settings: sessionStore.settings.get(),
    now: Date.now(),
  })
  await painted()
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
