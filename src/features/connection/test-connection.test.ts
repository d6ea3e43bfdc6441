import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { importSecret } from '#signing/keys.ts'

import { type Step, testConnection } from './test-connection.ts'

beforeEach(() => vi.stubGlobal('location', { origin: 'https://page.test' }))
afterEach(() => vi.unstubAllGlobals())

const key = await importSecret('a secret of some length')

/** What the test finds at a service that tells its time and answers the rest in one way. */
async function steps(status: number, body: unknown) {
  const found: Step[] = []
  let asked = 0
  const walk = testConnection({
    baseUrl: 'https://service.test',
    credentials: async (emptyForm) => ({ apiKey: 'key', key, emptyForm }),
    async fetch(url) {
      if (url.endsWith('/time')) return new Response('{"server_time":1000}')
      asked += 1
      return new Response(JSON.stringify(body), { status })
    },
    now: () => 1_000,
    wasHeldByPolicy: () => false,
  })
  for await (const step of walk) found.push(step)
  return { asked, signature: found.find(({ name }) => name === 'Signature'), found }
}

it.each([
  [429, 'rate_limited'],
  [418, 'ip_banned'],
  [421, 'wrong_host'],
  [403, 'forbidden_origin'],
  [500, 'internal'],
])('calls no signature accepted that nobody judged: %i %s', async (status, error) => {
  const { signature, found, asked } = await steps(status, { error })
  expect(signature?.state).toBe('failed')
  expect(found.at(-1)).toBe(signature)
  // Nor is the other form tried while the service turns everything away.
  expect(asked).toBe(1)
})

it.each([
  [403, 'permission_missing'],
  [404, 'not_found'],
  [422, 'record_invalid'],
])('calls it accepted when what comes after it is refused: %i %s', async (status, error) => {
  expect((await steps(status, { error })).signature?.state).toBe('passed')
})

it('tries both forms of a signature that was judged', async () => {
  const { asked, signature } = await steps(401, { error: 'signature_invalid' })
  expect([asked, signature?.state]).toEqual([2, 'failed'])
})
