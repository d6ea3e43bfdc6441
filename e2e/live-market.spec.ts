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
const ACCOUNT = /^Binance paper$/

async function fillIn(page: Page): Promise<void> {
  const ticket = new Ticket(page)
  await ticket.open()
  await ticket.market(ACCOUNT, 'USDT_BTC')
  await ticket.type({
    Price: '63900',
    Units: '0.01',
    'Target 1 price': '66000',
    'Stop price': '62000',
  })
}

test('a world at the prices of Binance: a trade fills the order, silence blocks orders, and the gap is read', async ({
  trader,
  exchange,
}) => {
  test.setTimeout(120_000)
  await expect(state(trader)).toHaveText(/^Live · Binance \d s$/)
  await fillIn(trader)
  await new Ticket(trader).review()
  await new Ticket(trader).placed()
  exchange.trade('BTCUSDT', '63890.00', '0.5')
  await trader.goto(new URL('/smart-trades', trader.url()).href)
  const row = trader.getByRole('row').filter({ hasText: 'BTC' })
  await expect(row).toContainText('In position', { timeout: 15_000 })

  exchange.silence()
  await expect(state(trader)).toHaveText(/^Binance \d+ s old$/, { timeout: 30_000 })
  const strip = trader.locator('[data-strip="prices"]')
  await expect(strip).toContainText(
    'Binance sends no prices. Nothing fills until they return. Orders are taken again then.',
  )
  await expect(trader.getByText('Orders blocked')).toBeVisible()
  await fillIn(trader)
  await new Ticket(trader).review()
  const place = trader.getByRole('dialog').getByRole('button', { name: 'Place paper trade' })
  await expect(place).toHaveAttribute('aria-disabled', 'true')

  // Nobody hears of this trade: it is found in the candles.
  exchange.trade('BTCUSDT', '61990.00', '0.5')
  exchange.trade('BTCUSDT', '64000.00', '0.5')
  exchange.speak()
  await expect(state(trader)).toHaveText(/^Live · Binance \d s$/, { timeout: 30_000 })
  await expect(strip).toHaveCount(0)
  await trader.goto(new URL('/smart-trades?status=finished', trader.url()).href)
  await expect(row).toContainText('Stop', { timeout: 15_000 })
})
