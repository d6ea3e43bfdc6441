import { type Ask, type FromWorker, isRead, type Reply, type ServiceState } from './messages.ts'

type Parts = {
  /** The worker of `src/paper/in-page/worker.ts`, a new one at each call. */
  startWorker: () => Worker
  /** Puts the worker's code right, if something else was kept in its place. */
  mendWorker?: () => Promise<unknown>
  /** The address of the world that a first visit begins with. */
  snapshot: string
  /** Where the page's own API lies: the base URL of the connection to it. */
  baseUrl: string
}

export type InPageService = ReturnType<typeof openInPageService>

type Pending = { ask: Ask; resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** In milliseconds. */
const PING = 5_000
/** Pings that a worker may leave unanswered: its longest step takes less than a second. */
const MOST_UNANSWERED = 3
/** So many ends of the worker within so many milliseconds, and it is not started again. */
const MOST_ENDS = 3
const WITHIN = 60_000

const OPENING: ServiceState = {
  phase: 'opening',
  isElsewhere: false,
  progress: undefined,
  sentence: undefined,
}

/** Neither signatures nor a lock over tabs. */
const INSECURE: ServiceState = {
  ...OPENING,
  phase: 'stopped',
  sentence:
    'The paper service needs a page that was opened by https, or from this computer: elsewhere browsers check no signatures.',
}

/**
 * The paper service of this page, in a worker of it. What the page's own address is asked goes there in
 * place of the network. All tabs of the browser share one world, which one of their workers runs.
 */
export function openInPageService({ startWorker, mendWorker, snapshot, baseUrl }: Parts) {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/+$/, '')
  const pending = new Map<number, Pending>()
  const listeners = new Set<() => void>()
  let state = globalThis.isSecureContext ? OPENING : INSECURE
  let worker: Worker | undefined
  let nextId = 1
  let unanswered = 0
  let watch: ReturnType<typeof setInterval> | undefined
  let ends: number[] = []

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

  /** Ends the worker, and with it its hold on the world: another tab goes on with it. */
  function stop(): void {
    worker?.terminate()
    worker = undefined
    for (const [id, { ask }] of pending) if (!isRead(ask)) settle(id, { kind: 'lost' })
  }

  /** The worker has failed or hangs. */
  function ended(which: Worker, how: 'failed' | 'hangs'): void {
    if (worker !== which) return
    stop()
    const at = performance.now()
    ends = [...ends.filter((earlier) => earlier > at - WITHIN), at]
    const what =
      how === 'failed'
        ? 'The paper service in this page failed'
        : 'The paper service in this page did not answer'
    if (ends.length >= MOST_ENDS) {
      const sentence = `${what} several times and has stopped. Reload the page to start it again.`
      setState({ ...OPENING, phase: 'stopped', sentence })
      for (const id of pending.keys()) settle(id, { kind: 'failed', sentence })
      return
    }
    setState({ ...OPENING, sentence: `${what} and was started again.` })
    void Promise.resolve(mendWorker?.()).finally(start)
  }

  function settle(id: number, reply: Reply): void {
    const asked = pending.get(id)
    pending.delete(id)
    if (reply.kind === 'lost') asked?.reject(new TypeError('The worker ended without an answer'))
    else if (reply.kind === 'failed') asked?.reject(new TypeError(reply.sentence))
    else asked?.resolve(reply)
  }

  function check(): void {
    if (pending.size === 0) {
      clearInterval(watch)
      watch = undefined
    } else if (worker && unanswered >= MOST_UNANSWERED) {
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
      watch ??= setInterval(check, PING)
    })
    if (reply.kind !== kind) throw new TypeError('The worker answered something else')
    return reply as Extract<Reply, { kind: K }>
  }

  // A page that stands still must not hold the world: its worker ends with it, and begins with it again.
  // Outside a page there are neither events nor a document.
  const page: Partial<Pick<typeof globalThis, 'addEventListener' | 'document'>> = globalThis
  for (const event of ['freeze', 'pagehide']) page.addEventListener?.(event, stop)
  for (const event of ['resume', 'pageshow']) page.addEventListener?.(event, start)
  page.document?.addEventListener('freeze', stop)
  page.document?.addEventListener('resume', start)
  start()

  return {
    /** Whether the worker answers this address. */
    serves: (url: string): boolean => {
      const asked = new URL(url)
      if (asked.origin !== origin || !asked.pathname.startsWith(`${basePath}/`)) return false
      const path = asked.pathname.slice(basePath.length)
      return path.startsWith('/api/') || path === '/pair'
    },
    /** In place of the browser's own, for the addresses that `serves` names. */
    fetch: async (url: string, init: RequestInit = {}): Promise<Response> => {
      const { pathname: path, search } = new URL(url)
      const {
        status,
        headers,
        body: text,
      } = await answerOf(
        'response',
        {
          kind: 'request',
          method: init.method ?? 'GET',
          target: path + search,
          headers: [...new Headers(init.headers)],
          // Also what is sent as a stream, since nobody can send that twice.
          body: init.body == null ? undefined : await new Response(init.body).text(),
        },
        init.signal,
      )
      return new Response(text, { status, headers })
    },
    /** A code that pairs a browser once, within ten minutes. */
    pairingCode: async (): Promise<string> =>
      (await answerOf('code', { kind: 'pairing_code' })).code,
    /** Forgets the world and all keys to it, and begins with the first world again. */
    startOver: async (): Promise<void> => void (await answerOf('done', { kind: 'start_over' })),
    /** Puts a downloaded world in the place of this one, or rejects with what is wrong with it. */
    restore: async (file: Blob): Promise<void> =>
      void (await answerOf('done', { kind: 'restore', file })),
    /** The world as a file without keys and secrets, which `restore` and `paper restore FILE` open. */
    download: async (): Promise<Blob> => (await answerOf('file', { kind: 'download' })).file,
    state: (): ServiceState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
