import { expect, test } from './fixtures.ts'
import { openPage } from './pages.ts'
import { Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

test('a page or a drawer whose code fails to load says so and opens on the next try', async ({
  trader,
  service,
}) => {
  await test.step('a page', async () => {
    await trader.route(/assets\/_connected\.history/, (route) => route.abort())
    await openPage(trader, 'Portfolio')
    await trader.getByRole('link', { name: 'History' }).click()
    const missing = trader.getByRole('alert')
    await expect(missing.getByText('A part of this page could not be fetched.')).toBeVisible()
    // Pressed earlier, the button is gone with the page that reloads, or with the fetch that succeeds.
    const reloaded = trader.waitForEvent('load')
    await missing.getByRole('button', { name: 'Try again' }).click()
    await reloaded
    await expect(missing).toContainText('Trying again reloads the page.')
    await expect(trader.getByRole('navigation', { name: 'Main' })).toBeVisible()

    await trader.unroute(/assets\/_connected\.history/)
    await missing.getByRole('button', { name: 'Try again' }).click()
    await expect(trader.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  })

  await test.step('a drawer whose code an update has removed', async () => {
    await trader.route(/assets\/smart-trade-drawer/, (route) => route.fulfill({ status: 404 }))
    await trader.goto(`${service.origin}/smart-trades`)
    await trader.route(`${service.origin}/`, async (route) => {
      const page = await (await route.fetch()).text()
      await route.fulfill({ body: page.replace(/assets\/index-/g, 'assets/newer-') })
    })
    await trader
      .getByRole('link', { name: /open SmartTrade/ })
      .first()
      .click()
    const missing = trader.getByRole('alert')
    await expect(missing.getByText('A new version is available.')).toBeVisible()
    await expect(trader.getByRole('table', { name: 'SmartTrades' })).toBeVisible()

    await trader.unroute(/assets\/smart-trade-drawer/)
    await missing.getByRole('button', { name: 'Reload' }).click()
    await expect(trader.getByRole('complementary', { name: /SmartTrade/ })).toBeVisible()
    await expect(missing).toBeHidden()
  })
})

test('a review whose code fails to load sends nothing, keeps the ticket and opens on the next try', async ({
  trader,
}) => {
  const SHEET = /assets\/panels-/
  await trader.route(SHEET, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Log in first</p>' }),
  )
  const ticket = new Ticket(trader)
  const price = await ticket.aLimitBuy()
  const missing = trader.getByRole('alert').filter({ hasText: 'could not be fetched' })
  await ticket.review()
  await expect(missing).toContainText('Nothing was sent.')
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect(missing).toBeHidden()
  await expect(ticket.field('Price')).toHaveValue(String(price))

  await ticket.review()
  await expect(missing).toContainText('Trying again reloads the page.')
  await trader.unroute(SHEET)
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toBeHidden()
  await expect(ticket.field('Price')).toHaveValue(String(price))
  await ticket.review()
  await expect(ticket.sheet()).toContainText('Nothing has been sent.')
  expect(await ticket.reviewedBody()).toMatchObject({ pair: 'USDT_BTC' })
})
