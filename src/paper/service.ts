import type { Endpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import type { Instant } from '#contract/primitives.ts'
import { listSmartTrades, setSmartTradeNote } from '#contract/smart-trades.ts'
import { pairBrowser } from '#contract/system.ts'
import { write } from '#contract/write.ts'

import { handlers } from './handlers/handlers.ts'
import { jsonAnswer } from './http/answer.ts'
import { authenticator, type Caller, checkPermission } from './http/authenticate.ts'
import { checkBounds } from './http/bounds.ts'
import { effectNameOf, replay, requestHashOf } from './http/idempotency.ts'
import { compressed } from './http/compressed.ts'
import { checkHost, checkOrigin, corsHeaders, isPreflight, preflightAnswer } from './http/origin.ts'
import { type ParsedRequest, parseRequest } from './http/parse-request.ts'
import { type RateLimit, rateLimits } from './http/rate-limits.ts'
import { type RawRequest, splitTarget } from './http/raw-request.ts'
import { refuse, type Report } from './http/refusal.ts'
import { type Match, match, type Surroundings, type UserContext } from './http/routes.ts'
import type { LivingWorlds } from './living-worlds.ts'
import { Refusal } from './refusal.ts'
import type { Store } from './store/store.ts'

export type ServiceSettings = {
  /** The spec alone: no extension. */
  strict: boolean
  /** The origins whose pages may call. */
  allowedOrigins: ReadonlySet<string>
  rateLimit: RateLimit
}

type Parts = {
  store: Store
  worlds: LivingWorlds
  settings: ServiceSettings
  now: () => Instant
  report: Report
}

export type PaperService = {
  answer(request: RawRequest): Promise<Response>
  forgetOld(): void
}

type AnyHandler = (request: ParsedRequest, context: Surroundings | UserContext) => unknown

/** A code that comes with another status at one endpoint; spec 4.3 has 400 for a note. */
const OTHER_STATUS: Partial<Record<string, Partial<Record<RefusalCode, number>>>> = {
  [setSmartTradeNote.name]: { record_invalid: 400 },
}

/** The whole service as one function from a request to a response; sockets are someone else's business. */
export async function createPaperService(parts: Parts): Promise<PaperService> {
  const { store, worlds, settings, now, report } = parts
  const { strict, allowedOrigins } = settings
  const authenticate = await authenticator(store, strict)
  const limits = rateLimits(settings.rateLimit)
  const common = { store, worlds, limits, strict }

  async function answer(request: RawRequest): Promise<Response> {
    const response = await judge(request)
    for (const [name, value] of Object.entries(corsHeaders(request, allowedOrigins))) {
      response.headers.set(name, value)
    }
    return response
  }

  async function judge(request: RawRequest): Promise<Response> {
    let found: Match | undefined
    try {
      checkBounds(request)
      checkHost(request)
      checkOrigin(request, allowedOrigins)
      if (isPreflight(request, allowedOrigins)) return preflightAnswer()
      found = match(request.method, splitTarget(request.target).path)
      return found.endpoint.security === 'public'
        ? await answerAnybody(found, request)
        : await answerCaller(found, request)
    } catch (error) {
      const line = found ? `${found.endpoint.method} ${found.endpoint.path}` : 'no endpoint'
      const code = error instanceof Refusal ? error.code : 'internal_error'
      return refuse(error, line, report, OTHER_STATUS[found?.endpoint.name ?? '']?.[code])
    }
  }

  async function answerAnybody(found: Match, request: RawRequest): Promise<Response> {
    const at = now()
    // A wrong pairing code is a guess as much as a wrong secret is.
    const alsoCounts = found.endpoint.name === pairBrowser.name ? 'forbidden' : undefined
    return found.endpoint.writes || alsoCounts
      ? countingFailures(request, at, alsoCounts, () => run(found, request, at))
      : run(found, request, at)
  }

  async function run(found: Match, request: RawRequest, at: Instant): Promise<Response> {
    const input = parseRequest(found, request)
    const output = await handlerOf(found.endpoint)(input, { ...common, now: at })
    return jsonAnswer(found.endpoint.status, encoded(found.endpoint, output))
  }

  async function answerCaller(found: Match, request: RawRequest): Promise<Response> {
    const at = now()
    const { endpoint } = found
    const caller = await countingFailures(request, at, undefined, () =>
      authenticate(endpoint, request, at),
    )
    if (strict && endpoint.extension)
      throw new Refusal('not_found', 'There is nothing at this path.')
    checkPermission(endpoint, caller)
    limits.request(caller.key.apiKey, at)
    if (endpoint.name === listSmartTrades.name) limits.list(caller.key.apiKey, at)
    return endpoint.writes
      ? worlds.inGroup(() => write(found, request, caller, at))
      : read(found, request, caller, at)
  }

  /** Ten of these a minute and an address has to wait. */
  async function countingFailures<T>(
    request: RawRequest,
    at: Instant,
    alsoCounts: RefusalCode | undefined,
    attempt: () => Promise<T>,
  ): Promise<T> {
    limits.address(request.address, at)
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof Refusal && (isFailedProof(error.code) || error.code === alsoCounts)) {
        limits.failed(request.address, at)
      }
      throw error
    }
  }

  async function read(
    found: Match,
    request: RawRequest,
    caller: Caller,
    at: Instant,
  ): Promise<Response> {
    const { userId } = caller.key
    const engine = worlds.of(userId)
    const input = parseRequest(found, request, engine)
    const text = async () =>
      encoded(
        found.endpoint,
        await handlerOf(found.endpoint)(input, { ...common, now: at, engine, caller }),
      )
    // What tells of no area of the world, such as a token, is for its caller alone.
    if (!found.endpoint.reads) return jsonAnswer(found.endpoint.status, await text())
    const accepted = request.header('accept-encoding')
    const { encoding, body } = await worlds.answer(
      userId,
      `${accepted} ${request.target}`,
      async () => compressed(await text(), accepted),
    )
    return jsonAnswer(found.endpoint.status, body, encoding && { 'Content-Encoding': encoding })
  }

  /** The effect, its answer and the name it is remembered by are one transaction. */
  function write(found: Match, request: RawRequest, caller: Caller, at: Instant): Response {
    const { endpoint } = found
    const name = strict ? undefined : effectNameOf(request, caller)
    const requestHash = requestHashOf(request)
    const earlier = name && store.effects.find(name)
    if (earlier) return replay(earlier, requestHash)
    const { userId } = caller.key
    const input = parseRequest(found, request, worlds.of(userId))
    const body = worlds.command(userId, (engine) => {
      const output = handlerOf(endpoint)(input, { ...common, now: at, engine, caller })
      const text = encoded(endpoint, output)
      if (name)
        store.effects.remember(name, { requestHash, status: endpoint.status, body: text }, at)
      return text
    })
    return jsonAnswer(endpoint.status, body)
  }

  return {
    answer,
    forgetOld() {
      limits.forgetOld(now())
      store.effects.forgetOld(now())
    },
  }
}

const handlerOf = ({ name }: Endpoint): AnyHandler =>
  handlers[name as keyof typeof handlers] as AnyHandler

const encoded = ({ response }: Endpoint, output: unknown): string =>
  JSON.stringify(write(response, output))

/** An expired token was once a good one: a page that was left open should not lock itself out. */
const isFailedProof = (code: RefusalCode): boolean =>
  code !== 'token_expired' && /^(api_key|signature|token|webhook_secret)_/.test(code)
