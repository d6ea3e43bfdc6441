import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { PERMISSIONS } from '#contract/endpoint.ts'
import { openReceiver } from '#testing/alerting-service.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'
import { signedHeaders } from '#testing/sample-requests.ts'

import { LOOPBACK_ONLY, type Reach } from '../http/reach.ts'

const PATH = '/api/v1/alerts/webhook_origins'
const NTFY = 'https://ntfy.sh'

let paper: TestService
let port: number
async function start(more: Parameters<typeof openTestService>[0] = {}, reach?: Reach) {
  paper = await openTestService({ notifyTo: ['https://hooks.slack.com'], ...more })
  port = await paper.serve(reach && { reach })
  await paper.process.openWorlds()
}
async function startAgain(): Promise<void> {
  await paper.close({ keepData: true })
  await start({ data: paper.data, startsAt: paper.clock.now })
}
beforeEach(() => start())
afterEach(() => paper.close())

type Call = { headers?: Record<string, string>; by?: TestService['credentials'] }
async function change(origin: string, is_allowed: boolean, { headers, by }: Call = {}) {
  const body = JSON.stringify({ origin, is_allowed })
  const signed = await signedHeaders(by ?? paper.credentials, { target: PATH, body })
  return sendRaw(port, {
    method: 'POST',
    target: PATH,
    headers: {
      Host: `127.0.0.1:${port}`,
      'Content-Type': 'application/json',
      ...signed,
      ...headers,
    },
    body,
  })
}
async function listed({ headers, by }: Call = {}) {
  const signed = await signedHeaders(by ?? paper.credentials, { target: PATH, body: '' })
  const all = { Host: `127.0.0.1:${port}`, ...signed, ...headers }
  return (await sendRaw(port, { target: PATH, headers: all })).json
}

