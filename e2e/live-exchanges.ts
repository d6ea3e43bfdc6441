import type { Page } from '@playwright/test'

import { type BinanceStandIn, binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { type KrakenStandIn, krakenStandIn } from '#testing/exchanges/kraken-stand-in.ts'

import { test as base } from './fixtures.ts'
import { inThisProcess, openPaperService } from './paper-service.ts'
import { Ticket } from './ticket.ts'

type Exchanges = { binance: BinanceStandIn; kraken: KrakenStandIn }
type Options = { market: 'demo' | 'live:binance' }

const HOUR = 3_600_000

/** The demo, and stand-ins of both exchanges beside it; `market` names the world that is open. */
export const test = base.extend<Options & { exchanges: Exchanges }>({
  market: ['demo', { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  exchanges: async ({}, use) => {
    const [binance, kraken] = await Promise.all([binanceStandIn(), krakenStandIn()])
    // The volume of the day decides how much a second offers.
    binance.past('BTCUSDT', [[Date.now() - HOUR, '64000.00', '20000']])
    kraken.past('BTC/USD', [[Date.now() - HOUR, '64000.0', '20000']])
    binance.beatEvery(200)
    kraken.beatEvery(200)
    await use({ binance, kraken })
    await Promise.all([binance.close(), kraken.close()])
  },
  service: async ({ exchanges: { binance, kraken }, servicePool, market }, use) => {
    const ofBinance = ['--binance-http', binance.http, '--binance-ws', binance.ws]
    const ofKraken = ['--kraken-http', kraken.http, '--kraken-ws', kraken.ws]
    const flags = ['--rate-limit', '6000', '--market', market, ...ofBinance, ...ofKraken]
    const data = await servicePool.freshWorld('demo')
    const service = await openPaperService(flags, data, inThisProcess)
    await use(service)
    await service.remove()
  },
})

/** The service's age of prices in the head of the page. */
export const priceState = (page: Page) => page.locator('[data-age]')
export const live = (name: string): RegExp => new RegExp(`^Live · ${name} \\d+ s$`)
export const tradeRows = (page: Page) => page.getByRole('row', { name: /open SmartTrade/ })

/** A ticket for 0.01 BTC; `at` is its account and pair. */
export async function fillIn(
  page: Page,
  at: readonly [account: RegExp, pair: string],
  entry: string,
  stop: string,
): Promise<Ticket> {
  const ticket = new Ticket(page)
  await page.goto(new URL('/smart-trades/new', page.url()).href)
  await ticket.market(...at)
  await ticket.type({
    Price: entry,
    Units: '0.01',
    'Target 1 price': '66000',
    'Stop price': stop,
  })
  return ticket
}

export async function place(...order: Parameters<typeof fillIn>): Promise<void> {
  const ticket = await fillIn(...order)
  await ticket.review()
  await ticket.placed()
}
