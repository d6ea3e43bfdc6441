import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { propertyRuns } from '#testing/proof-size.ts'

import { addDays, aheadOfUtc, dayIn, daysPassed, startOfDay, startOfHour } from './civil-day.ts'

const HOUR = 3_600_000
const YEAR = { min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }
/** Clocks that turn by an hour, by half of one, at midnight itself, and that never agree on the hour. */
const PLACES = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu']

afterEach(() => vi.unstubAllEnvs())

describe.each(PLACES)('days in %s', (place) => {
  it('are those of its calendar', () => {
    vi.stubEnv('TZ', place)
    const calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone: place,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    const dayOf = dayIn('local')
    fc.assert(
      fc.property(fc.array(fc.integer(YEAR), { maxLength: 20 }), (instants) => {
        for (const at of instants) expect(dayOf(at)).toBe(calendar.format(at))
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  it('follow each other without a gap, each instant in one', () => {
    vi.stubEnv('TZ', place)
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day, 'local')
      expect([dayIn('local')(start - 1), dayIn('local')(start)]).toEqual([addDays(day, -1), day])
    }
  })

  it('days since a midnight are counted the same in every minute of a day', () => {
    vi.stubEnv('TZ', place)
    const start = startOfDay('2026-02-01', 'local')
    for (let days = 0; days < 300; days++) {
      const [first, next] = [days, days + 1].map((count) =>
        startOfDay(addDays('2026-02-01', count), 'local'),
      )
      expect(daysPassed(start, first!, 'local')).toBe(days)
      expect(daysPassed(start, next! - 1, 'local')).toBe(days)
    }
  })

  it('have hours that the clock shows as whole, an hour apart', () => {
    vi.stubEnv('TZ', place)
    const fromStart = (at: number) => at - startOfHour(at, 'local')
    fc.assert(
      fc.property(fc.integer(YEAR), (at) => {
        expect((at - fromStart(at) + aheadOfUtc(at, 'local')) % HOUR).toBe(0)
        expect(fromStart(at)).toBeGreaterThanOrEqual(0)
        expect(fromStart(at)).toBeLessThan(HOUR)
      }),
      { numRuns: propertyRuns(20_000) },
    )
  })
})

it('a text that is no day begins nowhere', () => {
  expect(startOfDay('', 'local')).toBeNaN()
  expect(startOfDay('2026-13-01', 'UTC')).toBeNaN()
})

it('names the days at both ends of what a date can be', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(dayIn('UTC')(Date.parse('0000-01-01T00:00Z'))).toBe('0000-01-01')
  expect(() => dayIn('local')(Date.parse('0000-01-01T00:00Z'))).not.toThrow()
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(() => dayIn('local')(Date.parse('9999-12-31T23:59Z'))).not.toThrow()
})
