import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { dcaBotRows, expectAccessible, gridBotRows, openPage } from './pages.ts'

test.use({ sharedService: true })

const tradeRows = (page: Page) =>
  page.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')

test('trades are found by their notes and #tags, and a tag in a note is a link', async ({
  trader,
}) => {
  await trader.goto(new URL('/smart-trades?status=all', trader.url()).href)
  const search = trader.getByRole('combobox', { name: 'Note or #tag' })
  await search.fill('never-AGAIN')
  await search.press('Enter')
  await expect(trader).toHaveURL(/note=never-AGAIN/)
  const searched = trader.getByRole('status').filter({ hasText: ' found' })
  // Further rows are read when somebody asks for them, and the words say how far they go.
  await expect(searched).toContainText('among the first 100 SmartTrades')
  await trader.getByRole('button', { name: 'Search the next 100' }).click()
  await expect(searched).not.toContainText('the first 100')
  await trader.getByRole('button', { name: 'Remove filter Note: never-AGAIN' }).first().click()
  await expect(search).toHaveValue('')

  const tag = tradeRows(trader).getByRole('link', { name: /^#/ }).first()
  const name = (await tag.textContent()) ?? ''
  await tag.click()
  await expect(trader).toHaveURL(new RegExp(`note=%23${name.slice(1)}`))
  await expect(trader).not.toHaveURL(/trade=/)
  await expect(tradeRows(trader).filter({ hasNotText: name })).toHaveCount(0)
  await expect(tradeRows(trader)).not.toHaveCount(0)
  await expect(search).toHaveValue(name)
  await expectAccessible(trader, 'trades found by a tag')

  await tradeRows(trader).first().getByRole('link').first().click()
  const drawer = trader.getByRole('complementary', { name: /^SmartTrade \d+/ })
  await drawer.getByRole('link', { name, exact: true }).click()
  await expect(trader).not.toHaveURL(/trade=/)
  await expect(tradeRows(trader).filter({ hasNotText: name })).toHaveCount(0)
})

test('tabs say how many rows they lead to, as far as that is known, and ask nothing for it', async ({
  trader,
}) => {
  await trader.goto(new URL('/smart-trades', trader.url()).href)
  const groups = trader.getByRole('navigation', { name: 'Groups' })
  await expect(groups.getByRole('link', { name: /^Active \d/ })).toBeVisible()
  const active = await tradeRows(trader).count()
  await expect(groups.getByRole('link', { name: 'Cancelled', exact: true })).toBeVisible()
  await groups.getByRole('link', { name: 'Cancelled' }).click()
  await expect(groups.getByRole('link', { name: /^Cancelled \d/ })).toBeVisible()
  await expect(groups.getByRole('link', { name: `Active ${active}` })).toBeVisible()

  await openPage(trader, 'Grid bots')
  await trader.getByRole('radio', { name: /^Disabled \d/ }).check()
  const bots = gridBotRows(trader)
  await expect(trader.getByRole('radio', { name: `Disabled ${await bots.count()}` })).toBeChecked()

  const asked: string[] = []
  trader.on('request', (request) => {
    if (/bots\/dca(\?|$)/.test(request.url())) asked.push(request.url())
  })
  await openPage(trader, 'DCA bots')
  await expect(trader.getByRole('radio', { name: 'All 6' })).toBeChecked()
  await trader.getByRole('radio', { name: 'Stopped 1' }).check()
  await expect(dcaBotRows(trader)).toHaveCount(1)
  expect(asked).toHaveLength(2)
})
