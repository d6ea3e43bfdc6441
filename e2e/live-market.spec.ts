import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { type BinanceStandIn, binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'

import { expect, test as base } from './fixtures.ts'
import { inThisProcess, openPaperService } from './paper-service.ts'
import { Ticket } from './ticket.ts'

/** A service at the prices of a stand-in of Binance, which the test drives. */
const test = base.extend<{ exchange: BinanceStandIn }>({
  // oxlint-disable-next-line no-empty-pattern
  exchange: async ({}, use) => {
    const exchange = await binanceStandIn()
    // The volume of the day decides how much a second offers.
    exchange.past('BTCUSDT', [[Date.now() - 3_600_000, '64000.00', '20000']])
    exchange.beatEvery(200)
    await use(exchange)
    await exchange.close()
  },
  service: async ({ exchange }, use) => {
    const empty = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
    const addresses = ['--binance-http', exchange.http, '--binance-ws', exchange.ws]
    const flags = ['--rate-limit', '6000', '--market', 'live:binance', ...addresses]
    const service = await openPaperService(flags, empty, inThisProcess)
    rmSync(empty, { recursive: true })
    await use(service)
    await service.remove()
  },
})

const state = (page: Page) => page.locator('[data-age]')
const LIVE = /^Live · Binance \d+ s$/

async function fillIn(page: Page, entry: string, stop: string): Promise<Ticket> {
  const ticket = new Ticket(page)
  await page.goto(new URL('/smart-trades/new', page.url()).href)
  await ticket.market(/^Binance paper$/, 'USDT_BTC')
  await ticket.type({
    Price: entry,
    Units: '0.01',
    'Target 1 price': '66000',
    'Stop price': stop,
  })
  return ticket
}

async function place(page: Page, entry: string, stop: string): Promise<void> {
  const ticket = await fillIn(page, entry, stop)
  await ticket.review()
  await ticket.placed()
}

const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

test('a world at the prices of Binance: a trade fills the order, silence blocks orders, and the gap is read', async ({
  trader,
  exchange,
}) => {
  test.setTimeout(180_000)
  const rows = trader.getByRole('row', { name: /open SmartTrade/ })
  const review = trader.getByRole('button', { name: 'Review trade' })
  const strip = trader.locator('[data-strip="prices"]')
  await expect(state(trader)).toHaveText(LIVE)
  await place(trader, '63900', '62000')
  await place(trader, '61000', '60000')
  exchange.trade('BTCUSDT', '63890.00', '0.5')
  await open(trader, '/smart-trades')
  await expect(rows.filter({ hasText: 'In position' })).toHaveCount(1, { timeout: 60_000 })

  exchange.silence()
  // The stream does not carry this trade: only the candles have it.
  exchange.trade('BTCUSDT', '61990.00', '0.5')
  await expect(state(trader)).toHaveText(/^Binance \d+ s old$/, { timeout: 30_000 })
  await expect(strip).toContainText(
    'Binance sends no prices. Nothing fills until they return. Orders are taken again then.',
  )
  await expect(trader.getByText('Orders blocked')).toBeVisible()
  await expect(rows.filter({ hasText: 'In position' })).toHaveCount(1)
  await fillIn(trader, '63900', '62000')
  await expect(review).toHaveAttribute('aria-disabled', 'true')
  await expect(
    trader.getByText('Prices have stopped. Orders are taken again when they return.'),
  ).toBeVisible()

  exchange.trade('BTCUSDT', '64000.00', '0.5')
  exchange.speak()
  await expect(state(trader)).toHaveText(LIVE, { timeout: 60_000 })
  await expect(strip).toHaveCount(0)
  await expect(review).not.toHaveAttribute('aria-disabled', 'true')
  await open(trader, '/smart-trades?status=finished')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Closed at the stop')
  await place(trader, '63900', '62000')
  await open(trader, '/smart-trades?status=active')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'In position' })).toHaveCount(0)
})
