import { expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { decimal } from '#money/decimal.ts'
import { openBrowser, untilSent } from '#testing/a-command-sender.ts'

const order = {
  body: {
    account_id: 7,
    pair: 'USDT_BTC',
    position: { type: 'buy', order_type: 'market', units: { value: decimal('1') } },
  },
} as const

it('an order is stored with its pair and the price when it was sent', async () => {
  let mode: 'PAPER' | 'REAL' = 'PAPER'
  const browser = await openBrowser({ mode: () => mode })
  const sender = browser.openTab()
  const id = sender.send(createSmartTrade, order, { price: '60000' })
  await untilSent(browser.sent)
  mode = 'REAL'
  const reloaded = browser.openTab()
  await reloaded.journal.load()
  expect(reloaded.journal.find(id)).toMatchObject({ mode: 'PAPER', price: '60000' })
})
