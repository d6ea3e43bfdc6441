import { afterAll, beforeAll, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import { type Sample, sampleRequests, signedHeaders } from '#testing/sample-requests.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'

let paper: TestService
beforeAll(async () => {
  paper = await openTestService({ strict: true })
})
afterAll(() => paper.close())

async function ask({ endpoint, target, body }: Sample, headers: Record<string, string>) {
  const response = await paper.fetch(`http://127.0.0.1:4780${target}`, {
    method: endpoint.method,
    headers: { ...headers, ...(body !== '' && { 'Content-Type': 'application/json' }) },
    ...(body !== '' && { body }),
  })
  return { status: response.status, json: (await response.json()) as { error?: string } }
}

const bySecurity = (sample: Sample): Promise<Record<string, string>> =>
  sample.endpoint.security === 'bearer'
    ? Promise.resolve({ Authorization: `Bearer ${paper.credentials.token}` })
    : signedHeaders(paper.credentials, sample)

const closed = sampleRequests.filter(({ endpoint }) => endpoint.security !== 'public')
const linesOf = (isExtension: boolean): [string, Sample][] =>
  closed
    .filter(({ endpoint }) => (endpoint.extension ?? false) === isExtension)
    .map((sample) => [`${sample.endpoint.method} ${sample.endpoint.path}`, sample])

it.each(linesOf(true))('%s is not there, for those who may ask', async (_line, sample) => {
  const stranger = await ask(sample, {})
  expect(stranger.status).toBe(401)
  const { status, json } = await ask(sample, await bySecurity(sample))
  expect(status).toBe(404)
  expect(json.error).toBe('not_found')
})

it.each(linesOf(false))('%s is there', async (_line, sample) => {
  const { status } = await ask(sample, await bySecurity(sample))
  // Its subject may be missing.
  const isAboutAnEntity = sample.endpoint.path.includes(':id')
  expect(isAboutAnEntity ? [401, 403, 405, 500] : [401, 403, 404, 405, 500]).not.toContain(status)
})

it.each([
  ['PUT', '/api/v1/smart_trades/5'],
  ['DELETE', '/api/v1/market/candles'],
  ['PUT', '/api/v1/exchanges'],
])('%s %s gives no extension away', async (method, target) => {
  const url = `http://127.0.0.1:4780${target}`
  const stranger = await paper.fetch(url, { method })
  expect(stranger.status).toBe(401)
  const headers = await signedHeaders(paper.credentials, { target })
  const answer = await paper.fetch(url, { method, headers })
  expect(answer.status).toBe(404)
  expect([stranger, answer].map((each) => each.headers.get('allow'))).toEqual([null, null])
})

it.each([
  ['/api/v1/bots/dca', 'GET'],
  ['/api/v1/user/mode', 'POST'],
  ['/api/v1/smart_trades', 'GET, POST'],
])('%s takes the methods of the spec alone', async (target, allow) => {
  const answer = await paper.fetch(`http://127.0.0.1:4780${target}`, { method: 'PUT' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(((await answer.json()) as { error_description: string }).error_description).toBe(
    `This path takes ${allow}.`,
  )
})

it('a stop of a grid bot takes no body', async () => {
  const sample = {
    endpoint: api.stopGridBot,
    target: '/api/v1/bots/grid/1/stop',
    body: '{"leave":"sell"}',
  }
  const { status, json } = await ask(sample, await bySecurity(sample))
  expect(status).toBe(400)
  expect(json).toMatchObject({ error_description: 'This request takes no body.' })
})

it('the history knows no span, and ignores one like any unknown parameter', async () => {
  const target = '/api/v1/terminal/history?from=2099-01-01&to=2000-01-01'
  const sample = { endpoint: api.listHistory, target, body: '' }
  const { status } = await ask(sample, await bySecurity(sample))
  expect(status).toBe(200)
})

it('the server time says nothing but the time', async () => {
  const response = await paper.fetch(`http://127.0.0.1:4780${api.getTime.path}`)
  expect(Object.keys((await response.json()) as object)).toEqual(['server_time'])
})

it('a signature over the bare path is none', async () => {
  const sample = closed.find(({ endpoint }) => endpoint.name === api.listSmartTrades.name)
  if (!sample) throw new Error('There is no such endpoint')
  const bare = await signedHeaders({ ...paper.credentials, emptyForm: 'path' }, sample)
  expect((await ask(sample, bare)).json.error).toBe('signature_invalid')
  expect((await ask(sample, await bySecurity(sample))).status).toBe(200)
})
