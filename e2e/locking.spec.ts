import type { Page, Route } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import {
  choosePassphrase,
  expectAccessible,
  fillInConnection,
  openPage,
  openStop,
  runningGridBot,
  writesFrom,
} from './pages.ts'
import { newKey, type PaperService } from './paper-service.ts'

const PASSPHRASE = 'correct horse battery'

/** Connects with a key behind a passphrase, and trading on. */
async function connectInVault(page: Page, service: PaperService): Promise<void> {
  const key = await newKey(service)
  await fillInConnection(page, service.origin, { name: 'In the vault', key })
  await page.getByRole('radio', { name: 'Paper', exact: true }).click()
  await choosePassphrase(page, PASSPHRASE)
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
  await openPage(page, 'Grid bots')
  const name = (await runningGridBot(page).getByRole('link').textContent()) ?? ''
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
  await openPage(page, 'Activity')
  const row = page.getByRole('row').filter({ hasText: 'Stop a grid bot' })
  await expect(row).toContainText('Accepted')
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

test('locking waits for a stop in flight, stores its outcome and reloads the page', async ({
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

test('a restored page is locked if another tab was, and after a reload while sending the lock screen reports the unknown outcome', async ({
  page,
  service,
}) => {
  await connectInVault(page, service)
  await page.evaluate(() => {
    localStorage.setItem('quarterdeck.lock-epoch', 'another')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await unlock(page)
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  const answers = await holdAnswers(page)
  await stopOne(page, answers)
  await page.reload()

  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText(/^1 request has an unknown outcome, sent/)).toBeVisible()
  await expect(page.getByText(/Unlock to check/)).toBeVisible()

  await findPlaced(page)
})

const NEXT_PASSPHRASE = 'staple of another kind'

test('an action that cannot be undone asks for the passphrase again', async ({ page, service }) => {
  const key = await newKey(service)
  const written = writesFrom(page)
  await fillInConnection(page, service.origin, { name: 'In the vault', key })
  await choosePassphrase(page, PASSPHRASE)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await openPage(page, 'Settings')
  // Mode was heard: with paper no review stands before trading.
  await expect(page.getByRole('button', { name: 'Switch to real' })).toBeVisible()
  await page.getByRole('switch', { name: /Trading|Orders, stops/ }).click()

  await page.getByRole('button', { name: 'Switch to real' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Type TRADE REAL').fill('TRADE REAL')
  const confirm = sheet.getByRole('button', { name: 'Switch to real' })
  await expect(confirm).toHaveAccessibleDescription('Give the passphrase above.')

  await sheet.getByLabel('Passphrase').fill('a wrong passphrase')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('This passphrase is not correct.')).toBeVisible()
  await expect(confirm).toHaveAccessibleDescription('Give the passphrase above.')
  await sheet.getByLabel('Passphrase').fill(PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(sheet.getByLabel('Passphrase')).toHaveCount(0)
  expect(written).toEqual([])

  await confirm.click()
  await expect(sheet.getByText('The service switched to real.')).toBeVisible()
  expect(written).toHaveLength(1)

  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Change passphrase' }).click()
  const form = page.getByRole('form', { name: 'Change passphrase' })
  const change = async (now: string, next: string) => {
    await form.getByLabel('Current passphrase').fill(now)
    await form.getByLabel('New passphrase', { exact: true }).fill(next)
    await form.getByLabel('Repeat the new passphrase').fill(next)
    await form.getByRole('button', { name: 'Save passphrase' }).click()
  }
  await change('a wrong passphrase', NEXT_PASSPHRASE)
  await expect(page.getByText('This passphrase is not correct.')).toBeVisible()
  await expectAccessible(page, 'a passphrase that was wrong')
  // Opened again, the form has forgotten the failure.
  await page.getByRole('button', { name: 'Change passphrase' }).click()
  await page.getByRole('button', { name: 'Change passphrase' }).click()
  await expect(form).toBeVisible()
  await expect(page.getByText('This passphrase is not correct.')).toBeHidden()
  await change(PASSPHRASE, NEXT_PASSPHRASE)
  await expect(page.getByText('The passphrase was changed.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Passphrase').fill(NEXT_PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
