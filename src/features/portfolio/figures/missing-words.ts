import type { Gap, Returns } from '#trading/returns.ts'
import { formatInstant } from '#ui/instant.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import { DAY } from '../range.ts'

type Zone = DisplayPreferences['timeZone']

/** "18 Sep to 2 Oct": with the time of day when it is short. */
export function gapText({ from, to }: Gap, zone: Zone): string {
  const style = to - from > 300 * DAY ? 'date' : to - from < 2 * DAY ? 'short' : 'day'
  return `${formatInstant(from, style, zone)} to ${formatInstant(to, style, zone)}`
}

const gapSentence = (gap: Gap, zone: Zone): string =>
  `The service has no point from ${gapText(gap, zone)}.`

/** Why a figure of growth is a dash. */
export const whyNoGrowth = ({ noBaseAt }: Returns, zone: Zone): string | undefined =>
  noBaseAt === undefined
    ? undefined
    : `Before ${formatInstant(noBaseAt, 'minute', zone)} there was nothing that could grow, or more was owed than owned.`

export const whyNoDrawdown = (returns: Returns, zone: Zone): string | undefined =>
  returns.gap ? gapSentence(returns.gap, zone) : whyNoGrowth(returns, zone)

/** Why a figure of single days or hours is a dash. */
export const whyNoDays = (returns: Returns, zone: Zone): string | undefined =>
  returns.dayGap ? gapSentence(returns.dayGap, zone) : whyNoGrowth(returns, zone)
