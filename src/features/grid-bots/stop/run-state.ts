import type { GridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import { failureWords } from '#query/failure-words.ts'

import type { RunRow } from './stop-run.ts'
import type { StopIntent } from '../stop-state.ts'

/** What became of one bot of a bulk stop, as far as anybody knows. */
export type RunState =
  | { kind: 'waiting' }
  | { kind: 'sending' }
  /** `told`: by the answer itself, or by a later reading of the bot. */
  | { kind: 'stopped'; at: Instant | undefined; told: 'answer' | 'read' }
  | { kind: 'refused'; words: string }
  | { kind: 'unknown'; words: string }
  /** It never left. */
  | { kind: 'not sent'; words: string }

/** What the list said of a bot, and when; both `undefined` where there is no list. */
export type BotReading = { bot: GridBot | undefined; readAt: Instant }

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
    return { kind: 'stopped', at: intent?.endedAt, told: outcome.isFound ? 'read' : 'answer' }
  }
  if (bot?.is_enabled === false && readAt > (intent?.sentAt ?? 0)) {
    return { kind: 'stopped', at: bot.updated_at, told: 'read' }
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
