import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { decimal, ZERO } from '#money/decimal.ts'

import { withUndated } from './loaded-rows.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { periodOf } from './period.ts'
import { ProfitCell } from './profit-cell.tsx'
import type { ProfitSum } from './sums.ts'

/** What a cell says, as a screen reader and the eye get it. */
const wordsOf = (sum: ProfitSum | undefined): string =>
  renderToStaticMarkup(
    createElement(ProfitCell, {
      name: 19,
      label: 'Thu 19 Nov 2026, list its orders',
      sum,
      largest: 5,
      onPress: () => undefined,
    }),
  )

it('a day whose profit nobody tells shows a dash and no figure', () => {
  const words = wordsOf({ profit: ZERO, closed: 0, valued: 0, unvalued: 3 })
  expect(words).toContain('—')
  expect(words).toContain('3 without a value')
  expect(words).not.toMatch(/>0/)
})

it('a day of which a part is told says how much is left out', () => {
  const words = wordsOf({ profit: decimal('5'), closed: 3, valued: 1, unvalued: 2 })
  expect(words).toContain('5.00')
  expect(words).toContain('2 without a value')
})

it('a day on which nothing was closed brought nothing', () => {
  const words = wordsOf(undefined)
  expect(words).toContain('0.00')
  expect(words).not.toContain('without a value')
})

const sum = (profit: string): ProfitSum => ({
  profit: decimal(profit),
  closed: 1,
  valued: 1,
  unvalued: 0,
})

/** The amounts as they are written, without those for small cells. */
const amountsIn = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, ' ')
    .match(/[+−]?[\d,]+\.\d\d/g)

const DAYS = new Map([
  ['2026-10-31', sum('7')],
  ['2026-11-01', sum('-2.5')],
  ['2026-11-03', sum('10')],
])

const props = {
  trades: [],
  best: undefined,
  today: '2026-11-04',
  days: DAYS,
  isSumKnown: true,
  areAllDated: true,
  coverage: { isWhole: true, back: 0, hasDay: () => true },
}

it('a day without an order is not zero while orders lack their closing time', () => {
  const undated = {
    ...props,
    areAllDated: false,
    coverage: withUndated(props.coverage, DAYS),
  }
  const calendar = createElement(MonthCalendar, {
    ...undated,
    period: periodOf({ period: '2026-11' }, '2026-11-04'),
    chosen: undefined,
    onDay: () => undefined,
  })
  expect(amountsIn(calendar)).not.toContain('0.00')
})

it('weeks of a calendar hold days of its month alone, so that they add up to the month', () => {
  const calendar = createElement(MonthCalendar, {
    ...props,
    period: periodOf({ period: '2026-11' }, '2026-11-04'),
    chosen: undefined,
    onDay: () => undefined,
  })
  // The month; Sunday the 1st and its week; Monday to Wednesday and their week.
  expect(amountsIn(calendar)).toEqual([
    '+7.50',
    '−2.50',
    '−2.50',
    '0.00',
    '+10.00',
    '0.00',
    '+10.00',
  ])
})

it('a calendar shows nothing of a day or week that is not wholly loaded', () => {
  const calendar = createElement(MonthCalendar, {
    ...props,
    coverage: { isWhole: false, back: 0, hasDay: (day) => day > '2026-11-02' },
    period: periodOf({ period: '2026-11' }, '2026-11-04'),
    chosen: undefined,
    onDay: () => undefined,
  })
  expect(amountsIn(calendar)).toEqual(['+10.00', '0.00'])
})

it('a month that its days, as printed, do not add up to is called rounded', () => {
  const calendar = (...profits: [string, string]) =>
    renderToStaticMarkup(
      createElement(MonthCalendar, {
        ...props,
        days: new Map([
          ['2026-11-01', sum(profits[0])],
          ['2026-11-03', sum(profits[1])],
        ]),
        period: periodOf({ period: '2026-11' }, '2026-11-04'),
        chosen: undefined,
        onDay: () => undefined,
      }),
    )
  expect(calendar('0.125', '0.125')).toContain(', rounded')
  expect(calendar('0.12', '0.13')).not.toContain(', rounded')
})
