import { setTimeout } from 'node:timers/promises'

import { commandLine, nodeRemedies } from '../../command-line.ts'
import { DamagedRecord, recordFault } from '../../engine/record-shapes.ts'
import { STORED_FORMAT } from '../../engine/world.ts'
import { unusableWorld } from '../../unusable-world.ts'
import { type Database, isDamaged, openBeside, type Statement } from './database.ts'
import { formatsIn, OTHER_RECORDS, PAST_RECORDS, type RecordRow } from './record-sources.ts'

const RESTORE = `end the service and ${nodeRemedies().restore}.`
/** Records per step, which takes some milliseconds. */
const STEP = 250
/** Pause after a step, relative to its duration. */
const PAUSE = 4
const MOST = 20

/** Consequences of a damaged record for its owner. */
const MEANINGS: Readonly<Record<string, string>> = {
  alert: 'it cannot fire. Remove it on the page Alerts, or put a backup back.',
  key: 'it opens nothing. Make another key, or pair the browser again.',
  live_listing: 'pairs and last prices are read from the exchange again.',
  live_price: 'the value of the accounts at that moment is not known.',
  remembered_effect: 'a request that is sent again under its key is refused.',
  trade_event: 'alerts do not report it.',
  token_secret: 'another one was made, and tokens from before are no longer valid.',
}

export const damagedRecord = (kind: string, id: string): string =>
  `The stored record ${id === kind ? kind : `${kind} ${id}`} is damaged: ${MEANINGS[kind] ?? RESTORE}`

/** Reads the file in short steps; yields each damage. Records in memory are checked elsewhere. */
export async function* findDamage(file: string, until: AbortSignal): AsyncGenerator<string> {
  const database = openBeside(file)
  // The binding crashes if a statement is collected while its rows are read.
  const statements = new Set<Statement>()
  try {
    let count = 0
    let begun = performance.now()
    for (const found of stepsOf(database, statements)) {
      yield* found.slice(0, MOST - count)
      count += found.length
      if (count > MOST) {
        yield `More is damaged: ${commandLine('check')} lists it.`
        return
      }
      await setTimeout(PAUSE * (performance.now() - begun))
      if (until.aborted) return
      begun = performance.now()
    }
  } finally {
    statements.clear()
    database.close()
  }
}

function* stepsOf(database: Database, statements: Set<Statement>): Generator<string[]> {
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all() as { name: string }[]
  for (const { name } of tables) yield* pagesOf(database, name)
  yield* readable(orphansIn(database))
  const selecting = (source: string): Statement => {
    const statement = database.prepare(source)
    statements.add(statement)
    return statement
  }
  for (const source of OTHER_RECORDS) {
    yield* readable(recordsOf(selecting(source), ({ kind, id }) => damagedRecord(kind, id)))
  }
  const formats = formatsIn(database)
  for (const source of PAST_RECORDS) {
    const steps = recordsOf(selecting(source), ({ user_id: userId, kind, id }) => {
      if ((formats.get(userId ?? 0) ?? STORED_FORMAT) !== STORED_FORMAT) return undefined
      const refusal = unusableWorld(new DamagedRecord(kind, id, ''), nodeRemedies())
      return `User number ${userId}: ${refusal?.message}`
    })
    yield* readable(steps)
  }
}

function* pagesOf(database: Database, table: string): Generator<string[]> {
  const sentence = `The table ${table} of the data file is damaged: ${RESTORE}`
  try {
    const rows = database.prepare(`PRAGMA quick_check("${table}")`).all()
    yield (rows as { quick_check: string }[])[0]?.quick_check === 'ok' ? [] : [sentence]
  } catch (error) {
    if (!isDamaged(error)) throw error
    yield [sentence]
  }
}

function* orphansIn(database: Database): Generator<string[]> {
  const rows = database.prepare('PRAGMA foreign_key_check').all()
  yield (rows as { table: string; parent: string }[]).map(
    ({ table, parent }) =>
      `A row of the table ${table} belongs to no row of ${parent}, so the data file is damaged: ${RESTORE}`,
  )
}

/** Steps with readable pages; `pagesOf` reports the others. */
function* readable(steps: Generator<string[]>): Generator<string[]> {
  try {
    yield* steps
  } catch (error) {
    if (!isDamaged(error)) throw error
  }
}

function* recordsOf(
  statement: Statement,
  sentenceOf: (row: RecordRow) => string | undefined,
): Generator<string[]> {
  let found: string[] = []
  let read = 0
  for (const row of statement.iterate() as Iterable<RecordRow>) {
    const sentence = recordFault(row.kind, row.json) === undefined ? undefined : sentenceOf(row)
    if (sentence !== undefined) found.push(sentence)
    read += 1
    if (read % STEP > 0) continue
    yield found
    found = []
  }
  yield found
}
