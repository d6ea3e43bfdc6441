// Keeps the page and its files, so that the next visit needs no round trip for them. It is built into a
// file of its own, `/service-worker.js`, by `build-page.ts`. It never handles a call of the API, and
// nothing that the service answers is kept but the files of the build.
import { isFileItself } from '#ui/code-files.ts'

/** Written in front of this script by the build. */
declare const BUILD: {
  version: string
  /** What the first picture needs, and all other files. */
  first: readonly string[]
  rest: readonly string[]
  /** Whether all pages have one address, and differ behind its `#` alone. */
  hasOneAddress: boolean
}

type Waiting = { waitUntil: (done: Promise<unknown>) => void }
type Installing = Waiting & { addRoutes?: (rules: readonly unknown[]) => Promise<void> }
type Fetching = { request: Request; respondWith: (answer: Promise<Response>) => void }
type Message = Waiting & {
  /** `script`: the one that the asking page begins with. */
  data: { asks: string; script: string }
  source: { postMessage: (message: string) => void } | null
}

/** What a service worker's own scope has; TypeScript knows it only without that of a page. */
declare function addEventListener(type: 'install', listener: (event: Installing) => void): void
declare function addEventListener(type: 'activate', listener: (event: Waiting) => void): void
declare function addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
declare function addEventListener(type: 'message', listener: (event: Message) => void): void
declare function skipWaiting(): Promise<void>
declare const location: Location

/** The path that the page and its files lie at. */
const BASE = new URL('.', location.href).pathname
/** Under an address that is no page's: its headers name no files that only one page needs. */
const PAGE = `${BASE}index.html`
const ASSETS = `${BASE}assets/`
/** The world that a site is built with. It is read by the code of its own build. */
const WORLD = `${BASE}world.json.gz`
const FIRST = BUILD.first.map((file) => BASE + file)
const REST = BUILD.rest.map((file) => BASE + file)
/** The sites of an origin share its caches. */
const NAME = `quarterdeck-build-${BASE === '/' ? '' : BASE}`
const OWN = NAME + BUILD.version

/** Headers of the page by which the browser protects it. */
const POLICIES = [
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

addEventListener('install', (event) => {
  // The files of the build before stay for the pages that run on them.
  void skipWaiting()
  event.waitUntil(Promise.all([install(), event.addRoutes?.(ROUTES)]))
})

addEventListener('activate', (event) => event.waitUntil(forgetOldBuilds()))

addEventListener('fetch', (event) => {
  const key = keptAs(event.request)
  if (key !== undefined) event.respondWith(answer(key, event.request))
})

addEventListener('message', (event) => {
  const { asks, script } = event.data
  if (asks === 'keep the rest') event.waitUntil(keep(REST))
  // This worker may have come while a page of the build before it was being opened.
  else if (FIRST.includes(script)) event.waitUntil(comparePolicies(event.source))
  else event.source?.postMessage('page changed')
})

/** For browsers that answer without starting this worker; the listener above says the same again. */
const ROUTES = [
  {
    condition: { urlPattern: { pathname: `${ASSETS}*` }, requestMethod: 'GET' },
    source: 'cache',
  },
  { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'fetch-event' },
  { condition: { urlPattern: { pathname: WORLD } }, source: 'fetch-event' },
  { condition: { urlPattern: { protocol: '*', hostname: '*', pathname: '*' } }, source: 'network' },
]

/** What a request is answered from; `undefined` leaves it to the browser. */
function keptAs({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return undefined
  if (!pathname.startsWith(BASE)) return undefined
  if (pathname.startsWith(ASSETS) || pathname === WORLD) return pathname
  // Other folders of the origin are not of this site.
  if (BUILD.hasOneAddress && pathname !== BASE && pathname !== PAGE) return undefined
  const isPage =
    BUILD.hasOneAddress || !/\/api(\/|$)|^\/(health|metrics)$|\.[a-z0-9]+$/i.test(pathname)
  return mode === 'navigate' && isPage ? PAGE : undefined
}

async function answer(key: string, request: Request): Promise<Response> {
  const kept = await caches.match(key, {
    ignoreVary: true,
    ...((key === PAGE || key === WORLD) && { cacheName: OWN }),
  })
  if (kept) return kept
  return key.startsWith(ASSETS) ? fetchFile(key) : fetch(request)
}

/** A file of the build, past what the browser may have kept under its name instead. */
async function fetchFile(file: string): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const response = await fetch(file, { cache })
    if (isFileItself(file, response)) return response
  }
  throw new TypeError(`${file} did not come`)
}

/** The newest cache is the last one made: one of this build from before another one is made anew. */
async function install(): Promise<void> {
  await caches.delete(OWN)
  try {
    await keep([PAGE, ...FIRST])
  } catch (cause) {
    await caches.delete(OWN)
    throw cause
  }
}

async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(OWN)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => file === PAGE || !known.has(file))
  await Promise.all(
    missing.map(async (file) => cache.put(file, await (file === PAGE ? page() : fetchFile(file)))),
  )
}

async function page(): Promise<Response> {
  const fresh = await freshPage()
  if (!isFileItself(PAGE, fresh)) throw new TypeError('The page did not come')
  return fresh
}

/**
 * Some hosts lead from `index.html` to its folder. What came by a redirect answers no visit, so that
 * its redirect is left out.
 */
async function freshPage(): Promise<Response> {
  const page = await fetch(PAGE, { cache: 'no-cache' })
  if (!page.redirected) return page
  return new Response(page.body, { status: page.status, headers: page.headers })
}

/** A version has no slash: the names of a folder begin like those of the folders in it. */
const isOfThisSite = (name: string): boolean =>
  name.startsWith(NAME) && !name.slice(NAME.length).includes('/')

/** Keeps this build and the one before it, without what an older worker took for a file. */
async function forgetOldBuilds(): Promise<void> {
  const others = (await caches.keys()).filter((name) => isOfThisSite(name) && name !== OWN)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  for (const name of others.slice(-1)) await forgetStrangers(await caches.open(name))
}

async function forgetStrangers(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (kept && !isFileItself(request.url, kept)) await cache.delete(request)
  }
}

/**
 * Asks for the page again and keeps it where the service protects it otherwise than before, as after a
 * start with another `--connect-to`. Another build brings a worker of its own.
 */
async function comparePolicies(asking: Message['source']): Promise<void> {
  const cache = await caches.open(OWN)
  const kept = await cache.match(PAGE, { ignoreVary: true })
  const fresh = await freshPage().catch(() => undefined)
  if (!kept || !fresh || !isFileItself(PAGE, fresh)) return
  const isSame = (await kept.clone().text()) === (await fresh.clone().text())
  const policies = ({ headers }: Response) => POLICIES.map((name) => headers.get(name)).join('\n')
  if (!isSame || policies(kept) === policies(fresh)) return
  await cache.put(PAGE, fresh)
  asking?.postMessage('page changed')
}
