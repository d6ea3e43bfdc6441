import type { Locator, Page } from '@playwright/test'

import { expect, reviewTypedTrade, test, writesTo } from './three-commas.ts'

test.use({ mode: 'paper', mayTrade: true, patience: 5_000, firstPage: null })

const rowsOf = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText: /\d/ })

const linesOf = (service: Parameters<typeof writesTo>[0]) =>
  writesTo(service).map(({ method, path, status }) => `${method} ${path} ${status}`)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}

/** Opens the review that stops the one paper grid bot. */
async function openStop(page: Page): Promise<Locator> {
  await open(page, '/grid-bots')
  await rowsOf(page, 'Grid bots')
    .first()
    .getByRole('button', { name: /^Stop / })
    .click()
  return page.getByRole('dialog', { name: /^Stop / })
}

test('a grid bot is stopped and started again, each by the request that was reviewed', async ({
  account,
  threeCommas,
}) => {
  const bot = threeCommas.state.gridBots.find(({ name }) => name === 'Paper grid')
  const sheet = await openStop(account)
  await expect(sheet).toContainText('PAPER')
  await expect(sheet.getByLabel('Request', { exact: true })).toHaveText(
    `POST /public/api/ver1/grid_bots/${bot?.id}/disable`,
  )
  expect(writesTo(threeCommas)).toEqual([])
  await sheet.getByRole('button', { name: /^Stop bot/ }).dblclick()
  await expect(account.getByRole('dialog', { name: 'Stopped Paper grid' })).toContainText(
    'Disabled',
  )
  expect(bot?.is_enabled).toBe(false)

  await account.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await account.getByRole('link', { name: 'Paper grid' }).click()
  await account.getByRole('button', { name: 'Start again' }).first().click()
  const start = account.getByRole('dialog', { name: /^Start/ })
  await start.getByRole('button', { name: /^Start bot/ }).click()
  await expect.poll(() => bot?.is_enabled).toBe(true)
  expect(linesOf(threeCommas)).toEqual([
    `POST /ver1/grid_bots/${bot?.id}/disable 201`,
    `POST /ver1/grid_bots/${bot?.id}/enable 201`,
  ])

  await open(account, '/activity')
  await rowsOf(account, 'What was sent from this browser').first().getByRole('link').first().click()
  const sent = `POST /public/api/ver1/grid_bots/${bot?.id}/enable`
  await expect(account.getByRole('complementary').getByText(sent, { exact: true })).toBeVisible()
})

const openTrade = async (page: Page): Promise<Locator> => {
  await open(page, '/smart-trades?status=active')
  await rowsOf(page, 'SmartTrades').first().getByRole('link').first().click()
  return page.getByRole('complementary', { name: /^SmartTrade \d+/ })
}

test('a SmartTrade gets a note and is closed at the market', async ({ account, threeCommas }) => {
  const drawer = await openTrade(account)
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Half at the high')
  await drawer.getByRole('button', { name: 'Save note' }).click()
  const trade = () => threeCommas.state.smartTrades.find(({ note }) => note === 'Half at the high')
  await expect.poll(() => trade()?.note_raw).toBe('Half at the high')

  await drawer.getByRole('button', { name: 'Close at market' }).click()
  const sheet = account.getByRole('dialog', { name: /^Closed? / })
  await sheet.getByRole('button', { name: 'Close at market' }).dblclick()
  await expect(sheet.getByText(/^(Closed|Accepted) at \d/)).toBeVisible()
  await expect.poll(() => trade()?.status.type).toMatch(/^panic_s/)
  const id = trade()?.id
  expect(linesOf(threeCommas)).toEqual([
    `POST /v2/smart_trades/${id}/set_note 201`,
    `POST /v2/smart_trades/${id}/close_by_market 201`,
  ])
})

test('a SmartTrade is cancelled, shown as cancelling first and cancelled then', async ({
  account,
  threeCommas,
}) => {
  threeCommas.settings.pendingReads = 1
  await open(account, '/smart-trades?status=active')
  await account.getByRole('button', { name: /^Actions for SmartTrade / }).click()
  await account.getByRole('menuitem', { name: 'Cancel trade' }).click()
  const sheet = account.getByRole('dialog', { name: /^Cancel / })
  await sheet.getByRole('button', { name: 'Cancel trade' }).click()
  await expect(sheet.getByText(/^(Cancelled|Accepted) at \d/)).toBeVisible()
  expect(linesOf(threeCommas)).toEqual([expect.stringMatching(/^DELETE .* 200$/)])
  const id = /\d+$/.exec(writesTo(threeCommas)[0]?.path ?? '')?.[0]
  const trade = () => threeCommas.state.smartTrades.find((one) => String(one.id) === id)
  await expect.poll(() => trade()?.status.type).toMatch(/^cancell(ation_pending|ed)$/)
})

