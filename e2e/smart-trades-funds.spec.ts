import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { drawerOf, expectAccessible, openPosition, writesFrom } from './pages.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const sheetOf = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, id: string, action: 'Add funds' | 'Reduce') {
  await drawerOf(page, id).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await expect(sheetOf(page).getByText('Nothing has been sent.')).toBeVisible()
}

test('funds of an open trade are added and reduced, each once, after a review', async ({
  trader,
}) => {
  test.slow()
  const requests = writesFrom(trader)
  const ofFunds = () => requests.filter((path) => path !== '/api/v1/alerts')
  const id = await openPosition(trader)

  await choose(trader, id, 'Add funds')
  const sheet = sheetOf(trader)
  await sheet.getByRole('button', { name: 'Review' }).click()
  await expect(field(trader, 'Units to add')).toHaveAccessibleDescription(/Enter how many units/)
  await field(trader, 'Units to add').fill('99999')
  await expect(field(trader, 'Units to add')).toHaveAccessibleDescription(/^Needs .* available/)
  await sheet.getByRole('button', { name: 'Review' }).click()
  await expect(sheet.getByText('Nothing has been sent.')).toBeVisible()
  await field(trader, 'Units to add').fill('2')
  await expect(sheet.getByText('Average entry, before fees')).toBeVisible()
  await expectAccessible(trader, 'adding funds')
  await sheet.getByRole('button', { name: 'Review' }).click()
  await expect(sheet).toContainText(`POST /api/v1/smart_trades/${id}/add_funds`)
  await expectAccessible(trader, 'the review of added funds')
  expect(requests).toEqual([])

  // The typed values are restored.
  await sheet.getByRole('button', { name: 'Go back' }).click()
  await expect(field(trader, 'Units to add')).toHaveValue('2')
  await sheet.getByRole('button', { name: 'Review' }).click()
  await expect(sheet).toContainText(
    /^.*Buys 2\s*SOL at about .* If the stop hits, the open part then ends/s,
  )
  await sheet.getByRole('button', { name: 'Add funds' }).dblclick()
  await expect(sheet.getByText(/^Accepted at/)).toBeVisible()
  // The service's own figures, once the order is filled; then the stop that nobody watches.
  await expect(sheet.getByText(/^Bought 2\s*SOL at .* the open part now ends at/)).toBeVisible()
  await expect(sheet.getByRole('table', { name: 'Before and now' })).toContainText('SOL held')
  await expectAccessible(trader, 'added funds')
  await sheet.getByRole('button', { name: 'Set an alert at the stop' }).click()
  await trader.getByRole('button', { name: 'Set alert' }).click()
  await expect(sheet.getByText('No alert watches this stop yet.')).toBeHidden()
  expect(ofFunds()).toHaveLength(1)
  await sheet.getByRole('link', { name: 'Open the trade' }).click()
  await expect(sheet).toHaveCount(0)

  const drawer = drawerOf(trader, id)
  await drawer.getByText('All fields', { exact: true }).click()
  // A reduction is written against a position that no order changes any more.
  const isFinished = async (step: string) => {
    const field = drawer.getByText(`${step}.status.title`, { exact: true })
    await expect(field.locator('xpath=../..')).toContainText('Finished')
  }
  await isFinished('add_funds.steps.1')

  await choose(trader, id, 'Reduce')
  await sheet.getByRole('radio', { name: 'Limit' }).click()
  await expect(sheet.getByText(/It waits until then, and ends with the trade/)).toBeVisible()
  await sheet.getByRole('radio', { name: 'Market' }).click()
  await sheet.getByRole('button', { name: '25%' }).click()
  await expect(sheet.getByText(/Realises about/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Review' }).click()
  await sheet.getByRole('button', { name: 'Reduce' }).click()
  await expect(sheet.getByText(/^Accepted at/)).toBeVisible()
  expect(ofFunds()).toHaveLength(2)
  await sheet.getByRole('link', { name: 'Open the trade' }).click()

  // A limit order that waits is cancelled by its own button.
  await trader.reload()
  await drawer.getByText('All fields', { exact: true }).click()
  await isFinished('reduce_funds.steps.1')
  await choose(trader, id, 'Reduce')
  await sheet.getByRole('radio', { name: 'Limit' }).click()
  await field(trader, 'Price').fill('900')
  await sheet.getByRole('button', { name: '25%' }).click()
  await expect(sheet.getByText(/Until then the targets share .* of .*; the stop/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Review' }).click()
  await sheet.getByRole('button', { name: 'Reduce' }).click()
  await sheet.getByRole('link', { name: 'Open the trade' }).click()
  const waiting = drawer.getByRole('list', { name: 'Additions and reductions that wait' })
  await expect(waiting).toContainText(/^Reduction, .*SOL at 900.00.*USDT, Placed/)
  await waiting.getByRole('button', { name: 'Cancel the reduction' }).click()
  await expect(sheet).toContainText(`DELETE /api/v1/smart_trades/${id}/funds/`)
  await expectAccessible(trader, 'cancelling a reduction')
  await sheet.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(sheet.getByText(/^Cancelled at/)).toBeVisible()
  expect(ofFunds()).toHaveLength(4)
  await sheet.getByRole('link', { name: 'Open the trade' }).click()
  // This many requests may have used up the minute's, so that the next reading waits.
  await expect(waiting).toHaveCount(0, { timeout: 60_000 })
})
