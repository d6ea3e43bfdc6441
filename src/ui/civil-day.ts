import type { DisplayPreferences } from './display-preferences.tsx'

export type Zone = DisplayPreferences['timeZone']

/** Names the day of an instant, such as "2026-11-19". */
export type DayOf = (at: number) => string

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Offset of the zone's clock from UTC at an instant, in milliseconds. */
export const aheadOfUtc = (at: number, zone: Zone): number =>
  zone === 'UTC' ? 0 : new Date(at).getTimezoneOffset() * -MINUTE

/** Start of a day such as "2026-11-19"; NaN if invalid. */
export const startOfDay = (day: string, zone: Zone): number =>
  Date.parse(zone === 'UTC' ? `${day}T00:00Z` : `${day}T00:00`)

/** The last millisecond of a day: requests name the last instant that counts. */
export const endOfDay = (day: string, zone: Zone): number => startOfDay(addDays(day, 1), zone) - 1

/** Start of an instant's hour; distinguishes the two equal hours when clocks go back. */
export function startOfHour(at: number, zone: Zone): number {
  const ahead = aheadOfUtc(at, zone)
  return Math.floor((at + ahead) / HOUR) * HOUR - ahead
}

/** Whole days from one instant to another by the clock, whatever the length of each day. */
export const daysPassed = (from: number, to: number, zone: Zone): number =>
  Math.floor((to + aheadOfUtc(to, zone) - from - aheadOfUtc(from, zone)) / DAY)

/** Days from midnight to midnight by the clock, of any length. */
export function dayIn(zone: Zone): DayOf {
  let name = ''
  let from = Number.NaN
  let until = Number.NaN
  return (at) => {
    // Consecutive rows and points mostly share a day.
    if (from <= at && at < until) return name
    const shown = at + aheadOfUtc(at, zone)
    name = dayText(shown)
    from = startOfDay(name, zone)
    until = startOfDay(dayText(shown + DAY), zone)
    return name
  }
}

/** Counts days without instants, so clock changes have no effect. */
export const addDays = (day: string, count: number): string =>
  dayText(Date.parse(day) + count * DAY)

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** 0 is Sunday, as in JavaScript. */
export type Weekday = 0 | 1 | 6

/** First day of its week. */
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

/** Whole weeks of a month, of seven days each. */
export function weeksOfMonth(month: string, firstDay: Weekday): string[][] {
  const end = `${addMonths(month, 1)}-01`
  const weeks: string[][] = []
  for (let start = weekOf(`${month}-01`, firstDay); start < end; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  }
  return weeks
}
