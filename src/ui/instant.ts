import type { DisplayPreferences } from './display-preferences.tsx'

/** Parts of an instant to write: "19 Nov 2026", "19 Nov 2026, 21:05 UTC", "21:05:16", … */
export type InstantStyle =
  | 'date'
  | 'day'
  | 'weekday'
  | 'month'
  | 'month-name'
  | 'year'
  | 'minute'
  | 'second'
  | 'short'
  | 'clock'
  | 'hour'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const month = (date: Date): string => MONTHS[date.getUTCMonth()] ?? ''
const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Writers that read a date's UTC fields. */
const WRITTEN: Record<InstantStyle, (date: Date) => string> = {
  date: (date) => `${WRITTEN.day(date)} ${WRITTEN.year(date)}`,
  day: (date) => `${date.getUTCDate()} ${month(date).slice(0, 3)}`,
  weekday: (date) => `${WEEKDAYS[date.getUTCDay()]} ${WRITTEN.date(date)}`,
  month: (date) => `${month(date).slice(0, 3)} ${WRITTEN.year(date)}`,
  'month-name': (date) => `${month(date)} ${WRITTEN.year(date)}`,
  year: (date) => String(date.getUTCFullYear()),
  minute: (date) => `${WRITTEN.date(date)}, ${WRITTEN.hour(date)}`,
  second: (date) => `${WRITTEN.date(date)}, ${WRITTEN.clock(date)}`,
  short: (date) => `${WRITTEN.day(date)}, ${WRITTEN.hour(date)}`,
  clock: (date) => `${WRITTEN.hour(date)}:${twoDigits(date.getUTCSeconds())}`,
  hour: (date) => `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`,
}

const MINUTE = 60_000

/**
 * Writes an instant (epoch milliseconds) in British order; times of day name UTC. Hand-written,
 * because the first `Intl` object takes as long as a screenful of rows.
 */
export function formatInstant(
  at: number,
  style: InstantStyle,
  timeZone: DisplayPreferences['timeZone'] = 'UTC',
): string {
  const offset = timeZone === 'UTC' ? 0 : new Date(at).getTimezoneOffset() * MINUTE
  const text = WRITTEN[style](new Date(at - offset))
  return timeZone === 'UTC' && (style === 'minute' || style === 'second') ? `${text} UTC` : text
}

const STEPS = [
  { unit: 'd', seconds: 86_400 },
  { unit: 'h', seconds: 3_600 },
  { unit: 'min', seconds: 60 },
  { unit: 's', seconds: 1 },
] as const

/** A span of milliseconds in its two largest units: "12 s", "4 min 12 s", "49 d 6 h". */
export function formatSpan(milliseconds: number): string {
  let seconds = Math.max(0, Math.floor(milliseconds / 1_000))
  const words: string[] = []
  for (const { unit, seconds: size } of STEPS) {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    if (count > 0 || (unit === 's' && words.length === 0)) words.push(`${count} ${unit}`)
    else if (words.length > 0) break
    if (words.length === 2) break
  }
  return words.join(' ')
}

/** Difference of two clocks: "0.4 s"; `undefined` below 0.05 s, the measuring error. */
export function formatOffset(milliseconds: number): string | undefined {
  const tenths = Math.round(Math.abs(milliseconds) / 100)
  if (tenths === 0) return undefined
  return tenths < 600 ? `${tenths / 10} s` : formatSpan(Math.abs(milliseconds))
}

/** An age in its largest unit: "12 s ago", "6 h ago"; "just now" below one second. */
export function formatAge(milliseconds: number): string {
  if (milliseconds < 1_000) return 'just now'
  const [count, unit] = formatSpan(milliseconds).split(' ')
  return `${count} ${unit} ago`
}
