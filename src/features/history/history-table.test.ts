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

it('on a phone an order is a link to its details, and one that says no id is none', () => {
  expect(cardOf({ uuid: 'c0ffee', pair: 'USDT_BTC' })).toContain(
    '<a href="/history?trade=c0ffee" aria-label="Open BTC/USDT ffee"',
  )
  const unnamed = cardOf({ pair: 'USDT_BTC' })
  expect(unnamed).toContain('BTC')
  expect(unnamed).not.toContain('<a ')
  expect(unnamed).not.toContain('undefined')
})
