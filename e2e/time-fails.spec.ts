import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { gridBotRows, openPage, openStop, runningGridBot } from './pages.ts'

test.use({ actionTimeout: 15_000, firstPage: null })

/** Answers of `GET /time` while everything else works. */
type Fault = '500' | 'HTML' | 'hang' | '401'

const TIME = '**/api/v1/time'

async function breakTime(page: Page, fault: Fault): Promise<void> {
  await page.route(TIME, (route) => {
    switch (fault) {
      case '500':
        return route.fulfill({ status: 500, json: { error: 'internal', error_description: 'No.' } })
      case 'HTML':
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' })
      case 'hang':
        return undefined
      case '401':
        return route.fulfill({
          status: 401,
          json: { error: 'signature_invalid', error_description: 'Provided signature is invalid' },
        })
    }
  })
}

/** Leaves SmartTrades as it is opened, with a trade whose entry was filled in its drawer. */
async function openFilledTrade(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'SmartTrades', exact: true }).first().click()
  await page
    .getByRole('table', { name: 'SmartTrades' })
    .locator('tbody tr')
    .filter({ hasText: 'In position' })
    .first()
    .getByRole('link')
    .first()
    .click()
}

/** Has the time answer with one fault after another, in place of the one before. */
async function nextFault(page: Page, fault: Fault): Promise<void> {
  await page.unroute(TIME)
  await breakTime(page, fault)
}

test('stopping, closing and selling work while the service’s time fails in each way', async ({
  trader,
}) => {
  // The extensions have been told by then.
  await openPage(trader, 'Grid bots')
  await expect(runningGridBot(trader)).toBeVisible()

  for (const fault of ['500', '401'] as const) {
    await nextFault(trader, fault)
    // The second stop is on a page that was never told the time.
    if (fault === '401') await trader.reload()
    const name = (await runningGridBot(trader).getByRole('link').textContent()) ?? ''
    const sheet = await openStop(trader)
    await expect(sheet).toContainText('PAPER')
    await sheet.getByRole('button', { name: /^Stop bot, cancel \d+ orders?$/ }).click()
    const done = trader.getByRole('dialog', { name: `Stopped ${name}` })
    await expect(done).toContainText('Disabled')
    await done.getByRole('button', { name: 'Close' }).click()
    await expect(
      gridBotRows(trader).filter({ hasText: name }).filter({ hasText: 'Disabled' }),
    ).toBeVisible()
  }

  await nextFault(trader, 'hang')
  await openFilledTrade(trader)
  await trader.reload()
  await trader
    .getByRole('complementary', { name: /^SmartTrade \d/ })
    .getByRole('button', { name: 'Close at market' })
    .click()
  const closing = trader.getByRole('dialog', { name: /^Closed? / })
  await closing.getByRole('button', { name: 'Close at market' }).click()
  await expect(closing.getByText(/^Accepted at/)).toBeVisible()

  await nextFault(trader, 'HTML')
  await trader.goto(new URL('/portfolio', trader.url()).href)
  await trader.getByRole('combobox', { name: 'Accounts' }).selectOption({ label: 'Harbour spot' })
  await trader.getByRole('button', { name: 'Review sell-all' }).click()
  const selling = trader.getByRole('dialog', { name: 'Sell everything on Harbour spot to USD' })
  await selling.getByRole('textbox', { name: /^Type SELL ALL / }).fill('SELL ALL Harbour spot')
  await selling.getByRole('button', { name: /^Sell (up to )?\d+ assets? to USD$/ }).click()
  await expect(trader.getByRole('dialog', { name: 'What remains on Harbour spot' })).toContainText(
    'Accepted at ',
  )
  await expect(trader.getByText('does not accept this key')).toHaveCount(0)
})

test('a service whose time was never known is not called offline, and its grid bots are stopped by their ids', async ({
  page,
  service,
}) => {
  const { listed } = await listedBot(page, service.link)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('quarterdeck.extensions.')) localStorage.removeItem(key)
    }
  })
  await breakTime(page, '500')
  await page.goto(`${service.origin}/grid-bots/new`)
  await expect(page.getByText('Whether this service makes grid bots is not known.')).toBeVisible()
  await expect(page.getByText('This service does not make')).toHaveCount(0)
  await page.getByRole('link', { name: 'Grid bots' }).first().click()
  await expect(
    page.getByText('It is not known yet whether this service lists its grid bots.'),
  ).toBeVisible()
  await page.goto(`${service.origin}/grid-bots/new`)
  // Now the time is not even asked for.
  await page.goto(`${service.origin}/smart-trades`)
  await expect(page.getByRole('link', { name: /open SmartTrade \d+$/ }).first()).toBeVisible()
  await expect(page.locator('[data-strip]')).toHaveCount(0)

  await nextFault(page, 'hang')
  await page.goto(`${service.origin}/grid-bots/${listed}`)
  await page.getByRole('button', { name: 'Stop bot' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: /^Stop bot/ }).click()
  await expect(sheet).toContainText('Disabled')
})

/** The number of a bot that runs. */
async function listedBot(page: Page, link: string): Promise<{ listed: string }> {
  await page.goto(link)
  await openPage(page, 'Grid bots')
  const href = await runningGridBot(page).getByRole('link').getAttribute('href')
  return { listed: /\d+$/.exec(href ?? '')?.[0] ?? '' }
}
