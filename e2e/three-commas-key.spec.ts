import type { Locator, Page } from '@playwright/test'

import type { ThreeCommasService } from '../src/testing/three-commas-service.ts'
import { openPage } from './pages.ts'
import { expect, test, writesTo } from './three-commas.ts'

/** Fills in the form of a connection to 3Commas, at the address of the stand-in. */
async function fillIn(
  page: Page,
  origin: string,
  { baseUrl, key }: ThreeCommasService,
  secret = key.secret,
): Promise<void> {
  await page.goto(`${origin}/connect`)
  await page.getByRole('link', { name: 'Add a connection' }).click()
  await page.getByRole('radio', { name: '3Commas', exact: true }).check({ force: true })
  await expect(page.getByLabel('Base URL')).toHaveValue('https://api.3commas.io/public/api')
  await page.getByLabel('Base URL').fill(baseUrl)
  await page.getByRole('textbox', { name: 'Name' }).fill('My 3Commas')
  await page.getByLabel('API key').fill(key.apiKey)
  await page.getByRole('textbox', { name: 'Secret' }).fill(secret)
  await page.getByRole('radio', { name: 'This tab only' }).click()
}

async function testConnection(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Test connection' }).click()
  const steps = page.getByRole('list', { name: 'Test connection' })
  await expect(page.getByRole('button', { name: 'Test connection' })).toBeVisible()
  await expect(steps.getByText('Signature', { exact: true })).toBeVisible()
  return steps
}

test('a connection is added by its form, is tested by reads alone and starts read only', async ({
  page,
  service,
  threeCommas,
}) => {
  await fillIn(page, service.origin, threeCommas)
  const steps = await testConnection(page)
  await expect(steps.getByText('Accepted.')).toBeVisible()
  await expect(steps.getByText('Not tested: a test changes nothing.')).toBeVisible()
  await expect(steps.getByText('Failed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await openPage(page, 'Grid bots')
  const bots = page.getByRole('table', { name: 'Grid bots' })
  await expect(bots.getByText('ETH range')).toBeVisible()
  await expect(bots.getByRole('button', { name: /^Stop / }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(writesTo(threeCommas)).toEqual([])
  // The secret stays here, and so does what only our own service knows.
  const sent = JSON.stringify(threeCommas.requests)
  expect(sent).not.toContain(threeCommas.key.secret)
  for (const name of ['idempotency-key', 'x-request-id', 'authorization', 'cookie']) {
    expect(threeCommas.requests.filter(({ headers }) => name in headers)).toEqual([])
  }
})

test('a wrong secret fails at the signature, and nothing further is asked', async ({
  page,
  service,
  threeCommas,
}) => {
  await fillIn(page, service.origin, threeCommas, 'another secret of some length')
  const steps = await testConnection(page)
  const step = steps.getByRole('listitem').filter({ hasText: 'Signature' })
  await expect(step).toContainText('Failed')
  const signed = threeCommas.requests.filter(({ headers }) => 'apikey' in headers)
  expect(signed.map(({ status }) => status)).toEqual([401])
})

test('a permission that the key lacks is named as 3Commas names it', async ({
  page,
  service,
  threeCommas,
}) => {
  threeCommas.forbid('ACCOUNTS_READ')
  await fillIn(page, service.origin, threeCommas)
  const steps = await testConnection(page)
  await expect(steps.getByText(/ACCOUNTS_READ/).first()).toBeVisible()
  await expect(steps.getByText(/EXCHANGES_READ/)).toHaveCount(0)
})
