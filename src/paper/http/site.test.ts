import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw, type WireRequest } from '#testing/raw-http.ts'

let folder: string
let paper: TestService
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-site-'))
  const root = join(folder, 'client')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Quarterdeck</title>')
  writeFileSync(join(root, 'assets', 'app-1a2b.js'), 'export {}')
  paper = await openTestService()
  port = await paper.serve({ root })
})
afterAll(async () => {
  await paper.close()
  rmSync(folder, { recursive: true })
})

const get = (target: string, wire: Partial<WireRequest> = {}) => sendRaw(port, { target, ...wire })

it.each([
  ['that answers', '/api/v1/time', 200],
  ['that refuses', '/api/v1/smart_trades', 401],
  ['about an unknown path', '/api/v1/nothing', 404],
  ['about an unknown method', '/pair', 405],
])(
  '%s is kept by nobody, framed nowhere and ends its connection',
  async (_what, target, status) => {
    const answer = await get(target, status === 405 ? { method: 'PUT' } : {})
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
  },
)

it('every answer of the API names the methods of its path when another was used', async () => {
  const answer = await get('/api/v1/smart_trades', { method: 'PATCH' })
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe('GET, POST')
})

it.each(['/', '/smart-trades', '/no/such/page'])(
  'the page at %s runs our own files alone',
  async (target) => {
    const { status, headers, text } = await get(target)
    expect(status).toBe(200)
    expect(text).toContain('Quarterdeck')
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "worker-src 'self'",
      'trusted-types quarterdeck-worker',
    ]) {
      expect(policy.split(/; */)).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
  },
)

it('the page runs the script that it holds in itself and no other, also after a new build', async () => {
  const page = join(folder, 'client', 'index.html')
  const built = async (html: string, at: number) => {
    writeFileSync(page, html)
    utimesSync(page, at, at)
    const { headers } = await get('/portfolio')
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const hashOf = (script: string) =>
    `'sha256-${createHash('sha256').update(script).digest('base64')}'`

  expect(await built('<script>first()</script><script src="/a.js"></script>', 1_000)).toBe(
    `'self' ${hashOf('first()')}`,
  )
  expect(await built('<script>\nlater()\n</script>', 2_000)).toBe(`'self' ${hashOf('\nlater()\n')}`)
  expect(await built('<!doctype html><title>Quarterdeck</title>', 3_000)).toBe("'self'")
})

it('the page keeps files with a hash in their name for ever', async () => {
  const { status, headers } = await get('/assets/app-1a2b.js')
  expect(status).toBe(200)
  expect(headers['cache-control']).toContain('immutable')
})

it('the page is never sent in place of a file that is gone', async () => {
  const { status, text } = await get('/assets/app-0000.js')
  expect(status).toBe(404)
  expect(text).not.toContain('<!doctype')
})

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
])('%s leads to nothing outside its folder', async (target) => {
  expect((await get(target)).text).not.toContain('secret')
})

it('the picture of a currency is drawn from its letters', async () => {
  const { status, headers, text } = await get('/currencies/btc.svg')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(text).toContain('>BTC</text>')
})

it.each(['/currencies/%3Cscript%3E.svg', '/currencies/a.b.svg', '/currencies/.svg'])(
  'the picture of a currency is not drawn for %s',
  async (target) => {
    expect((await get(target)).headers['content-type']).not.toContain('svg')
  },
)