describe('an origin for webhooks that is added while the service runs', () => {
  it('an added origin is listed beside those of the command line, kept for its owner alone, and removed again', async () => {
    expect(await listed()).toEqual({
      origins: ['https://hooks.slack.com'],
      added: [],
      may_change: true,
    })
    expect(await change(NTFY, true)).toMatchObject({
      status: 200,
      json: { origins: ['https://hooks.slack.com', NTFY], added: [NTFY], may_change: true },
    })
    expect((await change(NTFY, true)).json).toMatchObject({ added: [NTFY] })
    const file = join(paper.data, 'webhook-origins')
    expect(readFileSync(file, 'utf8')).toBe(`${NTFY}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await startAgain()
    expect(await listed()).toMatchObject({ added: [NTFY] })
    expect((await change(NTFY, false)).json).toMatchObject({
      origins: ['https://hooks.slack.com'],
      added: [],
    })
    await startAgain()
    expect(await listed()).toMatchObject({ added: [] })
  })

  it('an origin of the command line stays when it is removed', async () => {
    expect((await change('https://hooks.slack.com', false)).json).toMatchObject({
      origins: ['https://hooks.slack.com'],
    })
  })

  it('an added origin is called from then on, and no longer once it is removed', async () => {
    const receiver = await openReceiver()
    await paper.close()
    await start({ network: receiver.network })
    const alert = {
      id: '1f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b',
      kind: 'drawdown',
      name: 'Portfolio',
      percent: 10,
      webhook: { kind: 'url', url: `${receiver.origin}/hook` },
    }
    const post = async (target: string, json: object) => {
      const body = JSON.stringify(json)
      const signed = await signedHeaders(paper.credentials, { target, body })
      const headers = { Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json', ...signed }
      return sendRaw(port, { method: 'POST', target, headers, body })
    }
    expect((await post('/api/v1/alerts', alert)).json).toMatchObject({
      error_attributes: {
        'webhook.url': [
          `The service may not call ${receiver.origin} yet. Allow it in Settings on the computer of the service, or start it with --notify-to ${receiver.origin}.`,
        ],
      },
    })
    await change(receiver.origin, true)
    expect((await post('/api/v1/alerts', alert)).status).toBe(200)
    await post(`/api/v1/alerts/${alert.id}/test`, {})
    await expect.poll(() => receiver.received.length).toBe(1)
    await change(receiver.origin, false)
    paper.clock.now += 60_000
    await post(`/api/v1/alerts/${alert.id}/test`, {})
    const tried = async () => {
      const headers = await signedHeaders(paper.credentials, { target: '/api/v1/alerts', body: '' })
      const all = { Host: `127.0.0.1:${port}`, ...headers }
      return (await sendRaw(port, { target: '/api/v1/alerts', headers: all })).text
    }
    await expect.poll(tried).toContain('The service may no longer call its origin.')
    expect(receiver.received).toHaveLength(1)
    await receiver.close()
  })

  it('an origin is refused by field and rule unless it is an https origin and nothing more', async () => {
    const wrong = [
      'http://ntfy.sh',
      'https://ntfy.sh/topic',
      'https://a@ntfy.sh',
      'https://ntfy.sh?x',
      'https://ntfy.sh;x',
      'ntfy.sh',
      'file:///etc/passwd',
      'https://ntfy.sh\nhttps://other.example',
    ]
    for (const origin of wrong) {
      expect([origin, await change(origin, true)]).toMatchObject([
        origin,
        {
          status: 422,
          json: {
            error_attributes: { origin: ['Enter an https origin such as https://ntfy.sh.'] },
          },
        },
      ])
    }
    expect(await listed()).toMatchObject({ added: [] })
  })

  it('an added origin is refused beyond the twentieth', async () => {
    for (let one = 0; one < 20; one += 1) await change(`https://${one}.example`, true)
    expect(await change(NTFY, true)).toMatchObject({
      status: 422,
      json: { error_attributes: { origin: ['There are 20 added origins already; remove one.'] } },
    })
  })

  it('a line that is no origin is dropped from a damaged file', async () => {
    await change(NTFY, true)
    writeFileSync(join(paper.data, 'webhook-origins'), `http://evil.example\n${NTFY}\nrubbish\n`)
    await startAgain()
    expect(await listed()).toMatchObject({ added: [NTFY] })
  })
})

describe('adding an origin for webhooks', () => {
  const refused = { status: 403, json: { error: 'access_denied' } }
  const none = { added: [], may_change: false }

  it('adding an origin is refused if a proxy has added a header', async () => {
    const sent = {
      Forwarded: 'for=203.0.113.7',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Host': 'desk.example',
      'X-Forwarded-Proto': 'https',
      'X-Real-IP': '203.0.113.7',
      Via: '1.1 proxy',
    }
    for (const [name, value] of Object.entries(sent)) {
      const headers = { [name]: value }
      const answers = [name, await change(NTFY, true, { headers }), await listed({ headers })]
      expect(answers).toMatchObject([name, refused, none])
    }
  })

  it('adding an origin is refused under a Host of another name', async () => {
    const headers = { Host: `desk.example:${port}` }
    expect((await change(NTFY, true, { headers })).status).toBe(421)
    expect(await listed()).toMatchObject({ added: [] })
  })

  it('adding an origin is refused for a page of another origin', async () => {
    const headers = { Origin: 'https://evil.example' }
    expect((await change(NTFY, true, { headers })).status).toBe(403)
    expect(await listed()).toMatchObject({ added: [] })
  })

  it.each<[string, Partial<Reach>]>([
    ['with --public-origin', { publicOrigin: 'https://desk.example' }],
    [
      'with a public origin on localhost, as in a container',
      { publicOrigin: 'http://localhost:1' },
    ],
    ['with --trust-proxy', { proxies: new Set(['10.0.0.2']) }],
  ])('is refused by a service that was started %s', async (_name, reach) => {
    await paper.close()
    await start({}, { ...LOOPBACK_ONLY, ...reach })
    expect(await change(NTFY, true)).toMatchObject(refused)
    expect(await listed()).toMatchObject(none)
  })

  it('adding an origin is refused for another user, and for a key that is read-only or expires', async () => {
    const other = await paper.addKey({ user: 'somebody' })
    const reader = await paper.addKey({
      permissions: PERMISSIONS.filter((one) => one.endsWith('_READ')),
    })
    const oneMissing = await paper.addKey({ permissions: PERMISSIONS.slice(1) })
    const expiring = await paper.addKey({ expiresAt: paper.clock.now + 3_600_000 })
    for (const by of [other, reader, oneMissing, expiring]) {
      expect(await change(NTFY, true, { by })).toMatchObject(refused)
      expect(await listed({ by })).toMatchObject(none)
    }
    expect(await listed()).toMatchObject({ added: [], may_change: true })
  })

  it('adding an origin is not offered with --strict', async () => {
    await paper.close()
    await start({ strict: true })
    expect((await change(NTFY, true)).status).toBe(404)
  })
})
