import type { Intent } from '#intents/intent.ts'

/** What was sent and what became of it, without anything that tells how much. */
export const withoutAmounts = ({
  id,
  endpoint,
  origin,
  sentAt,
  endedAt,
  mode,
  outcome,
}: Intent) => ({
  id,
  endpoint,
  origin,
  sentAt,
  endedAt,
  mode,
  outcome: outcome.kind,
})
