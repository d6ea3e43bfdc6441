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
import { touchMeta, type World } from './world.ts'

/**
 * One user's world: commands in, time in, reads out. Nothing inside reads a clock, draws a random
 * number of its own or touches a disk. What is not allowed throws `Refusal` and changes nothing. What
 * returns a promise may read the past first, and changes what is in memory only after that.
 */
export type Engine = ReturnType<typeof createEngine>

/** Every endpoint that writes has an engine function of its own name; without it this does not compile. */
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
    /** The moment the world has been advanced to. */
    get now(): Instant {
      return world.meta.now
    },
    /** From 0 to 1, while `advance` has been ended on its way: nothing is traded by command meanwhile. */
    get shareCaughtUp() {
      return shareCaughtUp(world)
    },
    /** `advance` was ended within a second: until it is called again nothing else may be. */
    get isWithinSecond() {
      return world.second !== undefined
    },
    /**
     * Moves time forward: prices move, orders fill, targets and stops close. Asked after each moment at
     * which something happened, `enough` ends it there; false when it has not come to `to`. With
     * `cutsSeconds` it is asked after each event, and can end it within a second.
     */
    advance: (to: Instant, enough?: () => boolean, cutsSeconds?: boolean): boolean =>
      advance(world, to, enough, cutsSeconds),
    /** The changes since the last call, to be stored in the transaction of the command or tick. */
    takeChanges: () => takeChanges(world),
  }
}

/**
 * Refuses whatever moves money, as the contract says it does, while there is a reason. A refusal is
 * thrown at once, also where the function returns a promise.
 */
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

/** The changes since the last call. Ended trades leave memory with it. */
export function takeChanges(world: World): Changes {
  if (world.second) throw new Error('A part of a second is nothing to store')
  const { changes, smartTrades, ended } = world
  for (const trade of ended) {
    if (smartTrades.delete(trade.id)) changes.remove('smart_trade', String(trade.id))
    changes.end(endedTradeOf(world, trade))
  }
  ended.clear()
  // The time alone is no change: it is stored together with changes.
  if (!changes.isEmpty) touchMeta(world)
  return changes.take()
}

const sentenceOf = (share: number | undefined): string | undefined =>
  share === undefined
    ? undefined
    : `The world is catching up with the time that has passed: ${Math.floor(share * 100)} %. Trading continues when it is done.`
