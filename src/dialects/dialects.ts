import type { Facts } from './dialect.ts'
import { contractFormat, type WireFormat } from './wire-format.ts'

/** The kinds of service that a connection may speak with. */
export const DIALECTS = ['quarterdeck', '3commas'] as const
export type DialectId = (typeof DIALECTS)[number]

/** What a page says of a dialect, and what a connection needs to know before its code has come. */
export type DialectProfile = {
  readonly name: string
  /** Filled in where a connection is added; `undefined` where each trader has an own one. */
  readonly baseUrl: string | undefined
  /** The mode is chosen once for the connection and sent with each request. */
  readonly hasFixedMode: boolean
  readonly load: () => Promise<(facts: Facts) => WireFormat>
}

export const DIALECT_PROFILES: Readonly<Record<DialectId, DialectProfile>> = {
  quarterdeck: {
    name: 'Quarterdeck / paper',
    baseUrl: undefined,
    hasFixedMode: false,
    load: () => Promise.resolve(() => contractFormat),
  },
  '3commas': {
    name: '3Commas',
    baseUrl: 'https://api.3commas.io/public/api',
    hasFixedMode: true,
    load: async () => (await import('./three-commas/three-commas.ts')).threeCommasFormat,
  },
}
