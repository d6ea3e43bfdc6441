import type { DisplayPreferences } from './display-preferences.tsx'

type Zone = DisplayPreferences['timeZone']

/** Names the day of an instant, such as "2026-11-19". */
export type DayOf = (at: number) => string

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How much later a clock of the zone shows at an instant than one of UTC, in milliseconds. */
export const aheadOfUtc = (at: number, zone: Zone): number =>
  zone === 'UTC' ? 0 : new Date(at).getTimezoneOffset() * -MINUTE

/** Where a day such as "2026-11-19" begins; NaN for a text that is none. */
export const startOfDay = (day: string, zone: Zone): number =>
  Date.parse(zone === 'UTC' ? `${day}T00:00Z` : `${day}T00:00`)

/** The last millisecond before the next day: requests name the last instant that counts. */
export const endOfDay = (day: string, zone: Zone): number => startOfDay(addDays(day, 1), zone) - 1

/** Where the hour of an instant begins: of the two that a clock turned back shows, its own. */
export function startOfHour(at: number, zone: Zone): number {
  const ahead = aheadOfUtc(at, zone)
  return Math.floor((at + ahead) / HOUR) * HOUR - ahead
}

/** Days from midnight to midnight by the clock, however many hours that are. */
export function dayIn(zone: Zone): DayOf {
  let name = ''
  let from = Number.NaN
  let until = Number.NaN
  return (at) => {
    // Rows and points come in order: most lie on the day of the one before.
    if (from <= at && at < until) return name
    const shown = at + aheadOfUtc(at, zone)
    name = dayText(shown)
    from = startOfDay(name, zone)
    until = startOfDay(dayText(shown + DAY), zone)
    return name
  }
}

/** Days are counted without instants, so that no turn of a clock makes one longer, shorter or twice. */
export const addDays = (day: string, count: number): string =>
  dayText(Date.parse(day) + count * DAY)

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** 0 is Sunday, as JavaScript counts. */
export type Weekday = 0 | 1 | 6

/** The day its week begins with. */
export function weekOf(day: string, firstDay: Weekday): string {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday - firstDay + 7) % 7))
}

/** "2026-11-19" → "2026-11". */
export const monthOf = (day: string): string => day.slice(0, 7)

export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01`)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count))
    .toISOString()
    .slice(0, 7)
}

/** The whole weeks that a month touches, each of seven days. */
export function weeksOfMonth(month: string, firstDay: Weekday): string[][] {
  const end = `${addMonths(month, 1)}-01`
  const weeks: string[][] = []
  for (let start = weekOf(`${month}-01`, firstDay); start < end; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  }
  return weeks
}
