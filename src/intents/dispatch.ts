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

/** In milliseconds. An identical request within this time is more likely a slip than intended. */
export const REPEAT_WINDOW = 10_000

export type Dispatch = typeof dispatch

type Dispatched = Pick<PendingConfirmation, 'first'> | (Ended & Pick<Intent, 'kept'>)

/** Takes a click to its outcome. `isFree`: no tab is sending the same bytes. */
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
      // Recording and signing may have taken long, so all conditions are checked again.
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

/** Pause that blocks this write, if nothing else does and this write may pass it. */
const pauseOf = ({ prepared: { endpoint }, ...wish }: Act, { obstacleTo }: Lent) =>
  obstacleTo(endpoint, wish) !== undefined &&
  obstacleTo(endpoint, { passesPause: true }) === undefined
    ? ({ isPause: true } as const)
    : {}

const whyNot = (act: Act, { obstacleTo, moment }: Lent): string | undefined =>
  obstacleTo(act.prepared.endpoint, act) ?? whyTooLate(act, moment())

/** Finds an intent with the same bytes, recent or open, or a possible earlier creation. */
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

/** The refusal may answer the network's second delivery. The reconciler counts creations. */
const mayHaveMetItsCopy = ({ error }: RefusedOutcome, intent: Intent): boolean =>
  !isMaking(intent) && !isKeyed(intent) && !isOfRequest(error, intent.body)

const hasLeft = ({ outcome }: Intent): boolean => outcome.kind !== 'unsent'

/** An error after the request has left makes the outcome unknown. */
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
  // Excludes the part of the answer that holds the secret.
  const kept = Object.fromEntries(Object.entries(answer).filter(([member]) => member !== secret))
  const received: unknown = Reflect.get(answer, secret)
  const outcome = outcomeOfAnswer(answer, intent)
  return {
    outcome: outcome.kind === 'placed' ? { ...outcome, answer: kept } : outcome,
    ...said,
    ...(typeof received === 'string' && received !== '' && { secret: received }),
  }
}
