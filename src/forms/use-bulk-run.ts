import { useMemo, useSyncExternalStore } from 'react'

import type { Instant } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import { failureWords } from '#query/failure-words.ts'
import { useKeptIntents, useService } from '#query/service.tsx'
import { useKeptMode, useSessionStore } from '#session/use-session.ts'

import {
  BULK_WRITES,
  type BulkAction,
  type BulkPlan,
  type BulkRow,
  type BulkRun,
} from './bulk-run.ts'
import { type RunName, runOf } from './bulk-runs.ts'

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
  /** `by` what it is known: the answer itself, or a later reading. `words` such as "Stopped". */
  | { kind: 'done'; words: string; at: Instant | undefined; by: 'answer' | 'reading' }
  | { kind: 'refused'; words: string }
  | { kind: 'unknown'; words: string }
  | { kind: 'not sent'; words: string }

/** What a list said of a row after it was sent, and when; `isDone` is undefined where it says nothing. */
export type RowReading = {
  isDone: boolean | undefined
  doneAt?: Instant | undefined
  readAt: Instant
}

const NO_READING: RowReading = { isDone: undefined, readAt: 0 }

/**
 * Only the service's own words count: an answer that the sender took, or a reading made after the
 * write was sent. Whatever is left over is unknown.
 */
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
    outcome?.kind === 'unknown' ? failureWords(outcome.error) : 'What became of it was not kept.'
  return { kind: 'unknown', words: words + read }
}

const ENDED: readonly string[] = ['cancelled', 'panic_sold', 'finished']

/** A trade may only have begun to end when the service answers. */
function doneWords(action: BulkAction, answer: unknown): string {
  const { done } = BULK_WRITES[action]
  if (action !== 'cancelSmartTrade' && action !== 'closeSmartTrade') return done
  const { status } = (answer ?? {}) as { status?: { type?: unknown } }
  return typeof status?.type === 'string' && ENDED.includes(status.type) ? done : 'Accepted'
}

export type RunCounts = Record<RunState['kind'], number>

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
      // What earlier pages have left is not read yet.
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
