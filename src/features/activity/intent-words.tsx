import { formatAmount, HIDDEN, joined, list } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { lineOf } from '#contract/endpoint.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { writeNamed } from '#contract/writes.ts'
import { deliveredWords } from '#intents/delivered-words.ts'
import { subjectOf } from '#intents/asked.ts'
import type { Intent } from '#intents/intent.ts'
import { toSlashPair } from '#trading/pair.ts'
import { CheckIcon, DashedRingIcon, WarningIcon } from '#ui/icons.tsx'

import type { SubjectNames } from './entity-link.tsx'

export const nameOf = ({ endpoint }: Intent): string =>
  writeNamed(endpoint.name)?.effect.title ?? lineOf(endpoint)

type About = { areAmountsHidden?: boolean; names?: SubjectNames }

/** Side, amount and pair of an order; for other writes, the changed entity by name or id. */
export function aboutOf(
  intent: Pick<Intent, 'endpoint' | 'target' | 'body'>,
  { areAmountsHidden = false, names }: About = {},
): string {
  const { kind, id, side, units, pair, mode } = subjectOf(intent) ?? {}
  const amount = units && (areAmountsHidden ? HIDDEN : formatAmount(units))
  return joined([names?.get(`${kind} ${id}`) ?? id, side, amount, toSlashPair(pair), mode], ' ')
}

const END_STATES = {
  sending: 'Sending',
  placed: 'Placed',
  refused: 'Refused',
  unsent: 'Not sent',
  unknown: 'Unknown',
} as const

function endStateOf({ outcome, endpoint }: Intent): string {
  if (outcome.kind === 'duplicated') return deliveredWords(outcome.ids.length)
  // Only trades are placed; stops, cancels and notes are accepted.
  if (outcome.kind === 'placed' && endpoint.name !== createSmartTrade.name) return 'Accepted'
  return END_STATES[outcome.kind]
}

export function detailOf(intent: Intent): string {
  const { outcome, looked, closedAt } = intent
  switch (outcome.kind) {
    case 'sending':
      return 'No answer yet.'
    case 'placed':
      return outcome.isFound
        ? 'The answer was lost. It was found by reading the service.'
        : 'Accepted by the service.'
    case 'duplicated':
      return `The network delivered it more than once. It made ${subjectOf(intent)?.kind}s ${list(outcome.ids.map(String))}.`
    case 'unsent':
      return `Nothing was sent. ${outcome.because}`
    case 'refused': {
      const { failure } = outcome.error
      if (intent.isSealed) return failure.description
      return failureWords(outcome.error)
    }
    case 'unknown':
      if (closedAt !== undefined) return outcome.error.message
      return looked && looked.endedAt === undefined
        ? `${outcome.error.message} Checking, attempt ${looked.checks + 1}.`
        : `${outcome.error.message} It may have gone through.`
  }
}

/** Placed is neutral; refused, not sent, duplicated and unknown are amber. */
export function EndState({ intent }: { intent: Intent }) {
  const { outcome, closedAt } = intent
  const { kind } = outcome
  const isCalm = kind === 'placed' || kind === 'sending' || closedAt !== undefined
  return (
    <span className={`inline-flex items-center gap-1.5 ${isCalm ? 'text-ink-2' : 'text-caution'}`}>
      {kind === 'placed' && <CheckIcon size={14} />}
      {(kind === 'refused' || kind === 'unsent' || kind === 'duplicated') && (
        <WarningIcon size={14} />
      )}
      {(kind === 'unknown' || kind === 'sending') && <DashedRingIcon size={14} />}
      {endStateOf(intent)}
      {kind === 'unknown' && closedAt !== undefined && ', marked as resolved'}
    </span>
  )
}
