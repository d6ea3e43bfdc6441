import { createHome, type Places, type SessionHome, type TabMessage } from './create-home.ts'
import { createPaperKeys } from './paper-key.ts'
import { memoryStorage, type KeyValueStorage } from './storage.ts'

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'visibilitychange'] as const

let home: (SessionHome & { start: () => Promise<void> }) | undefined

/** The one session of this page, made of the browser's own storage, clock and randomness. */
export function sessionHome(): SessionHome & { start: () => Promise<void> } {
  home ??= inThisBrowser()
  return home
}

function inThisBrowser() {
  const channel = new BroadcastChannel('quarterdeck')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  const tell = (message: TabMessage) => channel.postMessage(message)
  const made = createHome(browserPlaces(tell))
  let starting: Promise<void> | undefined

  const watch = () => {
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => made.heard(data))
    window.addEventListener('storage', ({ key, storageArea }) => {
      if (storageArea === window.localStorage) made.reread(key)
    })
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) made.restored()
    })
    for (const event of TOUCHES) {
      document.addEventListener(event, made.touch, { capture: true, passive: true })
    }
  }
  return {
    ...made,
    /** Listens to the other tabs and takes up the remembered paper keys; the first call counts. */
    start(): Promise<void> {
      if (!starting) watch()
      starting ??= made.connections.recallPaperKeys()
      return starting
    },
  }
}

function browserPlaces(tell: Places['tell']): Places {
  return {
    local: allowed(() => window.localStorage),
    tab: allowed(() => window.sessionStorage),
    paperKeys: createPaperKeys(window.indexedDB),
    random: (bytes) => crypto.getRandomValues(bytes),
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    after(ms, run) {
      const timer = window.setTimeout(run, ms)
      return () => window.clearTimeout(timer)
    },
    inTurn: async (task) => navigator.locks.request('quarterdeck.vault', task),
    tell,
  }
}

/** Browsers throw at the mere mention of a storage that they were told to forbid. */
function allowed(storage: () => KeyValueStorage): KeyValueStorage {
  try {
    return storage()
  } catch {
    return memoryStorage()
  }
}
