import type { Instant } from '#contract/primitives.ts'
import { type Decimal, decimal } from '#money/decimal.ts'
import { FUNDING_HOURS, fundingRateOf } from '#trading/funding.ts'

import type { Market } from './market.ts'

const HOUR = 3_600_000

/** The rate of funding of a pair at a moment: nine prices, whatever happened to anybody. */
export function fundingRate(market: Market, pair: string, at: Instant): Decimal {
  const ticksAt = (hoursAgo: number): Decimal =>
    decimal(String(market.last(pair, at - hoursAgo * HOUR)))
  const before = Array.from({ length: FUNDING_HOURS }, (_, index) => ticksAt(index + 1))
  return fundingRateOf(ticksAt(0), before)
}
