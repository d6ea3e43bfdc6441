import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Answers a request itself, where it calls `ask` with the service's own answer; `false` lets it pass. */
type Intercept = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ask: () => Promise<Answer>,
) => boolean | Promise<boolean>

/** Stands between browser and service under an origin of its own. */
async function openProxy(service: string, intercept: Intercept, at = 0) {
  const { host, hostname, port } = new URL(service)

  const ask = (incoming: IncomingMessage): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { headers, method, url: path } = incoming
      // The service answers to no other host or origin.
      const own = { ...headers, host, ...('origin' in headers && { origin: service }) }
      const asking = request({ hostname, port, method, path, headers: own }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode: status = 502 } = answer
          resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) })
        })
      })
      asking.on('error', reject)
      incoming.pipe(asking)
    })

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (await intercept(incoming, outgoing, () => ask(incoming))) return
    const { status, headers, body } = await ask(incoming)
    outgoing.writeHead(status, headers).end(body)
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    origin,
    /** The proxy's address. */
    through: (link: string) => link.replace(service, origin),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The JSON that replaces an answer; `undefined` leaves it to the service. */
export type Replacement = (asked: URL) => unknown

/** Answers some reads itself, with whatever a test or measurement needs. */
export const openAnswerProxy = (service: string, replacement: Replacement) =>
  openProxy(service, ({ method, url = '' }, outgoing) => {
    const json = method === 'GET' ? replacement(new URL(url, service)) : undefined
    if (json === undefined) return false
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    outgoing.end(gzipSync(typeof json === 'string' ? json : JSON.stringify(json)))
    return true
  })

/** Hands on the service's answer to each read, changed as `change` says; `undefined` leaves it as it is. */
export const openChangingProxy = (
  service: string,
  change: (asked: URL, json: unknown) => unknown,
) =>
  openProxy(service, async ({ method, url = '' }, outgoing, ask) => {
    if (method !== 'GET' || !url.startsWith('/api/')) return false
    const answer = await ask()
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true
    const json = isJson
      ? change(new URL(url, service), JSON.parse(plain(answer).toString()))
      : undefined
    if (json === undefined) outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    else {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' })
      outgoing.end(JSON.stringify(json))
    }
    return true
  })

/**
 * Hands on the pages and files of the service as if they were of another build, named by `current`:
 * each script has another name, and the page says which build it is of.
 */
export const openOtherBuilds = (service: string, current: () => string) =>
  openProxy(service, async (incoming, outgoing, ask) => {
    const { method, url = '' } = incoming
    if (method !== 'GET' || url.startsWith('/api/')) return false
    const build = current()
    const others = /(-[\w-]{8})\.build\w+\.js$/.exec(url)
    if (others && !url.includes(`.build${build}.`)) {
      outgoing.writeHead(404).end()
      return true
    }
    incoming.url = url.replace(/\.build\w+\.js$/, '.js')
    const answer = await ask()
    const isText = /html|javascript/.test(answer.headers['content-type'] ?? '')
    const {
      'content-length': _length,
      'content-encoding': coding,
      link: _link,
      ...headers
    } = answer.headers
    const body = isText
      ? plain(answer)
          .toString()
          .replaceAll(/(-[\w-]{8})\.js\b/g, `$1.build${build}.js`)
          .replace('"version":"', `"version":"${build}-`)
          .replace('</head>', `<meta name="build" content="${build}" /></head>`)
      : answer.body
    outgoing.writeHead(answer.status, {
      ...headers,
      ...(!isText && coding !== undefined && { 'content-encoding': coding }),
    })
    outgoing.end(body)
    return true
  })

/**
 * Reports whatever a page does not catch, from its first script on. A preload is left out: Firefox
 * reports one that the `Link` header was ahead of, and a module that is missing reports itself. So
 * is what comes while the page is left, which cuts its requests off.
 */
const WATCH = `{
  // The page knows its build by the first script that it has.
  document.currentScript.remove()
  let isLeft = false
  addEventListener('beforeunload', () => { isLeft = true })
  const report = (...words) => void (isLeft || navigator.sendBeacon('/faults', words.join(' ')))
  addEventListener('error', ({ target, message }) => {
    if (target === window) report('uncaught:', message)
    else if (target.rel !== 'modulepreload') report('not loaded:', target.src ?? target.href)
  }, true)
  addEventListener('unhandledrejection', ({ reason }) => report('uncaught:', reason))
  addEventListener('securitypolicyviolation', (one) => report('policy:', one.violatedDirective, one.blockedURI, one.sourceFile))
  const { error } = console
  console.error = (...words) => { report('console:', ...words); error(...words) }
}`

