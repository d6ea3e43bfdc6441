import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { plannedFunds, SentOrder } from './funds-figures.tsx'
import { fundsNow, previewFunds } from './funds.ts'

it('a waiting reduction of a trade without targets speaks of none', () => {
  const order = {
    id: 1,
    type: 'limit',
    status: { type: 'order_placed', title: 'order_placed' },
    units: { value: '4' },
    limit: { value: '90' },
    filled_units: '0',
  }
  const trade = aSmartTrade({
    take_profit: { enabled: false, steps: [] },
    data: { entered_amount: '10', closed_amount: '0' },
    reduce_funds: { steps: [order] },
  })
  const draft = { order_type: 'market', units: { value: decimal('2') } } as const
  const preview = previewFunds('reduce', draft, trade, {})
  const now = fundsNow(trade, {})
  expect(now.held).toBe('10')
  const [sent] = trade.reduce_funds.steps
  const texts = [
    createElement(SentOrder, { trade, preview, order: sent!, now }),
    plannedFunds({ trade, preview }).note,
  ].map((words) => renderToStaticMarkup(words).replaceAll(/<[^>]+>/g, ''))
  expect(texts[0]).toMatch(/^The order waits at 90.*the position stays as it is\.$/)
  expect(texts[1]).toBe('Fills at the market price.')
})
