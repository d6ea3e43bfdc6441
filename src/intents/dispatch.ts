import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import { rawOf } from '#contract/read.ts'

import { isInDoubtBy, isMaking } from './asked.ts'
import { outcomeOfAnswer } from './evidence.ts'
import { dedupeKey, dedupeKeyOf, type Intent, isKeyed, isOpen, type Sendable } from './intent.ts'
import type { Journal } from './journal.ts'
import { keptInAnswer } from './kept.ts'
import { type Ended, endOfFailure, isOfRequest, type RefusedOutcome } from './outcome.ts'
import {
  type Act,
  type Moment,
  type PauseWish,
  type PendingConfirmation,
  whyTooLate,
} from './pending-confirmation.ts'
import type { Reconciler } from './reconciler.ts'

/** Parts of the sender that one click uses. */
type Lent = {
  client: Client
  journal: Journal
  reconciler: Pick<Reconciler, 'afterRefusal'>
  /** Aborts once an answer counts as missing. */
  signal: () => AbortSignal
  moment: () => Moment
  obstacleTo: (endpoint: Sendable, wish: PauseWish) => string | undefined
  intentOf: (act: Act) => Intent
}

/** Within this time a second identical request is more likely a slip than intended. */
export const REPEAT_WINDOW = 10_000

export type Dispatch = typeof dispatch

/** A click that is held back, with the intent that it repeats; or how it ended. */
type Dispatched = Pick<PendingConfirmation, 'first'> | (Ended & Pick<Intent, 'kept'>)

/**
 * From the click to the outcome: holds it back, or writes it down and sends it once. `isFree` says
 * that no tab is sending the same bytes.
 */
export async function dispatch(act: Act, isFree: boolean, lent: Lent): Promise<Dispatched> {
  const { client, journal, obstacleTo } = lent
  await journal.load()
  const first = isFree && act.isDeliberate ? undefined : await firstLike(act, lent)
  if (!isFree || first) return { first }
  const obstacle = obstacleTo(act.prepared.endpoint, act)
  if (obstacle !== undefined) {
    return { outcome: { kind: 'unsent', because: obstacle, ...pauseOf(act, lent) } }
  }
  const intent = lent.intentOf(act)
  await journal.record(intent)
  const idempotencyKey = intent.headers['Idempotency-Key']
  let pause: ReturnType<typeof pauseOf> = {}
  const ended = await client
    .send(act.prepared, {
      signal: lent.signal(),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      // Writing it down and signing it may have taken long: everything is asked once more.
      whyNot() {
        const because = whyNot(act, lent)
        pause = pauseOf(act, lent)
        act.hasLeft = because === undefined
        return because
      },
    })
    .then((answer) => endOfAnswer(answer, intent, act.prepared.endpoint.secret))
    .catch((error: unknown) => endOfError(error, act))
  const { outcome } = ended
  const judged =
    outcome.kind === 'refused' && mayHaveMetItsCopy(outcome, intent)
      ? await lent.reconciler.afterRefusal(intent, outcome)
      : outcome.kind === 'unsent'
        ? { ...outcome, ...pause }
        : outcome
  const kept = keptInAnswer(intent, judged, act.prepared.readsBack === true)
  return { ...ended, outcome: judged, kept }
}

/** Only a pause blocks it, and it is a write that may pass one. */
const pauseOf = ({ prepared: { endpoint }, ...wish }: Act, { obstacleTo }: Lent) =>
  obstacleTo(endpoint, wish) !== undefined &&
  obstacleTo(endpoint, { passesPause: true }) === undefined
    ? ({ isPause: true } as const)
    : {}

const whyNot = (act: Act, { obstacleTo, moment }: Lent): string | undefined =>
  obstacleTo(act.prepared.endpoint, act) ?? whyTooLate(act, moment())

/**
 * Intents with the same bytes, sent just now or still open in any tab, or that may have made
 * on this account what would be made here once more.
 */
async function firstLike(act: Act, { journal, moment }: Lent): Promise<Intent | undefined> {
  const bytes = dedupeKey(act.prepared)
  const recent = await journal.like(bytes, moment().at - REPEAT_WINDOW)
  const open = journal
    .all()
    .filter(
      (intent) =>
        (isOpen(intent) && dedupeKeyOf(intent) === bytes) || isInDoubtBy(act.prepared, intent),
    )
  return [...recent, ...open].find((intent) => intent.id !== act.id && hasLeft(intent))
}

/**
 * The refusal may only mean that the network had delivered it before, so that what it
 * asks for was so already. What makes something is counted by the reconciler.
 */
const mayHaveMetItsCopy = ({ error }: RefusedOutcome, intent: Intent): boolean =>
  !isMaking(intent) && !isKeyed(intent) && !isOfRequest(error, intent.body)

/** The service may have received it. */
const hasLeft = ({ outcome }: Intent): boolean => outcome.kind !== 'unsent'

/** Once it has left, whatever goes wrong with the answer leaves open what was done. */
const endOfError = (error: unknown, { hasLeft }: Act): Ended =>
  hasLeft || error instanceof ApiError
    ? endOfFailure(error)
    : { outcome: { kind: 'unsent', because: NOT_PREPARED } }

const NOT_PREPARED = 'The request could not be prepared, so it was not sent.'

/** Outcome of a response. Its secret member is separate from the stored part. */
function endOfAnswer(answer: unknown, intent: Intent, secret: string | undefined): Ended {
  if (typeof answer !== 'object' || answer === null) {
    return { outcome: outcomeOfAnswer(answer, intent) }
  }
  const raw = rawOf(answer)
  const shown = (member: string, value: unknown) => (member === secret ? '(removed)' : value)
  const said = raw === undefined ? {} : { said: JSON.stringify(raw, shown, 2) }
  if (secret === undefined) return { outcome: outcomeOfAnswer(answer, intent), ...said }
  // A copy without what the answer was read from, where the secret stands as well.
  const kept = Object.fromEntries(Object.entries(answer).filter(([member]) => member !== secret))
  const received: unknown = Reflect.get(answer, secret)
  const outcome = outcomeOfAnswer(answer, intent)
  return {
    outcome: outcome.kind === 'placed' ? { ...outcome, answer: kept } : outcome,
    ...said,
    ...(typeof received === 'string' && received !== '' && { secret: received }),
  }
}
