import { type Endpoint, lineOf } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import type { Instant } from '#contract/primitives.ts'
import { write } from '#contract/write.ts'

import type { Alerts } from './alerts/alerts.ts'
import type { CachedAnswers } from './cached-answers.ts'
import type { Engine } from './engine/engine.ts'
import { handlers } from './handlers/handlers.ts'
import { type Answer, type EventStream, jsonAnswer, streamAnswer } from './http/answer.ts'
import { authenticator, type Caller, checkPermission } from './http/authenticate.ts'
import {
  checkIdempotencyKey,
  effectNameOf,
  oneByOne,
  replay,
  requestHashOf,
  senderOf,
} from './http/idempotency.ts'
import { checkHost, checkOrigin, corsHeaders, isPreflight, preflightAnswer } from './http/origin.ts'
import { type ParsedRequest, parseRequest } from './http/parse-request.ts'
import { isRepeated, signalNames } from './http/repeated-signals.ts'
import { checkRevision, etagOf } from './http/revision.ts'
import { type Asker, type RateLimit, rateLimits, type SteadyClock } from './http/rate-limits.ts'
import { checkBounds, type RawRequest, splitTarget } from './http/raw-request.ts'
import type { Streams } from './http/streams.ts'
import { refuse, type Report } from './http/refusal.ts'
import {
  type AnyoneContext,
  type Match,
  match,
  type Surroundings,
  type UserContext,
} from './http/routes.ts'
import type { LivePrices } from './live/live-prices.ts'
import type { LivingWorlds } from './living-worlds.ts'
import type { Platform } from './platform.ts'
import { Refusal } from './refusal.ts'
import type { EffectName, NamedEffect, Store } from './store/store.ts'

export type ServiceSettings = {
  strict: boolean
  allowedOrigins: ReadonlySet<string>
  rateLimit: RateLimit
  /** Path prefix of the API; `''` unless it shares a host with others. */
  basePath?: string
  /** Origin for browsers on other machines, if any. */
  publicOrigin?: string | undefined
  openMarket?: Surroundings['openMarket']
}

type Parts = {
  store: Store
  platform: Platform
  worlds: LivingWorlds
  live?: LivePrices | undefined
  /** Only if webhooks can be called. */
  alerts?: Alerts | undefined
  streams: Streams
  answers: CachedAnswers
  settings: ServiceSettings
  now: () => Instant
  /** Clock of the rate limits; never set. */
  steady: SteadyClock
  report: Report
}

export type PaperService = {
  answer(request: RawRequest): Promise<Answer>
  forgetOld(): Promise<void>
}

type AnyHandler = (
  request: ParsedRequest,
  context: Surroundings | AnyoneContext | UserContext,
) => unknown

