import type { Page, Route } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { openStop, runningRow } from './grid-bots.ts'
import type { PaperService } from './paper-service.ts'

const PASSPHRASE = 'correct horse battery'

/** Connects with a key behind a passphrase, and trading on. */
async function connectInVault(page: Page, service: PaperService): Promise<void> {
  const key = JSON.parse(
    await service.command('keys', 'add', '--type', 'hmac', '--json'),
  ) as Record<'api_key' | 'secret_key', string>
  await page.goto(`${service.origin}/connect`)
  await page.getByRole('textbox', { name: 'Name' }).fill('In the vault')
  await page.getByLabel('Base URL').fill(service.origin)
  await page.getByRole('radio', { name: 'Paper' }).click()
  await page.getByLabel('API key').fill(key.api_key)
  await page.getByRole('textbox', { name: 'Secret' }).fill(key.secret_key)
  await page.getByLabel('New passphrase').fill(PASSPHRASE)
  await page.getByLabel('The passphrase again').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
}

/** Lets stops through to the service and holds their answers back. */
async function holdAnswers(page: Page) {
  const held: (() => void)[] = []
  await page.route('**/stop', async (route: Route) => {
    const response = await route.fetch()
    await new Promise<void>((release) => held.push(release))
    await route.fulfill({ response })
  })
  return { count: () => held.length, release: () => held.forEach((letGo) => letGo()) }
}

/** Stops the first bot that runs, up to the moment when the service has taken it. */
async function stopOne(page: Page, answers: { count: () => number }): Promise<string> {
  await page.getByRole('link', { name: 'Grid bots' }).first().click()
  const name = (await runningRow(page).getByRole('link').textContent()) ?? ''
  const sheet = await openStop(page)
  await sheet.getByRole('button', { name: /^Stop bot/ }).click()
  await expect.poll(answers.count).toBe(1)
  return name
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase').fill(PASSPHRASE)
  await page.keyboard.press('Enter')
}

/** A sheet that waits for its answer cannot be left, so another tab locks. */
async function lockFromAnotherTab(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(new URL('/settings', page.url()).href)
  await unlock(other)
  await other.getByRole('button', { name: 'Lock all tabs' }).click()
}

/** Once it is unlocked, Activity knows what became of the stop. */
async function findPlaced(page: Page): Promise<void> {
  await unlock(page)
  // The sheet is part of the address.
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Activity' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'Stop a grid bot' })
  await expect(row).toContainText('Placed')
}

/** Everything that the browser's databases hold, as text. */
const atRest = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('quarterdeck.intents')
    const database = await new Promise<IDBDatabase>((resolve) =>
      opening.addEventListener('success', () => resolve(opening.result)),
    )
    const reading = database.transaction('intents').objectStore('intents').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    database.close()
    return JSON.stringify(reading.result)
  })

test('a lock waits for a stop under way, writes down its outcome, and leaves a fresh page', async ({
  page,
  service,
}) => {
  await connectInVault(page, service)
  const answers = await holdAnswers(page)
  await stopOne(page, answers)
  await page.evaluate(() => Reflect.set(window, 'isOldPage', true))

  await lockFromAnotherTab(page)
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText(/^1 request has an unknown outcome, sent/)).toBeVisible()
  const rows = await atRest(page)
  expect(rows).toContain('stopGridBot')
  expect(rows).not.toMatch(/\/bots\/grid\/\d+\/stop/)
  expect(await page.evaluate(() => Reflect.get(window, 'isOldPage') as unknown)).toBe(true)

  answers.release()
  await page.waitForFunction(() => Reflect.get(window, 'isOldPage') === undefined)
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText(/unknown outcome/)).toHaveCount(0)

  await findPlaced(page)
})

test('a page that was closed while sending says on its locked start that there is something to check', async ({
  page,
  service,
}) => {
  await connectInVault(page, service)
  const answers = await holdAnswers(page)
  await stopOne(page, answers)
  await page.reload()

  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText(/^1 request has an unknown outcome, sent/)).toBeVisible()
  await expect(page.getByText(/Unlock to check/)).toBeVisible()

  await findPlaced(page)
})

test('a page that the browser shows again asks whether it was locked meanwhile', async ({
  page,
  service,
}) => {
  await connectInVault(page, service)
  await page.evaluate(() => {
    localStorage.setItem('quarterdeck.lock-epoch', 'another')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
})
