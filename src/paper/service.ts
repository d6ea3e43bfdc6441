import { type Endpoint, lineOf } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { writeJson } from '#contract/json.ts'
import type { Instant } from '#contract/primitives.ts'
import { write } from '#contract/write.ts'

import { handlers } from './handlers/handlers.ts'
import { jsonAnswer } from './http/answer.ts'
import { authenticator, type Caller, checkPermission } from './http/authenticate.ts'
import { checkBounds } from './http/bounds.ts'
import {
  checkIdempotencyKey,
  effectNameOf,
  replay,
  requestHashOf,
  senderOf,
} from './http/idempotency.ts'
import { compressed } from './http/compressed.ts'
import { checkHost, checkOrigin, corsHeaders, isPreflight, preflightAnswer } from './http/origin.ts'
import { type ParsedRequest, parseRequest } from './http/parse-request.ts'
import { type Asker, type RateLimit, rateLimits, type SteadyClock } from './http/rate-limits.ts'
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
  /** What limits go by: nobody's clock sets it. */
  steady: SteadyClock
  report: Report
}

export type PaperService = {
  answer(request: RawRequest): Promise<Response>
  forgetOld(): void
}

type AnyHandler = (request: ParsedRequest, context: Surroundings | UserContext) => unknown

/** The whole service as one function from a request to a response; sockets are someone else's business. */
export async function createPaperService(parts: Parts): Promise<PaperService> {
  const { store, worlds, settings, now, steady, report } = parts
  const { strict, allowedOrigins } = settings
  const authenticate = await authenticator(store, strict)
  const limits = rateLimits(settings.rateLimit, steady)
  const common = { store, worlds, limits, strict }

  async function answer(request: RawRequest): Promise<Response> {
    const asker: Asker = { address: request.address }
    const response = await judge(request, asker)
    const headers = { ...limits.fields(asker), ...corsHeaders(request, allowedOrigins) }
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }

  async function judge(request: RawRequest, asker: Asker): Promise<Response> {
    let found: Match | undefined
    try {
      checkBounds(request)
      checkHost(request)
      checkOrigin(request, allowedOrigins)
      if (isPreflight(request, allowedOrigins)) return preflightAnswer()
      found = match(request.method, splitTarget(request.target).path, strict)
      if (!strict) checkIdempotencyKey(request)
      return found.endpoint.security === 'public'
        ? await answerAnybody(found, request)
        : await answerCaller(found, request, asker)
    } catch (error) {
      const line = found ? lineOf(found.endpoint) : 'no endpoint'
      const isRecord = error instanceof Refusal && error.code === 'record_invalid'
      return refuse(error, line, report, isRecord ? found?.endpoint.recordInvalid : undefined)
    }
  }

  async function answerAnybody(found: Match, request: RawRequest): Promise<Response> {
    const at = now()
    return found.endpoint.proof === undefined
      ? run(found, request, at)
      : slowingFailures(request, () => run(found, request, at))
  }

  async function run(found: Match, request: RawRequest, at: Instant): Promise<Response> {
    const { endpoint } = found
    const input = parseRequest(found, request)
    const handle = () => handlerOf(endpoint)(input, { ...common, now: at })
    if (!endpoint.writes) return jsonAnswer(endpoint.status, encoded(endpoint, await handle()))
    const sender = senderOf(endpoint, input.body)
    return worlds.inGroup(() =>
      write(endpoint, request, sender, at, (remembered) => remembered(handle())),
    )
  }

  async function answerCaller(found: Match, request: RawRequest, asker: Asker): Promise<Response> {
    const at = now()
    const { endpoint } = found
    const caller = await slowingFailures(request, () => authenticate(endpoint, request, at))
    const { apiKey } = caller.key
    asker.apiKey = apiKey
    asker.lists = endpoint.ownLimit === 'lists'
    limits.request(apiKey)
    if (asker.lists) limits.lists(apiKey)
    if (strict && endpoint.extension)
      throw new Refusal('not_found', 'There is nothing at this path.')
    checkPermission(endpoint, caller)
    return endpoint.writes
      ? worlds.inGroup(() => command(found, request, caller, at))
      : read(found, request, caller, at)
  }

  /** Ten failures a minute and an address has to wait, with what fails alone. */
  async function slowingFailures<T>(request: RawRequest, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof Refusal && isFailedProof(error.code)) limits.failed(request.address)
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

  function command(found: Match, request: RawRequest, caller: Caller, at: Instant): Response {
    const { endpoint } = found
    const { userId, apiKey } = caller.key
    return write(endpoint, request, apiKey, at, (remembered) => {
      const input = parseRequest(found, request, worlds.of(userId))
      return worlds.command(userId, (engine) =>
        remembered(handlerOf(endpoint)(input, { ...common, now: at, engine, caller })),
      )
    })
  }

  /** The effect, its answer and the name it is remembered by are one transaction. */
  function write(
    endpoint: Endpoint,
    request: RawRequest,
    sender: string,
    at: Instant,
    act: (remembered: (output: unknown) => string) => string,
  ): Response {
    const name = strict ? undefined : effectNameOf(request, sender)
    const requestHash = requestHashOf(request)
    const earlier = name && store.effects.find(name)
    if (earlier) return replay(earlier, requestHash)
    const body = act((output) => {
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
      limits.forgetOld()
      store.effects.forgetOld(now())
    },
  }
}

const handlerOf = ({ name }: Endpoint): AnyHandler =>
  handlers[name as keyof typeof handlers] as AnyHandler

const encoded = ({ response }: Endpoint, output: unknown): string =>
  writeJson(write(response, output))

/** What comes without a key is no try at one; an expired token was once a good one. */
const NO_TRIES: ReadonlySet<RefusalCode> = new Set([
  'api_key_missing',
  'token_missing',
  'token_expired',
])

/** A wrong pairing code, which is forbidden, is a guess as much as a wrong secret is. */
const isFailedProof = (code: RefusalCode): boolean =>
  !NO_TRIES.has(code) && /^((api_key|signature|token|webhook_secret)_|forbidden$)/.test(code)
