import type { Instant } from '#contract/primitives.ts'
import { type Mode, setMode } from '#contract/system.ts'
import { type Intent, isOpen } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'

/** The latest switch of mode that the service may have carried out, of intents newest first. */
export const latestSwitch = (intents: readonly Intent[]): Intent | undefined =>
  intents.find(({ endpoint, outcome }) => endpoint.name === setMode.name && mayHaveActed(outcome))

/** Whether nobody knows what a switch came to, although the service may have told its mode before. */
export function isSwitchInDoubt(last: Intent | undefined, toldAt: Instant): boolean {
  if (!last || !isOpen(last)) return false
  return last.outcome.kind === 'sending' || toldAt <= (last.endedAt ?? 0)
}

/** What a switch says of the mode: the service's answer, or nothing once it was laid aside unknown. */
export function wordOfSwitch({
  outcome,
  endedAt,
  closedAt,
}: Intent): { mode: Mode | undefined; heardAt: Instant } | undefined {
  if (outcome.kind === 'placed' && endedAt !== undefined) {
    return { mode: (outcome.answer as { mode?: Mode }).mode, heardAt: endedAt }
  }
  if (outcome.kind === 'unknown' && closedAt !== undefined) {
    return { mode: undefined, heardAt: closedAt }
  }
  return undefined
}

/** What the service told stands this long while it cannot be asked. */
const STANDS_FOR = 60_000

export type ModeReading = {
  data: unknown
  isError: boolean
  dataUpdatedAt: Instant
  errorUpdatedAt: Instant
}

/**
 * Whether the last word that was heard still counts: where the service offers to tell its mode, this
 * page has to have asked it lately; where it does not, the word stands until there is another.
 * `offered` is `undefined` until the service has said what it offers.
 */
export function isModeTold(offered: boolean | undefined, reading: ModeReading): boolean {
  if (offered !== true) return offered === false
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = reading
  const stoodFor = errorUpdatedAt - dataUpdatedAt
  // One that was told after it could not be told: the clock was set back, and nobody knows when.
  return data !== undefined && !(isError && (stoodFor < 0 || stoodFor > STANDS_FOR))
}

export type ModeWord = 'PAPER' | 'REAL'

/** Real unless everything that is needed to know that it is paper is there. */
export function modeWord(known: {
  heard: Mode | undefined
  isTold: boolean
  isJournalLoaded: boolean
  isInDoubt: boolean
}): ModeWord {
  const { heard, isTold, isJournalLoaded, isInDoubt } = known
  return heard === 'paper' && isTold && isJournalLoaded && !isInDoubt ? 'PAPER' : 'REAL'
}
