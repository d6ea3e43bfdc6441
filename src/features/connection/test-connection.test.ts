import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { contractFormat } from '#dialects/wire-format.ts'
import { importSecret } from '#signing/keys.ts'

import { summaryOf } from './connection-test.tsx'
import { type Step, testConnection } from './test-connection.ts'

beforeEach(() => vi.stubGlobal('location', { origin: 'https://page.test' }))
afterEach(() => vi.unstubAllGlobals())

const key = await importSecret('a secret of some length')

type Service = {
  /** Status and body of the answer to `GET /time`. */
  time: [number, unknown]
  /** Answer to an unsigned `POST` without effect. */
  toStream: number | 'lost'
  toText: number | 'lost'
}

/** Findings of the test at a service that reports its time and gives one answer to the rest. */
async function steps(status: number, body: unknown, service: Partial<Service> = {}) {
  const { time = [200, { server_time: 1_000 }], toStream = 405, toText = 405 } = service
  const found: Step[] = []
  let asked = 0
  const walk = testConnection({
    baseUrl: 'https://service.test',
    dialect: 'quarterdeck',
    kind: 'hmac',
    format: contractFormat,
    credentials: async (emptyForm) => ({ apiKey: 'key', key, emptyForm }),
    async fetch(url, { method, body: sent }) {
      if (url.endsWith('/time') && method === 'POST') {
        const answer = sent instanceof ReadableStream ? toStream : toText
        if (answer === 'lost') throw new TypeError('Failed to fetch')
        return new Response('{}', { status: answer })
      }
      if (url.endsWith('/time')) {
        return new Response(JSON.stringify(time[1]), { status: time[0] })
      }
      asked += 1
      return new Response(JSON.stringify(body), { status })
    },
    timeout: () => new AbortController().signal,
    now: () => 1_000,
    wasBlockedByPolicy: () => false,
    pageOrigin: 'https://page.test',
    protocolOf: () => undefined,
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
])(
  'connection test: an answer before the signature check accepts no signature: %i %s',
  async (status, error) => {
    const { signature, found, asked } = await steps(status, { error })
    expect(signature?.state).toBe('failed')
    expect(found.at(-1)).toBe(signature)
    // Nor is the other form tried while the service turns everything away.
    expect(asked).toBe(1)
  },
)

it.each([
  [403, 'permission_missing'],
  [404, 'not_found'],
  [422, 'record_invalid'],
])(
  'connection test: an answer after the signature check accepts the signature: %i %s',
  async (status, error) => {
    expect((await steps(status, { error })).signature?.state).toBe('passed')
  },
)

it.each(['GET', 'POST'])(
  'connection test: a missing answer of %s has the common timeout',
  async (silent) => {
    const now = AbortSignal.abort(new DOMException('It took too long.', 'TimeoutError'))
    const waits: number[] = []
    const walk = testConnection({
      baseUrl: 'https://service.test',
      dialect: 'quarterdeck',
      kind: 'hmac',
      format: contractFormat,
      credentials: async (emptyForm) => ({ apiKey: 'key', key, emptyForm }),
      fetch: (_url, { method, signal }) =>
        method === silent
          ? new Promise((_resolve, reject) => signal?.aborted && reject(signal.reason as Error))
          : Promise.resolve(new Response(JSON.stringify({ server_time: 1_000 }))),
      timeout: (milliseconds) => {
        waits.push(milliseconds)
        return now
      },
      now: () => 1_000,
      wasBlockedByPolicy: () => false,
      pageOrigin: 'https://page.test',
      protocolOf: () => undefined,
    })
    const found: Step[] = []
    for await (const step of walk) found.push(step)
    const name = silent === 'GET' ? 'Reachable' : 'How orders are sent'
    expect(found.find((step) => step.name === name)?.state).not.toBe('passed')
    expect(new Set(waits)).toEqual(new Set([10_000]))
  },
)

it('connection test: both signature forms are tried after a 401', async () => {
  const { asked, signature } = await steps(401, { error: 'signature_invalid' })
  expect([asked, signature?.state]).toEqual([2, 'failed'])
})

describe('delivery of orders', () => {
  const travel = async (service: Partial<Service>) => {
    const { found } = await steps(422, { error: 'record_invalid' }, service)
    return found.find(({ name }) => name === 'How orders are sent')
  }

  it('orders are streamed if the service answers a stream', async () => {
    expect(await travel({})).toMatchObject({
      state: 'passed',
      detail: expect.stringMatching(/streams over HTTP\/2/),
    })
  })

  it('orders use Idempotency-Key if supported, without a test request', async () => {
    const time: Service['time'] = [200, { server_time: 1, extensions: ['idempotencyKey'] }]
    const step = await travel({ time, toStream: 'lost' })
    expect(step).toMatchObject({
      state: 'passed',
      detail: expect.stringMatching(/Idempotency-Key/),
    })
  })

  it.each([{ toStream: 'lost' as const }, { toStream: 411 }])(
    'orders are unsafe if a stream is refused (%o), and the relay is suggested',
    async (service) => {
      const step = await travel(service)
      expect(step).toMatchObject({
        state: 'failed',
        detail: expect.stringMatching(/more than once/),
      })
      expect(step?.remedies[0]).toContain('npm start -- --upstream https://service.test')
    },
  )

  it('delivery of orders is unknown if the page cannot read the answer', async () => {
    const step = await travel({ toStream: 'lost', toText: 'lost' })
    expect(step).toMatchObject({
      state: 'skipped',
      detail: expect.stringMatching(/gave no result/),
    })
  })
})

describe('a service with a failing /time', () => {
  const time = (status: number): Service['time'] => [status, { error: 'internal' }]

  it('an internal error of /time is not “reachable”, and the test continues', async () => {
    const { found, signature } = await steps(422, { error: 'x' }, { time: time(500) })
    expect(found[0]).toMatchObject({
      name: 'Reachable',
      state: 'failed',
      detail: expect.stringMatching(/500/),
    })
    expect(signature?.state).toBe('passed')
  })

  it('a service may lack /time, and the test shows its answer', async () => {
    const { found } = await steps(422, { error: 'x' }, { time: time(404) })
    expect(found[0]).toMatchObject({
      state: 'passed',
      detail: expect.stringMatching(/without its time: 404/),
    })
  })

  it('a rate limit of /time ends the test', async () => {
    const { found, asked } = await steps(422, { error: 'x' }, { time: time(429) })
    expect(found).toHaveLength(1)
    expect(asked).toBe(0)
  })
})

it('a connection test ends in one line: passed, or the failed steps', () => {
  const step = (name: string, state: 'passed' | 'failed' | 'skipped') =>
    ({ name, state, detail: '', remedies: [] }) as const
  const passed = [step('Reachable', 'passed'), step('Signature', 'passed')]
  expect(summaryOf(passed)).toBe('The connection works: 2 checks passed.')
  expect(summaryOf([...passed, step('Orders', 'skipped')])).toBe(
    'The connection works: 2 checks passed, 1 not tested.',
  )
  expect(summaryOf([step('Reachable', 'passed'), step('Signature', 'failed')])).toBe(
    '1 of 2 checks failed: Signature.',
  )
})
