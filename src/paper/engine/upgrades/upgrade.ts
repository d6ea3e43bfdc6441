import type { Instant } from '#contract/primitives.ts'

import type { Appended, Stored } from '../changes.ts'
import type { Owned } from '../past.ts'
import { DamagedRecord } from '../record-shapes.ts'

/** A row of the journals in which format 2 kept all that was only ever added. */
export type JournalRow = { journal: string; number: number; at: Instant; json: string }

/** Upgrade of a stored world to the next format. Its members are called in this order. */
export type Upgrade = {
  /** By its kind, the record to store in place of one in memory or of an ended trade. */
  records: Readonly<Record<string, (record: never) => object>>
  /** Of each row of a journal, in its order, what is added; entries of the ledger stay where they are. */
  row?: (row: JournalRow) => { appended: Appended[]; owned: Owned[] }
}

/** A stored world before its upgrade. `history` gives its ended orders, in no order. */
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
