import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { accountRoutes } from './three-commas-accounts.ts'
import { dcaBotRoutes } from './three-commas-dca-bots.ts'
import {
  answerUnder,
  type Befallen,
  type FaultRule,
  LATE,
  notAuthorized,
  timesDone,
} from './three-commas-faults.ts'
import { gridBotRoutes } from './three-commas-grid-bots.ts'
import { marketRoutes } from './three-commas-market.ts'
import { smartTradeRoutes } from './three-commas-smart-trades.ts'
import {
  type Answer,
  type Json,
  type Mode,
  type Permission,
  PERMISSIONS,
  Refused,
  type Route,
  written,
} from './three-commas-world.ts'

const PREFIX = '/public/api'

/** Recorded from the real service, for answers of success and failure alike. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': 'GET, PUT, POST, DELETE, PATCH, OPTIONS',
  'Access-Control-Allow-Headers':
    'DNT,X-CustomHeader,Keep-Alive,User-Agent,X-Requested-With,If-Modified-Since,Cache-Control,Content-Type,Authorization,Signature,Apikey,Forced-Mode',
  'Access-Control-Max-Age': '1728000',
}

/** Recorded: a cache has to revalidate. */
const VALIDATED = { 'Cache-Control': 'max-age=0, private, must-revalidate' }

/** A request as it arrived. Its signature was removed. */
export type SeenRequest = {
  readonly method: string
  /** After `/public/api`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly search: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  status: number | undefined
}

export type ThreeCommasOptions = {
  readonly port?: number
  readonly now?: () => number
  readonly secret?: string
  readonly permissions?: readonly Permission[]
  /** A second key, by RSA. */
  readonly rsa?: { readonly apiKey: string; readonly publicKey: string }
  /** Seconds that its clock is ahead. */
  readonly clockAhead?: number
}

/** Changes a trade between the answer to a write and the next read of it. */
type Becomes = (row: ReturnType<typeof smartTradeRoutes>['rows'][number]) => void

export type ThreeCommasService = Awaited<ReturnType<typeof openThreeCommasService>>

/**
 * A stand-in of the public API of 3Commas on this machine, written from its documents: state in
 * memory, signatures checked, answers in its shapes with other values.
 */
