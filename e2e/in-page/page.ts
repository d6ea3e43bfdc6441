import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { openInPageService } from '#in-page/in-page-service.ts'
import { generateKeyPair } from '#signing/keys.ts'

/** The smallest page over the service: a client of it, and what became of its workers. */
const baseUrl = new URL('.', location.href).href.replace(/\/$/, '')
const workers: Worker[] = []
const service = openInPageService({
  startWorker() {
    const worker = new Worker(new URL('../../src/paper/in-page/worker.ts', import.meta.url), {
      type: 'module',
    })
    workers.push(worker)
    return worker
  },
  snapshot: new URL('world.json.gz', location.href).href,
  baseUrl,
})

/** Pairs as the first run of the page does. */
async function pair() {
  const { key, publicPem } = await generateKeyPair()
  const code = await service.pairingCode()
  const anonymous = createClient({ baseUrl, credentials: undefined, fetch: service.fetch })
  const { api_key: apiKey, token } = await anonymous.call(api.pairBrowser, {
    body: { code, public_key: publicPem },
  })
  return createClient({
    baseUrl,
    credentials: { apiKey, key, token, emptyForm: 'path?' },
    fetch: service.fetch,
  })
}

const page = { api, service, pair, workers, baseUrl }
export type InPageTestPage = typeof page
Object.assign(globalThis, { page })
