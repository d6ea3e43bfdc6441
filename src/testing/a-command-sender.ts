import { type Client, createClient } from '#client/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type CommandSender,
  type CommandSenderParts,
  createCommandSender,
} from '#intents/command-sender.ts'
import type { Intent } from '#intents/intent.ts'
import { type JournalStore, memoryJournal } from '#intents/journal-store.ts'
import { createJournal, type Journal, type JournalParts } from '#intents/journal.ts'
import type { Locks } from '#intents/locks.ts'
import { createReconciler, type ReconcilerParts } from '#intents/reconciler.ts'
import { importSecret } from '#signing/keys.ts'

type Wire = { url: string; init: RequestInit; answer: (response: Response | Error) => void }

type Wishes = {
  remembersKeys?: boolean
  store?: JournalStore
  /** The service's answers to reads. */
  read?: (endpoint: Endpoint) => unknown
  offers?: (name: string) => boolean
  mode?: CommandSenderParts['mode']
  /** A clock that nobody sets; the test's own without it. */
  steady?: CommandSenderParts['steady']
  offset?: CommandSenderParts['offset']
  /** Reason that blocks sending. */
  obstacle?: CommandSenderParts['obstacle']
  /** The code that sends, when it has come. */
  dispatch?: CommandSenderParts['dispatch']
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** A browser whose tabs share a journal and locks, over a wire that answers when the test says so. */
export async function openBrowser(wishes: Wishes = {}) {
  const { remembersKeys = false, store = memoryJournal() } = wishes
  const sent: Wire[] = []
  const locks = memoryLocks()
  const clock = { now: 1_000_000 }
  const patience = new AbortController()
  const tabs: { heard(id: string): Promise<void> }[] = []
  let ids = 0
  const client = createClient({
    baseUrl: 'https://service.test',
    credentials: { apiKey: 'key', key: await importSecret('secret'), emptyForm: 'path?' },
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        const answer = (response: Response | Error) =>
          response instanceof Error ? reject(response) : resolve(response)
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
        sent.push({ url, init, answer })
      }),
  })

  function openTab() {
    const sender = aCommandSender(client, {
      locks,
      store,
      remembersKeys,
      now: () => (clock.now += 1),
      newId: () => (ids += 1).toString(16).padStart(32, '0'),
      openedAt: clock.now,
      announce: (id) => tabs.forEach((other) => other !== sender && void other.heard(id)),
      wait: async (milliseconds) => void (clock.now += milliseconds),
      read: async (endpoint) => wishes.read?.(endpoint),
      offers: wishes.offers ?? (() => true),
      timeout: () => patience.signal,
      obstacle: wishes.obstacle ?? (() => undefined),
      mode: wishes.mode ?? (() => undefined),
      ...(wishes.steady && { steady: wishes.steady }),
      ...(wishes.offset && { offset: wishes.offset }),
      ...(wishes.dispatch && { dispatch: wishes.dispatch }),
    })
    tabs.push(sender)
    return sender
  }

  return {
    client,
    sent,
    clock,
    openTab,
    runOutOfPatience: () => patience.abort(),
    /** Like a closed tab, it receives nothing any more. */
    closeTab: (sender: (typeof tabs)[number]) => void tabs.splice(tabs.indexOf(sender), 1),
  }
}

type Parts = Pick<JournalParts, 'announce' | 'openedAt' | 'store'> &
  Pick<ReconcilerParts, 'offers' | 'read' | 'wait'> &
  Pick<
    CommandSenderParts,
    'dispatch' | 'locks' | 'mode' | 'newId' | 'now' | 'obstacle' | 'offset' | 'steady' | 'timeout'
  > & {
    remembersKeys: boolean
  }

