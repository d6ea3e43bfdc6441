import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '#client/client.ts'
import { type Permission, PERMISSIONS } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Webhooks } from '#paper/alerts/deliveries.ts'
import type { Network } from '#paper/alerts/send-webhook.ts'
import { beginWorld } from '#paper/engine/open-world.ts'
import { responseOf } from '#paper/http/answer.ts'
import type { Crowd } from '#paper/http/connections.ts'
import type { RawRequest } from '#paper/http/raw-request.ts'
import type { Reach } from '#paper/http/reach.ts'
import { createServer, listen } from '#paper/http/serve.ts'
import { issueToken } from '#paper/http/tokens.ts'
import type { OpenWorld } from '#paper/engine/open-world.ts'
import { createMetrics } from '#paper/metrics.ts'
import { type PaperProcessSettings, openPaperProcess } from '#paper/paper-process.ts'
import type { MarketFeed } from '#paper/live/feed.ts'
import type { openSqliteStore } from '#paper/store/sqlite/sqlite-store.ts'
import { type NewKey, TRADER } from '#paper/store/store.ts'
import type { Credentials } from '#signing/credentials.ts'
import { generateKeyPair, importSecret } from '#signing/keys.ts'

import { documented } from './documented.ts'

export type Wishes = Partial<Omit<PaperProcessSettings, 'data'>> & {
  /** Data directory left by another paper service. */
  data?: string
  /** The wall clock at the beginning; it stands still until a test moves it. */
  startsAt?: Instant
  openWorld?: OpenWorld
  /** Clock of slices and limits; it stands still until a test moves it. */
  steady?: () => number
  openStore?: typeof openSqliteStore
  /** Network of the webhooks, and the timer of their next try. */
  network?: Partial<Network>
  later?: Webhooks['later']
  /** The prices of a world at a real market. */
  feed?: MarketFeed
  /** The secret that the client signs with, when it is to be another than the key's. */
  secret?: string
}

export type KeyWishes = {
  user?: string
  algorithm?: 'hmac' | 'rsa'
  permissions?: readonly Permission[]
  expiresAt?: Instant
}

/** Files, connection limits and reach of the server. */
type Serving = { root?: string; connections?: Partial<Crowd>; reach?: Reach }

export type TestService = Awaited<ReturnType<typeof openTestService>>

const ORIGIN = 'http://127.0.0.1:4780'
const STARTS_AT = Date.UTC(2026, 5, 1, 12)

/** A fresh service over a directory of its own and a client with all permissions, in one process. */
export async function openTestService(wishes: Wishes = {}) {
  const data = wishes.data ?? mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  const clock = { now: wishes.startsAt ?? STARTS_AT, steady: 0 }
  const failures: unknown[] = []
  const said: string[] = []
  const report = ({ error }: { error: unknown }): void => void failures.push(error)
  const settings: PaperProcessSettings = {
    data,
    seed: wishes.seed,
    world: wishes.world ?? 'empty',
    market: wishes.market,
    speed: wishes.speed ?? 1,
    strict: wishes.strict ?? false,
    allowedOrigins: wishes.allowedOrigins ?? new Set(),
    rateLimit: wishes.rateLimit ?? 'off',
    publicOrigin: wishes.publicOrigin,
    notifyTo: wishes.notifyTo ?? [],
    live: wishes.feed && { exchange: wishes.feed.name, addresses: {} },
  }
  const { feed } = wishes
  const running = await openPaperProcess(settings, {
    openWorld: wishes.openWorld ?? beginWorld,
    ...(wishes.openStore && { openStore: wishes.openStore }),
    ...(wishes.network && { network: wishes.network }),
    ...(wishes.later && { later: wishes.later }),
    ...(feed && { feed: () => feed }),
    now: () => clock.now,
    steady: wishes.steady ?? (() => clock.steady),
    report,
    say: (sentence) => void said.push(sentence),
    // Progress, once a second of the machine: how much there is of it depends on its speed.
    show: () => undefined,
  })
  const { store } = running
  const service = documented(running.service, settings.strict)
  let closeServer: (() => Promise<void>) | undefined

  /** A key as `keys add` makes it, ready to sign with. */
  async function addKey(key: KeyWishes = {}): Promise<Credentials & { token: string }> {
    const pair = key.algorithm === 'rsa' ? await generateKeyPair() : undefined
    const material: Pick<NewKey & { algorithm: 'rsa' }, 'algorithm' | 'publicKey'> | undefined =
      pair && { algorithm: 'rsa', publicKey: pair.publicPem }
    const added = await store.keys.add(
      { name: key.user ?? TRADER },
      {
        ...(material ?? { algorithm: 'hmac' }),
        permissions: [...(key.permissions ?? PERMISSIONS)],
        expiresAt: key.expiresAt,
      },
      clock.now,
    )
    const { token } = await issueToken(store.tokenSecret, added, clock.now)
    const signingKey = pair?.key ?? (await importSecret(wishes.secret ?? added.material))
    return { apiKey: added.apiKey, key: signingKey, token, emptyForm: 'path?' }
  }

  /** `fetch` straight into the service: no socket in between. */
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await service.answer(rawRequest(url, init))
    const response = responseOf(answer)
    if (!answer.stream || !response.body || !init.signal) return response
    const body = response.body.pipeThrough(new TransformStream(), { signal: init.signal })
    return new Response(body, response)
  }

  const clientFor = (credentials: Credentials) =>
    createClient({ baseUrl: ORIGIN, credentials, fetch })

  const credentials = await addKey()
  return {
    data,
    process: running,
    store,
    service,
    clock,
    credentials,
    /** Failures that the service reported. */
    failures,
    /** The sentences for the person at the terminal. */
    said,
    addKey,
    clientFor,
    client: clientFor(credentials),
    fetch,
    /** Serves over real HTTP, on a free port. */
    async serve({ root = join(data, 'no-site'), ...more }: Serving = {}): Promise<number> {
      mkdirSync(root, { recursive: true })
      const health = async () => ({
        ...(await running.health()),
        service: 'paper' as const,
        version: '1.2.3',
        build: 'abc',
        pair: 'quarterdeck pair',
        uptime_s: 0,
      })
      const server = createServer({
        service,
        root,
        connectTo: [],
        health,
        metrics: createMetrics(health),
        report,
        ...more,
      })
      closeServer = () => new Promise((resolve) => server.close(() => resolve()))
      return listen(server, 0)
    },
    async close({ keepData = false } = {}): Promise<void> {
      running.endStreams()
      await closeServer?.()
      await running.close()
      if (!keepData) rmSync(data, { recursive: true })
    },
  }
}

function rawRequest(url: string, init: RequestInit): RawRequest {
  const headers = new Headers(init.headers)
  const { origin } = new URL(url)
  return {
    method: init.method ?? 'GET',
    target: url.slice(origin.length) || '/',
    header: (name) => headers.get(name) ?? (name === 'host' ? new URL(ORIGIN).host : undefined),
    headerCount: Array.from(headers.keys()).length,
    bytes: bytesOf(init.body),
    address: '127.0.0.1',
    ownOrigin: ORIGIN,
  }
}

function bytesOf(body: RequestInit['body']): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return body instanceof Uint8Array ? new Uint8Array(body) : new Uint8Array()
}
