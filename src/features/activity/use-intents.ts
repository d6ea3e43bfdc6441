import type { Intent } from '#intents/intent.ts'
import { useKeptIntents } from '#query/use-kept-intents.ts'

/** Everything this browser has ever sent on the connection: what is open first, then the newest. */
export function useIntents(): Intent[] {
  const intents = useKeptIntents()
  return [...intents.filter(isOnTop), ...intents.filter((intent) => !isOnTop(intent))]
}

/** What asks for the trader: nobody knows how it ended, and it was not laid aside. */
export const isOnTop = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'unknown' && closedAt === undefined