/** Hands on the pages of a service with a script before all others that reports their faults. */
export const openWatchedPages = (service: string, at: number, report: (fault: string) => void) =>
  openProxy(
    service,
    async (incoming, outgoing, ask) => {
      const { method, url = '' } = incoming
      if (url === '/watch.js') {
        outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(WATCH)
        return true
      }
      if (url === '/faults') {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk as Buffer)
        report(Buffer.concat(chunks).toString())
        outgoing.writeHead(204).end()
        return true
      }
      if (method !== 'GET' || url.startsWith('/api/')) return false
      const answer = await ask()
      // The service worker asks for the page as for any file.
      if (answer.headers['content-type']?.startsWith('text/html') !== true) {
        outgoing.writeHead(answer.status, answer.headers).end(answer.body)
        return true
      }
      const { 'content-length': _length, 'content-encoding': _coding, ...rest } = answer.headers
      const watched = plain(answer)
        .toString()
        .replace('<script', '<script src="/watch.js"></script><script')
      outgoing.writeHead(answer.status, rest).end(watched)
      return true
    },
    at,
  )

/** Answers that replace those of every read. */
export const READ_FAULTS = [
  '500',
  '502 in HTML',
  '401',
  '403',
  '429 with Retry-After',
  '429 without a time',
  'no answer',
  'truncated',
  'nulls',
  'missing members',
  'big ids',
] as const
export type ReadFault = (typeof READ_FAULTS)[number]

/** Beyond what a double holds. */
const BIG = '9007199254740993'

/** Every read under `/api/` meets the fault that is set; writes pass. */
export async function openReadFaultProxy(service: string) {
  let fault: ReadFault | undefined
  const proxy = await openProxy(service, async ({ method, url }, outgoing, ask) => {
    if (!fault || method !== 'GET' || !url?.startsWith('/api/')) return false
    if (fault !== 'no answer') answerWith(outgoing, fault, await ask())
    return true
  })
  return {
    ...proxy,
    /** Sets what every read from now on meets; nothing without one. */
    set(next: ReadFault | undefined) {
      fault = next
    },
  }
}

function answerWith(
  outgoing: ServerResponse,
  fault: Exclude<ReadFault, 'no answer'>,
  answer: Answer,
): void {
  const refuse = (status: number, error: string, sentence: string, headers = {}) => {
    outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    outgoing.end(JSON.stringify({ error, error_description: sentence }))
  }
  switch (fault) {
    case '500':
      return refuse(500, 'internal_error', 'Something broke here, reference 4711.')
    case '502 in HTML':
      outgoing.writeHead(502, { 'Content-Type': 'text/html' })
      return void outgoing.end('<!doctype html><h1>Bad Gateway</h1>')
    case '401':
      return refuse(401, 'api_key_invalid_or_expired', 'The API key is invalid or has expired.')
    case '403':
      return refuse(403, 'access_denied', 'This plan does not include the API.')
    case '429 with Retry-After':
      return refuse(429, 'rate_limited', 'Too many requests.', { 'Retry-After': '40' })
    case '429 without a time':
      return refuse(429, 'rate_limited', 'This plan allows fewer requests.')
    case 'truncated': {
      const text = plain(answer)
      outgoing.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': text.length + 10,
      })
      return void outgoing.write(text.subarray(0, Math.ceil(text.length / 2)), () =>
        outgoing.destroy(),
      )
    }
    case 'nulls':
    case 'missing members':
    case 'big ids': {
      outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' })
      return void outgoing.end(changedAnswer[fault](plain(answer).toString('utf8')))
    }
  }
}

const isKept = (name: string) => name === 'id' || name === 'uuid'

/** An answer in which everything but the ids is lost, or the ids are longer than a double holds. */
export const changedAnswer: Record<
  'nulls' | 'missing members' | 'big ids',
  (json: string) => string
> = {
  nulls: (json) => JSON.stringify(rowsOf(json, (name, value) => (isKept(name) ? value : null))),
  'missing members': (json) =>
    JSON.stringify(rowsOf(json, (name, value) => (isKept(name) ? value : undefined))),
  // Text, since no JavaScript number can hold it.
  'big ids': (json) =>
    json.replaceAll(
      /"(id|account_id)":(\d+)/g,
      (_, name: string, digits: string) => `"${name}":${BIG.slice(0, -digits.length)}${digits}`,
    ),
}

/** Each row of a list, or a single answer, with every member as `change` makes it. */
function rowsOf(json: string, change: (name: string, value: unknown) => unknown): unknown {
  const changed = (row: unknown): unknown =>
    typeof row === 'object' && row !== null && !Array.isArray(row)
      ? Object.fromEntries(
          Object.entries(row as Record<string, unknown>).map(([name, value]) => [
            name,
            change(name, value),
          ]),
        )
      : row
  const answer = JSON.parse(json) as unknown
  return Array.isArray(answer) ? answer.map(changed) : changed(answer)
}

function plain({ headers, body }: Answer): Buffer {
  const coding = headers['content-encoding']
  if (coding === 'br') return brotliDecompressSync(body)
  return coding === 'gzip' ? gunzipSync(body) : body
}
