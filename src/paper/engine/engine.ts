import { type Api, api, type EndpointName } from '#contract/api.ts'
import type { Area, Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import { allow } from '../refusal.ts'
import { advance, shareCaughtUp } from './advance.ts'
import { accountRequests } from './balances/account-requests.ts'
import type { Changes } from './changes.ts'
import { dcaBotRequests } from './dca-bots/dca-bot-requests.ts'
import { gridBotRequests } from './grid-bots/grid-bot-requests.ts'
import { marketRequests } from './market/market-requests.ts'
import type { Past } from './past.ts'
import { endedTradeOf } from './smart-trades/smart-trade-list.ts'
import { smartTradeRequests } from './smart-trades/smart-trade-requests.ts'
import { watchedBy } from './watched.ts'
import { touchMeta, type World } from './world.ts'

/**
 * One user's world. Reads no clock, draws no random number, touches no disk. A forbidden request
 * throws `Refusal` and changes nothing. Promises read the past first, then change memory.
 */
export type Engine = ReturnType<typeof createEngine>

/** An engine function for every endpoint that writes; a missing one is a compile error. */
type Writes = {
  [N in EndpointName as Api[N] extends { writes: readonly Area[] } ? N : never]: (
    ...input: never[]
  ) => unknown
}

export function createEngine(world: World, past: Past) {
  const obstacle = () => world.trouble ?? sentenceOf(shareCaughtUp(world))
  const requests = {
    ...smartTradeRequests(world, past),
    ...gridBotRequests(world),
    ...dcaBotRequests(world, past),
    ...accountRequests(world, past, obstacle),
    ...marketRequests(world),
  } satisfies Writes

  return {
    ...refusingTrades(requests, obstacle),
    get mode() {
      return world.meta.mode
    },
    /** Reason that nothing is traded in this world, as a sentence; reads still work. */
    get trouble() {
      return world.trouble
    },
    get now(): Instant {
      return world.meta.now
    },
    /** From 0 to 1 while catching up is interrupted: no command trades meanwhile. */
    get shareCaughtUp() {
      return shareCaughtUp(world)
    },
    /** Set if `advance` stopped within a second: call nothing else before it. */
    get isWithinSecond() {
      return world.second !== undefined
    },
    /**
     * Moves time forward; false if `enough` stopped it before `to`. `enough` is checked after each
     * moment with events, with `cutsSeconds` after each event.
     */
    advance: (to: Instant, enough?: () => boolean, cutsSeconds?: boolean): boolean =>
      advance(world, to, enough, cutsSeconds),
    /** The prices on which this world acts. */
    watched: () => watchedBy(world),
    /** The changes since the last call, to be stored in one transaction. */
    takeChanges: () => takeChanges(world),
  }
}

/** Refuses requests that move money while there is a reason. Throws synchronously. */
function refusingTrades<R extends object>(requests: R, reason: () => string | undefined): R {
  const endpoints: Readonly<Record<string, Endpoint>> = api
  const guarded = Object.entries(requests as Record<string, (...input: unknown[]) => unknown>).map(
    ([name, act]) => {
      if (!endpoints[name]?.effect?.movesMoney) return [name, act]
      return [
        name,
        (...input: unknown[]) => {
          allow(reason())
          return act(...input)
        },
      ]
    },
  )
  return Object.fromEntries(guarded) as R
}

/** The changes since the last call; ended trades leave memory. */
export function takeChanges(world: World): Changes {
  if (world.second) throw new Error('A part of a second is nothing to store')
  const { changes, smartTrades, ended } = world
  for (const trade of ended) {
    if (smartTrades.delete(trade.id)) changes.remove('smart_trade', String(trade.id))
    changes.end(endedTradeOf(world, trade))
  }
  ended.clear()
  // Time alone is no change: it is stored together with changes.
  if (!changes.isEmpty) touchMeta(world)
  return changes.take()
}

const sentenceOf = (share: number | undefined): string | undefined =>
  share === undefined
    ? undefined
    : `The world is catching up with the time that has passed: ${Math.floor(share * 100)} %. Trading continues when it is done.`
