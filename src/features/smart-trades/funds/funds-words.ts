import type { Id } from '#contract/primitives.ts'
import type { FundsChange } from '#contract/smart-trade-funds.ts'
import { toSlashPair } from '#trading/pair.ts'

import type { Trade } from '../trade-facts.ts'

export const FUNDS_NAMES = { add: 'Add funds', reduce: 'Reduce' } as const

export const fundsTitle = (change: FundsChange, id: Id, { pair }: Trade): string =>
  `${change === 'add' ? 'Add funds to' : 'Reduce'} ${pair === undefined ? `SmartTrade ${id}` : toSlashPair(pair)}`
