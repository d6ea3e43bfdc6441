import { DamagedRecord } from './engine/record-shapes.ts'
import { OtherFormat } from './engine/restore-world.ts'
import { Refusal } from './refusal.ts'
import { DamagedFile } from './store/store-errors.ts'

/**
 * Why a stored world cannot be opened before something is done about it, which its user is told; other
 * users' worlds go on. `undefined` for what may pass by itself.
 */
export function unusableWorld(error: unknown): Refusal | undefined {
  if (error instanceof DamagedRecord) {
    return unavailable(
      `The stored record ${error.record} is damaged; put a backup back with ${RESTORE}.`,
    )
  }
  if (error instanceof DamagedFile) return unavailable(error.message)
  if (!(error instanceof OtherFormat)) return undefined
  return unavailable(
    error.isNewer
      ? 'This world was stored by a newer version of Quarterdeck; update Quarterdeck.'
      : `This world was stored by an older version of Quarterdeck and could not be brought up to this one; put a backup back with ${RESTORE}.`,
  )
}

const RESTORE = 'npm run -s paper -- restore FILE'

const unavailable = (sentence: string): Refusal => new Refusal('world_unavailable', sentence)
