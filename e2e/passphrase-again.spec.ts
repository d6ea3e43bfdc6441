import { expect, test } from './fixtures.ts'

const PASSPHRASE = 'correct horse battery'

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
  await page.getByRole('link', { name: 'Settings' }).click()
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
})
