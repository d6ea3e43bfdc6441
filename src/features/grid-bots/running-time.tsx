import type { GridBot } from '#contract/grid-bots.ts'
import { formatSpan } from '#ui/instant.ts'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/amount.tsx'

/** Time the bot ran over all runs; the age of a running bot if the service does not say. */
export function RunningTime({ bot }: { bot: GridBot }) {
  if (bot.running_seconds !== undefined) return formatSpan(bot.running_seconds * 1000)
  if (bot.is_enabled) return <Age at={bot.created_at} as="span" />
  return <UnknownValue reason="It is disabled. The service does not say how long it ran." />
}
