import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { timeAnswerOf } from '#contract/server-time.ts'
import { getTime } from '#contract/system.ts'
import type { EmptyForm } from '#signing/signature.ts'

import type { Refusal } from './dialect.ts'
import { type Prepared, prepareRequest } from './prepare.ts'

/** A successful response. `json` is `undefined` if the text isn't JSON. */
export type WireAnswer = { text: string; json: unknown }

/** Wire format of a service; all other code uses the contract's. A call may need many requests. */
export type WireFormat = {
  /** Sends `Idempotency-Key` with writes; on by default. */
  readonly readsKeys?: boolean
  /** Cache mode of requests; `no-store` by default. */
  readonly cache?: 'default' | undefined
  /** Supported endpoints, if known without `GET /time`. */
  readonly offers?: readonly string[]
  /** Returns the first request as shown, signed and sent. Throws `RangeError` if invalid. */
  prepare: <E extends Endpoint>(
    baseUrl: string,
    endpoint: E,
    request: RequestOf<E>,
    emptyForm: EmptyForm,
  ) => Prepared<E>
  /** Executes the call: `ask` sends `prepared` first, each request once, and throws `ApiError`. */
  answer: (
    prepared: Prepared,
    ask: (request: Prepared) => Promise<WireAnswer>,
  ) => Promise<{ json: unknown }>
  /** Translates an error response; unchanged by default. */
  refusal?: (request: Prepared, status: number, json: unknown) => Refusal
}

/** The contract's own format: one request per call, nothing translated. */
export const contractFormat: WireFormat = {
  prepare: prepareRequest,
  async answer(prepared, ask) {
    const { text, json } = await ask(prepared)
    // Some services send the time in another format than JSON.
    return { json: (prepared.endpoint.name === getTime.name && timeAnswerOf(text)) || json }
  },
}
