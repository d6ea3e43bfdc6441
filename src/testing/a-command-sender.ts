import { type Client, createClient } from '#client/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'
import { createJournal, type Journal, type JournalParts } from '#intents/journal.ts'
import { type JournalStore, memoryJournal } from '#intents/journal-store.ts'
import { createReconciler, type ReconcilerParts } from '#intents/reconciler.ts'
import {
  createCommandSender,
  type CommandSender,
  type CommandSenderParts,
} from '#intents/command-sender.ts'
import { importSecret } from '#signing/keys.ts'

import { memoryLocks } from './memory-locks.ts'

export type Wire = { url: string; init: RequestInit; answer: (response: Response | Error) => void }

type Wishes = {
  remembersKeys?: boolean
  store?: JournalStore
  /** What the service says when it is read. */
  read?: (endpoint: Endpoint) => unknown
  offers?: (name: string) => boolean
  mode?: CommandSenderParts['mode']
  /** A clock that nobody sets; the test's own without it. */
  steady?: CommandSenderParts['steady']
  offset?: CommandSenderParts['offset']
  /** Why nothing can go out. */
  obstacle?: CommandSenderParts['obstacle']
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
    /** As when a tab is closed: it hears nothing any more. */
    closeTab: (sender: (typeof tabs)[number]) => void tabs.splice(tabs.indexOf(sender), 1),
  }
}

type Parts = Pick<JournalParts, 'announce' | 'openedAt' | 'store'> &
  Pick<ReconcilerParts, 'offers' | 'read' | 'wait'> &
  Pick<
    CommandSenderParts,
    'locks' | 'mode' | 'newId' | 'now' | 'obstacle' | 'offset' | 'steady' | 'timeout'
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
