import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { entity } from '#testing/entity.ts'

import { contextOf } from './columns.tsx'
import { tradeList } from './history-table.tsx'
import type { Trade } from './trades.ts'

const cardOf = (json: object): string => {
  const [trade] = entity(listHistory.response, [json]) as Trade[]
  if (!trade) throw new Error('One row was made.')
  const context = contextOf([trade], {
    dayField: undefined,
    nameOf: String,
    isOneAccount: false,
    isGross: false,
    addressOf: (uuid) => `/history?trade=${uuid}`,
  })
  return renderToStaticMarkup(tradeList.card?.(trade, context, null))
}

it('on a phone, an order with an id links to its details', () => {
  expect(cardOf({ uuid: 'c0ffee', pair: 'USDT_BTC' })).toContain(
    '<a href="/history?trade=c0ffee" aria-label="Open BTC/USDT ffee"',
  )
  const unnamed = cardOf({ pair: 'USDT_BTC' })
  expect(unnamed).toContain('BTC')
  expect(unnamed).not.toContain('<a ')
  expect(unnamed).not.toContain('undefined')
})

it('interest and funding show their kind, without price and units', () => {
  const filled = { units: '0', total: '0', price: null, value: '100' }
  const profit = { amount: '-0.5', currency: 'USDT', usd: '-0.5', percent: '0' }
  const card = cardOf({ pair: 'USDT_BTC', kind: 'funding', order: null, filled, profit })
  expect(card).toContain('Funding')
  expect(card).toContain('0.50')
  expect(card).not.toContain(' at ')
})

it('a trade listed as one row shows both prices', () => {
  const card = cardOf({
    pair: 'USDT_BTC',
    kind: 'trade',
    order: { side: 'buy', type: 'market' },
    filled: { units: '2', total: '180000', price: '90000' },
    exit: { units: '2', total: '182000', price: '91000' },
  })
  expect(card).toContain('Long')
  expect(card).toMatch(/90,000.+ to .+91,000/)
})
