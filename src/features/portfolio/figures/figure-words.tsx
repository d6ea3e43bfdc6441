import { MIN_DAYS, type NoRatio, type Ratios } from '#trading/returns-ratios.ts'
import type { Gap, Returns } from '#trading/returns.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { DAY } from '../range.ts'

const SOURCE = 'From the balance history of the service, up to the current balances.'
const DAYS =
  'Days follow the time zone in Settings; a step between two points counts to the day of its middle.'

const RATIO = `Returns of days are simple and time-weighted, where the volatility beside takes logarithms; a return without risk counts as 0. Parts of a day at either end are left out. Coins trade every day, so a year has 365. Given from ${MIN_DAYS} days on, each with a point.`

export const FORMULAS = {
  value: 'All assets with a value, as in the balance table.',
  start: `The first point of the range. ${SOURCE}`,
  end: `The current value; for a past range, its last point. ${SOURCE}`,
  flows: `Deposits less withdrawals after the first point. ${SOURCE}`,
  profit: `Value at the end − value at the start − deposits + withdrawals. ${SOURCE}`,
  open: 'Profit less the realised profit of orders closed in the same time: price changes of coins and open positions, and fees of open entries.',
  timeWeighted: `The product of (value + withdrawals) ÷ (value before + deposits) over all steps, less 1. Deposits count from the start of their step, withdrawals until its end. ${SOURCE}`,
  moneyWeighted: `The one rate r of the whole range for which start × (1 + r) + every deposit and withdrawal × (1 + r) to the share of the range it counts for = end. When money came counts. ${SOURCE}`,
  drawdown: `The deepest fall of the time-weighted index below its highest point so far. Withdrawals do not count as loss. Not given over more than two days without a point. ${SOURCE}`,
  volatility: `The standard deviation of the logarithmic time-weighted growth of days (hours within two days), times the root of how many a year has. Parts of one at either end are left out. Not given over more than two days (hours) without a point. ${SOURCE}`,
  sharpe: `The mean of the returns of days ÷ their standard deviation × √365 (W. F. Sharpe, 1994). ${RATIO} ${SOURCE}`,
  sortino: `The mean of the returns of days ÷ the root of the mean square of those that lost × √365; a day that lost nothing counts as 0 (Sortino and Price, 1994). ${RATIO} ${SOURCE}`,
  calmar: `The time-weighted return, compounded to a year of 365 days, ÷ the maximum drawdown (T. W. Young, 1991, there over 36 months; here over the range). Of a short range the year is a projection. Given from ${MIN_DAYS} days on, each with a point. ${SOURCE}`,
  stretch: `By profit net of deposits, with the time-weighted return. The current one counts so far. ${DAYS} ${SOURCE}`,
  daysUp: `Days with a profit net of deposits, of all days with a point. ${DAYS} ${SOURCE}`,
  today: `Current value − value at midnight (time zone in Settings) − deposits + withdrawals. ${SOURCE}`,
} as const

export const READINGS = {
  since_last: 'Deposits are counted per point, since the one before.',
  cumulative: 'Deposits are counted as a running total.',
} as const

type Zone = DisplayPreferences['timeZone']

/** "18 Sep to 2 Oct", with the time of day for short gaps. */
export function gapText({ from, to }: Gap, zone: Zone): string {
  const style = to - from > 300 * DAY ? 'date' : to - from < 2 * DAY ? 'short' : 'day'
  return `${formatInstant(from, style, zone)} to ${formatInstant(to, style, zone)}`
}

const gapSentence = (gap: Gap, zone: Zone): string =>
  `The service has no point from ${gapText(gap, zone)}.`

export const whyNoGrowth = ({ noBaseAt }: Returns, zone: Zone): string | undefined =>
  noBaseAt === undefined
    ? undefined
    : `Before ${formatInstant(noBaseAt, 'minute', zone)} there was nothing that could grow, or more was owed than owned.`

export const whyNoDrawdown = (returns: Returns, zone: Zone): string | undefined =>
  returns.gap ? gapSentence(returns.gap, zone) : whyNoGrowth(returns, zone)

export const whyNoDays = (returns: Returns, zone: Zone): string | undefined =>
  returns.dayGap ? gapSentence(returns.dayGap, zone) : whyNoGrowth(returns, zone)

export type RatioName = keyof Ratios

const NO_RISK: Record<RatioName, string> = {
  sharpe: 'No day differs from another.',
  sortino: 'No day lost anything.',
  calmar: 'The value never fell below its highest point.',
}

export function whyNoRatio(name: RatioName, why: NoRatio, returns: Returns, zone: Zone): string {
  if (why === 'no risk') return NO_RISK[name]
  if (why === 'few days') return `It needs ${MIN_DAYS} days.`
  const reason =
    why === 'gap'
      ? returns.missedDay && gapSentence(returns.missedDay, zone)
      : whyNoGrowth(returns, zone)
  return reason ?? 'It is too large to show.'
}
