import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const ORIGIN = 'http://127.0.0.1:4780'
const listeners = new Map<string, (event: unknown) => void>()

/** Names of the caches, oldest first. */
const cacheNames = new Set<string>()
/** Cached responses by cache name and path. */
const files = new Map<string, Map<string, Response>>()
const SCRIPT = '/assets/first-1a2b.js'
/** Response of the host by path and cache mode. */
let host: (path: string, cache: string) => Response
const html = (text = 'the page') =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const script = (text = 'code') =>
  new Response(text, { headers: { 'Content-Type': 'text/javascript' } })
const workingHost = (path: string): Response => (path.endsWith('.js') ? script() : html())

beforeAll(async () => {
  vi.stubGlobal('BUILD', {
    version: '1',
    first: [SCRIPT.slice(1)],
    rest: [],
    hasOneAddress: false,
  })
  vi.stubGlobal('location', new URL(`${ORIGIN}/service-worker.js`))
  host = workingHost
  // Node's `Request` rejects relative URLs.
  vi.stubGlobal(
    'Request',
    class {
      readonly mode = 'cors'
    },
  )
  vi.stubGlobal('skipWaiting', () => Promise.resolve())
  vi.stubGlobal('caches', {
    match: () => Promise.resolve(new Response('kept')),
    keys: () => Promise.resolve([...cacheNames]),
    delete(name: string) {
      files.delete(name)
      return Promise.resolve(cacheNames.delete(name))
    },
    open(name: string) {
      cacheNames.add(name)
      const own = files.get(name) ?? new Map<string, Response>()
      files.set(name, own)
      return Promise.resolve({
        keys: () => Promise.resolve([...own.keys()].map((path) => ({ url: ORIGIN + path }))),
        match: ({ url }: { url: string }) => Promise.resolve(own.get(new URL(url).pathname)),
        delete: ({ url }: { url: string }) => Promise.resolve(own.delete(new URL(url).pathname)),
        put: (path: string, response: Response) => void own.set(path, response),
      })
    },
  })
  vi.stubGlobal('fetch', (path: string, { cache = 'default' } = {}) =>
    Promise.resolve().then(() => host(path, cache)),
  )
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) =>
    listeners.set(type, listener),
  )
  await import('./service-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

/** True if the worker answers a request itself. */
function isAnswered(url: string, { method = 'GET', mode = 'cors' } = {}): boolean {
  const respondWith = vi.fn<(answer: Promise<Response>) => void>()
  listeners.get('fetch')?.({
    request: { url: new URL(url, ORIGIN).href, method, mode },
    respondWith,
  })
  return respondWith.mock.calls.length > 0
}

const VISIT = { mode: 'navigate' }

it.each(['/', '/smart-trades?status=all', '/grid-bots/7', '/connect', '/#pair=code'])(
  'the worker answers a visit of %s',
  (url) => expect(isAnswered(url, VISIT)).toBe(true),
)

it.each(['/assets/first-1a2b.js', '/assets/index-1a2b.css'])(
  'the worker answers a request for %s',
  (url) => expect(isAnswered(url)).toBe(true),
)

it.each([
  ['an API read', '/api/v1/smart_trades', {}],
  ['a visit of the API', '/api/v1/time', VISIT],
  ['a call of a relayed API', '/main/api/v1/time', VISIT],
  ['the health of the service', '/health', {}],
  ['a visit of the health of the service', '/health', VISIT],
  ['a visit of the metrics', '/metrics', VISIT],
  ['a read of the page by a script', '/', {}],
  ['a picture', '/currencies/btc.svg', {}],
  ['a visit of a file', '/favicon.svg', VISIT],
  ['its own script', '/service-worker.js', { mode: 'same-origin' }],
  ['a write', '/api/v1/smart_trades', { method: 'POST' }],
  ['a form sent to a page', '/smart-trades', { method: 'POST', mode: 'navigate' }],
  ['a write to a file', '/assets/first-1a2b.js', { method: 'PUT' }],
  ['the head of a file', '/assets/first-1a2b.js', { method: 'HEAD' }],
  ['a page of another origin', 'https://example.com/', VISIT],
  ['a file of another origin', 'https://example.com/assets/first-1a2b.js', {}],
  ['a file of another port', 'http://127.0.0.1:4781/assets/first-1a2b.js', {}],
])('the worker does not answer %s', (_name, url, request) =>
  expect(isAnswered(url, request)).toBe(false),
)

/** Dispatches a lifecycle event and waits for its work. */
async function dispatch(type: 'install' | 'activate'): Promise<void> {
  const done: Promise<unknown>[] = []
  listeners.get(type)?.({ waitUntil: (promise: Promise<unknown>) => void done.push(promise) })
  await Promise.all(done)
}

it('a build that is installed again is the newest cache', async () => {
  cacheNames.clear()
  for (const version of ['0', '1', '2']) cacheNames.add(`quarterdeck-build-${version}`)
  await dispatch('install')
  await dispatch('activate')
  expect([...cacheNames]).toEqual(['quarterdeck-build-2', 'quarterdeck-build-1'])
})

it('an installation with a failed file leaves no cache', async () => {
  cacheNames.clear()
  cacheNames.add('quarterdeck-build-0')
  host = () => {
    throw new TypeError('The connection broke.')
  }
  await expect(dispatch('install')).rejects.toThrow('The connection broke.')
  expect([...cacheNames]).toEqual(['quarterdeck-build-0'])
})

const cachedAt = (path: string, build = 'quarterdeck-build-1') => files.get(build)?.get(path)

it('a file is fetched again if the HTTP cache has a page under its name', async () => {
  host = (path, cache) => (path === SCRIPT && cache !== 'reload' ? html() : workingHost(path))
  await dispatch('install')
  expect(await cachedAt(SCRIPT)?.text()).toBe('code')
})

it.each([
  ['its page', () => html()],
  ['an error', () => new Response('none', { status: 404 })],
])('a host that answers a file with %s fails the installation', async (_name, answer) => {
  cacheNames.clear()
  host = (path) => (path === SCRIPT ? answer() : workingHost(path))
  await expect(dispatch('install')).rejects.toThrow(`${SCRIPT} did not come`)
  expect([...cacheNames]).toEqual([])
})

it('activation removes pages that an earlier worker cached as files', async () => {
  cacheNames.clear()
  cacheNames.add('quarterdeck-build-0')
  files.set(
    'quarterdeck-build-0',
    new Map([
      ['/assets/a.js', html()],
      ['/assets/b.js', script()],
    ]),
  )
  await dispatch('activate')
  expect([...(files.get('quarterdeck-build-0')?.keys() ?? [])]).toEqual(['/assets/b.js'])
})

it('a redirected page is cached as a response that can answer visits', async () => {
  host = (path) => {
    const led = workingHost(path)
    Object.defineProperty(led, 'redirected', { value: true })
    return led
  }
  await dispatch('install')
  const page = cachedAt('/index.html')
  expect(page?.redirected).toBe(false)
  expect(page?.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(await page?.text()).toBe('the page')
})

/** Starts the worker of a static site at a path. */
async function startSiteAt(path: string): Promise<void> {
  vi.stubGlobal('BUILD', { version: '2', first: [], rest: [], hasOneAddress: true })
  vi.stubGlobal('location', new URL(`${ORIGIN}${path}service-worker.js`))
  vi.resetModules()
  await import('./service-worker.ts')
}

it.each(['/', '/some/path/'])(
  'a static site at %s answers only visits of its page',
  async (path) => {
    await startSiteAt(path)
    for (const own of [path, `${path}index.html`]) expect(isAnswered(own, VISIT)).toBe(true)
    expect(isAnswered(`${path}assets/first-1a2b.js`)).toBe(true)
    for (const other of [`${path}blog/`, `${path}blog`, '/elsewhere/assets/a.js']) {
      expect(isAnswered(other, VISIT)).toBe(false)
    }
  },
)

it('a static site deletes no cache of another site on its origin', async () => {
  host = workingHost
  await startSiteAt('/some/')
  cacheNames.clear()
  const others = ['quarterdeck-build-0', 'quarterdeck-build-1', 'quarterdeck-build-/some/path/1']
  for (const name of [...others, 'quarterdeck-build-/some/0', 'quarterdeck-build-/some/1']) {
    cacheNames.add(name)
  }
  await dispatch('install')
  await dispatch('activate')
  expect([...cacheNames]).toEqual([
    ...others,
    'quarterdeck-build-/some/1',
    'quarterdeck-build-/some/2',
  ])
})
