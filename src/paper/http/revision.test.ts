import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { signedHeaders } from '#testing/sample-requests.ts'
import { type TraderAtWork, traderAtWork } from '#testing/trader-at-work.ts'

const ORIGIN = 'http://127.0.0.1:4780'
let paper: TestService
let trader: TraderAtWork
beforeAll(async () => {
  paper = await openTestService({
    world: 'demo',
    allowedOrigins: new Set(['https://desk.example']),
  })
  await paper.process.openWorlds()
  trader = await traderAtWork(await paper.serve(), paper.credentials)
  paper.clock.now += 5_000
  await paper.process.tick()
})
afterAll(() => paper.close())

type Asked = { method?: string; body?: object; headers?: Record<string, string>; path?: string }

/** A request about the trader's own SmartTrade. */
async function ask({ method = 'GET', body, headers, path = '' }: Asked = {}) {
  const target = `/api/v1/smart_trades/${trader.ids.trade}${path}`
  const text = body === undefined ? '' : JSON.stringify(body)
  const proof = await signedHeaders(paper.credentials, { target, body: text })
  const response = await paper.fetch(ORIGIN + target, {
    method,
    headers: {
      ...proof,
      ...headers,
      ...(text !== '' && { 'Content-Type': 'application/json' }),
    },
    ...(text !== '' && { body: text }),
  })
  const json = (await response.json()) as Record<string, unknown>
  return { status: response.status, tag: response.headers.get('etag'), json, response }
}

const note = (text: string, headers?: Record<string, string>) =>
  ask({ method: 'PATCH', body: { note: text }, ...(headers && { headers }) })

it('the revision of a SmartTrade is the ETag of its reads and writes, and stays while only the price moves', async () => {
  const first = await ask()
  expect(first.tag).toBe(`"${String(first.json['revision'])}"`)
  paper.clock.now += 60_000
  await paper.process.tick()
  expect((await ask()).tag).toBe(first.tag)
  const written = await note('One')
  expect(written.tag).not.toBe(first.tag)
  expect((await ask()).tag).toBe(written.tag)
})

it('the revision of a SmartTrade lets one of two changes through that were written against the same revision', async () => {
  const { tag } = await ask()
  const headers = { 'If-Match': tag ?? '' }
  const answers = await Promise.all([note('Two', headers), note('Three', headers)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const refused = answers.find(({ status }) => status === 412)
  expect(refused?.json['error']).toBe('precondition_failed')
  const kept = answers.find(({ status }) => status === 200)
  expect((await ask()).json['note']).toBe(kept?.json['note'])
})

it.each([
  ['another revision', () => '"1"', 412],
  ['a weak tag', (tag: string) => `W/${tag}`, 412],
  ['no tag at all', () => 'none', 412],
  ['one of several', (tag: string) => `"1", ${tag}`, 200],
  ['any', () => '*', 200],
])('the revision of a SmartTrade is compared with If-Match: %s', async (about, wanted, status) => {
  const { tag, json } = await ask()
  const answer = await note(`For ${about}`, { 'If-Match': wanted(tag ?? '') })
  expect(answer.status).toBe(status)
  const after = (await ask()).json['note']
  expect(after === json['note']).toBe(status === 412)
})

it('the revision of a SmartTrade is the ETag of an answer that is replayed, as it was the first time', async () => {
  const headers = { 'Idempotency-Key': 'noted-once' }
  const first = await note('Once', headers)
  await note('Later')
  const again = await note('Once', headers)
  expect(again.response.headers.get('idempotent-replayed')).toBe('true')
  expect([again.tag, again.json]).toEqual([first.tag, first.json])
})

it('a revision guards every write to the trade', async () => {
  const headers = { 'If-Match': '"1"' }
  const writes = [
    { method: 'POST', path: '/set_note', body: { note: 'x' } },
    { method: 'POST', path: '/close' },
    { method: 'DELETE' },
  ]
  for (const write of writes) expect((await ask({ ...write, headers })).status).toBe(412)
})

it('the revision of a SmartTrade can be sent and read by a page of another origin', async () => {
  const origin = { origin: 'https://desk.example' }
  const { response } = await ask({ headers: origin })
  expect(response.headers.get('access-control-expose-headers')).toMatch(/^ETag, /)
  const preflight = await paper.fetch(`${ORIGIN}/api/v1/smart_trades/1`, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'PATCH' },
  })
  expect(preflight.headers.get('access-control-allow-headers')).toContain('if-match')
})

it('there is no revision under --strict, and If-Match is ignored', async () => {
  const { credentials, data } = paper
  await paper.close({ keepData: true })
  paper = Object.assign(await openTestService({ data, strict: true }), { credentials })
  const answer = await ask({
    method: 'POST',
    path: '/set_note',
    body: { note: 'x' },
    headers: { 'If-Match': '"0"' },
  })
  expect([answer.status, answer.tag]).toEqual([201, null])
  expect(answer.json).not.toHaveProperty('revision')
})
