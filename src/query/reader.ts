import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Endpoint, RequestOf, AnswerOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { getTime } from '#contract/system.ts'
import type { Prepared } from '#dialects/prepare.ts'

import type { BackOff } from './back-off.ts'
import type { Rank, Scheduler } from './scheduler.ts'

export type ReaderParts = {
  client: Pick<Client, 'prepare' | 'send'>
  scheduler: Pick<Scheduler, 'turn' | 'answered' | 'failed'>
  /** Back-off of `GET /time`, separate from that of other reads. */
  timeBackOff: BackOff
  now: () => Instant
  wait: (milliseconds: number) => Promise<void>
  timeout: (milliseconds: number) => AbortSignal
  /** Gives out the response to a read that the page sent before its code, once. */
  takeEarly?: (prepared: Prepared) => { sentAt: Instant; response: Promise<Response> } | undefined
  /** True while the page unloads: aborted reads then are not failures of the service. */
  isLeaving: () => boolean
}

export type Reader = ReturnType<typeof createReader>

// All in milliseconds.
export const MAX_PREFETCH_AGE = 15_000
/** Maximum delay of other reads behind prefetched ones. */
export const MAX_HEAD_START = 5_000
export const READ_TIMEOUT = 30_000
export const TIME_TIMEOUT = 5_000

/** Reads from one service within the budget of the scheduler. */
export function createReader(parts: ReaderParts) {
  const { client, scheduler, timeBackOff, takeEarly, now, wait, timeout, isLeaving } = parts
  const prefetched = new Map<string, { answer: Promise<unknown>; sentAt: Instant }>()
  let free: Promise<unknown> = Promise.resolve()
  let release: (() => void) | undefined

  async function inTurn<E extends Endpoint>(
    prepared: Prepared<E>,
    signal: AbortSignal,
    rank: Rank = 'first',
    early?: ReturnType<NonNullable<typeof takeEarly>>,
  ): Promise<AnswerOf<E>> {
    const isTime = prepared.endpoint.name === getTime.name
    if (isTime && timeBackOff.left() > 0) {
      // Not `unreachable`, because no request was sent.
      throw new ApiError({ kind: 'unsent', because: 'The service did not report its time.' })
    }
    // An early read is in the budget already.
    if (!early) await scheduler.turn(signal, rank)
    const begunAt = early?.sentAt ?? now()
    try {
      const timedOut = timeout(isTime ? TIME_TIMEOUT : READ_TIMEOUT)
      const answer = await client.send(prepared, {
        signal: AbortSignal.any([signal, timedOut]),
        response: early?.response,
      })
      if (isTime) timeBackOff.succeeded()
      else scheduler.answered()
      return answer
    } catch (error) {
      if (!signal.aborted && !isLeaving()) {
        if (isTime) timeBackOff.failed(begunAt)
        else if (error instanceof ApiError && isOutage(error)) scheduler.failed(begunAt, error)
        else if (error instanceof ApiError) scheduler.answered()
      }
      throw error
    }
  }

  return {
    /**
     * Starts a read for the next `read` of the same request. Other reads wait for
     * `allowOtherReads`. Resolves when it has ended.
     */
    async prefetch<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
    ): Promise<AnswerOf<E> | undefined> {
      try {
        const prepared = client.prepare(endpoint, request)
        const early = takeEarly?.(prepared)
        const answer = inTurn(prepared, new AbortController().signal, 'first', early)
        prefetched.set(prepared.url, { answer, sentAt: early?.sentAt ?? now() })
        if (!release) {
          free = Promise.race([new Promise<void>((open) => (release = open)), wait(MAX_HEAD_START)])
        }
        return await answer
      } catch {
        // `read` will throw the same error.
        return undefined
      }
    },
    allowOtherReads: (): void => release?.(),
    /** Resolves when reads no longer wait for prefetched ones. */
    whenFree: (): Promise<unknown> => free,
    async read<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      signal: AbortSignal,
      rank?: Rank,
    ): Promise<AnswerOf<E>> {
      const prepared = client.prepare(endpoint, request)
      const begun = prefetched.get(prepared.url)
      prefetched.delete(prepared.url)
      const isFresh = begun && now() - begun.sentAt < MAX_PREFETCH_AGE
      if (isFresh) return begun.answer as Promise<AnswerOf<E>>
      await free
      return inTurn(prepared, signal, rank)
    },
  }
}

/** True if the service is down: a refusal proves that it works. */
function isOutage({ failure }: ApiError): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unsent') return false
  return failure.status >= 500 || failure.status < 300
}
