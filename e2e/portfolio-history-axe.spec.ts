import type { Page } from '@playwright/test'

import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedService: true })

const BALANCES = /(balance|table)_chart_data/
const HISTORY = /terminal\/history/

const answerWith = (page: Page, url: RegExp, json: unknown, status = 200) =>
  page.route(url, (route) => route.fulfill({ status, json }))

const open = async (page: Page, path: string, shown: string | RegExp): Promise<void> => {
  await page.goto(new URL(path, page.url()).href)
  await expect(page.getByText(shown).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('axe finds nothing in any state of Portfolio', async ({ trader }) => {
  test.setTimeout(240_000)
  await open(trader, '/portfolio?range=24h', 'Total, with')
  await answerWith(trader, BALANCES, { error: 'broken' }, 500)
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await expectAccessible(trader, 'one day, amounts hidden')
  await expect(trader.getByText(/^Figures could not be refreshed\. .*“broken”/)).toBeVisible({
    timeout: 40_000,
  })
  await expectAccessible(trader, 'stale')
  await trader.context().setOffline(true)
  await expect(trader.getByText('This browser is offline.')).toBeVisible()
  await expectAccessible(trader, 'offline')
  await trader.context().setOffline(false)

  await open(trader, '/portfolio?range=1y', 'The balances could not be loaded.')
  await expectAccessible(trader, 'broken')
  await trader.unroute(BALANCES)
  await answerWith(trader, BALANCES, [])
  await open(trader, '/portfolio?range=1y', 'No balances yet.')
  await expectAccessible(trader, 'empty')
})

test('axe finds nothing in any state of History', async ({ trader }) => {
  test.setTimeout(240_000)
  await open(trader, '/history?view=rows', /^Figures cover /)
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await trader
    .getByRole('link', { name: /^Open / })
    .first()
    .click()
  await expect(trader.getByRole('complementary', { name: /^Trade / })).toBeVisible()
  await expectAccessible(trader, 'an order beside the rows, amounts hidden')
  await answerWith(trader, HISTORY, [])
  await open(trader, '/history', 'No closed orders yet.')
  await expectAccessible(trader, 'empty')
})
