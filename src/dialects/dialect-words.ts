import type { DialectWords } from './dialect.ts'
import type { DialectId } from './dialects.ts'
import { threeCommasWords } from './three-commas/words.ts'

export const DIALECT_WORDS: Readonly<Record<DialectId, DialectWords>> = {
  quarterdeck: {
    keyHint: undefined,
    pemHint: 'PEM, PKCS#8 or PKCS#1, at least 2048 bits. A file leaves fewer traces than pasting.',
    addressHint: 'The address before /api/v1, including any path.',
    // A signed body allows only one form.
    forms: () => ({ ofReads: ['path?', 'path'], ofBodies: ['path?'] }),
    permission: (name) => name,
    modeHint: undefined,
    whyNoClock: undefined,
    plan: undefined,
    causes: {},
    orders: [],
    hasLeverageOfExchange: false,
    stopTrailsAtItsDistance: false,
    historyHint: undefined,
    historyRows: 1_000,
    readsMonths: true,
    listsPairsAtOnce: true,
    whyNot: {},
    ordersByHand: undefined,
  },
  '3commas': threeCommasWords,
}
