import type { SmartTrade } from '#contract/smart-trades.ts'
import {
  type Decimal,
  ZERO,
  add,
  isPositive,
  isZero,
  multiply,
  round,
  subtract,
} from '#money/decimal.ts'
import { percentOf } from '#trading/profit.ts'

import { DOLLARS, type Instrument } from '../market/instruments.ts'
import { isLong, openUnits } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

const NONE = { volume: null, usd: null, percent: ZERO, roe: null }

/**
 * What a trade has earned after the fees paid so far; what is still open counts at the last price.
 * In the quote currency, in percent of what was entered, and of the margin when it was borrowed for.
 */
export function profitOf(
  trade: SmartTradeRecord,
  last: Decimal,
  { quote }: Instrument,
): SmartTrade['profit'] {
  const { entered, closed } = trade
  if (!isPositive(entered.units) || hasNoExit(trade)) return NONE
  const open = multiply(openUnits(trade), last)
  const gross = isLong(trade)
    ? subtract(add(closed.total, open), entered.total)
    : subtract(entered.total, add(closed.total, open))
  const volume = subtract(gross, add(entered.fee, closed.fee))
  const base = add(entered.total, entered.fee)
  const { marginUsed } = trade
  return {
    volume,
    usd: DOLLARS.has(quote) ? volume : null,
    percent: round(percentOf(volume, base), 2, 'half-even'),
    roe: marginUsed ? round(percentOf(volume, marginUsed), 2, 'half-even') : null,
  }
}

/** A simple trade, one without targets or stop, and a cancelled position are over without an exit. */
const hasNoExit = ({ closedAt, closed }: SmartTradeRecord): boolean =>
  closedAt !== null && isZero(closed.units)
