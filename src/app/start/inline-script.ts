// Inline script: fetches the code of early rows or figures, else that of the page, and sends the
// first reads meanwhile.
import './mend-start.ts'
import './theme.ts'
import { IS_SITE, ownAddress, pageLocation } from '#in-page/own-address.ts'
import { recallPaperKey } from '#session/paper-key.ts'

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
