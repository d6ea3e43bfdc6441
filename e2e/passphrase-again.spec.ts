import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

const PASSPHRASE = 'correct horse battery'
const NEXT_PASSPHRASE = 'staple of another kind'

test('what cannot be undone asks for the passphrase again where the key has one', async ({
  page,
  service,
}) => {
  const key = JSON.parse(
    await service.command('keys', 'add', '--type', 'hmac', '--json'),
  ) as Record<'api_key' | 'secret_key', string>
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') written.push(request.url())
  })
  await page.goto(`${service.origin}/connect`)
  await page.getByRole('textbox', { name: 'Name' }).fill('In the vault')
  await page.getByLabel('Base URL').fill(service.origin)
  await page.getByLabel('API key').fill(key.api_key)
  await page.getByRole('textbox', { name: 'Secret' }).fill(key.secret_key)
  await page.getByLabel('New passphrase').fill(PASSPHRASE)
  await page.getByLabel('The passphrase again').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  // What the service trades was heard: with paper no review stands before trading.
  await expect(page.getByRole('button', { name: 'Switch to real' })).toBeVisible()
  await page.getByRole('switch', { name: /Trading|Orders, stops/ }).click()

  await page.getByRole('button', { name: 'Switch to real' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Type TRADE REAL').fill('TRADE REAL')
  const confirm = sheet.getByRole('button', { name: 'Switch to real' })
  await expect(confirm).toHaveAccessibleDescription('Give the passphrase above.')

  await sheet.getByLabel('Passphrase').fill('a wrong passphrase')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('This passphrase does not open it.')).toBeVisible()
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
    await form.getByLabel('Passphrase now').fill(now)
    await form.getByLabel('New passphrase').fill(next)
    await form.getByLabel('The new one again').fill(next)
    await form.getByRole('button', { name: 'Change it' }).click()
  }
  await change('a wrong passphrase', NEXT_PASSPHRASE)
  await expect(page.getByText('This passphrase does not open it.')).toBeVisible()
  await expectAccessible(page, 'a passphrase that was wrong')
  await change(PASSPHRASE, NEXT_PASSPHRASE)
  await expect(page.getByText('The passphrase is another one now.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Passphrase').fill(NEXT_PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
