import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { Appended, Changes } from '#paper/engine/changes.ts'
import type { EndedTrade } from '#paper/engine/past.ts'
import { openDatabase } from '#paper/store/sqlite/database.ts'
import type { Credentials } from '#signing/credentials.ts'

import { openTestService, type TestService } from './open-test-service.ts'
import { signedHeaders } from './sample-requests.ts'

const FOLDER = join(import.meta.dirname, '../paper/engine/upgrades/fixtures')

/** Answers of a format's service when its data file was kept. */
type KeptAnswers = {
  now: number
  /** By "user mode", then by path and query. */
  answers: Record<string, Record<string, unknown>>
}

/** A data directory as a program of that stored format left it. */
export function storedFixture(format: number): string {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  const bytes = gunzipSync(readFileSync(join(FOLDER, `format-${format}.db.gz`)))
  writeFileSync(join(data, 'quarterdeck.db'), bytes)
  return data
}

const upToDate = new Map<number, Promise<Buffer>>()

/** A data directory of that format as this program keeps it: brought up to date once, then copied. */
export async function upToDateFixture(format: number): Promise<string> {
  if (!upToDate.has(format)) upToDate.set(format, bringUpToDate(format))
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  writeFileSync(join(data, 'quarterdeck.db'), (await upToDate.get(format)) ?? '')
  return data
}

async function bringUpToDate(format: number): Promise<Buffer> {
  const data = storedFixture(format)
  const paper = await openTestService({ data, startsAt: keptAnswers(format).now })
  await paper.process.openWorlds()
  await paper.close({ keepData: true })
  const bytes = readFileSync(join(data, 'quarterdeck.db'))
  rmSync(data, { recursive: true })
  return bytes
}

export const keptAnswers = (format: number): KeptAnswers =>
  JSON.parse(
    gunzipSync(readFileSync(join(FOLDER, `format-${format}.answers.json.gz`))).toString(),
  ) as KeptAnswers

/** The status and the JSON of one request without a body. */
export async function askFor(
  paper: TestService,
  credentials: Credentials,
  target: string,
  { method = 'GET', headers: more = {} }: { method?: string; headers?: object } = {},
) {
  const takesToken = /\/bots\/dca(\?|$)/.test(target)
  const headers: Record<string, string> = takesToken
    ? { Authorization: `Bearer ${credentials.token ?? ''}` }
    : await signedHeaders(credentials, { target, body: '' })
  const answer = await paper.fetch(`http://127.0.0.1:4780${target}`, {
    method,
    headers: { ...headers, ...more },
  })
  return { status: answer.status, json: await answer.json() }
}

/** A digest of every row of every table in a data directory, or of what is one user's. */
export function storeHash(data: string, userId?: number): string {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  try {
    const hash = createHash('sha256')
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all() as { name: string }[]
    for (const { name } of tables) {
      hash.update(name)
      for (const row of database.prepare(`SELECT * FROM ${name}`).iterate()) {
        const isMeant = userId === undefined || (row as { user_id?: number }).user_id === userId
        if (isMeant) hash.update(JSON.stringify(row))
      }
    }
    return hash.digest('hex')
  } finally {
    database.close()
  }
}

/** The formats of which there is a data file, oldest first. */
export const FIXTURE_FORMATS: readonly number[] = readdirSync(FOLDER)
  .flatMap((file) => /^format-(\d+)\.db\.gz$/.exec(file)?.[1] ?? [])
  .map(Number)
  .toSorted((a, b) => a - b)

type TradeRow = Record<string, unknown> & { trade_group: string; is_success: number }

/** A user's stored world, as the changes that make it. */
export function storedWorld(data: string, userId: number): Changes {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  const all = <T>(sql: string): T[] => database.prepare(sql).all({ userId }) as T[]
  try {
    return {
      stored: all(
        `SELECT kind, id, json FROM things WHERE user_id = :userId
         UNION ALL SELECT 'balance', place || ' ' || currency, amount FROM balances
         WHERE user_id = :userId`,
      ),
      removed: [],
      ended: all<TradeRow>('SELECT * FROM ended_trades WHERE user_id = :userId ORDER BY id').map(
        ({ trade_group: group, is_success: isSuccess, ...row }) =>
          ({ ...camelCased(row), group, isSuccess: isSuccess === 1 }) as unknown as EndedTrade,
      ),
      owned: all('SELECT account, currency, at, amount FROM owned WHERE user_id = :userId'),
      appended: [
        ...all<Appended>(
          `SELECT 'ledger' AS journal, at, json FROM ledger WHERE user_id = :userId ORDER BY number`,
        ),
        ...all<Record<string, unknown>>(
          `SELECT 'history' AS journal, closed_at AS at, json, mode, account, pair, created_at, closed_at
           FROM history WHERE user_id = :userId ORDER BY number`,
        ).map((row) => camelCased(row) as Appended),
        ...all<Appended>(
          `SELECT 'events' AS journal, at, json, bot, number FROM events WHERE user_id = :userId`,
        ),
        ...all<Appended>(
          `SELECT 'flows' AS journal, at, account, currency, amount FROM flows
           WHERE user_id = :userId ORDER BY number`,
        ),
      ],
    }
  } finally {
    database.close()
  }
}

const camelCased = (row: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
