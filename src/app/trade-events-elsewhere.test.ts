import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { tmpdir } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'

import { type Client, createClient } from '#client/client.ts'
import { type AlertDraft, listAlerts, saveAlert } from '#contract/alerts.ts'
import { getTime } from '#contract/system.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { createRelay } from '#paper/http/relay.ts'
import { createServer, listen } from '#paper/http/serve.ts'
import { ServiceProvider } from '#query/service.tsx'
import { openTestService } from '#testing/open-test-service.ts'
import { threeCommasClient } from '#testing/three-commas-client.ts'
import { openThreeCommasService } from '#testing/three-commas-service.ts'

// The test renders to text, for which `useSyncExternalStore` would need a server snapshot.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}))

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Text of the button for trade events on a page of this service. */
async function shownBy(client: Client): Promise<string> {
  const { extensions: names = [] } = await client.call(getTime, {})
  const extensions = {
    subscribe: () => () => undefined,
    offers: (one: string) => names.includes(one),
  }
  const of = { kind: 'trade_events', name: 'All', scope: {} } as const
  const children = createElement(AlertButton, { of, label: 'New trade events' })
  return renderToString(ServiceProvider({ service: { extensions } as never, children }))
}

async function paperService(strict: boolean) {
  const paper = await openTestService({ strict })
  ends.push(() => paper.close())
  return paper
}

const SUBSCRIPTION: AlertDraft = {
  id: '1f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b',
  kind: 'trade_events',
  name: 'All trades and bots',
  events: ['stop'],
}

it('trade events are not offered under --strict, and a subscription is refused', async () => {
  const { client } = await paperService(true)
  expect(await shownBy(client)).toBe('')
  await expect(client.call(saveAlert, { body: SUBSCRIPTION })).rejects.toMatchObject({
    failure: { status: 404 },
  })
})

it('trade events are not offered by 3Commas', async () => {
  const service = await openThreeCommasService()
  ends.push(() => service.close())
  expect(await shownBy(await threeCommasClient(service))).toBe('')
})

it('trade events are offered through --upstream by a service that has them', async () => {
  const paper = await paperService(false)
  const report = (): void => undefined
  const upstream = `http://127.0.0.1:${await paper.serve()}`
  const service = createRelay({ upstream, patience: 5_000, report })
  const health = () => Promise.reject(new Error('not asked'))
  const parts = { service, root: tmpdir(), connectTo: [], report, health, requestsOnOne: 1 }
  const server = createServer(parts)
  ends.push(() => server.close())
  const baseUrl = `http://127.0.0.1:${await listen(server, 0)}`
  const client = createClient({ baseUrl, credentials: paper.credentials, fetch })
  expect(await shownBy(client)).toContain('New trade events')
  await client.call(saveAlert, { body: SUBSCRIPTION })
  expect(await client.call(listAlerts, {})).toMatchObject([{ events: ['stop'] }])
})
