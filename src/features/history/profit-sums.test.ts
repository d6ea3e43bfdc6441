import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { decimal, sum } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { entity } from '#testing/entity.ts'
import { addDays, addMonths, dayIn, weekOf, weeksOfMonth } from '#ui/civil-day.ts'

import {
  profitByDay,
  profitByGroup,
  profitByMonth,
  profitOf,
  profitOfAll,
  together,
} from './sums.ts'
import type { Trade } from './trades.ts'
import { unvaluedText } from './words.ts'

const closed = (at: number, usd: string | null, pair = 'USDT_ETH'): Trade => ({
  ...({} as Trade),
  pair,
  closed_at: at,
  profit: {
    amount: decimal('1'),
    currency: 'USDT',
    usd: usd === null ? null : decimal(usd),
    percent: decimal('1'),
  },
})

/** Zones whose clocks turn in March and October, in April and October, and by half an hour. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']

const HOUR = 3_600_000
const YEAR = { min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }
/** The hours about the turns of those zones' clocks in 2026. */
const TURNS = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
const instants = fc.oneof(
  fc.integer(YEAR),
  fc
    .tuple(fc.constantFrom(...TURNS), fc.integer({ min: -30 * HOUR, max: 54 * HOUR }))
    .map(([day, by]) => Date.parse(day) + by),
)
const trades = fc.array(
  fc
    .tuple(instants, fc.integer({ min: -99_999, max: 99_999 }))
    .map(([at, cents]) => closed(at, (cents / 100).toFixed(2))),
  { maxLength: 60 },
)

afterEach(() => vi.unstubAllEnvs())

describe.each(ZONES)('profit in %s', (zone) => {
  const dayOf = dayIn('local')
  beforeEach(() => void vi.stubEnv('TZ', zone))

  it('daily and monthly profits add up to the total', () => {
    fc.assert(
      fc.property(trades, (rows) => {
        const whole = sum(rows.flatMap(({ profit }) => profit?.usd ?? []))
        const days = profitByDay(rows, dayOf)
        for (const sums of [days, profitByMonth(days)]) {
          const all = together([...sums.values()])
          expect(all).toMatchObject({ profit: whole, closed: rows.length })
        }
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  it('a day with a clock change counts every hour once', () => {
    for (const turn of TURNS) {
      const hours = Array.from({ length: 96 }, (_, index) =>
        closed(Date.parse(turn) + (index - 36) * (HOUR / 2), '1'),
      )
      const days = profitByDay(hours, dayOf)
      for (const [day, { closed: count }] of [...days].slice(1, -1)) {
        const hoursOfDay = count / 2
        expect([day, [23, 23.5, 24, 24.5, 25].includes(hoursOfDay)]).toEqual([day, true])
      }
    }
  })
})

it('a day with a clock change has 23 or 25 hours', () => {
  const lengthIn = (zone: string, day: string) => {
    const all = Array.from({ length: 72 }, (_, hour) =>
      closed(Date.parse(day) + (hour - 24) * HOUR, '1'),
    )
    vi.stubEnv('TZ', zone)
    return profitByDay(all, dayIn('local')).get(day)?.closed
  }
  expect(lengthIn('Europe/Berlin', '2026-03-29')).toBe(23)
  expect(lengthIn('Europe/Berlin', '2026-10-25')).toBe(25)
  expect(lengthIn('America/New_York', '2026-03-08')).toBe(23)
  expect(lengthIn('America/New_York', '2026-11-01')).toBe(25)
})

it('profits without a value in USD are counted', () => {
  const days = profitByDay([closed(YEAR.min, '5'), closed(YEAR.min, null)], dayIn('UTC'))
  expect(days.get('2026-01-01')).toEqual({ profit: '5', closed: 2, valued: 1, unvalued: 1 })
})

describe('a service without profits', () => {
  const row = (json: object): Trade => {
    const [trade = {} as Trade] = entity(listHistory.response, [json])
    return trade
  }
  const missing = row({ filled: { total: '12' } })

  it('an unknown sum is not zero', () => {
    const sum = profitOfAll([missing, closed(YEAR.min, null)])
    expect(sum).toMatchObject({ closed: 1, unvalued: 2 })
    expect(profitOf(sum)).toBeUndefined()
  })

  it('a sum says how many rows it leaves out', () => {
    const sum = profitOfAll([missing, closed(YEAR.min, '5')])
    expect([profitOf(sum), unvaluedText(sum)]).toEqual(['5', '1 without a value'])
  })

  it('an order without a fill has a profit of 0', () => {
    const sum = profitOfAll([row({ filled: { total: '0.00' } })])
    expect([profitOf(sum), unvaluedText(sum)]).toEqual(['0', undefined])
  })
})

it('no orders have a profit of 0', () => {
  expect(profitOf(undefined)).toBe('0')
})

it('orders that closed nothing are left out', () => {
  const bought = { ...closed(YEAR.min, '5'), profit: null }
  expect(profitByDay([bought], dayIn('UTC')).size).toBe(0)
})

it('pairs are sorted from highest profit to largest loss', () => {
  const rows = [closed(0, '-3', 'A_B'), closed(0, '5', 'C_D'), closed(0, '4', 'A_B')]
  expect(profitByGroup(rows, 'pair').map(([pair, { profit }]) => [pair, profit])).toEqual([
    ['C_D', '5'],
    ['A_B', '1'],
  ])
})

it('a calendar has whole weeks with every day of the month once', () => {
  for (const firstDay of [0, 1, 6] as const) {
    for (let month = '2023-11'; month < '2029-03'; month = addMonths(month, 1)) {
      const days = weeksOfMonth(month, firstDay).flat()
      const inside = days.filter((day) => day.startsWith(month))
      expect(days.length % 7).toBe(0)
      expect(inside[0]).toBe(`${month}-01`)
      expect(new Set(inside).size).toBe(inside.length)
      expect(addDays(inside.at(-1) ?? '', 1)).toBe(`${addMonths(month, 1)}-01`)
    }
  }
})

it('a calendar week starts on the chosen day', () => {
  expect(weekOf('2026-11-19', 1)).toBe('2026-11-16')
  expect(weekOf('2026-11-19', 0)).toBe('2026-11-15')
  expect(weekOf('2026-11-19', 6)).toBe('2026-11-14')
  expect(weekOf('2026-11-16', 1)).toBe('2026-11-16')
})
