import { type Api, api, type EndpointName } from '#contract/api.ts'
import {
  type Area,
  type Endpoint,
  type RequestOf,
  type ResponseOf,
  specified,
} from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { MarketChoice } from '#contract/system.ts'
import type { Decimal } from '#money/decimal.ts'

import type { Alerts } from '../alerts/alerts.ts'
import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import type { LivePrices } from '../live/live-prices.ts'
import type { LivingWorlds } from '../living-worlds.ts'
import type { Platform } from '../platform.ts'
import type { NamedEffect, Store } from '../store/store.ts'
import type { EventStream } from './answer.ts'
import type { Caller } from './authenticate.ts'
import type { RateLimits } from './rate-limits.ts'
import { RefusalWithHeaders } from './refusal.ts'
import type { Streams } from './streams.ts'

/** `balance`: first deposit of a live world, which must not exist yet. */
type OpenMarket = (market: MarketChoice, balance?: Decimal) => Promise<string>

/** Context of every request. */
export type Surroundings = {
  store: Store
  platform: Platform
  worlds: LivingWorlds
  /** The prices of a real exchange, if the worlds have them. */
  live: LivePrices | undefined
  alerts: Alerts | undefined
  streams: Streams
  limits: RateLimits
  strict: boolean
  /** Origin for browsers on other machines. */
  publicOrigin: string | undefined
  /** Opens the world of another market in place of this one; its pairing code. */
  openMarket: OpenMarket | undefined
  /** The machine's time, for keys and tokens; worlds have their own. */
  now: Instant
}
/** Context of an authenticated caller. */
export type UserContext = Surroundings & {
  engine: Engine
  caller: Caller
  isFromOwnMachine: boolean | undefined
  /** Names the answer to store with a change beside the world. */
  effectOf?: ((answer: unknown) => NamedEffect | undefined) | undefined
}
/** Context of a public write: a command in some user's world, whose result is the answer. */
export type AnyoneContext = Surroundings & {
  command: <T>(userId: number, work: (engine: Engine) => T | Promise<T>) => Promise<T>
  isRepetition: boolean
}

type ContextOf<E extends Endpoint> = E['security'] extends 'public'
  ? E extends Endpoint & { writes: readonly Area[] }
    ? AnyoneContext
    : Surroundings
  : UserContext

export type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  context: ContextOf<E>,
) => E['streams'] extends true ? EventStream : ResponseOf<E> | Promise<ResponseOf<E>>

/** Handlers by endpoint; a missing or wrong one is a compile error. */
export type Handlers = { [N in EndpointName]: Handler<Api[N]> }

export type Match = { endpoint: Endpoint; params: Record<string, string> }

type Route = { endpoint: Endpoint; segments: readonly string[] }

const routes: readonly Route[] = Object.values(api)
  .map((endpoint: Endpoint) => ({ endpoint, segments: endpoint.path.split('/') }))
  // Fixed segments before parameters: /bots/dca/strategies is no bot.
  .sort((a, b) => parametersIn(a) - parametersIn(b))

/**
 * The endpoint. Throws 404 for an unknown path, 405 for a method. With `strict`, a path that only
 * extensions have matches any method, to deny it.
 */
export function match(method: string, path: string, strict: boolean): Match {
  // HEAD is answered as GET, without the body.
  const meant = method === 'HEAD' ? 'GET' : method
  const segments = path.split('/')
  const first = routes.find((route) => fits(route, segments))
  if (!first) throw new Refusal('not_found', 'There is nothing at this path.')
  const same = routes.filter(({ endpoint }) => endpoint.path === first.endpoint.path)
  const offered = strict ? same.filter(({ endpoint }) => !endpoint.extension) : same
  const found =
    same.find(({ endpoint }) => endpoint.method === meant) ??
    (offered.length > 0 ? undefined : first)
  if (!found) {
    const allow = offered.map(({ endpoint }) => endpoint.method).join(', ')
    throw new RefusalWithHeaders('method_not_allowed', `This path takes ${allow}.`, {
      Allow: allow,
    })
  }
  const endpoint = strict ? specified(found.endpoint) : found.endpoint
  return { endpoint, params: paramsOf(found, segments) }
}

function fits(route: Route, segments: readonly string[]): boolean {
  return (
    route.segments.length === segments.length &&
    route.segments.every((part, index) =>
      part.startsWith(':') ? segments[index] !== '' : part === segments[index],
    )
  )
}

function paramsOf(route: Route, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [index, part] of route.segments.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = segments[index] ?? ''
  }
  return params
}

function parametersIn({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith(':')).length
}
