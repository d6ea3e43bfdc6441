import type { Locator, Page } from '@playwright/test'

import { expect, reviewTypedTrade, test, writesTo } from './three-commas.ts'

const ACCOUNT = { paper: 'Paper Account 1251857', real: 'Main Binance' }

test.use({ mode: 'paper', mayTrade: true, firstPage: null })

const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: 'Accounts' }).getByText(name, { exact: true }).click()

async function reviewSellAll(page: Page): Promise<Locator> {
  await page.goto(new URL('/portfolio', page.url()).href)
  await choose(page, ACCOUNT.paper)
  await page.getByRole('button', { name: 'Review sell-all' }).click()
  return page.getByRole('dialog')
}

test('a trade on an account of the other mode is held back, and a sale of everything if 3Commas offers none, else accepted', async ({
  account: page,
  threeCommas,
}) => {
  await test.step('a trade on an account of the other mode', async () => {
    await page.goto(new URL('/smart-trades/new', page.url()).href)
    const account = page.getByLabel('Account', { exact: true })
    await account.selectOption({ label: 'Another account, by its number' })
    await page.locator('input[name=account_id]').fill('32402783')
    const sheet = await reviewTypedTrade(page)
    await expect(sheet).toContainText('Account 32402783 is not a paper account of this connection.')
    await expect(sheet).toContainText('Nothing has been sent.')
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.locator('input[name=account_id]')).toHaveValue('32402783')
    expect(writesTo(threeCommas)).toEqual([])
  })

  await test.step('sales of everything', async () => {
    await test.step('no sale', async () => {
      threeCommas.settings.sellsAll = false
      const sheet = await reviewSellAll(page)
      await expect(sheet).toContainText('3Commas cannot sell everything on this account.')
      await sheet.getByRole('button', { name: 'Close' }).last().click()
      await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
      expect(writesTo(threeCommas)).toEqual([])
    })

    await test.step('a sale, accepted, which is all that 3Commas answers', async () => {
      threeCommas.settings.sellsAll = true
      const sheet = await reviewSellAll(page)
      await expect(sheet).toContainText('The service counts 2 open orders on this account.')
      await expect(sheet).toContainText('also those placed on the exchange itself.')
      await expect(sheet).toContainText('Signal bots are not stopped.')
      await sheet
        .getByRole('textbox', { name: /^Type SELL ALL / })
        .fill(`SELL ALL ${ACCOUNT.paper}`)
      const sell = sheet.getByRole('button', { name: /^Sell (up to )?\d+ assets? to USD$/ })
      await expect(sell).not.toHaveAttribute('aria-disabled')
      await sell.dblclick()
      const result = page.getByRole('dialog', { name: `What remains on ${ACCOUNT.paper}` })
      await expect(result).toContainText('Accepted at')
      await expect(result).not.toContainText('Sold at')
      expect(writesTo(threeCommas)).toHaveLength(1)
    })
  })
})