export async function openThreeCommasService(options: ThreeCommasOptions = {}) {
  const { now = Date.now, permissions = PERMISSIONS, rsa, clockAhead = 0 } = options
  const { secret = 'stand-in-secret-0123456789abcdef' } = options
  const key = { apiKey: 'stand-in-key-0123456789', secret }
  const allowed = new Set<Permission>(permissions)
  const requests: SeenRequest[] = []
  const rules: { rule: FaultRule; left: number }[] = []
  const waiting = new Set<ServerResponse>()
  const settings = {
    pendingReads: 0,
    clockAhead,
    sellsAll: true,
    becomes: undefined as Becomes | undefined,
    /** Called when a request is left without an answer. */
    onHang: undefined as (() => void) | undefined,
  }
  let preflights = 0
  let lastId = 15_564_827
  const parts = { now, nextId: () => (lastId += 1), pendingReads: () => settings.pendingReads }
  const smartTrades = smartTradeRoutes({ ...parts, becomes: (row) => settings.becomes?.(row) })
  const gridBots = gridBotRoutes(parts)
  const dcaBots = dcaBotRoutes(parts)

  const active = (account: number) => ({
    active_bots_count: dcaBots.rows.filter((row) => row.account_id === account && row.is_enabled)
      .length,
    active_deals_count: dcaBots.deals.filter(
      (deal) => deal.account_id === account && !deal['finished?'],
    ).length,
    active_smart_trades_count: smartTrades.rows.filter(
      (row) => row.account.id === account && row.data.editable,
    ).length,
    active_orders_count: 2,
    active_grid_bots_count: gridBots.rows.filter(
      (row) => row.account_id === account && row.is_enabled,
    ).length,
  })
  const accounts = accountRoutes({ now, active, sellsAll: () => settings.sellsAll })

  const routes: Route[] = [
    {
      method: 'GET',
      path: /^\/ver1\/time$/,
      answer: () => ({
        status: 200,
        json: { server_time: Math.floor(now() / 1000) + settings.clockAhead },
      }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/ping$/,
      answer: () => ({ status: 200, json: { pong: 'pong' } }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/validate$/,
      permission: 'any',
      answer: () => ({ status: 200, json: { valid: true } }),
    },
    ...marketRoutes(parts),
    ...accounts.routes,
    ...smartTrades.routes,
    ...gridBots.routes,
    ...dcaBots.routes,
  ]

  function answerTo(seen: SeenRequest, signature: string, body: string): Answer {
    const match = routes
      .filter(({ method }) => method === seen.method)
      .map((route) => ({ route, ids: route.path.exec(seen.path)?.slice(1) }))
      .find(({ ids }) => ids !== undefined)
    if (!match?.ids) throw new Refused(404, 'not_found', 'Not Found')
    const { permission, answer } = match.route
    if (permission !== undefined) {
      checkSignature(seen, signature, body)
      if (permission !== 'any' && !allowed.has(permission)) throw notAuthorized()
    }
    const mode: Mode = seen.headers['forced-mode'] === 'real' ? 'real' : 'paper'
    const query = new URLSearchParams(seen.search)
    const json = typeof seen.body === 'object' && seen.body !== null ? (seen.body as Json) : {}
    return answer({ ids: match.ids, query, body: json, mode })
  }

  function checkSignature(seen: SeenRequest, signature: string, body: string): void {
    const apiKey = seen.headers['apikey']
    const path = PREFIX + seen.path
    const query = seen.search.slice(1)
    // Either form is accepted where the documents contradict each other.
    const bare = query === '' && body === ''
    const forms = [`${path}?${query}${body}`, ...(bare ? [path] : [])]
    if (rsa && apiKey === rsa.apiKey) {
      const verifying = createPublicKey(rsa.publicKey)
      const bytes = Buffer.from(signature, 'base64')
      const all = query === '' ? [...forms, path + body] : forms
      if (!all.some((text) => verify('RSA-SHA256', Buffer.from(text), verifying, bytes))) {
        throw new Refused(401, 'signature_invalid', 'Provided signature is invalid')
      }
      return
    }
    if (apiKey !== key.apiKey) {
      throw new Refused(
        401,
        'api_key_invalid_or_expired',
        'Unauthorized. Invalid or expired api key.',
      )
    }
    if (!forms.some((text) => isSame(signature, hmacOf(key.secret, text)))) {
      throw new Refused(401, 'signature_invalid', 'Provided signature is invalid')
    }
  }

  function ruleFor(seen: SeenRequest): FaultRule | undefined {
    const found = rules.find(
      ({ rule, left }) =>
        left > 0 &&
        (rule.method === undefined || rule.method === seen.method) &&
        (rule.path === undefined ||
          (typeof rule.path === 'string' ? rule.path === seen.path : rule.path.test(seen.path))),
    )
    if (found) found.left -= 1
    return found?.rule
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.method === 'OPTIONS') {
      preflights += 1
      return write(outgoing, 204, '', {})
    }
    const body = await textOf(incoming)
    const { seen, signature } = seenOf(incoming, body)
    requests.push(seen)
    const rule = ruleFor(seen)
    let answer: Answer | undefined
    for (let times = timesDone(rule); times > 0; times -= 1) {
      answer = attempt(() => answerTo(seen, signature, body))
    }
    if (rule) return befall(outgoing, seen, { rule, answer })
    if (!answer) return
    seen.status = answer.status
    const text = written(answer.json)
    const tag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
    const headers = { 'Content-Type': 'application/json', ...VALIDATED, ETag: tag }
    if (answer.status === 200 && seen.headers['if-none-match'] === tag) {
      return write(outgoing, 304, '', headers)
    }
    write(outgoing, answer.status, text, headers)
  }

  function befall(outgoing: ServerResponse, seen: SeenRequest, befallen: Befallen): void {
    const answer = answerUnder(befallen)
    if (answer === 'none') {
      waiting.add(outgoing)
      return settings.onHang?.()
    }
    if (answer === 'dropped') return void outgoing.socket?.resetAndDestroy()
    seen.status = answer.status
    if (answer.isCut) return cut(outgoing, answer)
    const { status, text, type } = answer
    const send = () =>
      write(outgoing, status, text, { 'Content-Type': type }, befallen.rule.withoutCors)
    if (answer.isLate) setTimeout(send, LATE)
    else send()
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve()),
  )
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const origin = `http://127.0.0.1:${port}`

  return {
    origin,
    baseUrl: origin + PREFIX,
    key,
    /** Every request that arrived, in order; preflights are counted apart. */
    requests,
    preflights: () => preflights,
    /** The state, as the service has it. */
    state: {
      smartTrades: smartTrades.rows,
      gridBots: gridBots.rows,
      dcaBots: dcaBots.rows,
      deals: dcaBots.deals,
      sold: accounts.sold,
    },
    /** Number of reads with a pending status after a write; lead of its clock. */
    settings,
    /** Fault of the next matching requests. */
    fault: (rule: FaultRule) => void rules.push({ rule, left: rule.times ?? 1 }),
    pass: () => void rules.splice(0),
    /** Takes a permission from the key. */
    forbid: (permission: Permission) => void allowed.delete(permission),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function attempt(act: () => Answer): Answer {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

function seenOf(incoming: IncomingMessage, body: string) {
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  const { signature = '', ...headers } = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  )
  const seen: SeenRequest = {
    method: incoming.method ?? '',
    path: url.pathname.startsWith(PREFIX) ? url.pathname.slice(PREFIX.length) : url.pathname,
    query: Object.fromEntries(url.searchParams),
    // Raw text, since the signature covers the sent bytes.
    search: (incoming.url ?? '').includes('?') ? (incoming.url ?? '').replace(/^[^?]*/, '') : '',
    body: jsonOf(body),
    headers,
    status: undefined,
  }
  return { seen, signature }
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

async function textOf(incoming: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Either case is accepted. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** One request on each connection, so that a browser repeats none by itself. */
function write(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string>,
  withoutCors = false,
): void {
  outgoing.writeHead(status, { ...(!withoutCors && CORS), ...headers, Connection: 'close' })
  outgoing.end(text)
}

/** Half of the answer comes, then the connection breaks. */
function cut(outgoing: ServerResponse, { status, text }: { status: number; text: string }): void {
  const half = text.slice(0, Math.floor(text.length / 2))
  const length = String(Buffer.byteLength(text))
  outgoing.writeHead(status, {
    ...CORS,
    'Content-Type': 'application/json',
    'Content-Length': length,
  })
  outgoing.write(half, () => outgoing.socket?.resetAndDestroy())
}
