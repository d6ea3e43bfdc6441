import { announceNewVersion } from '#features/shell/new-version.ts'

import { trustedWorker } from './trusted-worker.ts'

const WORKER = `${import.meta.env.BASE_URL}service-worker.js`
const RELOADED_AT = 'quarterdeck.reloaded-at'
/** A page that never becomes the kept one is not reloaded for ever. */
const RELOADS_A_MINUTE = 3
const MINUTE = 60_000

/**
 * Has the browser keep the page and its files for the next visit. Whatever is kept, this page is
 * compared with the service's: another one takes its place at once. Returns what has all other files
 * kept as well.
 */
export async function keepBuild(): Promise<() => void> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  if (!workers) return () => undefined
  // Without a worker this page came from the service itself.
  const isKept = Boolean(workers.controller)
  if (isKept) {
    workers.addEventListener('controllerchange', takeNewVersion)
    workers.addEventListener('message', ({ data }) => {
      if (data === 'page changed') takeNewVersion()
    })
  }
  // A browser that forbids it has every file sent again, as before.
  const registration = await workers
    .register(trustedWorker(WORKER), { updateViaCache: 'none' })
    .catch(() => undefined)
  if (isKept) {
    workers.controller?.postMessage({ asks: 'compare', script: ownScript() })
    await registration?.update().catch(() => undefined)
  }
  return () => {
    if (!registration) return
    void workers.ready.then(({ active }) => active?.postMessage({ asks: 'keep the rest' }))
  }
}

/** What this page begins with: another build has another one. */
const ownScript = (): string => {
  const script = document.querySelector('script[src]')?.getAttribute('src')
  return script == null ? 'a page without a script' : new URL(script, document.baseURI).pathname
}

/**
 * Reloads a page that nobody has touched: it holds nothing that would be lost. Any other one says that
 * a new version is there, and so does one that was reloaded again and again.
 */
function takeNewVersion(): void {
  const isTouched = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive
  if (isTouched || !mayReload(Date.now())) announceNewVersion()
  else location.reload()
}

function mayReload(now: number): boolean {
  try {
    const times = (sessionStorage.getItem(RELOADED_AT) ?? '').split(' ').map(Number)
    const recent = times.filter((at) => at <= now && now - at < MINUTE)
    sessionStorage.setItem(RELOADED_AT, [...recent, now].join(' '))
    return recent.length < RELOADS_A_MINUTE
  } catch {
    return false
  }
}
