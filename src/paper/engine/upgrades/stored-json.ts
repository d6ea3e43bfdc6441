import type { Stored } from '../changes.ts'
import { DamagedRecord } from '../record-shapes.ts'

/** Throws `DamagedRecord`. */
export function parsed({ kind, id, json }: Stored): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new DamagedRecord(kind, id, 'is not whole JSON')
  }
}
