import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatAge, formatInstant, formatOffset, formatSpan } from './instant.ts'

const at = Date.UTC(2026, 10, 19, 21, 5, 16)

it.each([
  ['date', '19 Nov 2026'],
  ['day', '19 Nov'],
  ['weekday', 'Thu 19 Nov 2026'],
  ['month', 'Nov 2026'],
  ['year', '2026'],
  ['minute', '19 Nov 2026, 21:05 UTC'],
  ['second', '19 Nov 2026, 21:05:16 UTC'],
  ['short', '19 Nov, 21:05'],
  ['clock', '21:05:16'],
  ['hour', '21:05'],
] as const)('an instant as %s is %s', (style, text) => {
  expect(formatInstant(at, style)).toBe(text)
})

it('an instant writes September with three letters and midnight as 00:00', () => {
  expect(formatInstant(Date.UTC(2026, 8, 1), 'short')).toBe('1 Sep, 00:00')
})

it('an instant does not name UTC in local time', () => {
  expect(formatInstant(at, 'minute', 'local')).not.toContain('UTC')
})

it.each(['UTC', 'local'] as const)(
  'an instant is what the browser itself writes in %s',
  (timeZone) => {
    const format = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone === 'UTC' && { timeZone }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), (instant) => {
        const part = Object.fromEntries(
          format.formatToParts(instant).map(({ type, value }) => [type, value]),
        )
        expect(formatInstant(instant, 'weekday', timeZone)).toBe(
          `${part['weekday']} ${part['day']} ${part['month']?.slice(0, 3)} ${part['year']}`,
        )
        expect(formatInstant(instant, 'month-name', timeZone)).toBe(
          `${part['month']} ${part['year']}`,
        )
        expect(formatInstant(instant, 'clock', timeZone)).toBe(
          `${part['hour']}:${part['minute']}:${part['second']}`,
        )
      }),
    )
  },
)

it.each([
  [400, 'just now'],
  [12_000, '12 s ago'],
  [252_000, '4 min ago'],
  [21_600_000, '6 h ago'],
  [-5_000, 'just now'],
])('an age of %i ms is %s', (age, text) => {
  expect(formatAge(age)).toBe(text)
})

it.each([
  [0, '0 s'],
  [12_000, '12 s'],
  [252_000, '4 min 12 s'],
  [240_000, '4 min'],
  [49 * 86_400_000 + 6 * 3_600_000 + 59_000, '49 d 6 h'],
  [86_400_000 + 60_000, '1 d'],
])('an age as a span of %i ms is %s', (age, text) => {
  expect(formatSpan(age)).toBe(text)
})

it.each([
  [30, undefined],
  [-440, '0.4 s'],
  [12_340, '12.3 s'],
  [-200_000, '3 min 20 s'],
  [-34_560_000_000, '400 d'],
])('clocks that are %s ms apart are written as %s', (milliseconds, text) => {
  expect(formatOffset(milliseconds)).toBe(text)
})
