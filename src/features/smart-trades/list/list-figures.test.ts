import { expect, it } from 'vitest'

import type { Rows } from '#contract/read.ts'
import { decimal, toText } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import type { Sums } from '#lists/sums.ts'

import { endReason, type Trade } from '../trade-facts.ts'
import { endedFigures, openFigures } from './list-figures.ts'
import { profitUnit } from './profit-total.tsx'
import { searchDefaults, smartTradeSearch } from './smart-trade-search.ts'
import { toGroup } from './smart-trade-filters.tsx'

const waiting = {
  is_position_not_filled: true,
  status: { type: 'waiting_position' },
  position: { total: { value: '250' } },
  data: { entered_amount: '0' },
}
const of = (rows: Rows<Trade>) => openFigures(rows)
const written = ({ sums, missing }: Sums) => [
  ...sums.map(({ currency, amount }) => `${toText(amount)} ${currency}`),
  ...missing.map((name) => `without ${name}`),
]

it('list figures add up trades, waiting entries and stop results', () => {
  const filled = aSmartTrade({ data: { closed_amount: '0.2' } })
  const figures = of([filled, aSmartTrade(waiting)])
  // One unit of 1.2 is still open: entered at 3,000, its stop at 2,900.
  expect(figures).toMatchObject({ filled: 1, waiting: 1, withStop: 1 })
  expect(written(figures.atEntry)).toEqual(['3000 USDT'])
  expect(written(figures.reserved)).toEqual(['250 USDT'])
  expect(written(figures.atStops)).toEqual(['-100 USDT'])
})

it('list figures count trades without a stop, which have no stop result', () => {
  const { filled, withStop, atStops } = of([aSmartTrade({ stop_loss: { enabled: false } })])
  expect([filled, withStop, written(atStops)]).toEqual([1, 0, []])
})

it('list figures are by currency, and name trades without the figure', () => {
  const mixed = of([aSmartTrade({ pair: 'BTC_ETH' }), aSmartTrade({}), aSmartTrade({})])
  expect(mixed.filled).toBe(3)
  expect(written(mixed.atEntry)).toEqual(['7200 USDT', '3600 BTC'])
  expect(mixed.atStops.sums.map(({ currency }) => currency)).toEqual(['USDT', 'BTC'])
  const unread = of([aSmartTrade({ id: 7, data: { entered_amount: 'much' } }), aSmartTrade({})])
  expect([unread.filled, written(unread.atEntry)]).toEqual([2, ['3600 USDT', 'without ETH/USDT 7']])
})

it('list figures name an unreadable row in every sum that may include it', () => {
  const unreadable = { kind: 'unreadable', id: 9, raw: {} } as const
  const { filled, atEntry, reserved, atStops } = of([aSmartTrade(), unreadable])
  expect(filled).toBe(1)
  expect(written(atEntry)).toEqual(['3600 USDT', 'without an unreadable row'])
  expect(written(reserved)).toEqual(['without an unreadable row'])
  expect(written(atStops)).toEqual(['-120 USDT', 'without an unreadable row'])
  expect(of([unreadable]).atEntry.missing).toEqual(['an unreadable row'])
})

it('list figures show the best and worst finished trade', () => {
  const trades = ['10', '-4', '0', '3'].map((volume) =>
    aSmartTrade({ status: { type: 'finished' }, profit: { volume } }),
  )
  const { counted, won, best, worst } = endedFigures(trades, profitUnit(trades))
  expect([counted, won, best?.profit, worst?.profit]).toEqual([4, 2, decimal('10'), decimal('-4')])
})

it('list figures say why trades ended without an exit', () => {
  const ended = (type: string, data: object, error?: string) =>
    endReason(aSmartTrade({ status: { type, error }, data }))
  expect(ended('failed', {}, 'No money left.')).toBe('No money left.')
  expect(ended('failed', {})).toBe('Failed, the service gives no reason')
  expect(ended('cancelled', { entered_amount: '0' })).toBe('Cancelled before the entry was filled')
  expect(ended('cancelled', { entered_amount: '1', closed_amount: '0' })).toBe(
    'Cancelled, the position was kept',
  )
  expect(ended('cancelled', { entered_amount: '1', closed_amount: '0.5' })).toBe(
    'Cancelled after a part was closed',
  )
  expect(ended('cancelled', { entered_amount: null })).toBeUndefined()
})

it('ended trades are sorted by end, unless another order was chosen', () => {
  const search = smartTradeSearch.parse({ ...searchDefaults })
  expect(toGroup('failed', search).order_by).toBe('closed_at')
  expect(toGroup('active', { ...search, ...toGroup('failed', search) }).order_by).toBe('created_at')
  expect(toGroup('finished', { ...search, order_by: 'profit' }).order_by).toBe('profit')
})
