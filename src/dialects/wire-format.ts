import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { timeAnswerOf } from '#contract/server-time.ts'
import { getTime } from '#contract/system.ts'
import type { EmptyForm } from '#signing/signature.ts'

import type { Refusal } from './dialect.ts'
import { type Prepared, prepareRequest } from './prepare.ts'

/** What one request was answered with success. `json` is `undefined` where the text is no JSON. */
export type WireAnswer = { text: string; json: unknown }

/**
 * How a service writes the calls of the contract. Everything above the client speaks the contract
 * alone; a service of another dialect differs here, where one call may become several requests.
 */
export type WireFormat = {
  /** Whether a write may carry an `Idempotency-Key`; it may where this is left out. */
  readonly readsKeys?: boolean
  /** How a browser may cache answers; `no-store` without. */
  readonly cache?: 'default' | undefined
  /** The endpoints that are offered, where that is known without the service's word in `GET /time`. */
  readonly offers?: readonly string[]
  /**
   * The request that is shown, signed and sent, byte for byte; the first one, where a call is made of
   * several. Throws `RangeError` for a request that cannot be written.
   */
  prepare: <E extends Endpoint>(
    baseUrl: string,
    endpoint: E,
    request: RequestOf<E>,
    emptyForm: EmptyForm,
  ) => Prepared<E>
  /**
   * Carries the call out and gives its answer as the contract writes it. `ask` signs and sends one
   * request, once, and throws `ApiError` where it fails. A format asks for `prepared` first.
   */
  answer: (
    prepared: Prepared,
    ask: (request: Prepared) => Promise<WireAnswer>,
  ) => Promise<{ json: unknown }>
  /** Reads an answer that is no success; as it came where this is left out. */
  refusal?: (request: Prepared, status: number, json: unknown) => Refusal
}

/** The contract's own: each call is one request, and its answer is as the contract has it. */
export const contractFormat: WireFormat = {
  prepare: prepareRequest,
  async answer(prepared, ask) {
    const { text, json } = await ask(prepared)
    // Some services write the time as something other than JSON.
    return { json: (prepared.endpoint.name === getTime.name && timeAnswerOf(text)) || json }
  },
}
