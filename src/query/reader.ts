import type { Client } from '#client/client.ts'
import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'

import type { Scheduler } from './scheduler.ts'

export type ReaderParts = {
  client: Pick<Client, 'prepare' | 'call'>
  scheduler: Pick<Scheduler, 'turn'>
  now: () => Instant
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
}

export type Reader = ReturnType<typeof createReader>

/** What was begun ahead and is asked for later than this, in milliseconds, is read anew. */
export const AHEAD_AT_MOST = 15_000
/** No read waits longer than this for the first one, in milliseconds. */
export const ALONE_AT_MOST = 5_000

/** Reads from one service, each in its turn. */
export function createReader({ client, scheduler, now, wait }: ReaderParts) {
  const ahead = new Map<string, { answer: Promise<unknown>; begunAt: Instant }>()
  let free: Promise<unknown> = Promise.resolve()
  let release = () => {}

  async function inTurn<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    signal: AbortSignal,
  ): Promise<Read<ResponseOf<E>>> {
    await scheduler.turn(signal)
    return client.call(endpoint, request, { signal })
  }

  return {
    /**
     * Begins a read before anybody asks for it: whoever makes the same request first gets its answer.
     * It has the line to itself until the others are let in. Resolves when it has ended.
     */
    async begin<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<void> {
      const answer = inTurn(endpoint, request, new AbortController().signal)
      ahead.set(client.prepare(endpoint, request).url, { answer, begunAt: now() })
      free = Promise.race([new Promise<void>((open) => (release = open)), wait(ALONE_AT_MOST)])
      // Whoever asks for it hears how it ended.
      await answer.catch(() => undefined)
    },
    letOthersIn: (): void => release(),
    /** Resolves when no first read has the line to itself. */
    whenFree: (): Promise<unknown> => free,
    async read<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      signal: AbortSignal,
    ): Promise<Read<ResponseOf<E>>> {
      if (ahead.size > 0) {
        const { url } = client.prepare(endpoint, request)
        const begun = ahead.get(url)
        ahead.delete(url)
        if (begun && now() - begun.begunAt < AHEAD_AT_MOST) {
          return begun.answer as Promise<Read<ResponseOf<E>>>
        }
      }
      await free
      return inTurn(endpoint, request, signal)
    },
  }
}
