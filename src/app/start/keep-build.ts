import { announceNewVersion } from '#features/shell/new-version.ts'
import { mayReloadForCode } from '#ui/code-files.ts'

import { trustedWorker } from './trusted-worker.ts'

const WORKER = `${import.meta.env.BASE_URL}service-worker.js`

/**
 * Caches the page and its first files for the next visit, and takes a new version from the service
 * if there is one. Returns a function that caches all other files.
 */
export async function keepBuild(): Promise<() => void> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  if (!workers) return () => undefined
  const isFromCache = Boolean(workers.controller)
  if (isFromCache) {
    workers.addEventListener('controllerchange', takeNewVersion)
    workers.addEventListener('message', ({ data }) => {
      if (data === 'page changed') takeNewVersion()
    })
  }
  // If the browser forbids it, the page works without a cache.
  const registration = await workers
    .register(trustedWorker(WORKER), { updateViaCache: 'none' })
    .catch(() => undefined)
  if (isFromCache) {
    workers.controller?.postMessage({ asks: 'compare', script: ownScript() })
    await registration?.update().catch(() => undefined)
  }
  return () => {
    if (!registration) return
    void workers.ready.then(({ active }) => active?.postMessage({ asks: 'keep the rest' }))
  }
}

/** Path of the first script, which identifies the build. */
const ownScript = (): string => {
  const script = document.querySelector('script[src]')?.getAttribute('src')
  return script == null ? 'a page without a script' : new URL(script, document.baseURI).pathname
}

/** Reloads a page without user input; otherwise, or after too many reloads, shows a notice. */
function takeNewVersion(): void {
  const isTouched = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive
  if (isTouched || !mayReloadForCode(Date.now())) announceNewVersion()
  else location.reload()
}
