// Inline script: fetches the code of early rows or figures, else that of the page, and sends the
// first reads meanwhile.
import './theme.ts'
import { IS_SITE, ownAddress, pageLocation } from '#in-page/own-address.ts'
import { recallPaperKey } from '#session/paper-key.ts'
import { isFileItself, mayReloadForCode } from '#ui/code-files.ts'

import { earlyPage, fetchChunk, fetchPage } from './early-page.ts'
import { handOver, sendEarlyReads } from './early-reads.ts'
import type { FirstReads } from './first-endpoints.ts'

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

// Fetches all first files again if one cannot be loaded, until they arrive, then reloads.
{
  const PRELOADED = 'link[rel=modulepreload]:not([data-code=time-chart-drawing])'
  const FILES = `script[src], ${PRELOADED}, link[rel=stylesheet]`
  const RETRY_MS = 5_000
  let isMending = false

  const areThere = async (): Promise<boolean> => {
    const files = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(FILES)].map(
      (element) => ('src' in element ? element.src : element.href),
    )
    const found = await Promise.all(
      files.map(async (file) => isFileItself(file, await fetch(file, { cache: 'reload' }))),
    )
    return found.every(Boolean)
  }
  const mend = async (): Promise<void> => {
    if (!(await areThere().catch(() => false))) setTimeout(() => void mend(), RETRY_MS)
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
