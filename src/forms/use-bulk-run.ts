// Bulk runs of the current connection, their storage and the state of each row.

import { useMemo, useSyncExternalStore } from 'react'

import type { Instant } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import { failureWords } from '#query/failure-words.ts'
import { type Service, useKeptIntents, useService } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'
import { currentConnection, type Mode, modeKeptFor } from '#session/session.ts'
import { useKeptMode, useSessionStore } from '#session/use-session.ts'

import {
  BULK_WRITES,
  type BulkAction,
  type BulkPlan,
  type BulkRow,
  type BulkRun,
  createBulkRun,
  isWaiting,
  readPlan,
} from './bulk-run.ts'

export function useBulkRun(name: RunName) {
  const service = useService()
  const sessionStore = useSessionStore()
  const mode = useKeptMode()
  const run = useMemo(
    () => runOf(name, mode, service, sessionStore),
    [name, mode, service, sessionStore],
  )
  return { run, plan: useSyncExternalStore(run.subscribe, run.get) }
}

export type RunState =
  | { kind: 'waiting' }
  | { kind: 'sending' }
  /** `by`: the answer or a later read. `words`: such as "Stopped". */
  | { kind: 'done'; words: string; at: Instant | undefined; by: 'answer' | 'reading' }
  | { kind: 'refused'; words: string }
  | { kind: 'unknown'; words: string }
  | { kind: 'not sent'; words: string }

/** State of a row in a later read; `isDone` is `undefined` if the list lacks it. */
type RowReading = {
  isDone: boolean | undefined
  doneAt?: Instant | undefined
  readAt: Instant
}

const NO_READING: RowReading = { isDone: undefined, readAt: 0 }

/** Only answers and later reads count; otherwise the state is unknown. */
export function runState(
  row: BulkRow,
  intent: Intent | undefined,
  isUnderWay: boolean,
  { isDone, doneAt, readAt }: RowReading = NO_READING,
): RunState {
  if (row.problem !== undefined) return { kind: 'not sent', words: row.problem }
  if (row.intentId === undefined) return { kind: 'waiting' }
  if (isUnderWay) return { kind: 'sending' }
  const outcome = intent?.outcome
  if (outcome?.kind === 'placed') {
    const words = doneWords(row.action, outcome.answer)
    return { kind: 'done', words, at: intent?.endedAt, by: outcome.isFound ? 'reading' : 'answer' }
  }
  if (isDone === true && readAt > (intent?.sentAt ?? 0)) {
    return { kind: 'done', words: BULK_WRITES[row.action].done, at: doneAt, by: 'reading' }
  }
  const isReadUnchanged = isDone === false && readAt > (intent?.endedAt ?? readAt)
  const read = isReadUnchanged ? ' Read again: it is still running.' : ''
  if (outcome?.kind === 'refused') return { kind: 'refused', words: failureWords(outcome.error) }
  if (outcome?.kind === 'unsent') return { kind: 'not sent', words: outcome.because }
  const words =
    outcome?.kind === 'unknown' ? failureWords(outcome.error) : 'Its outcome was not stored.'
  return { kind: 'unknown', words: words + read }
}

const ENDED: readonly string[] = ['cancelled', 'panic_sold', 'finished']

/** A trade may still be closing when the service answers. */
function doneWords(action: BulkAction, answer: unknown): string {
  const { done } = BULK_WRITES[action]
  if (action !== 'cancelSmartTrade' && action !== 'closeSmartTrade') return done
  const { status } = (answer ?? {}) as { status?: { type?: unknown } }
  return typeof status?.type === 'string' && ENDED.includes(status.type) ? done : 'Accepted'
}

type RunCounts = Record<RunState['kind'], number>

export function countStates(states: readonly RunState[]): RunCounts {
  const counts = { waiting: 0, sending: 0, done: 0, refused: 0, unknown: 0, 'not sent': 0 }
  for (const { kind } of states) counts[kind] += 1
  return counts
}

export const isThrough = ({ waiting, sending }: RunCounts): boolean => waiting + sending === 0

