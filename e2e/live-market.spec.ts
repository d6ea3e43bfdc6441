import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'
import { fillIn, live, place, priceState, test, tradeRows } from './live-exchanges.ts'

test.use({ market: 'live:binance' })

const BTC = [/^Binance paper$/, 'USDT_BTC'] as const
const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

test('a world at the prices of Binance: a trade fills the order, silence blocks orders, and the gap is read', async ({
  trader,
  exchanges: { binance: exchange },
}) => {
  test.setTimeout(180_000)
  const rows = tradeRows(trader)
  const review = trader.getByRole('button', { name: 'Review trade' })
  const strip = trader.locator('[data-strip="prices"]')
  await expect(priceState(trader)).toHaveText(live('Binance'))
  await place(trader, BTC, '63900', '62000')
  await place(trader, BTC, '61000', '60000')
  exchange.trade('BTCUSDT', '63890.00', '0.5')
  await open(trader, '/smart-trades')
  await expect(rows.filter({ hasText: 'In position' })).toHaveCount(1, { timeout: 60_000 })

  exchange.silence()
  // The stream does not carry this trade: only the candles have it.
  exchange.trade('BTCUSDT', '61990.00', '0.5')
  await expect(priceState(trader)).toHaveText(/^Binance \d+ s old$/, { timeout: 30_000 })
  await expect(strip).toContainText(
    'Binance sends no prices. Nothing fills until they return. Orders are taken again then.',
  )
  await expect(trader.getByText('Orders blocked')).toBeVisible()
  await expect(rows.filter({ hasText: 'In position' })).toHaveCount(1)
  await fillIn(trader, BTC, '63900', '62000')
  await expect(review).toHaveAttribute('aria-disabled', 'true')
  await expect(
    trader.getByText('Prices have stopped. Orders are taken again when they return.'),
  ).toBeVisible()

  exchange.trade('BTCUSDT', '64000.00', '0.5')
  exchange.speak()
  await expect(priceState(trader)).toHaveText(live('Binance'), { timeout: 60_000 })
  await expect(strip).toHaveCount(0)
  await expect(review).not.toHaveAttribute('aria-disabled', 'true')
  await open(trader, '/smart-trades?status=finished')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Closed at the stop')
  await place(trader, BTC, '63900', '62000')
  await open(trader, '/smart-trades?status=active')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'In position' })).toHaveCount(0)
})
