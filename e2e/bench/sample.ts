import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { browserArguments, findBrowser } from '../browser.js'

export type Speed = 'slow' | 'desktop'

export type Sample = {
  /** From the start of navigation until after the frame that shows it. */
  ready: number
  /** Compressed script that came before. */
  scriptBytes: number
  /** Requests that had ended before. */
  requests: number
  /** The first paint of anything, from the start of navigation. */
  paint: number
  /** Sum of the layout shifts until a second after. */
  shift: number
}

const ROUND_TRIP = 150
const BYTES_A_SECOND = (1.6 * 1_000_000) / 8
const PATIENCE = 60_000
/** So long without a new request, in ms, and a page has loaded what it loads by itself. */
const AT_REST = 1_500

/**
 * A browser of its own, so that no cache is warm. `pairWith` makes it one that knows its connection;
 * its user `stays` until all is loaded that comes later.
 */
export async function openBrowser(pairWith?: string, { stays = false } = {}) {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: browserArguments(),
    ...(executablePath && { executablePath }),
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watch)
  if (pairWith) {
    const page = await context.newPage()
    await page.goto(pairWith)
    await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor({ timeout: PATIENCE })
    if (stays) await atRest(page)
    await page.close()
  }
  return { context, close: () => browser.close() }
}

/** Opens a page and waits until something is shown. `isCold` empties the cache before. */
export async function sample(
  context: BrowserContext,
  url: string,
  shown: string,
  { speed, isCold = true }: { speed: Speed; isCold?: boolean },
): Promise<Sample> {
  const page = await context.newPage()
  try {
    if (isCold) await forgetWorkers(page, new URL(url).origin)
    await slowDown(page, speed, isCold)
    await page.addInitScript((selector) => Reflect.set(window, 'benchSelector', selector), shown)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => Reflect.has(window, 'benchReady'), undefined, {
      timeout: PATIENCE,
      polling: 200,
    })
    return await page.evaluate(result)
  } finally {
    await page.close()
  }
}

/** What a service worker keeps is no part of the browser's cache. */
async function forgetWorkers(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage',
  })
  await session.detach()
}

export async function slowDown(page: Page, speed: Speed, isCold: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (isCold) await session.send('Network.clearBrowserCache')
  if (speed === 'desktop') return
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Runs in the page from its beginning on. */
function watch(): void {
  Reflect.set(window, 'benchShift', 0)
  new PerformanceObserver((list) => {
    const sum = list
      .getEntries()
      .reduce((all, entry) => all + Number(Reflect.get(entry, 'value')), 0)
    Reflect.set(window, 'benchShift', Number(Reflect.get(window, 'benchShift')) + sum)
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const selector = Reflect.get(window, 'benchSelector') as string | undefined
    const found = selector === undefined ? null : document.querySelector(selector)
    if (!found?.checkVisibility()) return void requestAnimationFrame(look)
    // A message comes after the frame that this callback belongs to.
    const channel = new MessageChannel()
    channel.port1.onmessage = () => Reflect.set(window, 'benchReady', performance.now())
    channel.port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}

/** Waits until the page has loaded all its code. A live page never has an idle network. */
export const atRest = (page: Page): Promise<void> => page.evaluate(untilAtRest, AT_REST)

/** Runs in the page; those that poll for figures never end, so code and workers alone count. */
async function untilAtRest(quiet: number): Promise<void> {
  let count = -1
  for (let since = performance.now(); performance.now() - since < quiet;) {
    const files = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css|woff2)$/.test(name)).length
    if (files !== count) since = performance.now()
    count = files
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function result(): Sample {
  const ready = Reflect.get(window, 'benchReady') as number
  const before = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => 'encodedBodySize' in entry)
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ready)
  const scripts = before.filter(({ name }) => name.endsWith('.js'))
  return {
    ready,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    // The page itself is one more.
    requests: before.length + 1,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? ready,
    shift: Reflect.get(window, 'benchShift') as number,
  }
}