/** The one sender over a client; by default of a single tab whose service advertises nothing. */
export function aCommandSender(client: Client, parts: Partial<Parts> = {}): CommandSender {
  let steps = 0
  const step = () => (steps += 1)
  const {
    store = memoryJournal(),
    openedAt = 0,
    announce = () => undefined,
    locks = memoryLocks(),
    now = step,
    newId = () => `intent-${step()}`,
    wait = async () => undefined,
    read = async () => undefined,
    offers = () => false,
    timeout = () => new AbortController().signal,
    remembersKeys = false,
    obstacle = () => undefined,
    mode = () => undefined,
    steady = now,
    offset,
    dispatch,
  } = parts
  const journal = createJournal({ store, openedAt, announce })
  const reconciler = createReconciler({
    journal,
    locks,
    now,
    wait,
    read,
    offers,
    offset: offset ?? (() => 0),
    isLeft: () => false,
  })
  return createCommandSender({
    client,
    journal,
    locks,
    reconciler,
    now,
    newId,
    timeout,
    remembersKeys: () => remembersKeys,
    obstacle,
    mode,
    steady,
    ...(offset && { offset }),
    ...(dispatch && { dispatch }),
  })
}

/** Resolves once so many requests have gone out. */
export const untilSent = async (sent: readonly unknown[], count = 1): Promise<void> => {
  while (sent.length < count) await settled()
}

/** Lets everything that is ready to happen happen. */
export const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))

/** The intent once a journal shows it as wished; by default once it has ended. */
export const shown = (
  journal: Journal,
  id: string,
  isWished = ({ outcome }: Intent): boolean => outcome.kind !== 'sending',
): Promise<Intent> =>
  new Promise((resolve) => {
    const look = () => {
      const intent = journal.find(id)
      if (!intent || !isWished(intent)) return
      stop()
      resolve(intent)
    }
    const stop = journal.subscribe(look)
    look()
  })

/** Locks as the browser grants them: first come, first served. Shared, they are those of several tabs. */
export function memoryLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  const hold = (name: string, act: () => Promise<void>): Promise<void> => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(act)
    const tail = turn.then(
      () => undefined,
      () => undefined,
    )
    tails.set(name, tail)
    void tail.then(() => tails.get(name) === tail && tails.delete(name))
    return turn
  }
  return {
    ifFree: (name, act) => (tails.has(name) ? act(false) : hold(name, () => act(true))),
    whenFree: hold,
  }
}

/** A request and its outcome. */
export const BODY = JSON.stringify({
  account_id: 7,
  pair: 'USDT_BTC',
  position: { type: 'buy', order_type: 'market', units: { value: '1' } },
})
export const TRADE = {
  position: { type: 'buy', units: { value: '1' } },
  data: { created_at: 1_000_500 },
}

type ReconcilerWishes = {
  answers: (count: number, request: unknown) => unknown
  locks?: ReturnType<typeof memoryLocks>
  offset?: () => number | undefined
  isLeft?: () => boolean
}

/** A reconciler over a service that gives these answers in turn, where time passes at once. */
export async function reconciling(intent: Intent, wishes: ReconcilerWishes) {
  const { answers, locks = memoryLocks(), offset = () => 0, isLeft = () => false } = wishes
  const journal = createJournal({ store: memoryJournal(), openedAt: 0, announce: () => undefined })
  await journal.record(intent)
  const clock = { now: 1_030_000 }
  const reads: { endpoint: string; at: number }[] = []
  const reconciler = createReconciler({
    journal,
    locks,
    now: () => clock.now,
    wait: async (milliseconds) => void (clock.now += milliseconds),
    read: async ({ name }: Endpoint, request: unknown) => {
      reads.push({ endpoint: name, at: clock.now - 1_030_000 })
      const answer = answers(reads.length, request)
      if (answer instanceof Error) throw answer
      return answer
    },
    offers: () => true,
    offset,
    isLeft,
  })
  const shown = () => journal.find(intent.id)
  return { journal, reconciler, reads, shown }
}

export const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await settled()
}
export const ended = ({ shown }: Awaited<ReturnType<typeof reconciling>>) =>
  until(() => shown()?.looked?.endedAt !== undefined)
