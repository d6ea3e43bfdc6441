import { useMemo, useSyncExternalStore } from 'react'

import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import { failureWords } from '#query/failure-words.ts'
import { type Service, useKeptIntents, useService } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'
import { currentConnection } from '#session/session.ts'
import { useSessionStore } from '#session/use-session.ts'

import type { StopIntent } from '../bot-state.tsx'
import { createStopRun, readPlan, type RunRow, type StopRun } from './stop-run.ts'

/** A run goes on while the trader is elsewhere in the app, so it belongs to its service. */
const runs = new WeakMap<Service, StopRun>()

/** The bulk stop of the present connection, and its plan when there is one. */
function useStopRun() {
  const service = useService()
  const sessionStore = useSessionStore()
  const run = useMemo(() => runOf(service, sessionStore), [service, sessionStore])
  return { run, plan: useSyncExternalStore(run.subscribe, run.get) }
}

function runOf(service: Service, { session, drafts }: SessionStore): StopRun {
  const known = runs.get(service)
  if (known) return known
  const connectionId = currentConnection(session.get())?.id
  const { sender, scheduler, life } = service
  const run = createStopRun(
    {
      sender,
      mayGoOn: () => sender.obstacle(stopGridBot) === undefined,
      pause: () => scheduler.untilNextOfMany(),
      later: (step, milliseconds) => void setTimeout(step, milliseconds),
      keep: (plan) => {
        // The run of whoever comes after this one stands there then.
        if (connectionId === undefined || life.aborted) return
        if (plan) drafts.write(connectionId, 'stop-run', plan)
        else drafts.clear(connectionId, 'stop-run')
      },
    },
    connectionId === undefined ? undefined : readPlan(drafts.read(connectionId, 'stop-run')),
  )
  runs.set(service, run)
  return run
}

/** What became of one bot of a bulk stop, as far as anybody knows. */
export type RunState =
  | { kind: 'waiting' }
  | { kind: 'sending' }
  /** `by` what it is known: the answer itself, or a later reading of the bot. */
  | { kind: 'stopped'; at: Instant | undefined; by: 'answer' | 'reading' }
  | { kind: 'refused'; words: string }
  | { kind: 'unknown'; words: string }
  /** It never left. */
  | { kind: 'not sent'; words: string }

/** What the list said of a bot, and when; both `undefined` where there is no list. */
type BotReading = { bot: GridBot | undefined; readAt: Instant }

/**
 * Only the service's own words count: an answer that the sender took, or a reading made after the
 * stop was sent. Whatever is left over is unknown.
 */
export function runState(
  row: RunRow,
  intent: Intent | undefined,
  isUnderWay: boolean,
  { bot, readAt }: BotReading,
): RunState {
  if (row.problem !== undefined) return { kind: 'not sent', words: row.problem }
  if (row.intentId === undefined) return { kind: 'waiting' }
  if (isUnderWay) return { kind: 'sending' }
  const outcome = (intent as StopIntent | undefined)?.outcome
  if (outcome?.kind === 'placed') {
    return { kind: 'stopped', at: intent?.endedAt, by: outcome.isFound ? 'reading' : 'answer' }
  }
  if (bot?.is_enabled === false && readAt > (intent?.sentAt ?? 0)) {
    return { kind: 'stopped', at: bot.updated_at, by: 'reading' }
  }
  const isReadRunning = bot?.is_enabled === true && readAt > (intent?.endedAt ?? readAt)
  const read = isReadRunning ? ' Read again: it is still running.' : ''
  if (outcome?.kind === 'refused') return { kind: 'refused', words: failureWords(outcome.error) }
  if (outcome?.kind === 'unsent') return { kind: 'not sent', words: outcome.because }
  const words =
    outcome?.kind === 'unknown' ? failureWords(outcome.error) : 'What became of it was not kept.'
  return { kind: 'unknown', words: words + read }
}

export type RunCounts = Record<RunState['kind'], number>

export function countStates(states: readonly RunState[]): RunCounts {
  const counts: RunCounts = {
    waiting: 0,
    sending: 0,
    stopped: 0,
    refused: 0,
    unknown: 0,
    'not sent': 0,
  }
  for (const { kind } of states) counts[kind] += 1
  return counts
}

/** Nothing is left to be sent, and nothing is under way. */
export const isThrough = ({ waiting, sending }: RunCounts): boolean => waiting + sending === 0

/** "31 stopped, 2 refused, 17 to go". */
export function countWords(counts: RunCounts): string {
  const parts = [
    [counts.stopped, 'stopped'],
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

/** The bulk stop with what became of each bot so far. */
export type RunView = {
  run: StopRun
  rows: readonly (RunRow & { state: RunState })[]
  counts: RunCounts
  isPaused: boolean
}

/** `bots` as the list says them, read at `readAt`. */
export function useRunView(bots: readonly GridBot[] | undefined, readAt: number): RunView {
  const { run, plan } = useStopRun()
  const { journal } = useService().sender
  const intents = new Map(useKeptIntents().map((intent) => [intent.id, intent]))
  const known = new Map(bots?.map((bot) => [bot.id, bot]))
  const rows = (plan?.rows ?? []).map((row) => ({
    ...row,
    state: runState(
      row,
      row.intentId === undefined ? undefined : intents.get(row.intentId),
      // What earlier pages have left is not read yet.
      run.isUnderWay(row) || !journal.isLoaded(),
      { bot: known.get(row.botId), readAt },
    ),
  }))
  return {
    run,
    rows,
    counts: countStates(rows.map(({ state }) => state)),
    isPaused: plan?.isPaused ?? false,
  }
}
