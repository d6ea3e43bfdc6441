import type { DcaBot } from '#contract/dca-bots.ts'
import {
  compare,
  type Decimal,
  divide,
  fromNumber,
  isPositive,
  multiply,
  subtract,
  toNumber,
  ZERO,
} from '#money/decimal.ts'
import { dealFunds, knownSettings } from '#trading/dca-ladder.ts'

/** What a bot may have in the market, in the quote currency. */
export type Exposure = {
  /** The most one deal can spend. */
  deal: Decimal
  /** The most that the deals open now can spend; what they have spent is not told. */
  now: Decimal | undefined
  /** The same with as many deals open as there may be. */
  most: Decimal | undefined
}

/** `undefined` while a setting that shapes the ladder is unknown. */
export function exposureOf(bot: DcaBot): Exposure | undefined {
  const settings = knownSettings(bot)
  if (!settings) return undefined
  const deal = dealFunds(settings)
  const times = (count: number | undefined) =>
    count === undefined ? undefined : multiply(deal, fromNumber(count))
  return { deal, now: times(bot.active_trades), most: times(bot.max_active_trades) }
}

/** The free balance held against the most that all deals can spend. */
export type Cover = {
  /** From 0 to 1, for a bar. */
  share: number
  /** What is lacking for all deals at once; 0 when nothing is. */
  missing: Decimal
  /** How many whole deals the free balance pays for. */
  deals: number
}

const PLACES = 6
const MOST_DEALS = fromNumber(1_000_000)

export function coverOf({ deal, most }: Exposure, free: Decimal): Cover | undefined {
  if (most === undefined || !isPositive(deal)) return undefined
  const isEnough = compare(free, most) >= 0
  const deals = divide(free, deal, 0, 'down')
  return {
    share: isEnough || !isPositive(most) ? 1 : toNumber(divide(free, most, PLACES, 'down')),
    missing: isEnough ? ZERO : subtract(most, free),
    deals: toNumber(compare(deals, MOST_DEALS) > 0 ? MOST_DEALS : deals),
  }
}
