import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type BuiltService, buildService, type Running, takenPort } from '#testing/built-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { sendRaw } from '#testing/raw-http.ts'

let service: BuiltService
let data: string
let running: Running | undefined
beforeAll(async () => {
  service = await buildService()
}, 60_000)
afterAll(() => service.remove())
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
})
afterEach(async () => {
  await running?.end('SIGKILL')
  running = undefined
  rmSync(data, { recursive: true, force: true })
})

const start = async (...flags: string[]): Promise<Running> =>
  (running = await service.start(data, flags))

/** Ends with exit 1, or 2 for wrong usage, and one sentence on standard error. */
async function refusal(words: string[], exit = 1): Promise<string> {
  const { code, stdout, stderr } = await service.run(...words)
  expect({ code, stdout, stderr }).toEqual({
    code: exit,
    stdout: '',
    stderr: expect.stringMatching(/^[A-Z][^\n]+\.\n$/),
  })
  return stderr
}

it('a start prints one line with one link, which answers', async () => {
  const { port, link } = await start()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#pair=[\w-]{22}$/)
  expect((await sendRaw(port, { target: '/api/v1/time' })).status).toBe(200)
})

it('a start is refused on a port that is taken', async () => {
  const taken = await takenPort()
  const said = await refusal(['--data', data, '--port', String(taken.port), '--world', 'empty'])
  taken.close()
  expect(said).toContain(`Port ${taken.port} is taken; end what uses it`)
  // The directory is free again.
  await start()
})

it('a start is refused over a directory that another service holds', async () => {
  const { process } = await start()
  const said = await refusal(['--data', data, '--port', '0'])
  expect(said).toContain(`in use by process ${process.pid}; end that one first`)
})

it('a start is refused over something that is no directory', async () => {
  const file = join(data, 'file')
  writeFileSync(file, '')
  expect(await refusal(['--data', join(file, 'in'), '--port', '0'])).toContain(
    'cannot be written; choose another with --data DIR.',
  )
})

it.each(['quarterdeck.db', 'service.lock'])(
  'a start is refused over a %s that is no such file',
  async (name) => {
    writeFileSync(join(data, name), 'hello '.repeat(1_000))
    expect(await refusal(['--data', data, '--port', '0'])).toMatch(
      /is damaged; put a backup back|cannot be used; move it away/,
    )
  },
)

it.each([
  ['--help', /--port N[\s\S]*--data DIR[\s\S]*--rate-limit/],
  ['--version', /^\d+\.\d+\.\d+\n$/],
])('%s prints text and starts nothing', async (flag, text) => {
  const { code, stdout, stderr } = await service.run(flag)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(text)
})

it.each([['--prot 1'], ['keys']])('%s is wrong usage: exit code 2', async (words) => {
  expect(await refusal(words.split(' '), 2)).toMatch(/no flag|Name /)
})

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it('ends the service within two seconds with everything in one file', async () => {
    const service = await start()
    // Somebody who keeps a connection open and says nothing.
    const silent = connect(service.port, '127.0.0.1')
    await once(silent, 'connect')
    const before = performance.now()
    expect((await service.end(signal)).code).toBe(0)
    expect(performance.now() - before).toBeLessThan(proofSize(Infinity, 2_000))
    running = undefined
    silent.destroy()
    // Node’s own SQLite removes the log; the package for Node 20 leaves it empty.
    const log = statSync(join(data, 'quarterdeck.db-wal'), { throwIfNoEntry: false })
    expect(log?.size ?? 0).toBe(0)
    expect(existsSync(join(data, 'service.json'))).toBe(false)
  })
})

it('everything that is made is for its owner alone', async () => {
  const fresh = join(data, 'made')
  running = await service.start(fresh)
  expect(statSync(fresh).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(fresh)) {
    expect({ name, mode: statSync(join(fresh, name)).mode & 0o777 }).toEqual({ name, mode: 0o600 })
  }
})