export function countWords(counts: RunCounts, done: string): string {
  const parts = [
    [counts.done, done],
    [counts.refused, 'refused'],
    [counts.unknown, 'unknown'],
    [counts['not sent'], 'not sent'],
    [counts.sending, 'under way'],
    [counts.waiting, 'to go'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}

export type RunView = {
  run: BulkRun
  rows: readonly (BulkRow & { state: RunState })[]
  counts: RunCounts
  isPaused: boolean
  awaits: BulkPlan['awaits']
  startedAt: Instant | undefined
  endedAt: Instant | undefined
}

export const isAllDone = ({ rows, counts, awaits }: RunView): boolean =>
  counts.done === rows.length && awaits === undefined

export function useRunView(
  name: RunName,
  readingOf: (row: BulkRow) => RowReading | undefined = () => undefined,
): RunView {
  const { run, plan } = useBulkRun(name)
  const { journal } = useService().sender
  const intents = new Map(useKeptIntents().map((intent) => [intent.id, intent]))
  const rows = (plan?.rows ?? []).map((row) => ({
    ...row,
    state: runState(
      row,
      row.intentId === undefined ? undefined : intents.get(row.intentId),
      // The journal of earlier pages has not loaded.
      run.isUnderWay(row) || !journal.isLoaded(),
      readingOf(row),
    ),
  }))
  const sent = rows.flatMap(({ intentId = '' }) => intents.get(intentId) ?? [])
  return {
    run,
    rows,
    counts: countStates(rows.map(({ state }) => state)),
    isPaused: plan?.isPaused ?? false,
    awaits: plan?.awaits,
    startedAt: sent.length === 0 ? undefined : Math.min(...sent.map(({ sentAt }) => sentAt)),
    endedAt:
      sent.length === 0
        ? undefined
        : Math.max(...sent.map(({ sentAt, endedAt = sentAt }) => endedAt)),
  }
}

/** Name of a run, bulk stop or panic, by which its plan survives a reload. */
type RunName = 'stop-run' | 'panic-run'

type RunService = Pick<Service, 'sender' | 'scheduler' | 'life' | 'clock'>

const runs = new WeakMap<RunService, Map<string, BulkRun>>()

/** Run of the current connection in a mode; it waits in any other mode. */
export function runOf(
  name: RunName,
  mode: Mode,
  service: RunService,
  { session, drafts, choices }: SessionStore,
): BulkRun {
  const ofService = runs.get(service) ?? new Map<string, BulkRun>()
  const key = `${name} ${mode}`
  const known = ofService.get(key)
  if (known) return known
  const connectionId = currentConnection(session.get())?.id
  const { sender, scheduler, life, clock } = service
  const report =
    name === 'panic-run' ? panicReports({ session, choices }, connectionId, mode) : undefined
  const run = createBulkRun(
    {
      sender,
      now: clock.here,
      mayGoOn: (action) =>
        modeKeptFor(session.get(), connectionId) === mode &&
        sender.obstacle(BULK_WRITES[action].endpoint) === undefined,
      pause: () => scheduler.untilNextOfMany(),
      later: (step, milliseconds) => void setTimeout(step, milliseconds),
      keep: sparingly((plan) => {
        // Another connection's run may be stored there by now.
        if (connectionId === undefined || life.aborted) return
        if (plan) drafts.write(connectionId, name, plan, mode)
        else drafts.clear(connectionId, name, mode)
        report?.keep(plan)
      }),
    },
    connectionId === undefined
      ? undefined
      : (readPlan(drafts.read(connectionId, name, mode)) ?? report?.find()),
  )
  runs.set(service, ofService.set(key, run))
  return run
}

const KEEP_EVERY = 1_000
const MOST_KEPT_AT_ONCE = 200

/**
 * Stores a long plan once per second. After a reload, rows of the last second count as waiting:
 * stops, cancels and closes may repeat, but a sale is stored at once.
 */
function sparingly(keep: (plan: BulkPlan | undefined) => void): typeof keep {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: BulkPlan | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    keep(latest)
  }
  return (plan) => {
    latest = plan
    const isUrgent =
      !plan ||
      plan.isPaused ||
      plan.rows.length <= MOST_KEPT_AT_ONCE ||
      plan.rows.some(({ action, intentId }) => action === 'sellAllToUsd' && intentId !== undefined)
    if (isUrgent) write()
    else timer ??= setTimeout(write, KEEP_EVERY)
  }
}

/** Last panic of a connection and mode, which outlives its tab. */
function panicReports(
  { session, choices }: Pick<SessionStore, 'session' | 'choices'>,
  connectionId: string | undefined,
  mode: Mode,
) {
  const name = `${connectionId}.${mode}`
  const all = (): Record<string, unknown> => {
    const found = choices.get('panic-reports')
    return typeof found === 'object' && found !== null ? { ...found } : {}
  }
  return {
    /** Another tab never continues it; the trader must start unsent rows again. */
    find(): BulkPlan | undefined {
      const plan = readPlan(all()[name])
      return (
        plan && {
          isPaused: plan.isPaused,
          rows: plan.rows.map((row) => (isWaiting(row) ? { ...row, problem: NOT_SENT } : row)),
        }
      )
    },
    keep(plan: BulkPlan | undefined): void {
      const known = new Set(session.get().connections.map(({ id }) => id))
      const others = Object.entries(all()).filter(
        ([other]) => other !== name && known.has(other.slice(0, other.lastIndexOf('.'))),
      )
      choices.set('panic-reports', Object.fromEntries(plan ? [...others, [name, plan]] : others))
    },
  }
}

const NOT_SENT = 'It had not been sent when this tab was opened.'
