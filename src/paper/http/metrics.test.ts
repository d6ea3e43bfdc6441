import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'
import { signedHeaders } from '#testing/sample-requests.ts'

let paper: TestService
let port: number
beforeAll(async () => {
  paper = await openTestService()
  port = await paper.serve()
})
afterAll(() => paper.close())

const metrics = (headers: Record<string, string> = {}) =>
  sendRaw(port, { target: '/metrics', headers })

it('GET /metrics counts each answer by endpoint and status, whatever its ids', async () => {
  for (const id of [1, 2]) {
    const target = `/api/v1/smart_trades/${id}`
    const headers = await signedHeaders(paper.credentials, { target })
    expect((await sendRaw(port, { target, headers })).status).toBe(404)
  }
  await sendRaw(port, { target: '/api/v1/no-such-thing' })
  const { status, text, headers } = await metrics()
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const counted = (endpoint: string) =>
    `quarterdeck_request_duration_seconds_count{endpoint="${endpoint}",status="404"}`
  expect(text).toContain(`${counted('GET /api/v1/smart_trades/:id')} 2\n`)
  expect(text).toContain(`${counted('no endpoint')} 1\n`)
})

it('GET /metrics tells how the worlds are, and nothing of anybody', async () => {
  const { text } = await metrics()
  expect(text).toContain('quarterdeck_info{service="paper",version="1.2.3",build="abc"} 1\n')
  for (const figure of ['healthy 1', 'worlds 1', 'world_behind_seconds 0', 'disk_trouble 0']) {
    expect(text).toContain(`quarterdeck_${figure}\n`)
  }
  const gauges = Array.from(text.matchAll(/^# TYPE (\S+) gauge/gm), ([, name]) => name)
  expect(gauges.filter((name) => name?.endsWith('_total'))).toEqual([])
  expect(text).not.toContain(paper.credentials.apiKey)
  expect(text).not.toMatch(/trader|secret/)
})

it('GET /metrics is for programs on this machine', async () => {
  const proxied = await metrics({ 'X-Forwarded-For': '203.0.113.7', Host: `127.0.0.1:${port}` })
  expect(proxied).toMatchObject({ status: 404, json: { error: 'not_found' } })
})
