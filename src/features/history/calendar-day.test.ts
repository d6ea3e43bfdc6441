import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { decimal, ZERO } from '#money/decimal.ts'

import { CalendarDay } from './history-overview.tsx'
import type { ProfitSum } from './sums.ts'

const DAY = '2026-11-19'

/** What a day of the calendar says, as a screen reader and the eye get it. */
const wordsOf = (sum: ProfitSum | undefined): string =>
  renderToStaticMarkup(
    createElement(CalendarDay, {
      day: DAY,
      month: '2026-11',
      today: DAY,
      coverage: { count: 3, isWhole: true, from: 0, to: 0, hasDay: () => true },
      chosen: undefined,
      onDay: () => undefined,
      sum,
      largest: 5,
      isFirst: false,
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
