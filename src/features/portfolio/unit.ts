import type { Unit } from '#trading/balance-flow.ts'

export const UNITS = ['usd', 'btc'] as const satisfies readonly Unit[]

export const UNIT_NAMES: Record<Unit, string> = { usd: 'USD', btc: 'BTC' }

export const UNIT_PLACES: Record<Unit, number> = { usd: 2, btc: 8 }

export const otherUnit = (unit: Unit): Unit => (unit === 'usd' ? 'btc' : 'usd')
