import type { Endpoint } from '#contract/endpoint.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'

import type { Call, Prepared } from './prepare.ts'

/** A request as a service of another dialect takes it; `path` follows the base URL. */
export type WireRequest = {
  readonly method: Prepared['method']
  readonly path: string
  /** Sent sorted by name; what is `undefined` is left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Signed where this is left out. */
  readonly security?: 'public'
}

/** What a translation may know of the connection besides the call. */
export type Facts = {
  /** The mode of the connection, fixed by the trader. */
  readonly mode: 'paper' | 'real'
  readonly algorithm: Algorithm
  /** Whether “?” is signed between path and body, where a test has found it out; as documented otherwise. */
  readonly bodyForm?: EmptyForm | undefined
  /** The accounts as this dialect's list of them had them last; empty until it was read. */
  accounts: readonly Readonly<Record<string, unknown>>[]
}

/** What a translation may do once its first request was answered. */
export type Further = {
  readonly call: Call
  readonly facts: Facts
  /** Signs and sends one more request, once, and gives its JSON; rejects as the call itself would. */
  readonly ask: (request: WireRequest) => Promise<unknown>
}

/** How one call of the contract is made by requests of another service. */
export type Translation =
  | {
      /** The request that is shown in a review, signed and sent first. Throws `NotOffered`. */
      readonly request: (call: Call, facts: Facts) => WireRequest
      /** Lines of the writes that follow a success, with `:id` for what the first one made. */
      readonly further?: readonly string[]
      /** Its answer may not be what is kept: the entity is read once more. */
      readonly readsBack?: true
      /** The answer as the contract writes it; the same JSON where this is left out. */
      readonly answer?: (json: unknown, further: Further) => unknown
      /** Of a read: another spelling of it, asked for once where the first was refused. */
      readonly otherwise?: (error: unknown, call: Call) => WireRequest | undefined
    }
  /** Answered without any request of its own; `ask` may make some. */
  | { readonly local: (further: Further) => unknown }

/** A failed answer as the contract writes it: only texts that the service sent. */
export type Refusal = {
  readonly status: number
  readonly json: unknown
  /** The answer has no text. */
  readonly isWordless?: true
  /** What it means and what to do, in our words. */
  readonly explanation?: string
  /** Seconds until the service may be asked again. */
  readonly retryAfter?: number
}

/** One service's way of writing the calls of the contract. */
export type Dialect = {
  /** By the name of the endpoint. What is not here is not offered. */
  readonly translations: Readonly<Record<string, Translation>>
  /** Bodies beyond the spec that it takes, by `bodyExtension`. */
  readonly bodies?: readonly string[]
  /**
   * How a browser may cache answers; nothing of them without. `default` alone lets a browser keep
   * preflights, and needs answers that no cache uses without asking the service.
   */
  readonly cache?: 'default'
  /** Headers of every signed request beside key and signature. */
  readonly headers: (facts: Facts) => Readonly<Record<string, string>>
  /** What is signed: exactly the bytes that are sent, in the order of this service. */
  readonly signedText: (sent: Pick<Prepared, 'path' | 'query' | 'body'>, facts: Facts) => string
  /** Reads an answer that is no success. */
  readonly refusal: (status: number, json: unknown, asked: WireRequest) => Refusal
  /** A sentence: why this endpoint is not offered. */
  readonly whyNot: (endpoint: Pick<Endpoint, 'name'>) => string
}

/** What the forms and the test of a connection say of a service; pages alone need it. */
export type DialectWords = {
  /** Below the API key. */
  readonly keyHint: string | undefined
  readonly pemHint: string
  /** Below the base URL. */
  readonly addressHint: string
  /** Which forms of a signature a key of this kind may need, the likeliest first. */
  readonly forms: (kind: Algorithm) => {
    /** Tried with a read that has neither query nor body. */
    readonly ofReads: readonly EmptyForm[]
    /** Tried with a write that has a body. */
    readonly ofBodies: readonly EmptyForm[]
  }
  /** What the service calls a permission of the contract. */
  readonly permission: (name: string) => string
  /** What a fixed mode means. */
  readonly modeHint: string | undefined
  /** Why the clocks of service and browser are not compared. */
  readonly whyNoClock: string | undefined
  /** What the plan of the account may refuse; `undefined` where there are no plans. */
  readonly plan:
    | {
        /** Whether a refusal with this sentence is for the plan. */
        readonly isRefusal: (description: string) => boolean
        readonly allowed: string
        readonly remedy: string
      }
    | undefined
  /** Likely causes of a refusal that only this service has, by status. */
  readonly causes: Readonly<Record<number, readonly string[]>>
  /** Read before orders may be sent, one paragraph each: what becomes of one whose answer is lost. */
  readonly orders: readonly string[]
  /** On a futures account, the setting of the exchange applies where a trade names no leverage. */
  readonly hasLeverageOfExchange: boolean
  /** A trailing stop takes no distance: it follows at the distance that the stop has. */
  readonly stopTrailsAtItsDistance: boolean
  /** Says that a panic leaves out orders placed by hand; `undefined` if the service has none. */
  readonly ordersByHand: string | undefined
  /** What its history holds, where it is not the service's own list. */
  readonly historyHint: string | undefined
  /** As many rows as one answer of the history has at the most. */
  readonly historyRows: number
  /** Whether all rows of this month are read unasked; each page of them may cost many requests. */
  readonly readsMonths: boolean
  /** Whether one request lists all pairs; else a filter offers those that were seen. */
  readonly listsPairsAtOnce: boolean
  /** Why an endpoint is not offered, by its name. */
  readonly whyNot: Readonly<Record<string, string>>
}

/** The dialect has no request for a call; `message` is the sentence that says why. */
export class NotOffered extends Error {}
