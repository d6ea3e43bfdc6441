import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Endpoint, RequestOf, AnswerOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { getTime } from '#contract/system.ts'

import type { BackOff } from './back-off.ts'
import type { Rank, Scheduler } from './scheduler.ts'

export type ReaderParts = {
  client: Pick<Client, 'prepare' | 'call'>
  scheduler: Pick<Scheduler, 'turn' | 'answered' | 'failed'>
  /** Of `GET /time`, which no page needs. */
  timeBackOff: BackOff
  now: () => Instant
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  timeout: (milliseconds: number) => AbortSignal
  /** Whether the page is being left, which cuts off what is under way: that says nothing of the service. */
  isLeaving: () => boolean
}

export type Reader = ReturnType<typeof createReader>

/** What was begun ahead and is asked for later than this, in milliseconds, is read anew. */
export const AHEAD_AT_MOST = 15_000
/** No read waits longer than this for the first ones, in milliseconds. */
export const ALONE_AT_MOST = 5_000

/** In milliseconds: what has not come by then does not come. */
export const READ_AT_MOST = 30_000
export const TIME_AT_MOST = 5_000

/** Reads from one service, each in its turn. */
export function createReader(parts: ReaderParts) {
  const { client, scheduler, timeBackOff, now, wait, timeout, isLeaving } = parts
  const ahead = new Map<string, { answer: Promise<unknown>; begunAt: Instant }>()
  let free: Promise<unknown> = Promise.resolve()
  let release: (() => void) | undefined

  async function inTurn<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    signal: AbortSignal,
    rank: Rank = 'first',
  ): Promise<AnswerOf<E>> {
    if (endpoint.name === getTime.name) return timeInTurn(endpoint, request, signal, rank)
    await scheduler.turn(signal, rank)
    const begunAt = now()
    try {
      const answer = await call(endpoint, request, signal, READ_AT_MOST)
      scheduler.answered()
      return answer
    } catch (error) {
      if (error instanceof ApiError && !signal.aborted && !isLeaving()) {
        if (isOutage(error)) scheduler.failed(begunAt, error)
        else scheduler.answered()
      }
      throw error
    }
  }

  const call = <E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    signal: AbortSignal,
    atMost: number,
  ): Promise<AnswerOf<E>> =>
    client.call(endpoint, request, { signal: AbortSignal.any([signal, timeout(atMost)]) })

  /** The time, which every tab, every look for an order and every return to the page asks for. */
  async function timeInTurn<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    signal: AbortSignal,
    rank: Rank,
  ): Promise<AnswerOf<E>> {
    if (timeBackOff.left() > 0) {
      // Nothing was asked, so it is no sign of a service that cannot be reached.
      throw new ApiError({ kind: 'unsent', because: 'The service did not report its time.' })
    }
    await scheduler.turn(signal, rank)
    const begunAt = now()
    try {
      const answer = await call(endpoint, request, signal, TIME_AT_MOST)
      timeBackOff.succeeded()
      return answer
    } catch (error) {
      if (!signal.aborted && !isLeaving()) timeBackOff.failed(begunAt)
      throw error
    }
  }

  /** What two equal reads have in common; none of what the service is not asked for. */
  function urlOf<E extends Endpoint>(endpoint: E, request: RequestOf<E>): string | undefined {
    try {
      return client.prepare(endpoint, request).url
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  return {
    /**
     * Begins a read before anybody asks for it: whoever makes the same request first gets its answer.
     * What was begun has the line to itself until the others are let in. Resolves when it has ended.
     */
    async begin<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<void> {
      const url = urlOf(endpoint, request)
      if (url === undefined) return
      const answer = inTurn(endpoint, request, new AbortController().signal)
      ahead.set(url, { answer, begunAt: now() })
      if (!release) {
        free = Promise.race([new Promise<void>((open) => (release = open)), wait(ALONE_AT_MOST)])
      }
      // Whoever asks for it hears how it ended.
      await answer.catch(() => undefined)
    },
    letOthersRead: (): void => release?.(),
    /** Resolves when no first reads have the line to themselves. */
    whenFree: (): Promise<unknown> => free,
    async read<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      signal: AbortSignal,
      rank?: Rank,
    ): Promise<AnswerOf<E>> {
      if (ahead.size > 0) {
        const url = urlOf(endpoint, request) ?? ''
        const begun = ahead.get(url)
        ahead.delete(url)
        if (begun && now() - begun.begunAt < AHEAD_AT_MOST) {
          return begun.answer as Promise<AnswerOf<E>>
        }
      }
      await free
      return inTurn(endpoint, request, signal, rank)
    },
  }
}

/** Whether no working service was found; a refusal comes from one. */
function isOutage({ failure }: ApiError): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unsent') return false
  return failure.status >= 500 || failure.status < 300
}
