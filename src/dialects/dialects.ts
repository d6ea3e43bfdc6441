import type { Facts } from './dialect.ts'
import { contractFormat, type WireFormat } from './wire-format.ts'

export const DIALECTS = ['quarterdeck', '3commas'] as const
export type DialectId = (typeof DIALECTS)[number]

type FormatOf = (facts: Facts) => WireFormat

/** Data needed before the code of a dialect is loaded. */
export type DialectProfile = {
  readonly name: string
  /** Default of the connection form; `undefined` if each trader has their own. */
  readonly baseUrl: string | undefined
  /** The mode is chosen once and sent with each request. */
  readonly hasFixedMode: boolean
  /** Some endpoints require a bearer token, entered with the key. */
  readonly takesToken: boolean
  /** Synchronous if no further code is needed. */
  readonly load: () => FormatOf | Promise<FormatOf>
  /** `quota` requests per `window` seconds, unless the service reports its limits. */
  readonly limits: readonly { readonly quota: number; readonly window: number }[]
  /** Seconds of the longer block after a second 429, unless the service reports them. */
  readonly blocksAgainFor: number | undefined
  /** Path for testing how the browser sends bodies: an unsigned `POST` must change nothing. */
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
    // 40 in 10 s applies to SmartTrade lists only, but nothing else is requested as often.
    limits: [
      { quota: 100, window: 60 },
      { quota: 40, window: 10 },
    ],
    // Lists have a shorter block, but a second 429 may come from the overall limit.
    blocksAgainFor: 300,
    // A read by `POST`, refused without a key.
    probePath: '/ver1/accounts/summary/account_table_data',
  },
}
