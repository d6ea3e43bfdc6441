import type { Instant } from '#contract/primitives.ts'

import type { Entry } from '../engine/balances/ledger.ts'
import type { Changes } from '../engine/changes.ts'
import { openWorld } from '../engine/open-world.ts'
import { readRecord, type RecordKind } from '../engine/record-shapes.ts'
import { OtherFormat } from '../engine/restore-world.ts'
import { formatIn } from '../engine/upgrades/upgrades.ts'
import { STORED_FORMAT } from '../engine/world.ts'
import { Problem } from '../problem.ts'
import { addTo, ledgerFault, type Sums } from '../store/ledger-sums.ts'
import { TRADER } from '../store/store.ts'
import { PAGE_REMEDIES, unusableWorld } from '../unusable-world.ts'
import { pastInMemory } from './past-in-memory.ts'
import { upgraded } from './upgrade-world.ts'
import { readWorldFile, type WorldFile } from './world-file.ts'

/** A file's world in this format, fully checked and opened once. Throws `Problem`. */
export function checkedWorldFile(text: string, now: Instant): WorldFile {
  const file = readWorldFile(text)
  try {
    const changes = upgraded(file.changes, now)
    const format = formatIn(changes.stored)
    if (Number.isFinite(format) && format !== STORED_FORMAT) throw new OtherFormat(format)
    readRecords(changes)
    const { trouble } = openWorld(
      { ...file.origin, user: TRADER },
      { stored: changes.stored, fault: ledgerFault(changes.stored, sumsOf(changes)) },
      pastInMemory().past,
    )
    if (trouble !== undefined) throw new Problem(trouble)
    return { ...file, changes }
  } catch (error) {
    const refusal = unusableWorld(error, PAGE_REMEDIES)
    if (!refusal && !(error instanceof Problem)) throw error
    const reason = refusal ? reasonOf(refusal.message) : (error as Problem).message
    throw new Problem(`The file was not opened, and this world stays. ${reason}`, { cause: error })
  }
}

/** Without the advice for worlds that are stored here. */
const reasonOf = (sentence: string): string => `${sentence.replace(/;.*$/, '')}.`

/** Throws `DamagedRecord`. */
function readRecords({ stored, ended, appended }: Changes): void {
  for (const { kind, id, json } of stored) readRecord(kind as RecordKind, id, json)
  for (const { id, json } of ended) readRecord('smart_trade', String(id), json)
  for (const [index, row] of appended.entries()) {
    if (row.journal !== 'flows') readRecord(KINDS[row.journal], String(index), row.json)
  }
}

const KINDS = {
  ledger: 'ledger',
  history: 'history',
  events: 'event',
  trade_events: 'trade_event',
} as const

function sumsOf({ appended }: Changes): Sums {
  const sums: Sums = new Map()
  for (const row of appended) {
    if (row.journal === 'ledger') addTo(sums, (JSON.parse(row.json) as Entry).postings)
  }
  return sums
}
