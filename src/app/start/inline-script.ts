// Inline script: sets the theme, fetches the code of early rows or figures, else that of the page,
// and sends the first reads meanwhile.
import { IS_SITE, ownAddress, pageLocation } from '#in-page/own-address.ts'
import { recallPaperKey } from '#session/paper-key.ts'
import { mayReloadForCode } from '#ui/code-files.ts'
import { mendCode } from '#ui/mend-code.ts'

import { earlyPage, fetchChunk, fetchPage } from './early-page.ts'
import { handOver, sendEarlyReads } from './early-reads.ts'
import type { FirstReads } from './first-endpoints.ts'
import { interFrom } from './inter.ts'
import { type Stored, stored } from './stored.ts'

// Sets theme and frame before the first paint, so that nothing flashes.
{
  const root = document.documentElement
  const prefersLight = matchMedia('(prefers-color-scheme: light)')

  const kept = (name: string) => (stored(() => localStorage, name) ?? {}) as Stored
  const oneOf = (first: string, others: readonly string[], found: unknown) =>
    others.find((other) => other === found) ?? first

  const apply = () => {
    const { theme, direction, density } = kept('settings')
    root.dataset['theme'] = oneOf(prefersLight.matches ? 'light' : 'dark', ['light', 'dark'], theme)
    root.dataset['direction'] = oneOf('green-up', ['red-up', 'safe'], direction)
    root.dataset['density'] = oneOf('standard', ['compact', 'comfortable'], density)
  }

  apply()

  // Pages without a frame: those that create a connection, and all pages while keys are locked.
  const { connections } = kept('connections')
  const hasKey =
    Array.isArray(connections) &&
    connections.length > 0 &&
    connections.every((one: { storage?: unknown } | null) => one?.storage === 'paper-key')
  // The code of a pairing link is in the hash, and in static sites the path.
  const places = [location.pathname, location.hash]
  const hasFrame = !places.some((place) => /^[/#]\/?(connect|pair)\b/.test(place))
  if (hasKey && hasFrame) root.dataset['shell'] = ''

  // Known from an earlier visit. The page waits for it (`main.ts`), so that it moves no text.
  const { url } = kept('font')
  if (typeof url === 'string') {
    const inter = interFrom(url)
    document.fonts.add(inter)
    inter.load().catch(() => undefined)
  }
  prefersLight.addEventListener('change', apply)
  // Changes in another tab (`storage`) and in this one.
  addEventListener('storage', apply)
  addEventListener('quarterdeck-theme', apply)
}

/** Set by the build. */
declare const FIRST_READS: FirstReads

const send = async () =>
  sendEarlyReads({
    page: pageLocation(location),
    first: FIRST_READS,
    local: localStorage,
    tab: sessionStorage,
    recallKey: recallPaperKey,
    now: Date.now,
    fetch: fetch.bind(self),
    ownService: IS_SITE ? ownAddress() : undefined,
  })

const early = earlyPage()
void (early ? fetchChunk(early) : fetchPage())
if (self === top) handOver(send().catch(() => undefined))

// Fetches the first files again if one cannot be loaded, until they arrive, then reloads.
{
  const FILES =
    'script[src], link[rel=modulepreload]:not([data-code=time-chart-drawing]), link[rel=stylesheet]'
  const RETRY_MS = 5_000
  let isMending = false

  const mend = async (): Promise<void> => {
    if (!(await mendCode())) setTimeout(() => void mend(), RETRY_MS)
    else if (mayReloadForCode(Date.now())) location.reload()
  }

  const failed = ({ target }: Event): void => {
    const isDrawn = document.getElementById('root')?.hasChildNodes() === true
    if (isMending || isDrawn || !(target instanceof Element) || !target.matches(FILES)) return
    isMending = true
    void mend()
  }
  // `error` events of elements do not bubble, so they are captured.
  addEventListener('error', failed, true)
}
