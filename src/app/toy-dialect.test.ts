import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'

import { getGridBot, listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import { listCandles } from '#contract/market.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { Dialect } from '#dialects/dialect.ts'
import { DIALECT_PROFILES, type DialectId } from '#dialects/dialects.ts'
import { translatedFormat } from '#dialects/translated-format.ts'
import { ServiceProvider } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { readEnteredKey } from '#session/stored-secret.ts'
import { SessionStoreContext } from '#session/use-session.ts'
import { aBrowser } from '#testing/a-browser.ts'

import { currentApiTransport } from './api-transport.ts'

// The test renders to text, for which `useSyncExternalStore` would need a server snapshot.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}))

const NO_CANDLES = 'This toy draws no charts.'
const toy: Dialect = {
  translations: {
    listGridBots: {
      request: () => ({ method: 'GET', path: '/toys' }),
      answer: (json) => (json as { toys: unknown }).toys,
    },
    stopGridBot: {
      request: ({ params }) => ({ method: 'DELETE', path: `/toys/${params['id']}/motor` }),
      answer: (json) => json,
    },
  },
  headers: ({ mode }) => ({ 'X-Toy-Mode': mode }),
  signedText: ({ path, query, body }) => `${path}|${query}|${body}`,
  refusal: (status, json) => ({ status, json }),
  whyNot: ({ name }) => `This toy has no ${name}.`,
}

/** Everything that a new dialect has to add. */
Object.assign(DIALECT_PROFILES, {
  toy: {
    ...DIALECT_PROFILES['3commas'],
    name: 'Toy',
    load: () => Promise.resolve((facts: never) => translatedFormat(toy, facts)),
  },
})
Object.assign(DIALECT_WORDS, {
  toy: { ...DIALECT_WORDS['3commas'], whyNot: { [listCandles.name]: NO_CANDLES } },
})

afterEach(() => void vi.unstubAllGlobals())

it('a new dialect can be read, written to and explained without other changes', async () => {
  const sent: { line: string; mode: string | null; isSigned: boolean }[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit) => {
    const given = new Headers(headers)
    sent.push({
      line: `${method} ${new URL(url).pathname}`,
      mode: given.get('X-Toy-Mode'),
      isSigned: given.has('Signature'),
    })
    return Response.json(method === 'GET' ? { toys: [{ id: 7 }] } : { id: 7, is_enabled: false })
  })
  vi.stubGlobal('location', new URL('https://page.example/'))
  const baseUrl = 'https://toys.example/box'
  const sessionStore = aBrowser().openTab()
  const key = await readEnteredKey({ kind: 'hmac', apiKey: 'key', secret: 'a secret' }, baseUrl)
  const dialect = 'toy' as DialectId
  const draft = {
    label: 'Toy',
    baseUrl,
    dialect,
    declaredMode: 'paper',
    emptyForm: 'path',
  } as const
  const profile = await sessionStore.connections.add(draft, key, 'session')
  expect(profile).toMatchObject({ dialect: 'toy', declaredMode: 'paper', writeEnabled: false })

  const transport = await currentApiTransport(sessionStore, 1_000)
  if (!transport) throw new Error('nothing is connected')
  const { reader, client, offers } = transport
  const rows = await reader.read(listGridBots, {}, new AbortController().signal)
  expect(rows).toMatchObject([{ id: 7 }])
  const stopped = client.prepare(stopGridBot, { params: { id: 7 } })
  await client.send(stopped).catch(() => undefined)
  expect(sent).toEqual([
    { line: 'GET /box/toys', mode: 'paper', isSigned: true },
    { line: 'DELETE /box/toys/7/motor', mode: 'paper', isSigned: true },
  ])

  // An endpoint without a translation is never requested, and pages say why.
  await expect(client.call(getGridBot, { params: { id: 7 } })).rejects.toThrow('has no getGridBot')
  expect(sent).toHaveLength(2)
  const extensions = {
    subscribe: () => () => undefined,
    offers: (name: string) => offers?.includes(name) === true,
  }
  const Why = () => createElement('p', null, useWhyNotOffered(listCandles) ?? 'offered')
  const page = createElement(
    ServiceProvider,
    { service: { extensions } } as never,
    createElement(Why),
  )
  const drawn = renderToString(createElement(SessionStoreContext, { value: sessionStore }, page))
  expect(drawn).toContain(NO_CANDLES)
})
