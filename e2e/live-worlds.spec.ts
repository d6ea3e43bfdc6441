import type { Page } from '@playwright/test'

import { type BinanceStandIn, binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'

import { expect, test as base } from './fixtures.ts'
import { inThisProcess, openPaperService } from './paper-service.ts'

/** The demo, and a stand-in of Binance beside it. */
const test = base.extend<{ exchange: BinanceStandIn }>({
  // oxlint-disable-next-line no-empty-pattern
  exchange: async ({}, use) => {
    const exchange = await binanceStandIn()
    exchange.past('BTCUSDT', [[Date.now() - 3_600_000, '64000.00', '20000']])
    exchange.beatEvery(200)
    await use(exchange)
    await exchange.close()
  },
  service: async ({ exchange, servicePool }, use) => {
    const addresses = ['--binance-http', exchange.http, '--binance-ws', exchange.ws]
    const flags = ['--rate-limit', '6000', ...addresses]
    const service = await openPaperService(
      flags,
      await servicePool.freshWorld('demo'),
      inThisProcess,
    )
    await use(service)
    await service.remove()
  },
})

const strip = (page: Page) => page.locator('[data-strip]')
const isIn = (page: Page, name: string) =>
  expect(page.locator('header').getByRole('button', { name, exact: true })).toBeVisible()

test('a new paper world at live prices opens paired, and Settings opens the demo again as it was', async ({
  page,
  service,
}) => {
  test.setTimeout(180_000)
  await page.goto(service.link)
  await isIn(page, 'Paper service')
  const trades = page.getByRole('row', { name: /open SmartTrade/ })
  await page.goto(`${service.origin}/smart-trades`)
  await expect(trades.first()).toBeVisible()
  const names = await trades.allInnerTexts()

  await page.goto(`${service.origin}/settings`)
  await page.getByRole('link', { name: 'New paper world' }).click()
  await expect(page.getByRole('radio', { name: /^Binance/ })).toBeChecked()
  await page.getByRole('button', { name: 'Create world' }).click()
  await isIn(page, 'Binance paper')
  await expect(page.locator('[data-age]')).toHaveText(/^Live · Binance \d+ s$/, { timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('10,000.00')
  await expect(strip(page)).toHaveCount(0)

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Open Paper service' }).click()
  await isIn(page, 'Paper service')
  await page.goto(`${service.origin}/smart-trades`)
  await expect(trades.first()).toBeVisible()
  expect(await trades.count()).toBe(names.length)

  await page.goto(`${service.origin}/settings`)
  await page.getByRole('button', { name: 'Open Binance paper' }).click()
  await isIn(page, 'Binance paper')
  await expect(page.locator('[data-age]')).toHaveText(/^Live · Binance \d+ s$/, { timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('10,000.00')
})

test('a tab of the demo says that another world is open, and goes there', async ({
  page,
  context,
  service,
}) => {
  test.setTimeout(180_000)
  await page.goto(service.link)
  await isIn(page, 'Paper service')
  const other = await context.newPage()
  await other.goto(`${service.origin}/new-world`)
  await other.getByRole('button', { name: 'Create world' }).click()
  await isIn(other, 'Binance paper')
  await expect(strip(page)).toContainText('This service has another world open: Binance.', {
    timeout: 90_000,
  })
  await page.getByRole('button', { name: 'Go to Binance paper' }).click()
  await isIn(page, 'Binance paper')
  await expect(page.locator('[data-age]')).toHaveText(/^Live · Binance \d+ s$/, { timeout: 30_000 })
})
