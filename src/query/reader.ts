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

  /** The time has a back-off of its own: every tab and every look for an order asks for it. */
  async function inTurn<E extends Endpoint>(
    prepared: Prepared<E>,
    signal: AbortSignal,
    rank: Rank = 'first',
  ): Promise<AnswerOf<E>> {
    const isTime = prepared.endpoint.name === getTime.name
    if (isTime && timeBackOff.left() > 0) {
      // Nothing was asked, so it is no sign of a service that cannot be reached.
      throw new ApiError({ kind: 'unsent', because: 'The service did not report its time.' })
    }
    await scheduler.turn(signal, rank)
    const begunAt = now()
    try {
      const atMost = timeout(isTime ? TIME_AT_MOST : READ_AT_MOST)
      const answer = await client.send(prepared, { signal: AbortSignal.any([signal, atMost]) })
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
     * Begins a read before anybody asks for it: whoever makes the same request first gets its answer.
     * What was begun has the line to itself until the others are let in. Resolves when it has ended.
     */
    async begin<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<void> {
      try {
        const prepared = client.prepare(endpoint, request)
        const answer = inTurn(prepared, new AbortController().signal)
        ahead.set(prepared.url, { answer, begunAt: now() })
        if (!release) {
          free = Promise.race([new Promise<void>((open) => (release = open)), wait(ALONE_AT_MOST)])
        }
        await answer
      } catch {
        // Whoever asks for it hears how it ended, or that the service is not asked for this.
      }
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
      const prepared = client.prepare(endpoint, request)
      const begun = ahead.get(prepared.url)
      ahead.delete(prepared.url)
      if (begun && now() - begun.begunAt < AHEAD_AT_MOST) {
        return begun.answer as Promise<AnswerOf<E>>
      }
      await free
      return inTurn(prepared, signal, rank)
    },
  }
}

/** Whether no working service was found; a refusal comes from one. */
function isOutage({ failure }: ApiError): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unsent') return false
  return failure.status >= 500 || failure.status < 300
}
