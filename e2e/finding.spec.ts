import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { dcaBotRows, expectAccessible, gridBotRows, openPage } from './pages.ts'

test.use({ sharedService: true, firstPage: null })

const tradeRows = (page: Page) =>
  page.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')

test('trades are found by their notes and #tags, and tabs say how many rows they lead to', async ({
  trader,
}) => {
  await test.step('notes and #tags', async () => {
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

    await tradeRows(trader).first().getByRole('link').first().click()
    const drawer = trader.getByRole('complementary', { name: /^SmartTrade \d+/ })
    await drawer.getByRole('link', { name, exact: true }).click()
    await expect(trader).not.toHaveURL(/trade=/)
    await expect(tradeRows(trader).filter({ hasNotText: name })).toHaveCount(0)

    await trader.keyboard.press('Control+k')
    await trader.getByRole('combobox', { name: 'Search or go to' }).fill(name)
    await expect(trader.getByRole('option').first()).toContainText('SmartTrade')
    await expect(trader.getByRole('option').first()).toContainText(name)
  })

  await test.step('rows behind a tab, as far as that is known, for no further request', async () => {
    await trader.goto(new URL('/smart-trades?status=all', trader.url()).href)
    const pair = trader.getByRole('combobox', { name: 'Pair' })
    await pair.fill('btc-usdt')
    await pair.press('Enter')
    await expect(trader).toHaveURL(/pair=USDT_BTC/)
    await expect(tradeRows(trader).filter({ hasNotText: 'BTC/USDT' })).toHaveCount(0)
    await expect(tradeRows(trader)).not.toHaveCount(0)
    await trader.keyboard.press('Control+k')
    await trader.getByRole('combobox', { name: 'Search or go to' }).fill('BTCUSDT')
    await expect(trader.getByRole('option').first()).toContainText('BTC/USDT')
    await trader.keyboard.press('Escape')

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
    await expect(
      trader.getByRole('radio', { name: `Disabled ${await bots.count()}` }),
    ).toBeChecked()

    const asked: string[] = []
    trader.on('request', (request) => {
      if (/bots\/dca(\?|$)/.test(request.url())) asked.push(request.url())
    })
    await openPage(trader, 'DCA bots')
    await expect(trader.getByRole('radio', { name: 'All 6' })).toBeChecked()
    await trader.getByRole('radio', { name: 'Stopped 1' }).check()
    await expect(dcaBotRows(trader)).toHaveCount(1)
    expect(asked).toHaveLength(1)
  })
})

