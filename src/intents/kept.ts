// Settings that a service kept after a write, compared with those sent.

import type { Claim, KeptReading } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { writeNamed } from '#contract/writes.ts'

import { askedOf } from './asked.ts'
import type { Difference, Intent, Kept } from './intent.ts'
import { type MadeId, type Outcome, idsOf } from './outcome.ts'

/** In milliseconds. Settings read later than this may have been changed by somebody else. */
const READ_WITHIN = 120_000
export const NOT_READ_IN_TIME = 'The service was not read in time.'

const keptBy = (intent: Pick<Intent, 'endpoint'>): KeptReading | undefined =>
  writeNamed(intent.endpoint.name)?.effect.kept

/** Compares an answer with the settings sent; says whether a read must follow. */
export function keptInAnswer(
  intent: Intent,
  outcome: Outcome,
  readsBack: boolean,
): Kept | undefined {
  const reading = keptBy(intent)
  if (!reading || outcome.kind !== 'placed') return undefined
  const { differs, missing } = compared(reading, intent, outcome.answer)
  const canFollow = outcome.isFound !== true
  return canFollow && (readsBack || missing.length > 0)
    ? // Of an answer that is not final nothing is said yet.
      { differs: readsBack ? [] : differs, isReading: true }
    : { differs, ...unverified(missing) }
}

export type ReadBack = {
  endpoint: KeptReading['endpoint']
  request: unknown
  judge: (entity: unknown, readAt: Instant) => Kept
  without: (because: string) => Kept
}

/** `undefined` if no read is to follow. */
export function readBackOf(intent: Intent | undefined): ReadBack | undefined {
  const reading = intent && keptBy(intent)
  if (!reading || intent.kept?.isReading !== true) return undefined
  const id: MadeId | undefined = idsOf(intent.outcome)[0]
  const { differs: known } = intent.kept
  const without = (because: string): Kept => ({ differs: known, unverified: because })
  return {
    endpoint: reading.endpoint,
    request: reading.request(id as never),
    judge(entity, readAt) {
      if (readAt - (intent.endedAt ?? readAt) > READ_WITHIN) return without(NOT_READ_IN_TIME)
      const { differs, missing } = compared(reading, intent, entity)
      return { differs, ...unverified(missing) }
    },
    without,
  }
}

/** The read that should have followed would come too late. */
export const isTooLate = ({ kept, endedAt }: Intent, now: Instant): boolean =>
  kept?.isReading === true && now - (endedAt ?? now) > READ_WITHIN

function compared(
  reading: KeptReading,
  intent: Intent,
  entity: unknown,
): { differs: Difference[]; missing: string[] } {
  const sent = reading
    .claims(entity as never, askedOf(intent) as never)
    .filter(([, , asked]) => asked !== undefined)
  return {
    differs: sent
      .filter(([, said, asked]) => said !== undefined && said !== asked)
      .map(toDifference),
    missing: sent.filter(([, said]) => said === undefined).map(([about]) => about),
  }
}

const toDifference = ([about, said, asked, unit]: Claim): Difference => ({
  about,
  kept: plain(said),
  asked: plain(asked),
  ...(unit && { unit }),
})

const plain = (value: unknown): Difference['kept'] =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value)

const unverified = (missing: readonly string[]): Pick<Kept, 'unverified'> =>
  missing.length === 0 ? {} : { unverified: `The service does not report: ${missing.join(', ')}.` }
