import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { entity } from '#testing/entity.ts'
import { dayIn } from '#ui/civil-day.ts'
import { KeyFigures } from '#ui/key-figures.tsx'

import { figuresOf } from './history-figures.tsx'
import { periodOf } from './period.ts'

const textOf = (rows: unknown[]): string => {
  const trades = entity(listHistory.response, rows)
  const figures = createElement(KeyFigures, {
    label: 'Figures',
    of: figuresOf({
      period: periodOf({ period: '2026-10' }, '2026-11-26'),
      count: rows.length,
      found: trades,
      profit: 'net',
      dayOf: dayIn('UTC'),
    }),
  })
  return renderToStaticMarkup(figures).replace(/<[^>]+>/g, '')
}

it('one loss among many wins is not rounded away', () => {
  const row = (amount: string) => ({ profit: { amount, currency: 'USDT', usd: amount } })
  const won = Array.from({ length: 299 }, () => row('1'))
  expect(textOf([...won, row('-1')])).toContain('99% of closing orders')
  expect(textOf(won)).toContain('100% of closing orders')
  expect(textOf([row('1'), ...won.map(() => row('-1'))])).toContain('1% of closing orders')
})

it('traded coins are not rounded to cents', () => {
  const text = textOf([
    { pair: 'BTC_ETH', filled: { total: '1.23456789' } },
    { pair: 'USDT_ETH', filled: { total: '0.5' } },
  ])
  expect(text).toContain('1.23456789BTC')
  expect(text).toContain('0.5000USDT')
})

it('a profit is “rounded” if its printed rows do not add up', () => {
  const row = (amount: string) => ({ profit: { amount, currency: 'USDT', usd: amount } })
  expect(textOf([row('0.125'), row('0.125'), row('0.125')])).toContain(
    'from 3 closing orders, rounded',
  )
  expect(textOf([row('0.12'), row('0.13')])).not.toContain('rounded')
})

it('numbers of orders are grouped by three digits', () => {
  const won = Array.from({ length: 1_200 }, () => ({
    profit: { amount: '1', currency: 'USDT', usd: '1' },
  }))
  expect(textOf(won)).toContain('1,200 up, 0 down')
})
