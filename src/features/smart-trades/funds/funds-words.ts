import type { FundsChange } from '#contract/smart-trade-funds.ts'

import { type Trade, tradeName } from '../trade-facts.ts'

export const FUNDS_NAMES = { add: 'Add funds', reduce: 'Reduce' } as const

export const FUNDS_ORDERS = { add: 'Addition', reduce: 'Reduction' } as const

const VERBS = {
  add: { plan: 'Add funds to', done: 'Added funds to' },
  reduce: { plan: 'Reduce', done: 'Reduced' },
}

export const fundsTitle = (change: FundsChange, trade: Trade, at: 'plan' | 'done'): string =>
  `${VERBS[change][at]} ${tradeName(trade)}`
