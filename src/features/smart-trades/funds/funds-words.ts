import type { FundsChange } from '#contract/smart-trade-funds.ts'

import { type Trade, tradeName } from '../trade-facts.ts'

export const FUNDS_NAMES = { add: 'Add funds', reduce: 'Reduce' } as const

/** The order that does it. */
export const FUNDS_ORDERS = { add: 'Addition', reduce: 'Reduction' } as const

export const fundsTitle = (change: FundsChange, trade: Trade): string =>
  `${change === 'add' ? 'Add funds to' : 'Reduce'} ${tradeName(trade)}`
