import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { generateKeyPair, importSecret } from '#signing/keys.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'
import { sendSigned } from '#testing/trader-at-work.ts'

import { commandOf } from './main.ts'

let data: string
let paper: TestService | undefined
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
})
afterEach(async () => {
  await paper?.close({ keepData: true })
  paper = undefined
  rmSync(data, { recursive: true })
})

/** Runs a command over the data directory, as the terminal would. */
const run = async (...words: string[]): Promise<string> => {
  const command = commandOf([...words, '--data', data])
  if (!command) throw new Error('This is no command')
  return command('/nowhere')
}
const runJson = async (...words: string[]) => JSON.parse(await run(...words, '--json'))

type Made = { api_key: string; secret_key: string; token: string; user: string }

async function serve(): Promise<number> {
  // The commands read the clock of the machine.
  paper = await openTestService({ data, startsAt: Date.now() })
  return paper.serve()
}
const mode = { target: '/api/v1/user/mode' }
const credentialsOf = async ({ api_key: apiKey, secret_key: secret, token }: Made) =>
  ({ apiKey, token, key: await importSecret(secret), emptyForm: 'path?' }) as const
const status = async (port: number, made: Made, target = mode.target): Promise<number> =>
  (await sendSigned(port, await credentialsOf(made), { target })).status

it('keys add works before the first start, and the key opens the service', async () => {
  const made: Made = await runJson('keys', 'add')
  expect(made).toMatchObject({
    user: 'trader',
    api_key: expect.stringMatching(/^paper_[0-9a-f]{32}$/),
  })
  expect(made.secret_key).toMatch(/^[0-9a-f]{64}$/)
  const port = await serve()
  expect(await status(port, made)).toBe(200)
  expect(await status(port, made, '/api/v1/bots/dca')).toBe(200)
})

it('keys add is obeyed by the running service at once, and so is keys revoke', async () => {
  const port = await serve()
  const made: Made = await runJson('keys', 'add')
  expect(await status(port, made)).toBe(200)
  await run('keys', 'revoke', made.api_key)
  expect(await status(port, made)).toBe(401)
  expect(await status(port, made, '/api/v1/bots/dca')).toBe(401)
})

it('keys add takes the public half of an RSA key and gives no secret', async () => {
  const { publicPem } = await generateKeyPair()
  const file = join(data, 'public.pem')
  writeFileSync(file, publicPem)
  const made = await runJson('keys', 'add', '--type', 'rsa', '--public-key', file)
  expect(made).not.toHaveProperty('secret_key')
})

it('keys add gives the named permissions alone', async () => {
  const made: Made = await runJson('keys', 'add', '--permissions', 'BOTS_READ,BOTS_WRITE')
  const port = await serve()
  expect(await status(port, made, '/api/v1/bots/grid')).toBe(200)
  expect(await status(port, made, '/api/v1/smart_trades')).toBe(403)
})

it('keys add takes another --world until the world is made, and says so when it comes too late', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  await run('keys', 'add', '--user', 'bob', '--world', 'demo')
  const made: Made = await runJson('keys', 'add', '--user', 'bob', '--world', 'empty')
  await run('keys', 'add', '--user', 'bob')
  const port = await serve()
  const sent = { target: '/api/v1/smart_trades' }
  const { json } = await sendSigned(port, await credentialsOf(made), sent)
  expect(json).toEqual([])
  await run('keys', 'add', '--user', 'bob', '--world', 'empty')
  expect(said).not.toHaveBeenCalled()
  await run('keys', 'add', '--user', 'bob', '--world', 'demo')
  expect(said.mock.calls).toEqual([
    ['The world of bob stays as it was made; --world changes nothing.\n'],
  ])
})

it('keys add makes keys that run out', async () => {
  const made: Made = await runJson('keys', 'add', '--expires', '2s')
  const port = await serve()
  expect(await status(port, made)).toBe(200)
  if (paper) paper.clock.now += 2_000
  expect(await status(port, made)).toBe(401)
})

it.each([
  [['--type', 'dsa'], '--type takes hmac or rsa, not "dsa".'],
  [['--type', 'rsa'], 'An RSA key needs --public-key FILE'],
  [['--public-key', 'x'], '--public-key goes with --type rsa.'],
  [
    ['--type', 'rsa', '--public-key', '/no/such/file'],
    'cannot be read; --public-key takes a PEM file.',
  ],
  [['--permissions', 'EVERYTHING'], '--permissions takes BOTS_READ, BOTS_WRITE,'],
  [['--user', '../x'], '--user takes 1 to 64 letters'],
  [['--expires', '0s'], '--expires takes a time such as 15m'],
  [['--token-ttl', 'soon'], '--token-ttl takes a time such as 15m'],
  [['--world', 'moon'], '--world takes demo, untidy or empty'],
  [['more'], 'keys add takes flags alone, not more.'],
  [['--secret', 'x'], 'There is no flag --secret;'],
])('%j is refused with a sentence', async (words, sentence) => {
  await expect(run('keys', 'add', ...words)).rejects.toThrow(sentence)
  expect(readdirSync(data)).toEqual([])
})

it('keys list shows every key and no secret', async () => {
  const made: Made = await runJson('keys', 'add', '--user', 'ann')
  const text = await run('keys', 'list')
  expect(text).toContain(made.api_key)
  for (const shown of [text, await run('keys', 'list', '--json')]) {
    expect(shown).not.toContain(made.secret_key)
    expect(shown).not.toContain(made.token)
  }
  expect(await runJson('keys', 'list')).toMatchObject([
    { user: 'ann', type: 'hmac', expires_at: null },
  ])
})

it('keys token gives a fresh token, which lives as long as was asked', async () => {
  const made: Made = await runJson('keys', 'add')
  const port = await serve()
  const { token } = await runJson('keys', 'token', made.api_key, '--token-ttl', '15m')
  const ask = () =>
    sendRaw(port, { target: '/api/v1/bots/dca', headers: { Authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  if (paper) paper.clock.now += 16 * 60_000
  expect(await ask()).toMatchObject({ status: 401, json: { error: 'token_expired' } })
})

it.each([['revoke'], ['token']])('keys %s says when there is no such key', async (word) => {
  await run('keys', 'add')
  await expect(run('keys', word, 'paper_0')).rejects.toThrow('There is no key paper_0;')
  await expect(run('keys', word)).rejects.toThrow('Name one key:')
})

it('keys alone says what there is', () => {
  expect(() => commandOf(['keys'])).toThrow('keys add, list, revoke or token')
})

it('pair prints a fresh link to the running service, good once', async () => {
  const port = await serve()
  paper?.process.servesAt(`http://127.0.0.1:${port}`)
  const { url } = await runJson('pair')
  const [, code] = /^http:\/\/127\.0\.0\.1:\d+\/#pair=([\w-]+)$/.exec(url) ?? []
  expect(url).toContain(`:${port}/`)
  const { publicPem } = await generateKeyPair()
  const use = () =>
    sendRaw(port, {
      method: 'POST',
      target: '/pair',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, public_key: publicPem }),
    })
  expect(await use()).toMatchObject({ status: 201, json: { user: 'trader' } })
  expect(await use()).toMatchObject({ status: 403, json: { error: 'forbidden' } })
})

it('pair says when no service runs, or nobody has that name', async () => {
  await run('keys', 'add')
  await expect(run('pair')).rejects.toThrow('No service uses')
  const port = await serve()
  paper?.process.servesAt(`http://127.0.0.1:${port}`)
  await expect(run('pair', '--user', 'nobody')).rejects.toThrow('There is no user nobody;')
})