/** Fills in a limit buy in the ticket and reviews it. */
async function reviewTrade(page: Page): Promise<Locator> {
  await open(page, '/smart-trades/new')
  const account = page.getByLabel('Account', { exact: true })
  await account.selectOption({ label: 'Paper Account 1251857' })
  return reviewTypedTrade(page)
}

// `src/dialects/three-commas/writes.test.ts` has every write with every fault; here is what a sheet says.
test('a SmartTrade is created once, as it was reviewed, and found by reading after its answer was lost', async ({
  account,
  threeCommas,
}) => {
  const before = threeCommas.state.smartTrades.length
  const sheet = await reviewTrade(account)
  const shown = await sheet.getByLabel('Request', { exact: true }).textContent()
  threeCommas.fault({ kind: 'drop before the answer', method: 'POST', path: '/v2/smart_trades' })
  await sheet.getByRole('button', { name: 'Place paper trade' }).dblclick()
  await expect(sheet.getByText(/^Placed at/)).toBeVisible({ timeout: 40_000 })
  await expect(sheet.getByText(/It was found by reading the service\./)).toBeVisible()
  expect(threeCommas.state.smartTrades).toHaveLength(before + 1)
  const [sent] = writesTo(threeCommas)
  expect(JSON.parse(shown ?? '')).toEqual(sent?.body)
  expect(sent?.body).toMatchObject({
    account_id: 32199203,
    pair: 'USDT_ETH',
    position: { units: { value: '0.1' }, price: { value: '2500.5' } },
  })
  expect(writesTo(threeCommas)).toHaveLength(1)
})

test('a stop that the plan does not allow is refused with the reason', async ({
  account,
  threeCommas,
}) => {
  const sheet = await openStop(account)
  threeCommas.fault({ kind: 'plan 429', method: 'POST', path: /disable$/ })
  await sheet.getByRole('button', { name: /^Stop bot/ }).click()
  await expect(sheet.getByRole('alert')).toContainText('Refused. The bot was not stopped.')
  await expect(sheet.getByRole('alert')).toContainText(
    /answered 429: “The request type .*” Your 3Commas plan does not allow this/,
  )
  await expect(sheet).not.toContainText(/Rate limited/)
  expect(writesTo(threeCommas)).toHaveLength(1)
})

test('a stop that meets a ban is unknown and says so', async ({ account, threeCommas }) => {
  const sheet = await openStop(account)
  threeCommas.fault({ kind: '418', method: 'POST', path: /disable$/ })
  await sheet.getByRole('button', { name: /^Stop bot/ }).click()
  await expect(sheet.getByRole('alert')).toContainText('Outcome unknown. It may be stopped.')
  await expect(sheet).toContainText('The service has banned this address for too many requests')
  expect(writesTo(threeCommas)).toHaveLength(1)
})

test.describe('on the real account', () => {
  test.use({ mode: 'real' })

  test('a deal of a bot with several pairs starts on the pair and in the way that were chosen', async ({
    account,
    threeCommas,
  }) => {
    const bot = threeCommas.state.dcaBots.find(({ name }) => name === 'Four coins by RSI')
    await open(account, '/dca-bots')
    await rowsOf(account, 'DCA bots').getByRole('link', { name: 'Four coins by RSI' }).click()
    await account.getByRole('button', { name: 'Start a deal' }).click()
    const sheet = account.getByRole('dialog', { name: /^Start a deal: / })
    const act = sheet.getByRole('button', { name: /^Start a deal/ })
    await expect(sheet.getByText('Choose a pair.')).toBeVisible()
    await expect(act).toHaveAttribute('aria-disabled', 'true')
    await sheet.getByLabel('Pair', { exact: true }).selectOption('SOL/USDT')
    await expect(sheet).toContainText('It opens no deal if they do not hold.')
    await sheet.getByText('Start now').click()
    await expect(sheet).toContainText('The base order is placed immediately, without checking')
    await act.click()
    await expect(sheet.getByText(/^Opened at/)).toBeVisible()
    expect(writesTo(threeCommas)).toMatchObject([
      {
        path: `/ver1/bots/${bot?.id}/start_new_deal`,
        body: { pair: 'USDT_SOL', skip_signal_checks: true, only_for_enabled: true },
      },
    ])
  })
})