test('DCA bots are sorted, and columns stand in the order chosen, by keyboard and after a reload', async ({
  trader,
}) => {
  await openPage(trader, 'DCA bots')
  const table = trader.getByRole('table', { name: 'DCA bots' })
  const names = dcaBotRows(trader).getByRole('link')
  await expect(names).toHaveCount(6)
  await table.getByRole('button', { name: 'Bot' }).click()
  await expect(trader).toHaveURL(/sort=name.*direction=asc/)
  await expect(names.first()).toHaveText('ADA ladder')
  await trader.getByRole('combobox', { name: 'Sort' }).selectOption('Finished deals')
  await expect(names.first()).toHaveText('SOL dips, 15 m')
  await expect(table.getByRole('columnheader', { name: 'Finished deals' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  await trader.getByRole('button', { name: 'Columns' }).click()
  await trader.getByRole('checkbox', { name: 'Status' }).uncheck()
  const left = trader.getByRole('button', { name: 'Move Total profit to the left' })
  await left.focus()
  const heads = table.getByRole('columnheader')
  // The button keeps the focus while its row moves up.
  for (let press = 0; press < 11; press += 1) {
    await expect(left).toBeFocused()
    await trader.keyboard.press('Enter')
  }
  await expect(trader.getByText('Total profit: 1 of 12')).toBeAttached()
  await expectAccessible(trader, 'columns to choose and to move')
  await trader.keyboard.press('Escape')
  await expect(heads.nth(1)).toHaveText('Total profit')
  await trader.reload()
  await expect(heads.nth(1)).toHaveText('Total profit')
  await expect(table.getByRole('columnheader', { name: 'Status' })).toHaveCount(0)

  await trader.goto(new URL('/smart-trades', trader.url()).href)
  await trader.getByRole('button', { name: 'Columns and rows' }).click()
  await trader.getByRole('button', { name: 'Move Side to the right' }).click()
  await trader.keyboard.press('Escape')
  const trades = trader.getByRole('table', { name: 'SmartTrades' })
  await expect(trades.getByRole('columnheader').nth(1)).toHaveText('Type')
  await expect(trades.getByRole('columnheader').nth(2)).toHaveText('Side')
})

test('settings are exported without credentials, and a file of settings is imported after a preview or refused', async ({
  trader,
}) => {
  await openPage(trader, 'Settings')
  const downloaded = trader.waitForEvent('download')
  await trader.getByRole('button', { name: 'Export data' }).click()
  const exported = await readFile(await (await downloaded).path(), 'utf8')
  expect(Object.keys(JSON.parse(exported) as object)).toEqual([
    'exportedAt',
    'connection',
    'settings',
    'addressBook',
    'activity',
  ])
  expect(exported).not.toMatch(/apikey|signature|token|secret|passphrase/i)
  const choose = (text: string) =>
    trader.getByLabel('Choose a file').setInputFiles({
      name: 'quarterdeck-data.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  const status = trader.getByRole('status')
  await choose(exported)
  await expect(status.filter({ hasText: 'are those of this browser' })).toBeVisible()

  await choose(exported.replace('"theme": "system"', '"theme": "pink"'))
  const refusal = status.filter({ hasText: 'Nothing was imported' })
  await expect(refusal).toContainText('settings.theme: Must be system, dark or light.')

  await choose(exported.replace('"density": "standard"', '"density": "compact"'))
  await expect(refusal).toHaveCount(0)
  const preview = trader.getByRole('region', { name: 'What the file changes' })
  await expect(preview).toContainText('DensityStandard → Compact')
  await expect(preview.getByRole('term')).toHaveCount(1)
  await expect(trader.getByRole('radio', { name: 'Standard' })).toBeChecked()
  await expectAccessible(trader, 'settings to be imported')
  await preview.getByRole('button', { name: 'Import settings' }).click()
  await expect(trader.getByRole('radio', { name: 'Compact' })).toBeChecked()
  await expect(trader.getByLabel('Choose a file')).toBeFocused()
})

test('each list returns as it was left: by the navigation, by Back and after a reload', async ({
  trader,
}) => {
  const searchOf = (name: string) =>
    trader
      .getByRole('searchbox', { name, exact: true })
      .or(trader.getByRole('textbox', { name, exact: true }))
  await openPage(trader, 'Portfolio')
  const asset = searchOf('Find an asset')
  await asset.fill('tether')
  await expect(trader).toHaveURL(/find=tether/)

  await openPage(trader, 'SmartTrades')
  await trader
    .getByRole('tab', { name: /^Finished/ })
    .or(trader.getByRole('link', { name: /^Finished/ }))
    .first()
    .click()
  await expect(trader).toHaveURL(/status=finished/)

  await openPage(trader, 'Grid bots')
  await searchOf('Search grid bots').fill('BTC')
  await expect(trader).toHaveURL(/find=BTC/)
  await trader.getByRole('link', { name: /grid/ }).first().click()
  await trader.getByRole('link', { name: 'Back to Grid bots' }).click()
  await expect(searchOf('Search grid bots')).toHaveValue('BTC')

  await openPage(trader, 'History')
  await searchOf('Search').fill('buy 2026')
  await trader.getByLabel('Pair', { exact: true }).selectOption('USDT_ETH')
  await expect(trader).toHaveURL(/find=buy/)

  await trader.getByRole('link', { name: 'Portfolio', exact: true }).click()
  await expect(asset).toHaveValue('tether')
  await trader.goBack()
  await expect(searchOf('Search')).toHaveValue('buy 2026')
  await expect(trader.getByLabel('Pair', { exact: true })).toHaveValue('USDT_ETH')
  await trader.keyboard.press('Escape')
  await trader.getByRole('heading', { level: 1 }).click()
  await trader.keyboard.press('g')
  await trader.keyboard.press('s')
  await expect(trader).toHaveURL(/status=finished/)
  await openPage(trader, 'History')
  await trader.reload()
  await expect(searchOf('Search')).toHaveValue('buy 2026')
  await trader.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(searchOf('Search')).toHaveValue('')
  await openPage(trader, 'Grid bots')
  await openPage(trader, 'History')
  await expect(searchOf('Search')).toHaveValue('')
})
