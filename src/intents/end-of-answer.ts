import { rawOf } from '#contract/read.ts'

import { outcomeOfAnswer } from './evidence.ts'
import type { Intent } from './intent.ts'
import type { Ended } from './outcome.ts'

/** What an answer comes to. Its member that lets others in stands apart from what is kept of it. */
export function endOfAnswer(answer: unknown, intent: Intent, secret: string | undefined): Ended {
  if (typeof answer !== 'object' || answer === null) {
    return { outcome: outcomeOfAnswer(answer, intent) }
  }
  const raw = rawOf(answer)
  const shown = (member: string, value: unknown) => (member === secret ? '(kept nowhere)' : value)
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
