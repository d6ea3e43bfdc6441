import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { add, decimal, round } from '#money/decimal.ts'
import { addDays, endOfDay, startOfDay } from '#ui/civil-day.ts'

import { realisedSpan, splitOf, wholeDaysOf } from './realised.tsx'

it('realised and open add up to the profit shown, to the cent', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 }).map((count) => decimal(String(count / 1000)))
  fc.assert(
    fc.property(cents, cents, (profit, usd) => {
      const { realised, open } = splitOf(profit, usd)
      expect(add(realised, open)).toBe(round(profit, 2, 'half-even'))
      expect(open).toBe(round(open, 2, 'half-even'))
    }),
  )
  expect(splitOf(decimal('-435.151'), decimal('271.149'))).toEqual({
    realised: '271.15',
    open: '-706.3',
  })
})

describe('orders that count as realised', () => {
  afterEach(() => vi.unstubAllEnvs())
  const at = Date.parse

  it('realised orders begin after the first value of a range and include the instant of its last', () => {
    const midnight = Date.UTC(2026, 9, 1)
    const day = { startAt: midnight, endAt: midnight + 86_400_000 }
    const before = { startAt: midnight - 86_400_000, endAt: midnight }
    expect(realisedSpan(day, false)).toEqual({ from: midnight + 1 })
    expect(realisedSpan(day, true)).toEqual({ from: midnight + 1, to: day.endAt })
    expect(realisedSpan(before, true).to).toBe(realisedSpan(day, true).from - 1)
  })

  it.each(['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'realised orders of whole days are those of the history, from after one midnight to the next, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const dayBegins = fc
        .integer({ min: 0, max: 700 })
        .map((count) => addDays('2025-01-01', count))
      fc.assert(
        fc.property(dayBegins, fc.integer({ min: 1, max: 90 }), (first, length) => {
          const span = {
            startAt: startOfDay(first, 'local'),
            endAt: startOfDay(addDays(first, length), 'local'),
          }
          const days = wholeDaysOf(span, true, 'local')
          expect(days).toEqual({ from: first, to: addDays(first, length - 1) })
          expect(realisedSpan(span, true)).toEqual({
            from: startOfDay(days?.from ?? '', 'local') + 1,
            to: endOfDay(days?.to ?? '', 'local') + 1,
          })
        }),
      )
    },
  )

  it('the link of realised profit leads to the history up to now for a current range', () => {
    const span = { startAt: at('2026-10-01T00:00Z'), endAt: at('2026-11-01T00:00Z') }
    expect(wholeDaysOf(span, false, 'UTC')).toEqual({ from: '2026-10-01' })
  })

  it('a range that begins or ends within a day has no history link', () => {
    const [begin, noon, end] = ['2026-10-01T00:00Z', '2026-10-05T12:00Z', '2026-10-09T00:00Z'].map(
      at,
    ) as [number, number, number]
    expect(wholeDaysOf({ startAt: begin, endAt: noon }, true, 'UTC')).toBeUndefined()
    expect(wholeDaysOf({ startAt: noon, endAt: end }, true, 'UTC')).toBeUndefined()
  })
})
