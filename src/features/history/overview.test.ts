import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { decimal } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'
import { dayIn } from '#ui/civil-day.ts'
import { DEFAULT_DISPLAY_PREFERENCES, DisplayPreferencesContext } from '#ui/display-preferences.tsx'

import { monthList } from './month-table.tsx'
import { groupNames } from './narrowing.ts'
import { bestAndWorst, bestSource, overviewOf, type ProfitSum } from './sums.ts'
import { periodOf } from './period.ts'
import { sentenceText } from './profit.tsx'
import { placesOf, stepsOf, YearMap } from './year-map.tsx'

const sum = (profit: string): ProfitSum => ({
  profit: decimal(profit),
  closed: 1,
  valued: 1,
  unvalued: 0,
})
const NOT_VALUED: ProfitSum = { profit: decimal('0'), closed: 1, valued: 0, unvalued: 1 }

it.each([0, 1, 6] as const)(
  'a year with weeks from day %i has each day once, below its weekday',
  (firstDay) => {
    for (let year = 2020; year < 2034; year += 1) {
      const places = placesOf(String(year), firstDay)
      expect(new Set(places.map(({ row, column }) => `${row} ${column}`)).size).toBe(places.length)
      const parts = places.map(({ row, part }) => `${row + part.top} ${part.column}`)
      expect(new Set(parts).size).toBe(places.length)
      expect(Math.max(...places.map(({ part }) => part.column))).toBeLessThanOrEqual(20)
      for (const { day, row } of places) {
        expect((new Date(day).getUTCDay() - firstDay + 7) % 7).toBe(row - 2)
      }
      expect(places.at(-1)?.day).toBe(`${year}-12-31`)
    }
  },
)

it('colour steps of a year are round, distinct, and unmoved by one large day', () => {
  const days = (profits: readonly number[]) =>
    new Map(profits.map((profit, at) => [`2026-01-${at + 1}`, sum(String(profit))]))
  const usual = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? at : -at))
  expect(stepsOf(days(usual)).map(String)).toEqual(['20', '30'])
  expect(stepsOf(days([...usual, 90_000])).map(String)).toEqual(['20', '30'])
  expect(stepsOf(days([5, 5, 5])).map(String)).toEqual(['5', '10'])
})

const DAYS = new Map([
  ['2026-03-02', sum('12.5')],
  ['2026-03-03', sum('-4')],
  ['2026-03-04', NOT_VALUED],
])

const order = (day: string, usd: string) => ({
  closed_at: `${day}T12:00:00Z`,
  profit: { amount: usd, currency: 'USDT', usd },
})
const ORDERS = [
  order('2026-03-02', '12.5'),
  order('2026-03-03', '-4'),
  { ...order('2026-03-04', ''), profit: { amount: '3', currency: 'EUR' } },
]

const mapOf = (isLoaded: boolean, areAmountsHidden = false) => {
  const map = createElement(YearMap, {
    year: '2026',
    overview: overviewOf({
      period: periodOf({ period: '2026' }, '2026-03-05'),
      trades: entity(listHistory.response, ORDERS),
      coverage: { isWhole: isLoaded, back: 0, hasDay: () => isLoaded },
      dayOf: dayIn('UTC'),
      profit: 'Profit',
      source: '',
    }),
    onDay: () => undefined,
  })
  return renderToStaticMarkup(
    createElement(
      DisplayPreferencesContext,
      { value: { ...DEFAULT_DISPLAY_PREFERENCES, areAmountsHidden } },
      map,
    ),
  )
}
const labelsIn = (markup: string) =>
  [...markup.matchAll(/aria-label="(\w+ \d+ Mar 2026[^"]*)\. Open the day"/g)].map(
    ([, label]) => label,
  )

it('a day of the year shows its profit, a mark for a loss, and an unknown value as such', () => {
  const markup = mapOf(true)
  expect(labelsIn(markup)).toEqual([
    'Sun 1 Mar 2026: 0.00 USD, 0 closing orders',
    'Mon 2 Mar 2026: +12.50 USD, 1 closing order',
    'Tue 3 Mar 2026: −4.00 USD, 1 closing order',
    'Wed 4 Mar 2026: profit not known, 1 closing order, 1 without a value',
    'Thu 5 Mar 2026: 0.00 USD, 0 closing orders',
  ])
  expect(markup.match(/>−<\/span><\/button>/g)).toHaveLength(1)
})

it('a day of the year with missing orders is unknown', () => {
  expect(labelsIn(mapOf(false))).toContain('Mon 2 Mar 2026: not known')
})

it('days of the year show no amount or direction while amounts are hidden', () => {
  const markup = mapOf(true, true)
  expect(labelsIn(markup)).toContain('Tue 3 Mar 2026: hidden, 1 closing order')
  expect(markup).not.toMatch(/data-day="2026-03-0[23]"[^>]*background/)
})

it('a month shows profit, closing orders and its best source', () => {
  const own = { ...sum('255.81'), closed: 241, valued: 241 }
  const month = { key: '2026-10', sum: own, isWhole: true }
  expect(sentenceText('October', month, { best: 'SOL dips', areAmountsHidden: false })).toBe(
    'October: +255.81 USD, 241 closing orders, best SOL dips',
  )
})

it('the best source has a profit and competition', () => {
  const row = (id: string, usd: string) => ({
    source: { type: 'grid_bot', id, name: `Bot ${id}` },
    filled: { total: '1' },
    profit: { amount: usd, currency: 'USDT', usd },
  })
  const best = (...rows: object[]) => {
    const trades = entity(listHistory.response, rows)
    return bestSource(trades, groupNames(trades, 'source'))
  }
  expect(best(row('1', '5'), row('2', '7'), row('1', '1'))).toBe('Bot 2')
  expect(best(row('1', '-5'), row('2', '-7'))).toBeUndefined()
  expect(best(row('1', '5'))).toBeUndefined()
})

it('best and worst day leave out unknown days', () => {
  expect(bestAndWorst(DAYS)).toEqual({
    best: ['2026-03-02', DAYS.get('2026-03-02')],
    worst: ['2026-03-03', DAYS.get('2026-03-03')],
  })
  expect(bestAndWorst(new Map([['2026-03-02', sum('1')]]))).toEqual({})
})

it('a year with only undated orders has no total', () => {
  const totalOf = (orders: readonly object[]) => {
    const overview = overviewOf({
      period: periodOf({ period: '2026' }, '2026-03-05'),
      trades: entity(listHistory.response, orders),
      coverage: { isWhole: true, back: 0, hasDay: () => true },
      dayOf: dayIn('UTC'),
      profit: 'Profit',
      source: '',
    })
    return overview.all('total', ['2026-01', '2026-02', '2026-03'].map(overview.month)).isWhole
  }
  const undated = { ...order('', '5'), closed_at: undefined }
  expect(totalOf([])).toBe(true)
  expect(totalOf([undated])).toBe(false)
  expect(totalOf([undated, ...ORDERS])).toBe(true)
})

it('a month with missing orders has no profit', () => {
  const context = { areAmountsHidden: false } as Parameters<typeof monthList.labelOf & {}>[1]
  const month = { key: '2026-03', name: 'Mar 2026', sum: sum('5'), days: DAYS }
  expect(monthList.labelOf?.({ ...month, isWhole: false }, context)).toBe(
    'Mar 2026: not known. Open the month',
  )
})
