// Caches the page and its files, so that the next visit needs no round trip. Built by
// `build-page.ts` as `/service-worker.js`. Never handles or caches API calls.
import { isFileItself } from '#ui/code-files.ts'

/** Written in front of this script by the build. */
declare const BUILD: {
  version: string
  /** Files for the first render. */
  first: readonly string[]
  rest: readonly string[]
  /** True if pages differ only in the hash of the address (static sites). */
  hasOneAddress: boolean
}

type Waiting = { waitUntil: (done: Promise<unknown>) => void }
type Installing = Waiting & { addRoutes?: (rules: readonly unknown[]) => Promise<void> }
type Fetching = { request: Request; respondWith: (answer: Promise<Response>) => void }
type Message = Waiting & {
  /** `script`: path of the first script of the page. */
  data: { asks: string; script: string }
  source: { postMessage: (message: string) => void } | null
}

/** Globals of a service worker. TypeScript's own types for them exclude those of a page. */
declare function addEventListener(type: 'install', listener: (event: Installing) => void): void
declare function addEventListener(type: 'activate', listener: (event: Waiting) => void): void
declare function addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
declare function addEventListener(type: 'message', listener: (event: Message) => void): void
declare function skipWaiting(): Promise<void>
declare const location: Location

const BASE = new URL('.', location.href).pathname
/** Not the URL of a route: its `Link` headers would name the files of that route. */
const PAGE = `${BASE}index.html`
const ASSETS = `${BASE}assets/`
/** Sample data of a static site. Must match the code of its build. */
const WORLD = `${BASE}world.json.gz`
const FIRST = BUILD.first.map((file) => BASE + file)
const REST = BUILD.rest.map((file) => BASE + file)
/** Contains the path, because all sites of an origin share its caches. */
const NAME = `quarterdeck-build-${BASE === '/' ? '' : BASE}`
const OWN = NAME + BUILD.version

const POLICY = /policy$|^x-(content-type|frame)-options$/

addEventListener('install', (event) => {
  // Open pages of the old build keep their cached files.
  void skipWaiting()
  event.waitUntil(Promise.all([install(), event.addRoutes?.(ROUTES)]))
})

addEventListener('activate', (event) => event.waitUntil(forgetOldBuilds()))

addEventListener('fetch', (event) => {
  const key = cacheKeyOf(event.request)
  if (key !== undefined) event.respondWith(answer(key, event.request))
})

addEventListener('message', (event) => {
  const { asks, script } = event.data
  if (asks === 'keep the rest') event.waitUntil(keep(REST))
  // The worker may have been updated while a page of the old build was opening.
  else if (FIRST.includes(script)) event.waitUntil(comparePolicies(event.source))
  else event.source?.postMessage('page changed')
})

/** Static routes (Chromium), which need no worker start. Same rules as the `fetch` listener. */
const ROUTES = [
  {
    condition: { urlPattern: { pathname: `${ASSETS}*` }, requestMethod: 'GET' },
    source: 'cache',
  },
  { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'fetch-event' },
  { condition: { urlPattern: { pathname: WORLD } }, source: 'fetch-event' },
  { condition: { urlPattern: { protocol: '*', hostname: '*', pathname: '*' } }, source: 'network' },
]

/** Cache key of a request; `undefined` leaves it to the browser. */
function cacheKeyOf({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return undefined
  if (!pathname.startsWith(BASE)) return undefined
  if (pathname.startsWith(ASSETS) || pathname === WORLD) return pathname
  // Other folders of the origin belong to other sites.
  if (BUILD.hasOneAddress && pathname !== BASE && pathname !== PAGE) return undefined
  const isPage =
    BUILD.hasOneAddress || !/\/api(\/|$)|^\/(health|metrics|ready)$|\.[a-z0-9]+$/i.test(pathname)
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

/** Fetches a file, bypassing the HTTP cache if that has a wrong file under its name. */
async function fetchFile(file: string): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const response = await fetch(file, { cache })
    if (isFileItself(file, response)) return response
  }
  throw new TypeError(`${file} did not come`)
}

/** Caches the first files. Recreates an older cache of the same build to make it the newest. */
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
 * Fetches the page. Some hosts redirect `index.html` to its folder, but browsers reject a
 * redirected response for a navigation, so it is copied.
 */
async function freshPage(): Promise<Response> {
  const page = await fetch(PAGE, { cache: 'no-cache' })
  if (!page.redirected) return page
  return new Response(page.body, { status: page.status, headers: page.headers })
}

/** A slash after `NAME` means a site in a subfolder: a version has none. */
const isOfThisSite = (name: string): boolean =>
  name.startsWith(NAME) && !name.slice(NAME.length).includes('/')

/** Keeps the caches of this build and the previous one. Removes wrong files from the latter. */
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
 * Updates the cached page if the service sends other security headers for the same build, as after
 * a start with another `--connect-to`.
 */
async function comparePolicies(asking: Message['source']): Promise<void> {
  const cache = await caches.open(OWN)
  const kept = await cache.match(PAGE, { ignoreVary: true })
  const fresh = await freshPage().catch(() => undefined)
  if (!kept || !fresh || !isFileItself(PAGE, fresh)) return
  const isSame = (await kept.clone().text()) === (await fresh.clone().text())
  const policies = ({ headers }: Response) =>
    [...headers].filter(([name]) => POLICY.test(name)).join('\n')
  if (!isSame || policies(kept) === policies(fresh)) return
  await cache.put(PAGE, fresh)
  asking?.postMessage('page changed')
}
