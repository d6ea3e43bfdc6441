import type { Reading } from './reading.tsx'

/** How much of an instant is written: "19 Nov 2026", "19 Nov 2026, 21:05 UTC", "21:05:16", … */
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

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const STYLES: Record<InstantStyle, Intl.DateTimeFormatOptions> = {
  date: DATE,
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', ...DATE },
  month: { month: 'short', year: 'numeric' },
  'month-name': { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  minute: { ...DATE, ...CLOCK },
  second: { ...DATE, ...CLOCK, second: '2-digit' },
  short: { day: 'numeric', month: 'short', ...CLOCK },
  clock: { ...CLOCK, second: '2-digit' },
  hour: CLOCK,
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes an instant (epoch milliseconds) in British order; styles with a time of day name UTC. */
export function formatInstant(
  at: number,
  style: InstantStyle,
  timeZone: Reading['timeZone'] = 'UTC',
): string {
  const text = formatOf(style, timeZone)
    .format(at)
    .replace(/^(\w{3}), /, '$1 ')
    .replace('Sept', 'Sep')
  return timeZone === 'UTC' && (style === 'minute' || style === 'second') ? `${text} UTC` : text
}

function formatOf(style: InstantStyle, timeZone: Reading['timeZone']): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    ...STYLES[style],
    ...(timeZone === 'UTC' && { timeZone: 'UTC' }),
  })
  formats.set(key, made)
  return made
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

/** An age in its largest unit: "12 s ago", "6 h ago"; "just now" below one second. */
export function formatAge(milliseconds: number): string {
  if (milliseconds < 1_000) return 'just now'
  const [count, unit] = formatSpan(milliseconds).split(' ')
  return `${count} ${unit} ago`
}
