import { expect, test } from './fixtures.ts'

test.use({ changesNothing: true })

test('columns, rows and views are arranged once and stay', async ({ trader }) => {
  await trader.getByRole('link', { name: 'SmartTrades', exact: true }).first().click()
  const table = trader.getByRole('table', { name: 'SmartTrades' })
  const head = (name: string) => table.getByRole('columnheader', { name, exact: true })
  await expect(head('Note')).toBeVisible()

  await trader.getByRole('button', { name: 'Columns and rows' }).click()
  const options = trader.getByRole('dialog', { name: 'Columns and rows' })
  await options.getByLabel('Note').uncheck()
  await options.getByLabel('Account').check()
  await options.getByRole('radio', { name: 'Compact' }).check({ force: true })
  await trader.keyboard.press('Escape')
  await expect(head('Note')).toHaveCount(0)
  await expect(table.getByRole('cell', { name: 'Harbour spot' }).first()).toBeVisible()
  await expect(trader.locator('html')).toHaveAttribute('data-density', 'compact')

  await trader.getByRole('combobox', { name: 'Pair' }).fill('btc/usdt')
  await trader.keyboard.press('Enter')
  await expect(trader).toHaveURL(/pair=USDT_BTC/)
  await trader.getByRole('button', { name: 'Views' }).click()
  const views = trader.getByRole('dialog', { name: 'Views' })
  await views.getByLabel('Name of the view').fill('Only bitcoin')
  await trader.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: 'Only bitcoin' })).toBeVisible()
  await trader.keyboard.press('Escape')
  await trader.getByRole('button', { name: 'Remove filter Pair: BTC/USDT' }).click()
  await expect(trader).not.toHaveURL(/pair=/)

  await trader.reload()
  await expect(head('Account')).toBeVisible()
  await expect(head('Note')).toHaveCount(0)
  await trader.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: 'Only bitcoin' }).click()
  await expect(trader).toHaveURL(/pair=USDT_BTC/)
  await trader.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('button', { name: 'Remove view Only bitcoin' }).click()
  await expect(views.getByText('No view is kept in this browser yet.')).toBeVisible()
})

test('the list stays where it was while a trade is looked at, over pages and back', async ({
  trader,
}) => {
  await trader.goto(new URL('/smart-trades?status=all&per_page=100&page=2', trader.url()).href)
  const rows = trader.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')
  await expect(rows).toHaveCount(100)
  const place = () => trader.evaluate(() => Math.round(window.scrollY))
  await rows.nth(60).scrollIntoViewIfNeeded()
  const before = await place()
  expect(before).toBeGreaterThan(500)

  await rows.nth(60).getByRole('link').click()
  await expect(trader).toHaveURL(/trade=\d+/)
  expect(await place()).toBe(before)
  await trader.goBack()
  await expect(trader).not.toHaveURL(/trade=/)
  expect(Math.abs((await place()) - before)).toBeLessThan(2)

  await rows
    .nth(60)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await trader.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(trader.getByRole('heading', { name: 'New SmartTrade', level: 1 })).toBeVisible()
  await trader.goBack()
  await expect(rows).toHaveCount(100)
  await expect.poll(place).toBe(before)
})
