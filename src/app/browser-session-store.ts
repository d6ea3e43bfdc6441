import { type KeyValueStorage, memoryStorage } from '#session/kept-store.ts'
import { createPaperKeys, type PaperKey, type PaperKeys } from '#session/paper-key.ts'
import {
  createSessionStore,
  type Environment,
  type SessionStore,
  type TabMessage,
} from '#session/session-store.ts'

/**
 * Creates the session store of this browser, connects it to other tabs and loads paper keys.
 * `loaded`: the key that the page has loaded already.
 */
export async function openSessionStore(loaded?: PaperKey): Promise<SessionStore> {
  const channel = new BroadcastChannel('quarterdeck')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  const announce = (message: TabMessage) => channel.postMessage(message)
  const keys = createPaperKeys()
  let ready = loaded
  const recall: PaperKeys['recall'] = async (id) => (ready?.id === id ? ready : keys.recall(id))
  const store = createSessionStore(browserEnvironment(announce, { ...keys, recall }))

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) =>
    store.onTabMessage(data),
  )
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === window.localStorage) store.reread(key)
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.restored()
  })
  for (const event of ['pointerdown', 'keydown', 'wheel', 'visibilitychange']) {
    document.addEventListener(event, store.touch, { capture: true, passive: true })
  }
  await store.connections.recallPaperKeys()
  ready = undefined
  return store
}

function browserEnvironment(announce: Environment['announce'], paperKeys: PaperKeys): Environment {
  return {
    local: storageOrMemory(() => window.localStorage),
    tab: storageOrMemory(() => window.sessionStorage),
    paperKeys,
    random: (bytes) => crypto.getRandomValues(bytes),
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    after(ms, run) {
      const timer = window.setTimeout(run, ms)
      return () => window.clearTimeout(timer)
    },
    inTurn: async (task) => navigator.locks.request('quarterdeck.vault', task),
    announce,
  }
}

/** Falls back to memory: accessing a forbidden storage throws. */
function storageOrMemory(storage: () => KeyValueStorage): KeyValueStorage {
  try {
    return storage()
  } catch {
    return memoryStorage()
  }
}
