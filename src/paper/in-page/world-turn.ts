import { type Ask, isRead, type Reply, type ServiceState } from '#in-page/messages.ts'

import { Problem } from '../problem.ts'
import { StorageFailure } from '../store/store-errors.ts'

/** The service over a world, in the worker that runs it. */
export type Runner = { answer(ask: Ask): Promise<Reply>; close(): void }

type Between =
  | { kind: 'ask'; from: string; id: number; ask: Ask }
  /** Asks if a request is still in progress. */
  | { kind: 'still'; from: string; id: number }
  | { kind: 'received'; to: string; id: number }
  | { kind: 'reply'; to: string; id: number; reply: Reply }
  | { kind: 'runs'; runner: string }
  | { kind: 'hello' }
  | { kind: 'state'; state: ServiceState }

type Parts = {
  name: string
  locks: LockManager
  channel: BroadcastChannel
  /** Opens the world; calls `lost` when another worker takes it. */
  open: (lost: () => void) => Promise<Runner>
  state: () => ServiceState
  setState: (state: ServiceState) => void
}

type Pending = { ask: Ask; resolve: (reply: Reply) => void; timer?: ReturnType<typeof setTimeout> }

const BLOCKED =
  'This browser blocks storage for this page, as in some private windows or with site data switched off. Allow it, then reload the page.'
const NEWER =
  'The paper world of this browser was stored by a newer version of this page. Reload the page to get that version.'
/** Errors of a browser that offers a page no database. */
const REFUSALS: ReadonlySet<string> = new Set([
  'SecurityError',
  'InvalidStateError',
  'NotAllowedError',
  'ReferenceError',
])
const FULL =
  'This browser has no space left for the paper world. Free some space on this device, then reload the page.'
/** In milliseconds; longer than any step of a working worker. */
const SILENCE_MS = 4_000

/**
 * The holder of the lock runs the world of all tabs; others forward their pages' requests to it. A
 * closed tab releases the lock, a frozen one loses it.
 */
export function worldTurn({ name, locks, channel, open, state, setState }: Parts) {
  const me = crypto.randomUUID()
  const pending = new Map<number, Pending>()
  let nextId = 1
  let running: Promise<Runner> | undefined
  let waiting = new AbortController()
  let giveUp: (() => void) | undefined
  /** Reason that this worker cannot run the world. */
  let failure: string | undefined
  let decide = (): void => undefined
  /** Resolves once this or another worker runs the world. */
  const decided = new Promise<void>((resolve) => (decide = resolve))

  const send = (message: Between): void => channel.postMessage(message)

  async function run(): Promise<void> {
    const end = new Promise<void>((resolve) => (giveUp = resolve))
    running = open(() => giveUp?.())
    decide()
    send({ kind: 'runs', runner: me })
    again((ask) => answerHere(ask))
    try {
      await Promise.race([end, running.then(() => end)])
    } finally {
      const ran = running
      running = undefined
      giveUp = undefined
      void ran.then((runner) => runner.close()).catch(() => undefined)
    }
  }

  /** Waits for the lock until this worker ends. */
  async function stand(): Promise<void> {
    for (;;) {
      waiting = new AbortController()
      try {
        await locks.request(name, { signal: waiting.signal }, run)
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
        giveUp?.()
        if (waiting.signal.aborted) await steal()
      }
    }
  }

  async function steal(): Promise<void> {
    try {
      await locks.request(name, { steal: true }, run)
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
      giveUp?.()
    }
  }

  /** Handles requests to an ended worker: reads are repeated, writes have an unknown outcome. */
  function again(answer: (ask: Ask) => Promise<Reply>): void {
    for (const [id, { ask, resolve, timer }] of pending) {
      clearTimeout(timer)
      pending.delete(id)
      if (isRead(ask)) void answer(ask).then(resolve)
      else resolve({ kind: 'lost' })
    }
  }

  function answerThere(ask: Ask): Promise<Reply> {
    return new Promise((resolve) => {
      const id = nextId++
      pending.set(id, { ask, resolve })
      expectWord(id)
      send({ kind: 'ask', from: me, id, ask })
    })
  }

  /** After this silence, the tab that runs the world counts as frozen. */
  function expectWord(id: number): void {
    const asked = pending.get(id)
    if (!asked) return
    clearTimeout(asked.timer)
    asked.timer = setTimeout(() => waiting.abort(), SILENCE_MS)
  }

  async function answerHere(ask: Ask): Promise<Reply> {
    const mine = running
    if (!mine) return answerThere(ask)
    const reply = await mine.then((runner) => runner.answer(ask)).catch(failed)
    if (running === mine) return reply
    // The results of a lost world are invalid.
    return isRead(ask) ? answer(ask) : { kind: 'lost' }
  }

  const failed = (error?: unknown): Reply => ({
    kind: 'failed',
    sentence: failure ?? sentenceOf(error),
  })

  async function answer(ask: Ask): Promise<Reply> {
    await decided
    if (failure !== undefined) return failed()
    return running ? answerHere(ask) : answerThere(ask)
  }

  async function answerOther(from: string, id: number, ask: Ask): Promise<void> {
    const mine = running
    const reply = await answerHere(ask)
    if (running === mine) send({ kind: 'reply', to: from, id, reply })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Between>) => {
    switch (data.kind) {
      case 'ask':
      case 'still':
        if (!running) return
        send({ kind: 'received', to: data.from, id: data.id })
        if (data.kind === 'ask') void answerOther(data.from, data.id, data.ask)
        return
      case 'received': {
        const asked = data.to === me ? pending.get(data.id) : undefined
        if (!asked) return
        clearTimeout(asked.timer)
        asked.timer = setTimeout(() => {
          send({ kind: 'still', from: me, id: data.id })
          expectWord(data.id)
        }, SILENCE_MS)
        return
      }
      case 'reply': {
        const asked = data.to === me ? pending.get(data.id) : undefined
        clearTimeout(asked?.timer)
        pending.delete(data.id)
        asked?.resolve(data.reply)
        return
      }
      case 'runs':
        decide()
        giveUp?.()
        again(answerThere)
        return
      case 'hello':
        if (running) send({ kind: 'state', state: state() })
        return
      case 'state':
        decide()
        if (!running) setState({ ...data.state, isElsewhere: true })
    }
  })

  return {
    begin(): void {
      send({ kind: 'hello' })
      const silence = setTimeout(() => waiting.abort(), SILENCE_MS)
      void decided.then(() => clearTimeout(silence))
      stand().catch((error: unknown) => {
        failure = sentenceOf(error)
        setState({ ...state(), phase: 'stopped', sentence: failure })
        decide()
        again(async () => failed())
      })
    },
    answer,
    announce: (): void => {
      if (running) send({ kind: 'state', state: state() })
    },
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  if (error instanceof StorageFailure && error.because === 'full') return FULL
  const cause = error instanceof StorageFailure ? error.cause : error
  const name = cause instanceof Error ? cause.name : 'unknown error'
  if (REFUSALS.has(name)) return BLOCKED
  if (name === 'VersionError') return NEWER
  return `The browser could not open its database for the paper world (${name}). Restart the browser; if that does not help, clear the data of this site.`
}
