import { expect, test, writesTo } from './three-commas.ts'
import { dcaBotRows, expectAccessible, openPage, runningGridBot } from './pages.ts'
import type { Page } from '@playwright/test'
import type { ThreeCommasService } from '../src/testing/three-commas-service.ts'

test.use({ firstPage: null })

/** Opens the form and fills it in for the stand-in; the address that is filled in is the vendor's. */
async function fillIn(page: Page, origin: string, { baseUrl, key }: ThreeCommasService) {
  await page.goto(`${origin}/connect?add=true`)
  await page.getByText('3Commas', { exact: true }).click()
  const address = page.getByLabel('Base URL')
  await expect(address).toHaveValue('https://api.3commas.io/public/api')
  await expect(page.getByLabel('Bearer token')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name' }).fill('At 3Commas')
  await address.fill(baseUrl)
  await page.getByLabel('API key').fill(key.apiKey)
  await page.getByRole('textbox', { name: 'Secret' }).fill(key.secret)
  await page.getByText('This tab only', { exact: true }).click()
}

test('a 3Commas key is tested with reads alone, and trades only after the review', async ({
  page,
  service,
  threeCommas,
}) => {
  await fillIn(page, service.origin, threeCommas)
  await expectAccessible(page, 'the form of a 3Commas connection')
  await page.getByRole('button', { name: 'Test connection' }).click()
  const steps = page.getByRole('list', { name: 'Test connection' })
  await expect(steps.getByText('Balances (ACCOUNTS_READ)')).toBeVisible()
  await expect(steps.getByText('Plan', { exact: true })).toBeVisible()
  await expect(steps.getByText('Failed')).toHaveCount(0)
  expect(writesTo(threeCommas)).toEqual([])

  await steps.getByRole('button', { name: 'Test signing' }).click()
  await expect(steps.getByText('does not exist: nothing was changed')).toBeVisible()
  expect(writesTo(threeCommas).map(({ path }) => path)).toEqual([
    '/v2/smart_trades/999999999999/set_note',
  ])

  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/REAL/)

  await openPage(page, 'Settings')
  const trading = page.getByRole('switch', { name: /^Trading/ })
  await expect(page.getByText('Bearer token')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Switch to paper/ })).toHaveCount(0)
  await trading.click()
  const review = page.getByRole('dialog', { name: 'Switch trading on' })
  await expect(review).toContainText('two equal orders are two orders')
  await expect(review).toContainText('for real accounts')
  await review.getByRole('button', { name: 'Switch trading on' }).click()
  await expect(trading).toBeChecked()
  expect(JSON.stringify(threeCommas.requests)).not.toContain(threeCommas.key.secret)
})

test('a paper connection starts read only as well, and its mode is fixed', async ({
  page,
  service,
  threeCommas,
}) => {
  await fillIn(page, service.origin, threeCommas)
  await page.getByText('Paper', { exact: true }).click()
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/PAPER/)
  await openPage(page, 'Settings')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('form', { name: 'Edit At 3Commas' })
  await expect(edit.getByRole('radio')).toHaveCount(0)
  const sent = threeCommas.requests.filter(({ headers }) => headers['apikey'] !== undefined)
  expect(new Set(sent.map(({ headers }) => headers['forced-mode']))).toEqual(new Set(['paper']))
})

test('an address that the page may not call has its command, and that of 3Commas is allowed without a flag', async ({
  browser,
  service,
  threeCommas,
  page,
}) => {
  await test.step('another address', async () => {
    // A page of its own: a request that the policy holds back fails every other test.
    const page = await browser.newPage()
    await fillIn(page, service.origin, threeCommas)
    await page.getByLabel('Base URL').fill('https://other.example/public/api')
    await page.getByRole('button', { name: 'Test connection' }).click()
    const steps = page.getByRole('list', { name: 'Test connection' })
    await expect(steps).toContainText(
      'The content policy of this page does not allow that address.',
    )
    await expect(steps.getByLabel('Command', { exact: true })).toHaveText(
      'npm start -- --connect-to https://other.example',
    )
    await page.close()
  })

  await test.step('the address of 3Commas', async () => {
    const asked: string[] = []
    await page.route('https://api.3commas.io/**', async (route) => {
      asked.push(new URL(route.request().url()).pathname)
      await route.abort()
    })
    await fillIn(page, service.origin, threeCommas)
    await page.getByLabel('Base URL').fill('https://api.3commas.io/public/api')
    await page.getByRole('button', { name: 'Test connection' }).click()
    const steps = page.getByRole('list', { name: 'Test connection' })
    await expect(steps).toContainText('No answer. The browser gives no reason.')
    await expect(steps.getByLabel('Command', { exact: true })).toHaveText(
      'npm start -- --upstream https://api.3commas.io',
    )
    expect(asked).toEqual(['/public/api/ver1/time'])
  })
})

test('pages say why 3Commas does not offer what they lack, and ask for no token', async ({
  account,
}) => {
  await test.step('lists, strategies and settings', async () => {
    const why = account.getByText('3Commas has no price history.')
    await openPage(account, 'Grid bots')
    await runningGridBot(account).getByRole('link').first().click()
    await expect(account.getByRole('heading', { name: 'Price in the range' })).toBeVisible()
    await expect(why).toBeVisible()

    await openPage(account, 'DCA bots')
    await expect(dcaBotRows(account).first()).toBeVisible()
    await expect(account.getByText('This connection has no token.')).toHaveCount(0)
    await account.getByRole('link', { name: 'Strategies' }).first().click()
    await expect(why).toBeVisible()
    await expect(account.getByText('Alerts are set up at 3Commas.')).toBeVisible()

    await openPage(account, 'Settings')
    await expect(account.getByText('The mode of a 3Commas connection is fixed.')).toBeVisible()
  })

  await test.step('new trades and bots', async () => {
    const why = (part: string) => account.locator('main').getByText(part)
    const open = async (path: string, title: string) => {
      await account.goto(new URL(path, account.url()).href)
      await expect(account.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    }

    await open('/smart-trades/new', 'New SmartTrade')
    const picture = account.getByRole('region', { name: 'Picture of the trade' })
    await expect(picture).toContainText('the price is drawn here')
    await expect(picture).toContainText('3Commas has no price history.')
    await expect(picture).not.toContainText('last day')

    await open('/grid-bots/new', 'New grid bot')
    await expect(why('a range to start from. 3Commas has no price history.')).toBeVisible()

    await open('/dca-bots/new', 'New DCA bot')
    await account.getByLabel('Start condition').selectOption({ label: 'RSI' })
    await expect(why('3Commas has no price history.')).toBeVisible()
  })
})
