import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const ORIGIN = 'http://127.0.0.1:4780'
const listeners = new Map<string, (event: unknown) => void>()

/** The names of the builds that the browser keeps, in the order in which they were made. */
const kept = new Set<string>()
/** What each build keeps, by path. */
const files = new Map<string, Map<string, Response>>()
const SCRIPT = '/assets/first-1a2b.js'
/** What the host answers, by path and by how the browser asks. */
let host: (path: string, cache: string) => Response
const html = (text = 'the page') =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const script = (text = 'code') =>
  new Response(text, { headers: { 'Content-Type': 'text/javascript' } })
const wholeHost = (path: string): Response => (path.endsWith('.js') ? script() : html())

beforeAll(async () => {
  vi.stubGlobal('BUILD', {
    version: '1',
    first: [SCRIPT.slice(1)],
    rest: [],
    hasOneAddress: false,
  })
  vi.stubGlobal('location', new URL(`${ORIGIN}/service-worker.js`))
  host = wholeHost
  // Node knows no page that a path would belong to.
  vi.stubGlobal(
    'Request',
    class {
      readonly mode = 'cors'
    },
  )
  vi.stubGlobal('skipWaiting', () => Promise.resolve())
  vi.stubGlobal('caches', {
    match: () => Promise.resolve(new Response('kept')),
    keys: () => Promise.resolve([...kept]),
    delete(name: string) {
      files.delete(name)
      return Promise.resolve(kept.delete(name))
    },
    open(name: string) {
      kept.add(name)
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

/** Whether the worker answers a request; all others are the browser's own matter. */
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
  'answers a visit of %s',
  (url) => expect(isAnswered(url, VISIT)).toBe(true),
)

it.each(['/assets/first-1a2b.js', '/assets/index-1a2b.css'])('answers a read of %s', (url) =>
  expect(isAnswered(url)).toBe(true),
)

it.each([
  ['a read of the API', '/api/v1/smart_trades', {}],
  ['a visit of the API', '/api/v1/time', VISIT],
  ['a call of a relayed API', '/main/api/v1/time', VISIT],
  ['the health of the service', '/health', {}],
  ['a visit of the health of the service', '/health', VISIT],
  ['a visit of the figures of the service', '/metrics', VISIT],
  ['the page as a program reads it', '/', {}],
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
])('leaves %s alone', (_what, url, request) => expect(isAnswered(url, request)).toBe(false))

/** What an event of the worker's life makes it do. */
async function live(type: 'install' | 'activate'): Promise<void> {
  const done: Promise<unknown>[] = []
  listeners.get(type)?.({ waitUntil: (promise: Promise<unknown>) => void done.push(promise) })
  await Promise.all(done)
}

it('keeps the build that comes back after another one as the newest', async () => {
  kept.clear()
  for (const version of ['0', '1', '2']) kept.add(`quarterdeck-build-${version}`)
  await live('install')
  await live('activate')
  expect([...kept]).toEqual(['quarterdeck-build-2', 'quarterdeck-build-1'])
})

it('keeps nothing of a build whose files do not all come', async () => {
  kept.clear()
  kept.add('quarterdeck-build-0')
  host = () => {
    throw new TypeError('The connection broke.')
  }
  await expect(live('install')).rejects.toThrow('The connection broke.')
  expect([...kept]).toEqual(['quarterdeck-build-0'])
})

/** What the build has kept under a path. */
const keptAt = (path: string, build = 'quarterdeck-build-1') => files.get(build)?.get(path)

it('keeps a file past the page that the browser holds under its name', async () => {
  host = (path, cache) => (path === SCRIPT && cache !== 'reload' ? html() : wholeHost(path))
  await live('install')
  expect(await keptAt(SCRIPT)?.text()).toBe('code')
})

it.each([
  ['its page', () => html()],
  ['an error', () => new Response('none', { status: 404 })],
])('keeps nothing of a build in which a host answers a file with %s', async (_what, answer) => {
  kept.clear()
  host = (path) => (path === SCRIPT ? answer() : wholeHost(path))
  await expect(live('install')).rejects.toThrow(`${SCRIPT} did not come`)
  expect([...kept]).toEqual([])
})

it('forgets what an earlier worker took for a file of its build', async () => {
  kept.clear()
  kept.add('quarterdeck-build-0')
  files.set(
    'quarterdeck-build-0',
    new Map([
      ['/assets/a.js', html()],
      ['/assets/b.js', script()],
    ]),
  )
  await live('activate')
  expect([...(files.get('quarterdeck-build-0')?.keys() ?? [])]).toEqual(['/assets/b.js'])
})

it('keeps the page of a host that leads elsewhere from its file so that it answers visits', async () => {
  host = (path) => {
    const led = wholeHost(path)
    Object.defineProperty(led, 'redirected', { value: true })
    return led
  }
  await live('install')
  const page = keptAt('/index.html')
  expect(page?.redirected).toBe(false)
  expect(page?.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(await page?.text()).toBe('the page')
})

/** The worker of a site of files that lies at this path. */
async function startSiteAt(path: string): Promise<void> {
  vi.stubGlobal('BUILD', { version: '2', first: [], rest: [], hasOneAddress: true })
  vi.stubGlobal('location', new URL(`${ORIGIN}${path}service-worker.js`))
  vi.resetModules()
  await import('./service-worker.ts')
}

it.each(['/', '/some/path/'])('a site at %s answers a visit of its page alone', async (path) => {
  await startSiteAt(path)
  for (const own of [path, `${path}index.html`]) expect(isAnswered(own, VISIT)).toBe(true)
  expect(isAnswered(`${path}assets/first-1a2b.js`)).toBe(true)
  for (const other of [`${path}blog/`, `${path}blog`, '/elsewhere/assets/a.js']) {
    expect(isAnswered(other, VISIT)).toBe(false)
  }
})

it('a site forgets no build of another site on its origin', async () => {
  host = wholeHost
  await startSiteAt('/some/')
  kept.clear()
  const others = ['quarterdeck-build-0', 'quarterdeck-build-1', 'quarterdeck-build-/some/path/1']
  for (const name of [...others, 'quarterdeck-build-/some/0', 'quarterdeck-build-/some/1']) {
    kept.add(name)
  }
  await live('install')
  await live('activate')
  expect([...kept]).toEqual([...others, 'quarterdeck-build-/some/1', 'quarterdeck-build-/some/2'])
})