/** The service as a function from request to answer, without sockets. */
export async function createPaperService(parts: Parts): Promise<PaperService> {
  const { store, platform, worlds, live, alerts, streams, answers, settings, now, steady, report } =
    parts
  const { strict, allowedOrigins, basePath = '' } = settings
  const authenticate = await authenticator(store, platform, strict)
  const limits = rateLimits(settings.rateLimit, steady)
  const { publicOrigin, openMarket } = settings
  const parties = { store, platform, worlds, live, alerts, streams, limits }
  const common = { ...parties, strict, publicOrigin, openMarket }
  const inTurn = oneByOne()

  const tagOf = (output: unknown) => (strict ? {} : etagOf(output))

  async function answer(request: RawRequest): Promise<Answer> {
    const asker: Asker = { address: request.address }
    const judged = await judge(request, asker)
    Object.assign(judged.headers, limits.fields(asker), corsHeaders(request, allowedOrigins))
    return judged
  }

  async function judge(request: RawRequest, asker: Asker): Promise<Answer> {
    let found: Match | undefined
    try {
      checkBounds(request)
      checkHost(request)
      checkOrigin(request, allowedOrigins)
      if (isPreflight(request, allowedOrigins)) return preflightAnswer()
      found = match(request.method, pathBelow(basePath, request), strict)
      if (!strict) checkIdempotencyKey(request)
      const answered =
        found.endpoint.security === 'public'
          ? await answerAnybody(found, request)
          : await answerCaller(found, request, asker)
      return { ...answered, line: lineOf(found.endpoint) }
    } catch (error) {
      const line = found ? lineOf(found.endpoint) : 'no endpoint'
      const isRecord = error instanceof Refusal && error.code === 'record_invalid'
      const refused = refuse(
        error,
        line,
        report,
        isRecord ? found?.endpoint.recordInvalid : undefined,
      )
      return { ...refused, line }
    }
  }

  async function answerAnybody(found: Match, request: RawRequest): Promise<Answer> {
    const at = now()
    if (strict && found.endpoint.extension) throw nothingHere()
    return found.endpoint.proof === undefined
      ? run(found, request, at)
      : slowingFailures(request, () => run(found, request, at))
  }

  async function run(found: Match, request: RawRequest, at: Instant): Promise<Answer> {
    const { endpoint } = found
    const input = parseRequest(found, request)
    const handle = handlerOf(endpoint)
    if (!endpoint.writes) {
      return jsonAnswer(
        endpoint.status,
        encoded(endpoint, await handle(input, { ...common, now: at })),
      )
    }
    const sender = await senderOf(platform, endpoint, input.body)
    const asked = { body: input.body, sender, at }
    const signal = strict ? undefined : await signalNames(platform, endpoint, request, asked)
    return inTurn(signal?.queue, async () => {
      const isRepetition = signal !== undefined && (await isRepeated(store.effects, signal))
      const name = signal ? (isRepetition ? undefined : signal.name) : nameOf(request, sender)
      return write(found, request, name, at, (remembered) => {
        const command: AnyoneContext['command'] = async (userId, work) => {
          await live?.admit(endpoint)
          return worlds.command(userId, work, remembered)
        }
        return handle(input, { ...common, now: at, command, isRepetition })
      })
    })
  }

  const nameOf = (request: RawRequest, sender: string): EffectName | undefined =>
    strict ? undefined : effectNameOf(request, sender)

  async function answerCaller(found: Match, request: RawRequest, asker: Asker): Promise<Answer> {
    const at = now()
    const { endpoint } = found
    const caller = await slowingFailures(request, () => authenticate(endpoint, request, at))
    const { apiKey } = caller.key
    asker.apiKey = apiKey
    asker.lists = endpoint.ownLimit === 'lists'
    limits.request(apiKey)
    if (asker.lists) limits.lists(apiKey)
    if (strict && endpoint.extension) throw nothingHere()
    checkPermission(endpoint, caller)
    if (endpoint.writes) return command(found, request, caller, at)
    if (endpoint.streams) return stream(found, request, caller, at)
    return endpoint.issues === 'alert'
      ? changeBeside(found, request, caller, at)
      : read(found, request, caller, at)
  }

  /** Slows an address after ten failures per minute; its other requests do not wait. */
  async function slowingFailures<T>(request: RawRequest, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof Refusal && isFailedProof(error.code)) limits.failed(request.address)
      throw error
    }
  }

  const contextOf = (
    { isFromOwnMachine }: RawRequest,
    engine: Engine,
    caller: Caller,
    at: Instant,
  ): UserContext => ({ ...common, now: at, engine, caller, isFromOwnMachine })

  async function read(
    found: Match,
    request: RawRequest,
    caller: Caller,
    at: Instant,
  ): Promise<Answer> {
    const { userId } = caller.key
    const made = () =>
      worlds.read(userId, async (engine) => {
        const context = contextOf(request, engine, caller, at)
        const input = parseRequest(found, request, engine)
        const output = await handlerOf(found.endpoint)(input, context)
        return { text: encoded(found.endpoint, output), headers: tagOf(output) }
      })
    // An answer outside the world's areas, such as a token, is not shared.
    const { status } = found.endpoint
    if (!found.endpoint.reads) return jsonAnswer(status, (await made()).text)
    const accepted = request.header('accept-encoding')
    const question = `${accepted} ${request.target}`
    const { encoding, body, headers } = await answers.of(userId, question, async () => {
      const { text, headers } = await made()
      return { ...(await platform.compressed(text, accepted)), headers }
    })
    return jsonAnswer(status, body, {
      ...headers,
      ...(encoding && { 'Content-Encoding': encoding }),
    })
  }

  const stream = (
    found: Match,
    request: RawRequest,
    caller: Caller,
    at: Instant,
  ): Promise<Answer> =>
    worlds.read(caller.key.userId, async (engine) => {
      const input = parseRequest(found, request, engine)
      const context = contextOf(request, engine, caller, at)
      return streamAnswer((await handlerOf(found.endpoint)(input, context)) as EventStream)
    })

  function command(
    found: Match,
    request: RawRequest,
    caller: Caller,
    at: Instant,
  ): Promise<Answer> {
    const { userId, apiKey } = caller.key
    return write(found, request, nameOf(request, apiKey), at, async (remembered) => {
      await live?.admit(found.endpoint)
      return worlds.command(
        userId,
        async (engine) => {
          const input = parseRequest(found, request, engine)
          if (!strict) await checkRevision(found.endpoint, input, request, engine)
          return handlerOf(found.endpoint)(input, contextOf(request, engine, caller, at))
        },
        remembered,
      )
    })
  }

  /** Changes data that is stored beside the world. */
  function changeBeside(
    found: Match,
    request: RawRequest,
    caller: Caller,
    at: Instant,
  ): Promise<Answer> {
    const { userId, apiKey } = caller.key
    return write(found, request, nameOf(request, apiKey), at, (effectOf) => {
      // If storing fails, the world is read again; the change is not repeated.
      let made: unknown
      return worlds.read(userId, (engine) => {
        const context = { ...contextOf(request, engine, caller, at), effectOf }
        made ??= handlerOf(found.endpoint)(parseRequest(found, request, engine), context)
        return made
      })
    })
  }

  /** Stores effect, answer and idempotency name together. */
  function write(
    { endpoint }: Match,
    request: RawRequest,
    name: EffectName | undefined,
    at: Instant,
    act: (remembered: (output: unknown) => NamedEffect | undefined) => unknown,
  ): Promise<Answer> {
    const { status } = endpoint
    return inTurn(name, async () => {
      const requestHash = await requestHashOf(platform, request)
      const earlier = name && (await store.effects.find(name))
      if (earlier) return replay(earlier, requestHash, tagOf)
      let body: string | undefined
      const output = await act((result) => {
        body = encoded(endpoint, result)
        return name && { name, effect: { requestHash, status, body }, at }
      })
      return jsonAnswer(status, body ?? encoded(endpoint, output), tagOf(output))
    })
  }

  return {
    answer,
    forgetOld() {
      limits.forgetOld()
      return store.effects.forgetOld(now())
    },
  }
}

const nothingHere = () => new Refusal('not_found', 'There is nothing at this path.')

/** The path below the API's base. Throws 404 outside; a signature covers the whole path. */
function pathBelow(basePath: string, { target }: RawRequest): string {
  const { path } = splitTarget(target)
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : ''
}

const handlerOf = ({ name }: Endpoint): AnyHandler =>
  handlers[name as keyof typeof handlers] as AnyHandler

const encoded = ({ response }: Endpoint, output: unknown): string => write(response, output)

/** Codes that count as no attempt: without a key, or with a token that has expired. */
const NO_TRIES: ReadonlySet<RefusalCode> = new Set([
  'api_key_missing',
  'token_missing',
  'token_expired',
])

/** Counts a wrong pairing code, which is forbidden, like a wrong secret. */
const isFailedProof = (code: RefusalCode): boolean =>
  !NO_TRIES.has(code) && /^((api_key|signature|token|webhook_secret)_|forbidden$)/.test(code)
