import { DamagedRecord } from './engine/record-shapes.ts'
import { OtherFormat, OtherMarket } from './engine/restore-world.ts'
import { Refusal } from './refusal.ts'
import { DamagedFile } from './store/store-errors.ts'

/** Advice for a world that cannot be opened, by platform. */
export type Remedies = { restore: string; update: string }

export const PAGE_REMEDIES: Remedies = {
  restore: 'open a downloaded world in Settings, or choose Start over there',
  update: 'reload the page',
}

/** The refusal of a world that somebody must fix; `undefined` for passing errors. */
export function unusableWorld(error: unknown, { restore, update }: Remedies): Refusal | undefined {
  if (error instanceof DamagedRecord) {
    return unavailable(`The stored record ${error.record} is damaged; ${restore}.`)
  }
  if (error instanceof DamagedFile) return unavailable(error.message)
  if (error instanceof OtherMarket) {
    const market = error.exchange ? `live:${error.exchange}` : 'demo'
    return unavailable(`This world has other prices: start the service with --market ${market}.`)
  }
  if (!(error instanceof OtherFormat)) return undefined
  return unavailable(
    error.isNewer
      ? `This world was stored by a newer version of Quarterdeck; ${update}.`
      : `This world was stored by an older version of Quarterdeck and could not be brought up to this one; ${restore}.`,
  )
}

const unavailable = (sentence: string): Refusal => new Refusal('world_unavailable', sentence)
