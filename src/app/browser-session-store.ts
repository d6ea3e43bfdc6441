import { type KeyValueStorage, memoryStorage } from '#session/kept-store.ts'
import { createPaperKeys } from '#session/paper-key.ts'
import {
  createSessionStore,
  type Environment,
  type SessionStore,
  type TabMessage,
} from '#session/session-store.ts'

/**
 * The session store over this browser's own storage, clock and randomness: it follows the other tabs
 * and has taken up the remembered paper keys.
 */
export async function openSessionStore(): Promise<SessionStore> {
  const channel = new BroadcastChannel('quarterdeck')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  const announce = (message: TabMessage) => channel.postMessage(message)
  const store = createSessionStore(browserEnvironment(announce))

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => store.heard(data))
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
  return store
}

function browserEnvironment(announce: Environment['announce']): Environment {
  return {
    local: allowed(() => window.localStorage),
    tab: allowed(() => window.sessionStorage),
    paperKeys: createPaperKeys(),
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

/** Browsers throw at the mere mention of a storage that they have to forbid. */
function allowed(storage: () => KeyValueStorage): KeyValueStorage {
  try {
    return storage()
  } catch {
    return memoryStorage()
  }
}
