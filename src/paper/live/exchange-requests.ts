import type { Instant } from '#contract/primitives.ts'

import { exactJson, shown, strictly, Unreadable } from './exchange-json.ts'
import { type FeedClock, FeedFailure } from './feed.ts'

const TIMEOUT_MS = 10_000
/** Longer queues are refused, so that a reader learns when to try again. */
const MAX_WAIT_MS = 20_000
/** In bytes. Binance's list of all pairs has about 3 MB. */
const MAX_ANSWER = 32_000_000
const PAUSE_S = 60
/** Bans last three days at most; timers of more than 24 days would fire at once. */
const MAX_PAUSE_S = 7 * 86_400
/** Share of an exchange's limit from which on other programs at this address get the rest. */
const MAX_SHARE_USED = 0.75

export type ExchangeRequests = ReturnType<typeof exchangeRequests>

export type ExchangeLimits = {
  exchange: string
  origin: string
  /** Weight that may be used at once, and per second from then on. */
  burst: number
  perSecond: number
  /** Response header with the weight used in this minute, by all programs at this address. */
  used?: { header: string; limit: number }
  /** Failure that a readable answer reports. */
  failureIn: (answer: unknown) => Pick<FeedFailure, 'kind' | 'message'> | undefined
}

/**
 * Reads an exchange within its limits: each request waits for its turn. After 429, 418 or 403
 * nothing is sent until the time that `Retry-After` gives, plus up to a second by chance.
 */
export function exchangeRequests(limits: ExchangeLimits, clock: FeedClock) {
  const { exchange, origin, burst, perSecond, used, failureIn } = limits
  let pausedUntil: Instant | undefined
  /** Time at which all weight used so far has been regained. */
  let regained: Instant = 0

  const paused = (): Instant | undefined =>
    pausedUntil !== undefined && pausedUntil > clock.now() ? pausedUntil : undefined

  function pause(seconds: number): void {
    const until = clock.now() + (seconds + clock.random()) * 1_000
    pausedUntil = Math.max(pausedUntil ?? 0, Math.ceil(until))
  }

  function refuseIfPaused(): void {
    const until = paused()
    if (until === undefined) return
    const time = new Date(until).toISOString().slice(11, 19)
    throw new FeedFailure('limited', `${exchange} wants no requests until ${time} UTC.`, until)
  }

  async function turn(weight: number): Promise<void> {
    refuseIfPaused()
    const begin = Math.max(clock.now(), regained)
    const end = begin + (weight / perSecond) * 1_000
    const wait = Math.ceil(end - clock.now() - (burst / perSecond) * 1_000)
    if (wait > MAX_WAIT_MS) {
      const message = `Too many requests wait for ${exchange}.`
      throw new FeedFailure('limited', message, clock.now() + wait - MAX_WAIT_MS)
    }
    regained = end
    if (wait > 0) await new Promise<void>((resolve) => clock.after(wait, resolve))
    refuseIfPaused()
  }

  /** Pauses if the exchange asked for it; a WebSocket handshake counts as well. */
  function noteStatus(status: number, retryAfter: string | undefined): void {
    if (![403, 418, 429].includes(status)) return
    const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : PAUSE_S
    pause(Math.min(seconds, MAX_PAUSE_S))
  }

  async function read(path: string, weight: number): Promise<unknown> {
    await turn(weight)
    const aborted = new AbortController()
    const cancel = clock.after(TIMEOUT_MS, () => aborted.abort())
    let status = 0
    let text: string | undefined
    try {
      const { signal } = aborted
      const response = await fetch(origin.replace(/\/$/, '') + path, { signal, redirect: 'error' })
      status = response.status
      noteStatus(status, response.headers.get('retry-after') ?? undefined)
      const share = used ? Number(response.headers.get(used.header)) / used.limit : 0
      if (share > MAX_SHARE_USED) pause(60 - (Math.floor(clock.now() / 1_000) % 60))
      text = await textWithin(response, MAX_ANSWER)
    } catch (error) {
      refuseIfPaused()
      const reason = aborted.signal.aborted ? 'no answer within 10 s' : codeOf(error)
      throw new FeedFailure('unreachable', `${exchange} cannot be reached (${reason}).`)
    } finally {
      cancel()
    }
    if (status !== 200) throw failureOf(status, text)
    return readAnswer(text)
  }

  function failureOf(status: number, text: string | undefined): FeedFailure {
    const isLimit = status === 429 || status === 418
    const kind = status >= 500 ? 'unreachable' : isLimit ? 'limited' : 'refused'
    const [, detail] = /"msg":"([^"]*)"/.exec(text ?? '') ?? []
    const message =
      detail === undefined ? String(status) : `${status}: ${shown(detail).replace(/\.$/, '')}`
    return new FeedFailure(kind, `${exchange} answered ${message}.`, paused())
  }

  function readAnswer(text: string | undefined): unknown {
    const answer = strictly(exchange, () => {
      if (text === undefined) throw new Unreadable('the answer is too long')
      return exactJson(text)
    })
    const failure = failureIn(answer)
    if (!failure) return answer
    if (failure.kind === 'limited') pause(PAUSE_S / 4)
    throw new FeedFailure(failure.kind, failure.message, paused())
  }

  return { read, paused, noteStatus }
}

async function textWithin(response: Response, limit: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop ends the transfer.
    if (size > limit) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code, message } = cause as { code?: string; message?: string }
  return shown(code ?? message)
}
