import type { Endpoint } from '#contract/endpoint.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'

import type { Call, Prepared } from './prepare.ts'

export type WireRequest = {
  readonly method: Prepared['method']
  readonly path: string
  /** Sent sorted by name, without `undefined` values. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Defaults to signed. */
  readonly security?: 'public'
}

/** Facts about the connection, for translations. */
export type Facts = {
  /** Chosen by the trader; never changes. */
  readonly mode: 'paper' | 'real'
  readonly algorithm: Algorithm
  /** Measured form of the signed text, “?” or not; defaults to the documented one. */
  readonly bodyForm?: EmptyForm | undefined
  /** Accounts as last listed; empty until then. */
  accounts: readonly Readonly<Record<string, unknown>>[]
}

/** Tools for the second and later requests of a call. */
export type Further = {
  readonly call: Call
  readonly facts: Facts
  /** Signs and sends one more request and returns its JSON; rejects like the call itself. */
  readonly ask: (request: WireRequest) => Promise<unknown>
}

export type Translation =
  | {
      /** First request, as shown in the review. Throws `NotOffered`. */
      readonly request: (call: Call, facts: Facts) => WireRequest
      /** Later writes, shown in the review. `:id` is the id of the created item. */
      readonly further?: readonly string[]
      /** The response may differ from the stored entity, which is then read again. */
      readonly readsBack?: true
      /** Converts the response to the contract's JSON; defaults to no change. */
      readonly answer?: (json: unknown, further: Further) => unknown
      /** Alternative form of a read, tried once if the first is refused. */
      readonly otherwise?: (error: unknown, call: Call) => WireRequest | undefined
    }
  /** Has no request to review; `ask` may send some. */
  | { readonly local: (further: Further) => unknown }

export type Refusal = {
  readonly status: number
  readonly json: unknown
  readonly isWordless?: true
  /** Our explanation and advice. */
  readonly explanation?: string
  /** Seconds. */
  readonly retryAfter?: number
}

export type Dialect = {
  /** Keyed by endpoint name. Others are not offered. */
  readonly translations: Readonly<Record<string, Translation>>
  /** Supported `bodyExtension` names. */
  readonly bodies?: readonly string[]
  /** Cache mode; `default` keeps preflight results, if all responses require revalidation. */
  readonly cache?: 'default'
  /** Headers of signed requests, besides key and signature. */
  readonly headers: (facts: Facts) => Readonly<Record<string, string>>
  /** Returns the text to sign, built from the exact bytes sent. */
  readonly signedText: (sent: Pick<Prepared, 'path' | 'query' | 'body'>, facts: Facts) => string
  readonly refusal: (status: number, json: unknown, asked: WireRequest) => Refusal
  readonly whyNot: (endpoint: Pick<Endpoint, 'name'>) => string
}

/** Texts and settings that only pages need. */
export type DialectWords = {
  readonly keyHint: string | undefined
  readonly pemHint: string
  readonly addressHint: string
  /** Possible forms of the signed text, the likeliest first. */
  readonly forms: (kind: Algorithm) => {
    /** Tested with a read without query and body. */
    readonly ofReads: readonly EmptyForm[]
    /** Tested with a write with a body. */
    readonly ofBodies: readonly EmptyForm[]
  }
  readonly permission: (name: string) => string
  /** Explains a fixed mode. */
  readonly modeHint: string | undefined
  /** Reason for not comparing the clocks of service and browser. */
  readonly whyNoClock: string | undefined
  /** Limits of the trader's plan; `undefined` if there are no plans. */
  readonly plan:
    | {
        /** Returns true if the service's message refuses because of the plan. */
        readonly isRefusal: (description: string) => boolean
        readonly allowed: string
        readonly remedy: string
      }
    | undefined
  /** Likely causes of errors, by status. */
  readonly causes: Readonly<Record<number, readonly string[]>>
  /** Paragraphs shown before trading is enabled: risks if a response is lost. */
  readonly orders: readonly string[]
  /** Without a leverage in the trade, the exchange's own setting applies. */
  readonly hasLeverageOfExchange: boolean
  /** A trailing stop uses the stop's distance and has no percent of its own. */
  readonly stopTrailsAtItsDistance: boolean
  /** Note that a panic doesn't cancel manual orders; `undefined` if there are none. */
  readonly ordersByHand: string | undefined
  /** Contents of the history, if incomplete or joined. */
  readonly historyHint: string | undefined
  /** Maximum rows of a history page. */
  readonly historyRows: number
  /** Load all rows of the month by default. Pages of a joined history need many requests. */
  readonly readsMonths: boolean
  /** One request lists all pairs. Otherwise, filters offer the pairs seen so far. */
  readonly listsPairsAtOnce: boolean
  /** Reasons by endpoint name. */
  readonly whyNot: Readonly<Record<string, string>>
}

/** The service doesn't support a call; `message` gives the reason. */
export class NotOffered extends Error {}
