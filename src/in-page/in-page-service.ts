import { type Ask, type FromWorker, isRead, type Reply, type ServiceState } from './messages.ts'

type Options = {
  /** Starts a new worker (`src/paper/in-page/worker.ts`). */
  startWorker: () => Worker
  /** Reloads the worker's code if the browser cached something else. */
  mendWorker?: () => Promise<unknown>
  /** URL of the initial world. */
  snapshot: string
  /** Base URL of the page's own API. */
  baseUrl: string
}

export type InPageService = ReturnType<typeof openInPageService>

type Pending = { ask: Ask; resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** Milliseconds. */
const PING_INTERVAL = 5_000
/** Unanswered pings before the worker counts as hung; its longest step takes less than 1 s. */
const MAX_UNANSWERED = 3
/** Failures within `FAILURE_WINDOW` ms after which the worker is not restarted. */
const MAX_FAILURES = 3
const FAILURE_WINDOW = 60_000

const OPENING: ServiceState = {
  phase: 'opening',
  isElsewhere: false,
  progress: undefined,
  sentence: undefined,
}

/** Insecure pages lack signatures and cross-tab locks. */
const INSECURE: ServiceState = {
  ...OPENING,
  phase: 'stopped',
  sentence:
    'The paper service needs https, or a page on this computer: browsers only allow signing there.',
}

/**
 * Runs the paper service in a worker, which answers requests to the page's own address. Tabs share
 * one world, which one of their workers runs.
 */
export function openInPageService({ startWorker, mendWorker, snapshot, baseUrl }: Options) {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/+$/, '')
  const pending = new Map<number, Pending>()
  const listeners = new Set<() => void>()
  let state = globalThis.isSecureContext ? OPENING : INSECURE
  let worker: Worker | undefined
  let nextId = 1
  let unanswered = 0
  let watch: ReturnType<typeof setInterval> | undefined
  let failures: number[] = []
  let isAskedToKeep = false

  function setState(next: ServiceState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function start(): void {
    if (worker || state.phase === 'stopped') return
    const started = startWorker()
    worker = started
    unanswered = 0
    started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      unanswered = 0
      if (data.kind === 'state') setState(data.state)
      if (data.kind === 'reply') settle(data.id, data.reply)
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      ended(started, 'failed')
    })
    started.addEventListener('messageerror', () => ended(started, 'failed'))
    started.postMessage({ kind: 'open', snapshot, origin, basePath })
    for (const [id, { ask }] of pending) started.postMessage({ kind: 'ask', id, ask })
  }

  /** Terminates the worker and releases the world, which another tab can then run. */
  function stop(): void {
    worker?.terminate()
    worker = undefined
    for (const [id, { ask }] of pending) if (!isRead(ask)) settle(id, { kind: 'lost' })
  }

  function ended(which: Worker, how: 'failed' | 'hangs'): void {
    if (worker !== which) return
    stop()
    const at = performance.now()
    failures = [...failures.filter((earlier) => earlier > at - FAILURE_WINDOW), at]
    const what =
      how === 'failed'
        ? 'The paper service in this page failed'
        : 'The paper service in this page did not answer'
    if (failures.length >= MAX_FAILURES) {
      const sentence = `${what} several times and has stopped. Reload the page to restart it.`
      setState({ ...OPENING, phase: 'stopped', sentence })
      for (const id of pending.keys()) settle(id, { kind: 'failed', sentence })
      return
    }
    setState({ ...OPENING, sentence: `${what} and was restarted.` })
    void Promise.resolve(mendWorker?.()).finally(start)
  }

  function settle(id: number, reply: Reply): void {
    const asked = pending.get(id)
    pending.delete(id)
    // A stream of an aborted request would hold one of few places.
    if (!asked && reply.kind === 'response' && reply.stream !== undefined) leave(reply.stream)
    if (reply.kind === 'lost') asked?.reject(new TypeError('The worker ended without an answer'))
    else if (reply.kind === 'failed') asked?.reject(new TypeError(reply.sentence))
    else asked?.resolve(reply)
  }

  function check(): void {
    if (pending.size === 0) {
      clearInterval(watch)
      watch = undefined
    } else if (worker && unanswered >= MAX_UNANSWERED) {
      ended(worker, 'hangs')
    } else {
      unanswered += 1
      worker?.postMessage({ kind: 'ping' })
    }
  }

  async function answerOf<K extends Reply['kind']>(
    kind: K,
    ask: Ask,
    signal?: AbortSignal | null,
  ): Promise<Extract<Reply, { kind: K }>> {
    signal?.throwIfAborted()
    if (state.phase === 'stopped') throw new TypeError(state.sentence)
    const id = nextId++
    const reply = await new Promise<Reply>((resolve, reject) => {
      pending.set(id, { ask, resolve, reject })
      signal?.addEventListener('abort', () => {
        pending.delete(id)
        reject(signal.reason as Error)
      })
      worker?.postMessage({ kind: 'ask', id, ask })
      watch ??= setInterval(check, PING_INTERVAL)
    })
    if (reply.kind !== kind) throw new TypeError('The worker answered something else')
    return reply as Extract<Reply, { kind: K }>
  }

  const leave = (stream: string): void =>
    void answerOf('done', { kind: 'leave', stream }).catch(() => undefined)

  function partsOf(stream: string, signal: RequestInit['signal']): ReadableStream<Uint8Array> {
    const utf8 = new TextEncoder()
    signal?.addEventListener('abort', () => leave(stream), { once: true })
    return new ReadableStream(
      {
        async pull(controller) {
          const { text } = await answerOf('part', { kind: 'next', stream }, signal)
          if (text === undefined) controller.close()
          else controller.enqueue(utf8.encode(text))
        },
        cancel: () => leave(stream),
      },
      { highWaterMark: 0 },
    )
  }

  /** Asks the browser not to delete the world by itself; with the first write, since Firefox asks the user. */
  function askToKeep(): void {
    if (!isAskedToKeep && page.document) void navigator.storage.persist()
    isAskedToKeep = true
  }

  // A frozen page must not hold the world, so its worker stops and restarts with the page. Outside
  // a page there are neither events nor a document.
  const page: Partial<Pick<typeof globalThis, 'addEventListener' | 'document'>> = globalThis
  for (const event of ['freeze', 'pagehide']) page.addEventListener?.(event, stop)
  for (const event of ['resume', 'pageshow']) page.addEventListener?.(event, start)
  page.document?.addEventListener('freeze', stop)
  page.document?.addEventListener('resume', start)
  start()

  return {
    /** Returns true if the worker answers this URL. */
    serves: (url: string): boolean => {
      const asked = new URL(url)
      if (asked.origin !== origin || !asked.pathname.startsWith(`${basePath}/`)) return false
      const path = asked.pathname.slice(basePath.length)
      return path.startsWith('/api/') || path === '/pair'
    },
    /** Replaces `fetch` for URLs that `serves` accepts. */
    fetch: async (url: string, init: RequestInit = {}): Promise<Response> => {
      const { pathname: path, search } = new URL(url)
      const ask: Ask = {
        kind: 'request',
        method: init.method ?? 'GET',
        target: path + search,
        headers: [...new Headers(init.headers)],
        // Streams are read into memory.
        body: init.body == null ? undefined : await new Response(init.body).text(),
      }
      if (!isRead(ask) && path !== `${basePath}/pair`) askToKeep()
      const { status, headers, body, stream } = await answerOf('response', ask, init.signal)
      const parts = stream === undefined ? body : partsOf(stream, init.signal)
      return new Response(parts, { status, headers })
    },
    /** Returns a one-time code that pairs a browser, valid 10 minutes. */
    pairingCode: async (): Promise<string> =>
      (await answerOf('code', { kind: 'pairing_code' })).code,
    /** Deletes the world and its keys and starts with the initial world. */
    startOver: async (): Promise<void> => void (await answerOf('done', { kind: 'start_over' })),
    /** Replaces the world by a downloaded one; rejects if it is invalid. */
    restore: async (file: Blob): Promise<void> =>
      void (await answerOf('done', { kind: 'restore', file })),
    /** Returns the world without keys and secrets, for `restore` or `paper restore FILE`. */
    download: async (): Promise<Blob> => (await answerOf('file', { kind: 'download' })).file,
    state: (): ServiceState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
