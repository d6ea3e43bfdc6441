import { type GridBot, gridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { type Id, readId } from '#contract/primitives.ts'
import { isWhole } from '#contract/write.ts'
import { askedIn } from '#dialects/prepare.ts'
import type { Intent } from '#intents/intent.ts'
import type { Sent } from '#query/use-sending.ts'
import { StatusTag } from '#ui/status-tag.tsx'
import { Age } from '#ui/time.tsx'

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
  return <StatusTag tone="waiting">Unknown</StatusTag>
}

export type StopIntent = Sent<typeof stopGridBot>

/** The latest stop sent for a bot from this browser; `intents` come newest first. */
export function lastStop(intents: readonly Intent[], botId: Id): StopIntent | undefined {
  return stopsOf(intents, botId)[0]
}

/** The same for every bot that a stop was sent for, looked up once for many rows. */
export function lastStops(intents: readonly Intent[]): ReadonlyMap<Id, StopIntent> {
  const stops = new Map<Id, StopIntent>()
  for (const intent of intents) {
    if (intent.endpoint.name !== stopGridBot.name) continue
    const id = readId(STOP_PATH.exec(askedIn(intent).target)?.[1] ?? '')
    if (id !== undefined && !stops.has(id)) stops.set(id, intent as StopIntent)
  }
  return stops
}

const STOP_PATH = /\/bots\/grid\/(\d+)\/stop(?:\?|$)/

/** The bot as its latest stop or start returned it: the only source where the service has no list. */
export function returnedBot(intents: readonly Intent[], botId: Id): GridBot | undefined {
  for (const intent of intents) {
    if (!isAbout(intent, stopGridBot, botId) && !isAbout(intent, startGridBot, botId)) continue
    const { outcome } = intent as StopIntent
    // An earlier version of the page kept answers that lack members.
    if (outcome.kind === 'placed' && isWhole(gridBot, outcome.answer)) return outcome.answer
  }
  return undefined
}

function stopsOf(intents: readonly Intent[], botId: Id): StopIntent[] {
  return intents.filter((intent) => isAbout(intent, stopGridBot, botId)) as StopIntent[]
}

/** The target has the base URL's own prefix in front. */
const isAbout = (
  intent: Intent,
  { name, path }: typeof startGridBot | typeof stopGridBot,
  botId: Id,
): boolean =>
  intent.endpoint.name === name &&
  (askedIn(intent).target.split('?')[0] ?? '').endsWith(path.replace(':id', String(botId)))
