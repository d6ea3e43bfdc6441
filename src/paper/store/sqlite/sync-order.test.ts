import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { importSecret } from '#signing/keys.ts'
import { type BuiltService, buildService } from '#testing/built-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { traderAt } from '#testing/trader-at-work.ts'

import { openDataDirectory } from './data-directory.ts'
import { openDatabase } from './database.ts'

let service: BuiltService
let data: string
beforeAll(async () => {
  service = await buildService()
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
}, 60_000)
afterAll(() => {
  service.remove()
  rmSync(data, { recursive: true })
})

const TRADES = proofSize(10, 200)
/** At the same time, so that some share a commit. */
const TOGETHER = 5

/** System calls can be watched: the program is there and may trace what it starts. */
function canWatch(): boolean {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Found = { confirmed: number; early: number }

/** Counts successful answers, and those sent before the log was on the disk. */
function judge(trace: string): Found {
  const found = { confirmed: 0, early: 0 }
  let isSynced = true
  for (const line of trace.split('\n')) {
    const isLog = line.includes('quarterdeck.db-wal>')
    if (isLog && line.startsWith('pwrite64(')) isSynced = false
    if (isLog && /^f(data)?sync\(.*= 0$/.test(line)) isSynced = true
    if (!line.includes('"HTTP/1.1 201 ')) continue
    found.confirmed += 1
    if (!isSynced) found.early += 1
  }
  return found
}

it('an answer that leaves before its commit is synced is noticed', () => {
  const write = 'pwrite64(20</data/quarterdeck.db-wal>, "x", 4096, 32) = 4096'
  const sync = 'fdatasync(20</data/quarterdeck.db-wal>) = 0'
  const answer = 'writev(24<socket:[1]>, [{iov_base="HTTP/1.1 201 Created"}], 2) = 900'
  expect(judge([write, sync, answer].join('\n'))).toEqual({ confirmed: 1, early: 0 })
  expect(judge([write, answer, sync].join('\n'))).toEqual({ confirmed: 1, early: 1 })
})

async function watched(): Promise<Found> {
  const { stdout } = await service.run('keys', 'add', '--json', '--data', data)
  const { api_key: apiKey, secret_key: secret } = JSON.parse(stdout)
  const trace = join(data, 'trace')
  const running = await service.start(
    data,
    ['--rate-limit', 'off'],
    // The main thread alone, as a child of ours: data file and sockets are its own.
    ['strace', '-D', '-y', '-o', trace, '-e', 'trace=pwrite64,fsync,fdatasync,write,writev'],
  )
  const key = await importSecret(secret)
  const trader = await traderAt(running.port, { apiKey, key, emptyForm: 'path?' })
  for (let count = 0; count < TRADES; count += TOGETHER) {
    const made = await Promise.all(
      Array.from({ length: TOGETHER }, () =>
        trader.post('/api/v1/smart_trades', trader.trade({ 'position.units.value': '0.0002' })),
      ),
    )
    const ids = made.map(({ json }) => (json as { id: number }).id)
    await Promise.all(
      ids.map((id) => trader.send({ method: 'DELETE', target: `/api/v1/smart_trades/${id}` })),
    )
  }
  await running.end('SIGTERM')
  return judge(readFileSync(trace, 'utf8'))
}

/** Without strace: what the settings of the data file promise of all of them. */
function promised(): Found {
  const database = openDatabase(openDataDirectory(data).database)
  const row = database.prepare('PRAGMA synchronous').get() as { synchronous: number }
  database.close()
  return { confirmed: TRADES, early: row.synchronous === 2 ? 0 : TRADES }
}

const means = canWatch() ? 'strace' : 'the settings of the data file, since there is no strace'

it(`no confirmation left before its commit was synced, by ${means}`, async () => {
  const found = canWatch() ? await watched() : promised()
  console.log(`Order of syncs, by ${means}: ${JSON.stringify(found)}`)
  expect(found).toEqual({ confirmed: TRADES, early: 0 })
})
