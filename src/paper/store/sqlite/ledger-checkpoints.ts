import type { Instant } from '#contract/primitives.ts'
import { isZero, NO_TALLY, tallied, totalOf } from '#money/decimal.ts'

import type { Entry, Posting } from '../../engine/balances/ledger.ts'
import type { Stored } from '../../engine/changes.ts'
import { DamagedRecord, readRecord } from '../../engine/record-shapes.ts'
import { addTo, ledgerFault, type Sums } from '../ledger-sums.ts'
import type { Database } from './database.ts'

/** Entries per step, which takes some five milliseconds. */
const STEP = 1_000
/** Entries after a checkpoint; beyond this each commit advances it. */
const MOST = 20_000
const DAY = 86_400_000
/** Equal to the triggers of the table. */
const YEAR = 365 * DAY

type CheckpointRow = { up_to: number; sums: string; folded_to: number; thinned_to: number }
type EntryRow = { number: number; json: string }
type OldRow = EntryRow & { at: Instant }

/** Cached sums of each ledger, so that no opening reads all entries. */
export function ledgerCheckpointsIn(database: Database) {
  const checkpoint = database.prepare('SELECT * FROM ledger_checkpoints WHERE user_id = :userId')
  const put = database.prepare(
    `INSERT INTO ledger_checkpoints (user_id, up_to, sums, folded_to, thinned_to)
     VALUES (:userId, :upTo, :sums, 0, 0)
     ON CONFLICT (user_id) DO UPDATE SET up_to = excluded.up_to, sums = excluded.sums`,
  )
  const putFolded = database.prepare(
    'UPDATE ledger_checkpoints SET folded_to = :foldedTo WHERE user_id = :userId',
  )
  const entries = database.prepare(
    `SELECT number, json FROM ledger WHERE user_id = :userId AND number > :after
     ORDER BY number LIMIT :limit`,
  )
  const countAfter = database.prepare(
    'SELECT count(*) AS count FROM ledger WHERE user_id = :userId AND number > :after',
  )
  const farthest = database.prepare(
    `SELECT 1 FROM ledger WHERE user_id = :userId AND number > :after LIMIT 1 OFFSET ${STEP}`,
  )
  const latest = database.prepare(
    'SELECT at FROM ledger WHERE user_id = :userId ORDER BY number DESC LIMIT 1',
  )
  const oldest = database.prepare(
    `SELECT number, at, json FROM ledger
     WHERE user_id = :userId AND number >= :from AND number <= :upTo
     ORDER BY number LIMIT :limit`,
  )
  const change = database.prepare('UPDATE ledger SET json = :json WHERE number = :number')
  const remove = database.prepare('DELETE FROM ledger WHERE number = :number')
  const counted = new Map<number, number>()

  const read = (userId: number): CheckpointRow =>
    (checkpoint.get({ userId }) as CheckpointRow | undefined) ?? {
      up_to: 0,
      sums: '[]',
      folded_to: 0,
      thinned_to: 0,
    }

  const after = (userId: number, number: number, limit: number): EntryRow[] =>
    entries.all({ userId, after: number, limit }) as EntryRow[]

  /** Start of the day in which a ledger's last year begins. */
  function yearOf(userId: number): Instant {
    const { at } = (latest.get({ userId }) ?? { at: 0 }) as { at: Instant }
    return Math.floor((at - YEAR) / DAY) * DAY
  }

  function countOf(userId: number): number {
    const row = countAfter.get({ userId, after: read(userId).up_to }) as { count: number }
    return row.count
  }

  /** Advances the checkpoint by a step; true if entries are left. */
  function move(userId: number): boolean {
    const { up_to, sums: written } = read(userId)
    const sums = sumsOf(userId, written)
    const rows = readable(after(userId, up_to, STEP))
    const last = rows.at(-1)
    if (!last) return false
    for (const { postings } of rows) addTo(sums, postings)
    put.run({ userId, upTo: last.number, sums: textOf(sums) })
    counted.delete(userId)
    return rows.length === STEP
  }

  return {
    move,
    yearOf,
    /** Returns true if an opening would need more than one step. */
    isFarBehind: (userId: number): boolean =>
      farthest.get({ userId, after: read(userId).up_to }) !== undefined,
    /** Counts a commit's entries; advances a checkpoint that is far behind. */
    added(userId: number, count: number): void {
      if (count === 0) return
      const known = counted.get(userId)
      const since = known === undefined ? countOf(userId) : known + count
      counted.set(userId, since)
      if (since >= MOST) move(userId)
    },
    takenBack: (userId: number): void => void counted.delete(userId),
    fault(userId: number, stored: readonly Stored[]): string | undefined {
      const { up_to, sums: written } = read(userId)
      const sums = sumsOf(userId, written)
      for (let rows = after(userId, up_to, STEP); rows.length > 0;) {
        for (const row of rows) addTo(sums, entryIn(row).postings)
        rows = after(userId, rows.at(-1)?.number ?? 0, STEP)
      }
      return ledgerFault(stored, sums)
    },
    /** Merges a step of entries over a year old, per day; true if more are left. */
    fold(userId: number): boolean {
      const { up_to: upTo, folded_to: from } = read(userId)
      const begins = yearOf(userId)
      const rows = oldest.all({ userId, from, upTo, limit: STEP }) as OldRow[]
      const end = rows.findIndex(({ at }) => at >= begins)
      const folded = end < 0 ? rows : rows.slice(0, end)
      const days = new Map<number, OldRow[]>()
      for (const row of folded) {
        const day = Math.floor(row.at / DAY)
        const known = days.get(day)
        if (known) known.push(row)
        else days.set(day, [row])
      }
      for (const day of days.values()) foldOne(day)
      const last = folded.at(-1)
      if (last) putFolded.run({ userId, foldedTo: last.number })
      return folded.length === STEP
    },
  }

  /** Replaces a day's last row by the sum of the day. */
  function foldOne(day: readonly OldRow[]): void {
    const last = day.at(-1)
    if (!last || day.length === 1) return
    const sums: Sums = new Map()
    const entries = readable(day)
    if (entries.length < day.length) return
    for (const { number, postings } of entries) {
      addTo(sums, postings)
      if (number !== last.number) remove.run({ number })
    }
    const entry: Entry = { at: last.at, cause: 'all of a day', postings: postingsOf(sums) }
    change.run({ number: last.number, json: JSON.stringify(entry) })
  }
}

/** Throws `DamagedRecord`. */
const sumsOf = (userId: number, written: string): Sums =>
  new Map(
    readRecord('ledger_checkpoint', String(userId), written).map(([place, currency, amount]) => [
      `${place} ${currency}`,
      tallied(NO_TALLY, amount),
    ]),
  )

const textOf = (sums: Sums): string =>
  JSON.stringify(postingsOf(sums).map(({ place, currency, amount }) => [place, currency, amount]))

/** Throws `DamagedRecord`. */
const entryIn = ({ number, json }: EntryRow): Entry => readRecord('ledger', String(number), json)

/** Entries before the first damaged one, which an opening reports. */
function readable(rows: readonly EntryRow[]): (Entry & { number: number })[] {
  const entries = []
  for (const row of rows) {
    try {
      entries.push({ ...entryIn(row), number: row.number })
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error
      break
    }
  }
  return entries
}

function postingsOf(sums: Sums): Posting[] {
  return Array.from(sums, ([key, tally]) => {
    const [place = '', currency = ''] = key.split(' ')
    return { place: place as Posting['place'], currency, amount: totalOf(tally) }
  }).filter(({ amount }) => !isZero(amount))
}
