import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

/** The pages of the rail, with something of each that is there only once its first rows are. */
const PAGES = [
  ['/portfolio', 'Balances'],
  ['/smart-trades', 'SmartTrades'],
  ['/grid-bots', 'Grid bots'],
  ['/dca-bots', 'DCA bots'],
  ['/history', 'Trades'],
] as const

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText: /\d/ }).first()

test.describe('a service that tells its limit', () => {
  test.use({ flags: ['--rate-limit', '600'] })

  test('opening the portfolio costs at most six requests, and asks for the time once', async ({
    trader,
  }) => {
    await expect(rowsOf(trader, 'Balances')).toBeVisible()
    const asked: string[] = []
    trader.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    await trader.reload()
    await expect(rowsOf(trader, 'Balances')).toBeVisible()
    await trader.waitForLoadState('networkidle')
    expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(6)
    expect(asked.filter((path) => path.endsWith('/time')).length).toBeLessThanOrEqual(1)
  })

  test('ten pages opened and reloaded within a minute all have their rows, none waits for the budget', async ({
    trader,
  }) => {
    test.setTimeout(180_000)
    const waits: string[] = []
    for (const [path, table] of [...PAGES, ...PAGES]) {
      await trader.goto(new URL(path, trader.url()).href)
      await expect(rowsOf(trader, table)).toBeVisible()
      await trader.reload()
      await expect(rowsOf(trader, table)).toBeVisible()
      waits.push(...(await trader.getByText('Waiting for the request budget').allTextContents()))
    }
    expect(waits).toEqual([])
    await expect(trader.getByText(/of 480 a minute/)).toBeVisible()
  })
})

test('a service that tells no limit: what waits says so with a countdown, and goes on by itself', async ({
  page,
  service,
}) => {
  await page.goto(service.link)
  await expect(rowsOf(page, 'Balances')).toBeVisible()
  // As if the last minute had used all of it but for twelve seconds.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('quarterdeck.sent.')) ?? ''
    const at = Date.now() - 40_000
    localStorage.setItem(key, JSON.stringify(Array.from({ length: 60 }, () => at)))
  })
  await page.goto(new URL('/history', page.url()).href)
  await expect(page.getByText('Waiting for the request budget,')).toBeVisible()
  await expect(page.getByText(/^\d+ s\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Raise it in Settings' })).toBeVisible()
  await expect(rowsOf(page, 'Trades')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('Waiting for the request budget,')).toHaveCount(0)
})
