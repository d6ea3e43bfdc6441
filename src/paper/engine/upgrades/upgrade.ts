import type { Instant } from '#contract/primitives.ts'

import type { Appended, Stored } from '../changes.ts'
import type { Owned } from '../past.ts'
import { DamagedRecord } from '../record-shapes.ts'

/** A journal row of format 2, for append-only data. */
export type JournalRow = { journal: string; number: number; at: Instant; json: string }

/** Upgrade of a stored world to the next format. Its members are called in this order. */
export type Upgrade = {
  /** By kind: the new record of one in memory or of an ended trade. */
  records: Readonly<Record<string, (record: never) => object>>
  /** Rows to add for a journal row; ledger entries stay in place. */
  row?: (row: JournalRow) => { appended: Appended[]; owned: Owned[] }
}

/** A stored world before its upgrade. `history`: its ended orders, unordered. */
export type WorldBefore = { stored: readonly Stored[]; history: () => Iterable<Stored> }

export function asDamage<T>(kind: string, id: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    throw new DamagedRecord(kind, id, 'has another shape than it should')
  }
}

/** The JSON of a record. Throws `DamagedRecord`. */
export function parsed({ kind, id, json }: Stored): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new DamagedRecord(kind, id, 'is not whole JSON')
  }
}
