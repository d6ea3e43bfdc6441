import type { Page } from '@playwright/test'

import type { SeenRequest, ThreeCommasService } from '../src/testing/three-commas-service.ts'
import { expect, test } from './three-commas.ts'

test.use({ firstPage: null })

/** Lets the price of ETH on Binance be another one from now on. */
async function movePrice(page: Page, last: string): Promise<void> {
  await page.route('**/currency_rates?*', async (route) => {
    const response = await route.fetch()
    const rates = (await response.json()) as object
    await route.fulfill({ response, json: { ...rates, last } })
  })
}

/** Placeholders of rows that are being read have no text. */
const alertRow = (page: Page) =>
  page.getByRole('table', { name: 'Alerts' }).locator('tbody tr').filter({ hasText: /\S/ })

/** The page reads once a minute, and judges each price by the one before. */
async function expectToFire(page: Page, { requests }: ThreeCommasService): Promise<void> {
  const row = alertRow(page).filter({ hasText: 'Falls to 2,500 or below' })
  await expect(row).toContainText('Watching')
  const known = requests.length
  await expect(async () => {
    await page.clock.runFor(61_000)
    expect(ratesAsked(requests.slice(known)).length).toBeGreaterThan(1)
  }).toPass({ timeout: 30_000 })
  await movePrice(page, '2000')
  await expect(async () => {
    await page.clock.runFor(61_000)
    await expect(row).toContainText('Fired', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

const ratesAsked = (requests: readonly SeenRequest[]) =>
  requests.filter(({ path }) => path.endsWith('/currency_rates'))

const marketsListed = (requests: readonly SeenRequest[]) =>
  requests.filter(({ path }) => path.endsWith('/market_pairs')).length

test('a price alert asks for the exchange if there are several, and one of a trade reads the price of its exchange and fires', async ({
  account: page,
  threeCommas,
}) => {
  await test.step('of the page of alerts', async () => {
    await page.clock.install()
    await page.goto(new URL('/alerts', page.url()).href)
    await page.getByRole('button', { name: 'New price alert' }).click()
    const sheet = page.getByRole('dialog', { name: 'Price alert' })
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet.getByText('Choose an exchange.').last()).toBeVisible()
    await sheet.getByLabel('Exchange').selectOption({ label: 'binance: Main Binance' })
    await sheet.getByLabel('Pair').selectOption({ label: 'ETH/USDT' })
    await expect(sheet.getByText('last 2,611.49')).toBeVisible()
    await sheet.getByRole('textbox', { name: 'Price' }).fill('2400')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet).toBeHidden()
  })

  await test.step('made at a trade', async () => {
    await page.goto(new URL('/smart-trades?status=active', page.url()).href)
    // The names of the pairs of all markets, which have no prices, are read for it.
    await page.getByRole('combobox', { name: 'Pair', exact: true }).focus()
    await expect.poll(() => marketsListed(threeCommas.requests)).toBeGreaterThan(1)
    await page.locator('main a[href*="trade="]').filter({ hasText: 'ETH/USDT' }).first().click()
    await page.getByRole('button', { name: 'Price alert' }).click()
    const sheet = page.getByRole('dialog', { name: 'Price alert' })
    await sheet.getByRole('textbox', { name: 'Price' }).fill('2500')
    await expect(sheet.getByText('ETH/USDT falls to 2,500 or below')).toBeVisible()
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('link', { name: 'Alerts' }).click()
    await expectToFire(page, threeCommas)
    const markets = ratesAsked(threeCommas.requests).map(({ search }) =>
      new URLSearchParams(search).get('market_code'),
    )
    expect(new Set(markets)).toEqual(new Set(['binance']))
  })
})

test('an alert without readable data says that it cannot fire', async ({ account: page }) => {
  const setIn = async (name: string) => {
    const sheet = page.getByRole('dialog', { name })
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet).toBeHidden()
  }
  await page.goto(new URL('/portfolio', page.url()).href)
  await page.getByRole('button', { name: 'Drawdown alert' }).click()
  await setIn('Drawdown alert')
  await page.getByRole('link', { name: 'Grid bots' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: /Running/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: 'Alert out of range' }).click()
  await setIn('Alert out of range')
  await page.getByRole('link', { name: 'SmartTrades' }).click()
  await page.locator('main a[href*="trade="]').filter({ hasText: 'ETH/USDT' }).first().click()
  await page.getByRole('button', { name: 'Alert near the stop' }).click()
  await setIn('Alert near the stop')
  await page.getByRole('link', { name: 'Alerts' }).click()
  await expect(alertRow(page)).toHaveCount(3)
  await expect(alertRow(page).filter({ hasText: 'falls 10% below its peak' })).toContainText(
    'the drawdown is unknown. It cannot fire.',
  )
  await expect(alertRow(page).filter({ hasText: 'It cannot fire.' })).toHaveCount(1)
})
