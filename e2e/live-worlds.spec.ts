import type { Page } from '@playwright/test'

import { judged } from './figure-rules.ts'
import { readFigures } from './figures.ts'
import { expect } from './fixtures.ts'
import { live, place, priceState, test, tradeRows } from './live-exchanges.ts'
import { showPath } from './pages.ts'

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
  const trades = tradeRows(page)
  await page.goto(`${service.origin}/smart-trades`)
  await expect(trades.first()).toBeVisible()
  const names = await trades.allInnerTexts()

  await page.goto(`${service.origin}/settings`)
  await page.getByRole('link', { name: 'New paper world' }).click()
  await expect(page.getByRole('radio', { name: /^Binance/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Starting balance' }).fill('2,500.50')
  await page.getByRole('button', { name: 'Create world' }).click()
  await isIn(page, 'Binance paper')
  await expect(priceState(page)).toHaveText(live('Binance'), { timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('2,500.50')
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
  await expect(priceState(page)).toHaveText(live('Binance'), { timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('2,500.50')
})

test('a tab of the demo goes to the Kraken world that is open, where a trade of Kraken fills an order', async ({
  page,
  context,
  service,
  exchanges: { kraken },
}) => {
  test.setTimeout(180_000)
  await page.goto(service.link)
  await isIn(page, 'Paper service')
  const other = await context.newPage()
  await other.goto(`${service.origin}/new-world`)
  await other.getByRole('radio', { name: /^Kraken/ }).check()
  await other.getByRole('button', { name: 'Create world' }).click()
  await isIn(other, 'Kraken paper')
  await expect(strip(page)).toContainText('This service has another world open: Kraken.', {
    timeout: 90_000,
  })
  await page.getByRole('button', { name: 'Go to Kraken paper' }).click()
  await isIn(page, 'Kraken paper')
  await expect(priceState(page)).toHaveText(live('Kraken'), { timeout: 30_000 })

  await place(page, [/^Kraken paper$/, 'USD_BTC'], '63900', '62000')
  await page.goto(`${service.origin}/smart-trades`)
  await expect(tradeRows(page)).toContainText('Waiting to enter')
  kraken.trade('BTC/USD', '63890.0', '0.5')
  await expect(tradeRows(page)).toContainText('In position', { timeout: 60_000 })
  kraken.trade('BTC/USD', '64321.0', '0.5')
  for (const [name, path] of PAGES) {
    await showPath(page, path)
    await expect(async () => {
      const { shown, broken } = judged(name, path, await readFigures(page))
      expect(shown).not.toEqual([])
      expect(broken).toEqual([])
    }).toPass({ timeout: 30_000 })
  }
})

/** Pages whose figures are recomputed from their rows. */
const PAGES = [
  ['portfolio', '/portfolio'],
  ['smartTrades', '/smart-trades'],
] as const
