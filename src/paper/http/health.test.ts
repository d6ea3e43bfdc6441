import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { listExchanges } from '#contract/exchanges.ts'
import { openDatabase } from '#paper/store/sqlite/database.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw, type WireRequest } from '#testing/raw-http.ts'

let paper: TestService
let port: number
beforeAll(async () => {
  paper = await openTestService()
  port = await paper.serve()
})
afterAll(() => paper.close())

/** The members for every caller. */
const PUBLIC = {
  service: 'paper',
  version: '1.2.3',
  build: 'abc',
  pair: 'quarterdeck pair',
  uptime_s: 0,
}

const health = (wire: Partial<WireRequest> = {}) => sendRaw(port, { target: '/health', ...wire })

it('GET /health answers in JSON without a key', async () => {
  const { status, headers, json } = await health()
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(headers['cache-control']).toBe('no-store')
  expect(json).toMatchObject({ status: 'ok', version: '1.2.3', uptime_s: 0 })
  expect((await health({ target: '/ready' })).status).toBe(200)
})

it('GET /health reports the state of each world in use, and no name', async () => {
  await paper.client.call(listExchanges, {})
  const { json, text } = await health()
  expect(json).toMatchObject({
    status: 'ok',
    worlds: [
      { user: 1, time: new Date(paper.clock.now).toISOString(), behind_s: 0, trouble: null },
    ],
    disk: 'ok',
    last_backup: null,
  })
  expect(text).not.toMatch(/trader|secret|"account/)
})

it.each([
  ['through a proxy', { 'X-Forwarded-For': '203.0.113.7' }],
  ['under another name', { Host: 'example.com' }],
])('GET /health answers nothing else to a caller %s', async (_, headers) => {
  const { status, json } = await health({ headers })
  expect({ status, json }).toEqual({
    status: 200,
    json: { ...PUBLIC, status: 'ok' },
  })
})

it('GET /health is degraded while a world cannot be opened, and says why', async () => {
  const { id } = await paper.store.users.ensure({ name: 'second' }, paper.clock.now)
  const second = paper.clientFor(await paper.addKey({ user: 'second' }))
  await second.call(listExchanges, {})
  const data = paper.data
  await paper.close({ keepData: true })
  const database = openDatabase(join(data, 'quarterdeck.db'))
  database.exec(`UPDATE things SET json = '{' WHERE kind = 'world' AND user_id = ${id}`)
  database.close()
  paper = await openTestService({ data })
  port = await paper.serve()
  await expect(
    paper.clientFor(await paper.addKey({ user: 'second' })).call(listExchanges, {}),
  ).rejects.toThrow('world meta')
  expect((await health()).json).toMatchObject({
    status: 'degraded',
    worlds: [{ user: id, time: null, trouble: expect.stringContaining('record world meta') }],
  })
  expect((await health({ target: '/ready' })).status).toBe(503)
  expect((await health({ headers: { Via: '1.1 proxy' } })).json).toEqual({
    ...PUBLIC,
    status: 'degraded',
  })
})

it.each(['/health', '/api/v1/time'])(
  'HEAD of %s answers as GET, without the body',
  async (target) => {
    const get = await sendRaw(port, { target })
    const head = await sendRaw(port, { target, method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(head.headers['content-length']).toBe(String(get.text.length))
  },
)

it('HEAD of what takes no GET is refused, as GET is', async () => {
  const { status, headers } = await sendRaw(port, {
    target: '/api/v1/webhooks/charting',
    method: 'HEAD',
  })
  expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'POST' })
})

it('a file that is not there is not answered with the page', async () => {
  for (const target of ['/openapi.json', '/robots.txt', '/health.json']) {
    const { status, text } = await sendRaw(port, { target })
    expect({ target, status, text }).toEqual({ target, status: 404, text: 'Not found' })
  }
})
