import { type GridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { type Id, readId } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import type { Sent } from '#query/use-sending.ts'

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
    const id = readId(STOP_PATH.exec(intent.target)?.[1] ?? '')
    if (id !== undefined && !stops.has(id)) stops.set(id, intent as StopIntent)
  }
  return stops
}

const STOP_PATH = /\/bots\/grid\/(\d+)\/stop(?:\?|$)/

/** The bot as its latest stop or start brought it back: all that a service without a list tells of it. */
export function toldBot(intents: readonly Intent[], botId: Id): GridBot | undefined {
  for (const intent of intents) {
    if (!isAbout(intent, stopGridBot, botId) && !isAbout(intent, startGridBot, botId)) continue
    const { outcome } = intent as StopIntent
    if (outcome.kind === 'placed') return outcome.answer
  }
  return undefined
}

function stopsOf(intents: readonly Intent[], botId: Id): StopIntent[] {
  return intents.filter((intent) => isAbout(intent, stopGridBot, botId)) as StopIntent[]
}

/** The target has the base URL's own prefix in front. */
const isAbout = (
  { endpoint, target }: Intent,
  { name, path }: typeof startGridBot | typeof stopGridBot,
  botId: Id,
): boolean =>
  endpoint.name === name &&
  (target.split('?')[0] ?? '').endsWith(path.replace(':id', String(botId)))
