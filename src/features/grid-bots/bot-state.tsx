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
  /** Latest stop sent from this browser. */
  stop: StopIntent | undefined
  hasRuntime?: boolean | undefined
}

/** State of a bot by its service; a stop that is under way or unknown comes first. */
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
            Running
            <span className="narrow:hidden">
              , created <Age at={bot.created_at} as="span" /> ago
            </span>
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

export const lastStops = (intents: readonly Intent[]): ReadonlyMap<Id | undefined, StopIntent> =>
  new Map(
    intents
      .filter(({ endpoint }) => endpoint.name === stopGridBot.name)
      .toReversed()
      .map((intent) => [botOf(intent), intent as StopIntent]),
  )

/** Bot in the answer to its latest stop or start: the only source if the service has no list. */
export const returnedBot = (intents: readonly Intent[], botId: Id): GridBot | undefined =>
  intents
    .filter(({ endpoint: { name } }) => name === stopGridBot.name || name === startGridBot.name)
    .filter((intent) => botOf(intent) === botId)
    .map(({ outcome }) => (outcome.kind === 'placed' ? outcome.answer : undefined))
    // An earlier version of the page stored answers that lack fields.
    .find((answer): answer is GridBot => isWhole(gridBot, answer))

/** The target starts with the base URL's prefix. */
const BOT_PATH = /\/bots\/grid\/(\d+)\/(?:start|stop)(?:\?|$)/

const botOf = (intent: Intent): Id | undefined =>
  readId(BOT_PATH.exec(askedIn(intent).target)?.[1] ?? '')
