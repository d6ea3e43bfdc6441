import type { Instant } from '#contract/primitives.ts'

import { type Changes, NO_CHANGES, type Stored } from '../../engine/changes.ts'
import { DamagedRecord } from '../../engine/record-shapes.ts'
import { asDamage, type JournalRow } from '../../engine/upgrades/upgrade.ts'
import { formatOf, nextStep, UPGRADES } from '../../engine/upgrades/upgrades.ts'
import { Problem } from '../../problem.ts'
import { StorageFailure } from '../store-errors.ts'
import { type Database, storageError, transaction } from './database.ts'
import { worldsIn } from './worlds.ts'

const BATCH = 1_000
/** About two seconds of work. */
const REPORTED_EVERY = 100_000

type EndedRow = { id: number; json: string }
type WorldRow = { userId: number; name: string; json: string }

/**
 * Upgrades every world, each atomically. One that fails stays as it is: returns a sentence for
 * each. Throws `Problem` if nothing can be stored.
 */
export function upgradeWorlds(
  database: Database,
  now: Instant,
  say: (sentence: string) => void,
): string[] {
  const stopped: string[] = []
  const worlds = database
    .prepare(
      `SELECT user_id AS userId, name, json FROM things JOIN users ON users.id = user_id
       WHERE kind = 'world'`,
    )
    .all() as WorldRow[]
  for (const { userId, name, json } of worlds) {
    const about = `the world of user ${name}`
    for (let format = formatOf(json); UPGRADES.has(format); format += 1) {
      say(`Bringing ${about} from format ${format} to ${format + 1}.`)
      try {
        transaction(database, () => upgradeWorld(database, userId, now, progressOf(about, say)))
      } catch (error) {
        const failure = storageError(error)
        if (failure instanceof StorageFailure) throw notNow(about, failure)
        if (!(error instanceof DamagedRecord)) throw error
        stopped.push(`Stopped at ${about}: the stored record ${error.record} is damaged.`)
        say(stopped.at(-1) ?? '')
        break
      }
    }
  }
  return stopped
}

const OBSTACLES: Record<StorageFailure['because'], string> = {
  full: 'The disk is full',
  broken: 'The disk reports an error',
  locked: 'Another program has locked the data file',
}
const notNow = (about: string, failure: StorageFailure): Problem =>
  new Problem(
    `${OBSTACLES[failure.because]}: ${about} could not be brought up to this version, and nothing was changed. Start again once things can be stored.`,
    { cause: failure },
  )

const progressOf =
  (about: string, say: (sentence: string) => void) =>
  (done: number, of: number): void => {
    if (done % REPORTED_EVERY === 0)
      say(`Bringing ${about} up: ${Math.floor((100 * done) / of)} %.`)
  }

function upgradeWorld(
  database: Database,
  userId: number,
  now: Instant,
  progress: (done: number, of: number) => void,
): void {
  const worlds = worldsIn(database)
  const rows = database
    .prepare('SELECT kind, id, json FROM things WHERE user_id = :userId')
    .all({ userId }) as Stored[]
  const step = nextStep({ stored: rows, history: () => historyOf(database, userId) }, now)
  if (!step) return
  const upgraded = (row: Stored): Stored[] => {
    const next = step.next(row)
    return next === row ? [] : [next]
  }
  worlds.save(userId, { ...NO_CHANGES, stored: rows.flatMap(upgraded) })
  const save = database.prepare(SAVE_ENDED)
  for (const { id, json } of database.prepare(ENDED).all({ userId }) as EndedRow[]) {
    for (const next of upgraded({ kind: 'smart_trade', id: String(id), json })) {
      save.run({ userId, id, json: next.json })
    }
  }
  const { row: ofRow } = step
  if (!ofRow) return

  const [{ count }] = database.prepare(COUNT).all({ userId }) as [{ count: number }]
  let batch: Changes = { ...NO_CHANGES, appended: [], owned: [] }
  let done = 0
  for (const row of database.prepare(ROWS).iterate({ userId }) as Iterable<JournalRow>) {
    const { appended, owned } = asDamage(row.journal, String(row.number), () => ofRow(row))
    batch.appended.push(...appended)
    batch.owned.push(...owned)
    done += 1
    progress(done, count)
    if (done % BATCH > 0) continue
    worlds.save(userId, batch)
    batch = { ...NO_CHANGES, appended: [], owned: [] }
  }
  worlds.save(userId, batch)
  database.prepare('DELETE FROM journal WHERE user_id = :userId').run({ userId })
}

function* historyOf(database: Database, userId: number): Iterable<Stored> {
  const rows = database.prepare('SELECT number AS id, json FROM history WHERE user_id = :userId')
  for (const row of rows.iterate({ userId })) {
    yield { ...(row as Stored), kind: 'history' }
  }
}

const ENDED = 'SELECT id, json FROM ended_trades WHERE user_id = :userId'
const SAVE_ENDED = 'UPDATE ended_trades SET json = :json WHERE user_id = :userId AND id = :id'

const COUNT = `
  SELECT (SELECT count(*) FROM ledger WHERE user_id = :userId)
       + (SELECT count(*) FROM journal WHERE user_id = :userId) AS count`

const ROWS = `
  SELECT 'ledger' AS journal, number, at, json FROM
    (SELECT * FROM ledger WHERE user_id = :userId ORDER BY number)
  UNION ALL
  SELECT journal, number, at, json FROM
    (SELECT * FROM journal WHERE user_id = :userId ORDER BY number)`
