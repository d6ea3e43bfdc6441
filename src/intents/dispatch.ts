import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Instant } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'

import { isInDoubtBy, isMaking } from './asked.ts'
import { outcomeOfAnswer } from './evidence.ts'
import { dedupeKeyOf, type Intent, isKeyed, isOpen, type Sendable } from './intent.ts'
import type { Journal } from './journal.ts'
import { keptInAnswer } from './kept.ts'
import {
  type Ended,
  endOfFailure,
  isOfRequest,
  type Outcome,
  type RefusedOutcome,
} from './outcome.ts'
import {
  type Act,
  type PauseWish,
  type PendingConfirmations,
  whyTooLate,
} from './pending-confirmation.ts'

/** One click: what was asked for, and whether any tab is sending the same bytes. */
type Click = { act: Act; bytes: string; isFree: boolean; release: () => void }

/** What the sender lends. */
type Around = {
  client: Client
  journal: Journal
  pending: PendingConfirmations
  patience: number
  timeout: (milliseconds: number) => AbortSignal
  now: () => Instant
  steady: () => number
  modeNow: () => Intent['mode']
  obstacleTo: (endpoint: Sendable, wish: PauseWish) => string | undefined
  intentOf: (act: Act) => Intent
  end: (
    id: string,
    outcome: Outcome,
    release: () => void,
    more?: Pick<Partial<Intent>, 'said' | 'kept'>,
  ) => Promise<void>
  afterRefusal: (intent: Intent, refused: RefusedOutcome) => Promise<Outcome>
  keepSecret: (id: string, secret: string) => void
}

/** How long the same bytes again are more likely a slip than a wish. */
export const REPEAT_WINDOW = 10_000

export type Dispatch = typeof dispatch

/** From the click to the outcome: holds it back, or writes it down and sends it once. */
export async function dispatch({ act, bytes, isFree, release }: Click, around: Around) {
  const { client, journal, pending, obstacleTo, end } = around
  await journal.load()
  const first = isFree && act.isDeliberate ? undefined : await firstLike(bytes, act, around)
  if (!isFree || first) {
    release()
    journal.drop(act.id)
    return pending.add({ ...act, first })
  }
  const obstacle = obstacleTo(act.prepared.endpoint, act)
  if (obstacle !== undefined) {
    const outcome = { kind: 'unsent', because: obstacle, ...pauseOf(act, around) } as const
    return end(act.id, outcome, release)
  }
  const intent = around.intentOf(act)
  await journal.record(intent)
  const idempotencyKey = intent.headers['Idempotency-Key']
  let pause: ReturnType<typeof pauseOf> = {}
  const { outcome, said, secret } = await client
    .send(act.prepared, {
      signal: around.timeout(around.patience),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      // Writing it down and signing it may have taken long: everything is asked once more.
      whyNot() {
        const because = whyNot(act, around)
        pause = pauseOf(act, around)
        act.hasLeft = because === undefined
        return because
      },
    })
    .then((answer) => endOfAnswer(answer, intent, act.prepared.endpoint.secret))
    .catch((error: unknown) => endOfError(error, act))
  if (secret !== undefined) around.keepSecret(act.id, secret)
  const judged =
    outcome.kind === 'refused' && mayHaveMetItsCopy(outcome, intent)
      ? await around.afterRefusal(intent, outcome)
      : outcome.kind === 'unsent'
        ? { ...outcome, ...pause }
        : outcome
  await end(act.id, judged, release, {
    said,
    kept: keptInAnswer(intent, judged, act.prepared.readsBack === true),
  })
}

/** Whether only a pause stands in the way of what may pass one. */
const pauseOf = ({ prepared: { endpoint }, ...wish }: Act, { obstacleTo }: Around) =>
  obstacleTo(endpoint, wish) !== undefined &&
  obstacleTo(endpoint, { passesPause: true }) === undefined
    ? ({ isPause: true } as const)
    : {}

const whyNot = (act: Act, { obstacleTo, now, steady, modeNow }: Around): string | undefined =>
  obstacleTo(act.prepared.endpoint, act) ??
  whyTooLate(
    {
      endpoint: act.prepared.endpoint,
      mode: act.mode,
      at: act.askedAt,
      steady: act.askedSteady,
    },
    { at: now(), steady: steady(), mode: modeNow() },
  )

/**
 * What was sent with the same bytes just now or is still open, in whichever tab, or may have made
 * on this account what would be made here once more.
 */
async function firstLike(
  bytes: string,
  act: Act,
  { journal, now }: Around,
): Promise<Intent | undefined> {
  const recent = await journal.like(bytes, now() - REPEAT_WINDOW)
  const open = journal
    .all()
    .filter(
      (intent) =>
        (isOpen(intent) && dedupeKeyOf(intent) === bytes) || isInDoubtBy(act.prepared, intent),
    )
  return [...recent, ...open].find((intent) => intent.id !== act.id && hasLeft(intent))
}

/**
 * Whether it may have been refused only because the network had delivered it before, so that what it
 * asks for was so already. What makes something is counted by the reconciler.
 */
const mayHaveMetItsCopy = ({ error }: RefusedOutcome, intent: Intent): boolean =>
  !isMaking(intent) && !isKeyed(intent) && !isOfRequest(error, intent.body)

/** Whether the service may have seen it. */
const hasLeft = ({ outcome }: Intent): boolean => outcome.kind !== 'unsent'

/** Once it has left, whatever goes wrong with the answer leaves open what was done. */
const endOfError = (error: unknown, { hasLeft }: Act): Ended =>
  hasLeft || error instanceof ApiError
    ? endOfFailure(error)
    : { outcome: { kind: 'unsent', because: NOT_PREPARED } }

const NOT_PREPARED = 'The request could not be prepared, so it was not sent.'

/** What an answer comes to. Its member that lets others in stands apart from what is kept of it. */
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
