import type { Locator, Page } from '@playwright/test'

import { expect, test, writesTo } from './three-commas.ts'

test.use({ mode: 'paper', mayTrade: true, firstPage: null })

const field = (page: Page | Locator, name: string) =>
  page.getByRole('textbox', { name, exact: true })

/** The drawer of the one open paper trade: half an ETH bought at 2,601 with a target at 2,800. */
async function openTrade(page: Page): Promise<Locator> {
  await page.goto(new URL('/smart-trades?status=active', page.url()).href)
  const rows = page.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')
  await rows.filter({ hasText: /\d/ }).first().getByRole('link').first().click()
  return page.getByRole('complementary', { name: /^SmartTrade \d+/ })
}

const openTradeIn = (service: Parameters<typeof writesTo>[0]) =>
  service.state.smartTrades.find(
    ({ status, account }) => status.type === 'waiting_targets' && account.name.startsWith('Paper'),
  )

test('targets and funds of a SmartTrade are changed once, by the requests that were reviewed', async ({
  account,
  threeCommas,
}) => {
  await test.step('a target', async () => {
    const trade = openTradeIn(threeCommas)
    const drawer = await openTrade(account)
    await drawer.getByRole('link', { name: 'Edit' }).click()
    await expect(account.getByRole('heading', { name: 'Edit SmartTrade' })).toBeVisible()
    await field(account, 'Target 1 price').fill('2900')
    await account.getByRole('button', { name: 'Review changes' }).click()
    const sheet = account.getByRole('dialog', { name: /^Changed? / })
    await expect(sheet).toContainText(`PATCH /public/api/v2/smart_trades/${trade?.id}`)
    expect(writesTo(threeCommas)).toEqual([])
    await sheet.getByRole('button', { name: 'Save changes' }).dblclick()
    await expect(sheet.getByText(/^Saved at/)).toBeVisible()
    expect(trade?.take_profit.steps).toMatchObject([{ price: { value: '2900' } }])
    expect(writesTo(threeCommas)).toHaveLength(1)
  })

  await test.step('added funds', async () => {
    const id = openTradeIn(threeCommas)?.id
    const drawer = await openTrade(account)
    await drawer.getByRole('button', { name: 'More actions' }).click()
    await account.getByRole('menuitem', { name: 'Add funds' }).click()
    const sheet = account.getByRole('dialog')
    await field(sheet, 'Units to add').fill('0.1')
    await sheet.getByRole('button', { name: 'Review' }).click()
    await expect(sheet).toContainText(`POST /public/api/v2/smart_trades/${id}/add_funds`)
    expect(writesTo(threeCommas)).toHaveLength(1)
    await sheet.getByRole('button', { name: 'Add funds' }).dblclick()
    await expect(sheet.getByText(/^Accepted at/)).toBeVisible()
    expect(writesTo(threeCommas).slice(1)).toMatchObject([
      { path: `/v2/smart_trades/${id}/add_funds`, body: { units: { value: '0.1' } } },
    ])
  })
})
