import type { GridBot } from '#contract/grid-bots.ts'
import { StatusTag } from '#ui/status-tag.tsx'
import { Age } from '#ui/time.tsx'

import type { StopIntent } from './stop-state.ts'

type BotStateProps = {
  bot: GridBot | undefined
  /** The latest stop sent from here. */
  stop: StopIntent | undefined
  hasRuntime?: boolean | undefined
}

/** Whether a bot runs, as its service says; a stop under way or unknown stands before that. */
export function BotState({ bot, stop, hasRuntime = false }: BotStateProps) {
  if (stop?.outcome.kind === 'sending') return <StatusTag tone="waiting">Stopping</StatusTag>
  const isUnknown = stop?.outcome.kind === 'unknown' && stop.closedAt === undefined
  if (isUnknown && bot?.is_enabled !== false) {
    return <StatusTag tone="failed">Stop unknown</StatusTag>
  }
  if (bot?.is_enabled === true) {
    return (
      <StatusTag tone="working">
        {hasRuntime ? (
          <span>
            Running, created <Age at={bot.created_at} as="span" /> ago
          </span>
        ) : (
          'Running'
        )}
      </StatusTag>
    )
  }
  if (bot?.is_enabled === false) return <StatusTag tone="stopped">Disabled</StatusTag>
  return <StatusTag tone="waiting">Not told</StatusTag>
}
