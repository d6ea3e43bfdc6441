import 'fake-indexeddb/auto'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { type Client, createClient } from '#client/client.ts'
import { pairBrowser } from '#contract/system.ts'
import { openInPageService } from '#in-page/in-page-service.ts'
import type { FromWorker, ToWorker } from '#in-page/messages.ts'
import { aKeyPair } from '#testing/a-paired-connection.ts'

import { openInPagePaper } from './in-page-paper.ts'

const ORIGIN = 'https://desk.example'
let now = Date.UTC(2026, 5, 1)
let steady = 0

/** A worker in the same thread: the same messages, without a thread of its own. */
class LocalWorker extends EventTarget {
  static asked = (): void => undefined
  runner = openInPagePaper({
    database: crypto.randomUUID(),
    origin: ORIGIN,
    basePath: '',
    snapshot: async () => undefined,
    now: () => now,
    steady: () => steady,
    report: ({ error }) => console.error(error),
    lost: () => undefined,
    setState: () => undefined,
  })

  postMessage(message: ToWorker): void {
    if (message.kind !== 'ask') return
    const { id, ask } = structuredClone(message)
    if (ask.kind === 'request') LocalWorker.asked()
    void this.runner
      .then((runner) => runner.answer(ask))
      .then((reply) => {
        const data: FromWorker = structuredClone({ kind: 'reply', id, reply })
        this.dispatchEvent(new MessageEvent('message', { data }))
      })
  }

  terminate(): void {
    void this.runner.then((runner) => runner.close())
  }
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    now += 1_000
    steady += 1_000
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

let client: Client
beforeAll(async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const page = openInPageService({
    startWorker: () => new LocalWorker() as unknown as Worker,
    snapshot: '',
    baseUrl: ORIGIN,
  })
  const parts = { baseUrl: ORIGIN, fetch: page.fetch }
  const { key, publicPem } = await aKeyPair()
  const code = await page.pairingCode()
  const body = { code, public_key: publicPem }
  const { api_key: apiKey } = await createClient(parts).call(pairBrowser, { body })
  client = createClient({ ...parts, credentials: { apiKey, key, emptyForm: 'path?' } })
})
afterAll(() => vi.useRealTimers())

it('the service in a page answers a stream by messages and ends it with its reader', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const end = new AbortController()
    const names: string[] = []
    const read = async () => {
      for await (const event of client.events({ query: { pairs: 'USDT_BTC' } }, end.signal)) {
        names.push(...Object.entries(event).flatMap(([name, data]) => (data ? [name] : [])))
      }
    }
    const reading = read().catch(() => undefined)
    await vi.waitFor(() => expect(names).toContain('beat'))
    await pass(1)
    await vi.waitFor(() => expect(names).toContain('prices'))
    end.abort()
    await reading
  }
})

it('a stream that is given up before its answer leaves its place to the next one', async () => {
  const query = { pairs: 'USDT_BTC' }
  for (let turn = 0; turn < 6; turn += 1) {
    const end = new AbortController()
    LocalWorker.asked = () => end.abort()
    await expect(client.events({ query }, end.signal).next()).rejects.toThrow('aborted')
  }
  LocalWorker.asked = () => undefined
  const end = new AbortController()
  const { value } = await client.events({ query }, end.signal).next()
  expect(value).toHaveProperty('beat')
  end.abort()
})
