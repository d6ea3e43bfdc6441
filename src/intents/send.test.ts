import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { importSecret } from '#signing/keys.ts'

import { createJournal, type Intent } from './journal.ts'
import { createDoor } from './send.ts'

type Wire = { url: string; init: RequestInit; answer: (response: Response | Error) => void }

/** A door over a wire that answers when the test says so, with whatever it says. */
async function openDoor({ remembersKeys = false } = {}) {
  const sent: Wire[] = []
  const journal = createJournal()
  let time = 0
  let ids = 0
  const client = createClient({
    baseUrl: 'https://service.test',
    credentials: { apiKey: 'key', key: await importSecret('secret'), emptyForm: 'path?' },
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        const answer = (response: Response | Error) =>
          response instanceof Error ? reject(response) : resolve(response)
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
        sent.push({ url, init, answer })
      }),
  })
  const patience = new AbortController()
  const door = createDoor({
    client,
    journal,
    now: () => (time += 1),
    newId: () => `intent-${(ids += 1)}`,
    timeout: () => patience.signal,
    remembersKeys: () => remembersKeys,
  })
  const stop = (id: number) => door.send(stopGridBot, { params: { id } })
  return { stop, sent, journal, runOutOfPatience: () => patience.abort() }
}

const untilSent = async (sent: readonly unknown[], count = 1) => {
  while (sent.length < count) await new Promise((resolve) => setImmediate(resolve))
}

const ended = (journal: ReturnType<typeof createJournal>, id: string): Promise<Intent> =>
  new Promise((resolve) => {
    const look = () => {
      const intent = journal.find(id)
      if (intent && intent.outcome.kind !== 'sending') resolve(intent)
    }
    journal.subscribe(look)
    look()
  })

const refusal = (status: number, body: unknown = { error: 'x', error_description: 'No.' }) =>
  new Response(JSON.stringify(body), { status })

describe('the one door', () => {
  it('sends once however often the same thing is asked for in one go', async () => {
    const { stop, sent, journal } = await openDoor()

    const ids = Array.from({ length: 100 }, () => stop(7))
    await untilSent(sent)
    sent[0]?.answer(new Response('{"id":7}', { status: 201 }))
    await ended(journal, ids[0] ?? '')

    expect(new Set(ids).size).toBe(1)
    expect(sent).toHaveLength(1)
    expect(journal.all()).toHaveLength(1)
  })

  it('lets two different things go side by side', async () => {
    const { stop, sent } = await openDoor()
    stop(7)
    stop(8)
    await untilSent(sent, 2)
    expect(sent.map(({ url }) => url)).toEqual([
      'https://service.test/api/v1/bots/grid/7/stop',
      'https://service.test/api/v1/bots/grid/8/stop',
    ])
  })

  it('lets the same thing be asked for again once the first has ended', async () => {
    const { stop, sent, journal } = await openDoor()
    const first = stop(7)
    await untilSent(sent)
    sent[0]?.answer(refusal(422))
    await ended(journal, first)

    const second = stop(7)
    await untilSent(sent, 2)
    expect(second).not.toBe(first)
  })

  it('calls placed what the service answered as the contract says', async () => {
    const { stop, sent, journal } = await openDoor()
    const id = stop(7)
    await untilSent(sent)
    sent[0]?.answer(new Response('{"id":7,"is_enabled":false}', { status: 201 }))

    const { outcome } = await ended(journal, id)
    expect(outcome).toMatchObject({ kind: 'placed', answer: { id: 7, is_enabled: false } })
  })

  it.each([400, 401, 403, 404, 405, 413, 415, 421, 422])(
    'calls refused a %i in the error shape of the service',
    async (status) => {
      const { stop, sent, journal } = await openDoor()
      const id = stop(7)
      await untilSent(sent)
      sent[0]?.answer(refusal(status))
      expect((await ended(journal, id)).outcome.kind).toBe('refused')
    },
  )

  it.each<[string, Response | Error]>([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['a 409', refusal(409)],
    ['a 429', refusal(429)],
    ['a 418', refusal(418)],
    ['a 500', refusal(500)],
    ['a 502 of a proxy', new Response('<html>', { status: 502 })],
    ['a 403 of a proxy', new Response('<html>', { status: 403 })],
    ['a 201 that cannot be read', new Response('<html>', { status: 201 })],
    ['an empty 200', new Response('', { status: 200 })],
  ])('calls unknown %s', async (_name, answer) => {
    const { stop, sent, journal } = await openDoor()
    const id = stop(7)
    await untilSent(sent)
    sent[0]?.answer(answer)
    expect((await ended(journal, id)).outcome.kind).toBe('unknown')
    expect(sent).toHaveLength(1)
  })

  it('calls unknown what was not answered in time, and sends nothing more', async () => {
    const { stop, sent, journal, runOutOfPatience } = await openDoor()
    const id = stop(7)
    await untilSent(sent)
    runOutOfPatience()
    expect((await ended(journal, id)).outcome.kind).toBe('unknown')
    expect(sent).toHaveLength(1)
  })

  it('sends an Idempotency-Key only where the service said that it remembers one', async () => {
    for (const remembersKeys of [true, false]) {
      const { stop, sent } = await openDoor({ remembersKeys })
      const id = stop(7)
      await untilSent(sent)
      const headers = new Headers(sent[0]?.init.headers)
      expect(headers.get('Idempotency-Key')).toBe(remembersKeys ? id : null)
    }
  })

  it('keeps neither key nor signature in what it remembers', async () => {
    const { stop, sent, journal } = await openDoor()
    stop(7)
    await untilSent(sent)
    const signature = new Headers(sent[0]?.init.headers).get('Signature') ?? 'none'
    expect(JSON.stringify(journal.all())).not.toContain(signature)
    expect(JSON.stringify(journal.all())).not.toContain('secret')
  })

  it('never has more than one request for an intent, whatever comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.string(), async (status, body) => {
        const { stop, sent, journal } = await openDoor()
        const id = stop(7)
        await untilSent(sent)
        const bodiless = [204, 205, 304].includes(status)
        sent[0]?.answer(new Response(bodiless ? null : body, { status }))
        await ended(journal, id)
        expect(sent).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })
})
