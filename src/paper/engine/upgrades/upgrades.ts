import type { Instant } from '#contract/primitives.ts'

import type { Appended, Stored } from '../changes.ts'
import type { Owned } from '../past.ts'
import { from2 } from './from-2.ts'

/** A row of the journals in which format 2 kept all that was only ever added. */
export type JournalRow = { journal: string; number: number; at: Instant; json: string }

/** What becomes of a stored world in the next format. It is asked in this order. */
export type Upgrade = {
  /** Of each record that is alive, what is stored from now on. */
  record(record: Stored): Stored
  /** Of each row of a journal, in its order, what is added; entries of the ledger stay where they are. */
  row(row: JournalRow): { appended: Appended[]; owned: Owned[] }
}

/**
 * By the format that they begin with. `now` is the moment up to which the world's prices have been
 * shown, which stay as they are.
 */
export const UPGRADES: ReadonlyMap<number, (now: Instant) => Upgrade> = new Map([[2, from2]])
