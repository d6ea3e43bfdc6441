import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import {
  drawerOf,
  expectAccessible,
  openPage,
  recordNotices,
  shownNotices,
  writesFrom,
} from './pages.ts'

test.use({ world: 'untidy', firstPage: '/smart-trades' })

/** An active trade whose entry was filled, by its number. */
async function aFilledTrade(page: Page, index = 0): Promise<string> {
  await openPage(page, 'SmartTrades')
  const row = page
    .getByRole('table', { name: 'SmartTrades' })
    .locator('tbody tr')
    .filter({ hasText: 'In position' })
    .nth(index)
  const label = await row.getByRole('link').first().getAttribute('aria-label')
  return /\d+$/.exec(label ?? '')?.[0] ?? ''
}

/** Asks for notices of unknown outcomes. */
async function askForNotices(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.evaluate(recordNotices)
  await openPage(page, 'Alerts')
  const setting = page.getByRole('switch', { name: 'An outcome is unknown' })
  await setting.click()
  await expect(setting).toBeChecked()
}

test('a position is closed at the market from its drawer, once, after a review', async ({
  trader,
}) => {
  const requests = writesFrom(trader)
  const id = await aFilledTrade(trader)
  await trader.getByRole('link', { name: new RegExp(`open SmartTrade ${id}$`) }).click()
  await drawerOf(trader, id).getByRole('button', { name: 'Close at market' }).click()

  const sheet = trader.getByRole('dialog', { name: /^Closed? / })
  await expect(sheet.getByText('PAPER', { exact: true })).toBeVisible()
  await expect(sheet.getByText(`SmartTrade ${id}. Nothing has been sent.`)).toBeVisible()
  await expect(sheet.getByText(/^(Sells|Buys back) .* at the market, about/)).toBeVisible()
  await expect(sheet.getByLabel('Request', { exact: true })).toContainText(
    `POST /api/v1/smart_trades/${id}/close`,
  )
  expect(requests).toEqual([])
  await expectAccessible(trader, 'before a trade is closed')

  await sheet.getByRole('button', { name: 'Close at market' }).dblclick()
  await expect(sheet.getByText(/^(Closed|Accepted) at \d/)).toBeVisible()
  await expect(sheet.getByText(/at the market price\./)).toBeVisible()
  await expect(sheet.getByRole('table', { name: 'Before and now' })).toBeVisible()
  expect(requests).toEqual([`/api/v1/smart_trades/${id}/close`])
  await sheet.getByRole('link', { name: 'Open the trade' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(
    drawerOf(trader, id)
      .getByText(/Panic|Finished|Closed|closing/i)
      .first(),
  ).toBeVisible()
})

test('a trade is cancelled from its row, and a refusal is shown', async ({ trader }) => {
  const id = await aFilledTrade(trader)
  const open = async () => {
    await trader.getByRole('button', { name: `Actions for SmartTrade ${id}` }).click()
    await trader.getByRole('menuitem', { name: 'Cancel trade' }).click()
  }
  const sheet = trader.getByRole('dialog', { name: /^Cancel(led)? / })

  await trader.route(`**/smart_trades/${id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 422,
          json: { error: 'unprocessable_entity', error_description: 'Not on a Saturday.' },
        })
      : route.fallback(),
  )
  await trader.getByRole('button', { name: `Actions for SmartTrade ${id}` }).click()
  await expectAccessible(trader, 'what can be done with a row')
  await trader.keyboard.press('Escape')
  await open()
  await sheet.getByRole('button', { name: 'Cancel trade' }).click()
  await expect(sheet.getByText('Refused. The trade is unchanged.')).toBeVisible()
  await expect(sheet.getByText(/Not on a Saturday\./)).toBeVisible()
  await sheet.getByRole('button', { name: 'Keep the trade' }).click()

  await trader.unroute(`**/smart_trades/${id}`)
  await open()
  await expect(sheet.getByText(/^Leaves .* (on the account|sold)\./)).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel trade' }).click()
  // A repetition needs one more confirmation.
  await trader.getByRole('button', { name: 'Send again' }).click()
  await expect(sheet.getByText(/^(Cancelled|Accepted) at \d/)).toBeVisible()
  await expect(sheet.getByText(/Its position stays open on the account\.$/)).toBeVisible()
})

test('a lost answer is unknown, also when the sheet is opened again, until the trade shows it', async ({
  trader,
}) => {
  await askForNotices(trader)
  const id = await aFilledTrade(trader)
  let reaches = false
  await trader.route(`**/smart_trades/${id}/close`, async (route) => {
    if (reaches) await route.fetch()
    await route.abort('connectionreset')
  })
  const open = async () => {
    await trader.getByRole('button', { name: `Actions for SmartTrade ${id}` }).click()
    await trader.getByRole('menuitem', { name: 'Close at market' }).click()
  }
  const sheet = trader.getByRole('dialog', { name: /^Closed? / })
  await open()
  await sheet.getByRole('button', { name: 'Close at market' }).click()
  await expect(sheet.getByText('Outcome unknown. It may have gone through.')).toBeVisible()
  expect(await shownNotices(trader)).toEqual([expect.stringMatching(/^Outcome unknown: POST /)])
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()

  await open()
  await expect(sheet.getByText('Outcome unknown. It may have gone through.')).toBeVisible()
  reaches = true
  await sheet.getByRole('button', { name: 'Close at market again (safe)' }).click()
  await expect(sheet.getByText(/It was found by reading the service\./)).toBeVisible()
})

/** Opens the sheet that closes a trade at the market. */
async function openClosing(page: Page, id: string) {
  await page.getByRole('button', { name: `Actions for SmartTrade ${id}` }).click()
  await page.getByRole('menuitem', { name: 'Close at market' }).click()
  return page.getByRole('dialog', { name: /^Closed? / })
}

test('during a pause a position is closed by a deliberate press, without waiting for its price', async ({
  trader,
}) => {
  const id = await aFilledTrade(trader)
  await trader.route(`**/smart_trades/${id}/close`, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '300' },
      json: { error: 'too_many_requests', error_description: 'Slow down.' },
    }),
  )
  const first = await openClosing(trader, id)
  await first.getByRole('button', { name: 'Close at market' }).click()
  await expect(first.getByText('Outcome unknown. It may have gone through.')).toBeVisible()
  await first.getByRole('button', { name: 'Close', exact: true }).click()

  // Its price is not known any closer than the list has it, and nothing is read meanwhile.
  const other = await aFilledTrade(trader, 1)
  expect(other).not.toBe(id)
  const sheet = await openClosing(trader, other)
  await sheet.getByRole('button', { name: 'Close anyway' }).click()
  await expect(sheet.getByText(/^(Closed|Accepted) at \d/)).toBeVisible()
  await expect(sheet.getByText(/at the market price\./)).toBeVisible()
})

test('a position is closed by a second press if its price cannot be read in time', async ({
  trader,
}) => {
  const id = await aFilledTrade(trader)
  await trader.route(`**/smart_trades/${id}`, () => undefined)
  const sheet = await openClosing(trader, id)
  await sheet.getByRole('button', { name: 'Close at market' }).click()
  await expect(sheet.getByText(/could not be read again\. Nothing was sent\./)).toBeVisible({
    timeout: 10_000,
  })
  await sheet.getByRole('button', { name: 'Review again' }).click()
  await sheet.getByRole('button', { name: 'Close at market' }).click()
  await expect(sheet.getByText(/^(Closed|Accepted) at \d/)).toBeVisible()
  await expect(sheet.getByText(/at the market price\./)).toBeVisible()
})

test.describe('against a service of the spec alone', () => {
  test.use({ flags: ['--strict'] })

  test('a service of the spec alone offers no change of a trade, and a trade outside the loaded lists is searched in all', async ({
    trader,
    service,
  }) => {
    await test.step('neither closing, cancelling, changing nor funds', async () => {
      const id = await aFilledTrade(trader)
      await trader.getByRole('button', { name: `Actions for SmartTrade ${id}` }).click()
      await expect(trader.getByRole('menuitem')).toHaveText(['Duplicate'])
      await trader.keyboard.press('Escape')
      await trader.getByRole('link', { name: new RegExp(`open SmartTrade ${id}$`) }).click()
      await expect(
        drawerOf(trader, id).getByText(
          /This service cannot be asked to close or cancel a SmartTrade/,
        ),
      ).toBeVisible()
      await expect(drawerOf(trader, id).getByRole('button', { name: /market|Cancel/ })).toHaveCount(
        0,
      )
      await expect(drawerOf(trader, id).getByRole('link', { name: 'Edit' })).toHaveCount(0)
      await expect(drawerOf(trader, id).getByRole('button', { name: 'More actions' })).toHaveCount(
        0,
      )
    })

    await test.step('a search in all lists', async () => {
      await trader.goto(`${service.origin}/smart-trades?status=finished`)
      const rows = trader.getByRole('link', { name: /open SmartTrade \d+$/ })
      const name = (await rows.first().getAttribute('aria-label')) ?? ''
      const id = /\d+$/.exec(name)?.[0] ?? ''
      await trader.goto(`${service.origin}/smart-trades?status=active&trade=${id}`)
      const drawer = drawerOf(trader, id)
      await drawer.getByRole('button', { name: 'Search all SmartTrades' }).click()
      await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    })
  })
})
