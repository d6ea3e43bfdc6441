import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import type { Journal } from './journal.ts'
import { createLatch } from './latch.ts'
import { outcomeOfFailure, type Outcome } from './outcome.ts'

export type DoorParts = {
  client: Client
  journal: Journal
  now: () => Instant
  /** 16 random bytes as text. */
  newId: () => string
  /** Aborts after so many milliseconds: no answer by then is an unknown outcome. */
  timeout: (milliseconds: number) => AbortSignal
  /** Whether the service said that it remembers what an `Idempotency-Key` did. */
  remembersKeys: () => boolean
}

export type Door = ReturnType<typeof createDoor>

const PATIENCE = 20_000

/** The one way to write: an intent in, its outcome out, one `fetch`, never a second one. */
export function createDoor(parts: DoorParts) {
  const { client, journal } = parts
  const latch = createLatch()

  /**
   * Sends, and gives the intent's id at once. The same bytes while they are under way give the
   * id of the first intent and send nothing.
   */
  function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>): string {
    const id = parts.newId()
    const prepared = client.prepare(endpoint, request)
    const bytes = `${prepared.method} ${prepared.target} ${prepared.body}`
    const holder = latch.take(bytes, id)
    if (holder !== undefined) return holder

    journal.record({
      id,
      endpoint,
      target: prepared.target,
      body: prepared.body,
      sentAt: parts.now(),
      endedAt: undefined,
      outcome: { kind: 'sending' },
    })
    const idempotency = parts.remembersKeys() ? { idempotencyKey: id } : {}
    void client
      .send(prepared, { signal: parts.timeout(PATIENCE), ...idempotency })
      .then((answer): Outcome => ({ kind: 'placed', answer }), failed)
      .then((outcome) => {
        latch.release(bytes)
        journal.end(id, outcome, parts.now())
      })
    return id
  }

  return { send, journal }
}

const failed = (error: unknown): Outcome =>
  outcomeOfFailure(
    error instanceof ApiError ? error : new ApiError({ kind: 'unreadable', status: 0 }),
  )
