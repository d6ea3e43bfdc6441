import type { Facts } from './dialect.ts'
import { contractFormat, type WireFormat } from './wire-format.ts'

/** The kinds of service that a connection may speak with. */
export const DIALECTS = ['quarterdeck', '3commas'] as const
export type DialectId = (typeof DIALECTS)[number]

type FormatOf = (facts: Facts) => WireFormat

/** What a page says of a dialect, and what a connection needs to know before its code has come. */
export type DialectProfile = {
  readonly name: string
  /** Filled in where a connection is added; `undefined` where each trader has an own one. */
  readonly baseUrl: string | undefined
  /** The mode is chosen once for the connection and sent with each request. */
  readonly hasFixedMode: boolean
  /** Some endpoints take a bearer token, which a trader enters beside the key. */
  readonly takesToken: boolean
  /** At once where the page needs no further code for it. */
  readonly load: () => FormatOf | Promise<FormatOf>
  /** How many requests the service takes in so many seconds, where its answers do not say. */
  readonly limits: readonly { readonly quota: number; readonly window: number }[]
  /** Seconds for which it blocks whoever is refused again soon after a pause, where its answers name none. */
  readonly blocksAgainFor: number | undefined
  /** A path after the base URL where an unsigned `POST` can change nothing: how orders travel is found out there. */
  readonly probePath: string
}

export const DIALECT_PROFILES: Readonly<Record<DialectId, DialectProfile>> = {
  quarterdeck: {
    name: 'Quarterdeck / paper',
    baseUrl: undefined,
    hasFixedMode: false,
    takesToken: true,
    load: () => () => contractFormat,
    limits: [],
    blocksAgainFor: undefined,
    probePath: '/api/v1/time',
  },
  '3commas': {
    name: '3Commas',
    baseUrl: 'https://api.3commas.io/public/api',
    hasFixedMode: true,
    takesToken: false,
    load: async () => (await import('./three-commas/three-commas.ts')).threeCommasFormat,
    // Of the lists of SmartTrades alone it takes 40 in 10 s: no page asks for anything else as fast.
    limits: [
      { quota: 100, window: 60 },
      { quota: 40, window: 10 },
    ],
    // A list has a shorter block of its own; a second refusal may come from the limit of all requests.
    blocksAgainFor: 300,
    // A read that goes by POST, which is refused without a key.
    probePath: '/ver1/accounts/summary/account_table_data',
  },
}
