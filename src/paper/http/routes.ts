import { type Api, api, type EndpointName } from '#contract/api.ts'
import {
  type Area,
  type Endpoint,
  type RequestOf,
  type ResponseOf,
  specified,
} from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import type { Alerts } from '../alerts/alerts.ts'
import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import type { LivingWorlds } from '../living-worlds.ts'
import type { Platform } from '../platform.ts'
import type { NamedEffect, Store } from '../store/store.ts'
import type { EventStream } from './answer.ts'
import type { Caller } from './authenticate.ts'
import type { RateLimits } from './rate-limits.ts'
import { RefusalWithHeaders } from './refusal.ts'
import type { Streams } from './streams.ts'

/** What is there for everybody. */
export type Surroundings = {
  store: Store
  platform: Platform
  worlds: LivingWorlds
  alerts: Alerts | undefined
  streams: Streams
  limits: RateLimits
  strict: boolean
  /** Where browsers on other machines reach the service. */
  publicOrigin: string | undefined
  /** The time of the machine, which keys and tokens go by; that of the worlds is theirs. */
  now: Instant
}
/** What is there for a caller who has shown who they are. */
export type UserContext = Surroundings & {
  engine: Engine
  caller: Caller
  /** Of what is kept beside the world: the name that its answer is stored under, with the change. */
  effectOf?: ((answer: unknown) => NamedEffect | undefined) | undefined
}
/** What is there for anybody who writes: a command in some user's world, whose result is the answer. */
export type AnyoneContext = Surroundings & {
  command: <T>(userId: number, work: (engine: Engine) => T | Promise<T>) => Promise<T>
  /** True if the same signal was delivered before. */
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

/** A handler for every endpoint of the contract: a missing or misshapen one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Api[N]> }

export type Match = { endpoint: Endpoint; params: Record<string, string> }

type Route = { endpoint: Endpoint; segments: readonly string[] }

const routes: readonly Route[] = Object.values(api)
  .map((endpoint: Endpoint) => ({ endpoint, segments: endpoint.path.split('/') }))
  // A word before a parameter: /bots/dca/strategies is no bot.
  .sort((a, b) => parametersIn(a) - parametersIn(b))

/**
 * The endpoint of a request line. Throws 404 for an unknown path and 405 for an unknown method. Under
 * `strict` a path of extensions alone is theirs whatever the method, so that it is denied as they are.
 */
export function match(method: string, path: string, strict: boolean): Match {
  // As GET, without the body.
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
