import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { decimal, ZERO } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'
import { dayIn } from '#ui/civil-day.ts'

import { MonthCalendar, ProfitCell } from './month-calendar.tsx'
import { NO_SUM, overviewOf, type ProfitSum } from './sums.ts'
import { periodOf } from './period.ts'

/** Text of a cell, accessible and visible. */
const wordsOf = (sum: ProfitSum): string =>
  renderToStaticMarkup(
    createElement(ProfitCell, {
      name: 19,
      label: 'Thu 19 Nov 2026, list its orders',
      of: { key: '2026-11-19', sum, isWhole: true },
      largest: 5,
      isChosen: false,
      isOfPeriod: true,
      onPress: () => undefined,
    }),
  )

it('a day with an unknown profit shows a dash', () => {
  const words = wordsOf({ profit: ZERO, closed: 0, valued: 0, unvalued: 3 })
  expect(words).toContain('—')
  expect(words).toContain('3 without a value')
  expect(words).not.toMatch(/>0/)
})

it('a day with some unknown profits says how many', () => {
  const words = wordsOf({ profit: decimal('5'), closed: 3, valued: 1, unvalued: 2 })
  expect(words).toContain('5.00')
  expect(words).toContain('2 without a value')
})

it('a day without closing orders has a profit of 0', () => {
  const words = wordsOf(NO_SUM)
  expect(words).toContain('0.00')
  expect(words).not.toContain('without a value')
})

/** The amounts as they are written, without those for small cells. */
const amountsIn = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, ' ')
    .match(/[+−]?[\d,]+\.\d\d/g)

const order = (closed_at: string | undefined, usd: string) => ({
  ...(closed_at !== undefined && { closed_at: `${closed_at}T12:00:00Z` }),
  profit: { amount: usd, currency: 'USDT', usd },
})

const ORDERS = [order('2026-10-31', '7'), order('2026-11-01', '-2.5'), order('2026-11-03', '10')]

/** November 2026 up to its fourth day. */
const calendarOf = (
  orders: readonly object[],
  loadedFrom = '',
  chosen: Parameters<typeof periodOf>[0] = { period: '2026-11' },
) =>
  createElement(MonthCalendar, {
    overview: overviewOf({
      period: periodOf(chosen, '2026-11-04'),
      trades: entity(listHistory.response, orders),
      coverage: {
        isWhole: loadedFrom === '',
        back: 0,
        hasDay: (day) => day >= loadedFrom,
      },
      dayOf: dayIn('UTC'),
      profit: 'Profit',
      source: '',
    }),
    today: '2026-11-04',
    chosen: undefined,
    onDay: () => undefined,
  })

it('a day without orders is unknown while orders lack their closing time', () => {
  expect(amountsIn(calendarOf(ORDERS))).toContain('0.00')
  expect(amountsIn(calendarOf([...ORDERS, order(undefined, '1')]))).not.toContain('0.00')
})

it('calendar weeks contain days of their month only, so that they add up', () => {
  // The month; Sunday the 1st and its week; Monday to Wednesday and their week.
  expect(amountsIn(calendarOf(ORDERS))).toEqual([
    '+7.50',
    '−2.50',
    '−2.50',
    '0.00',
    '+10.00',
    '0.00',
    '+10.00',
  ])
})

it('the calendar shows no figure for a partly loaded day or week', () => {
  expect(amountsIn(calendarOf(ORDERS, '2026-11-03'))).toEqual(['+10.00', '0.00'])
})

it('a custom period is not called a whole month', () => {
  const markup = renderToStaticMarkup(
    calendarOf(ORDERS, '', { from: '2026-11-02', to: '2026-11-03' }),
  )
  expect(markup.replaceAll(/<[^>]+>/g, '')).toMatch(/^2 Nov to 3 Nov 2026: \+10\.00/)
})

it('a month is “rounded” if its printed days do not add up', () => {
  const calendar = (first: string, second: string) =>
    renderToStaticMarkup(calendarOf([order('2026-11-01', first), order('2026-11-03', second)]))
  expect(calendar('0.125', '0.125')).toContain(', rounded')
  expect(calendar('0.12', '0.13')).not.toContain(', rounded')
})
