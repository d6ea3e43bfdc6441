import { expect, test } from './fixtures.ts'
import { choosePassphrase, fillInConnection, openPage } from './pages.ts'
import { newKey } from './paper-service.ts'

test.use({ world: 'untidy', sharedService: true })

test('a pairing link pairs once and leaves the address; a fresh one opens the paper world', async ({
  page,
  service,
  browser,
}) => {
  await page.goto(service.link)
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  expect(page.url()).not.toContain('pair=')
  await expect(page.getByText('PAPER', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveTitle(/PAPER/)

  const other = await browser.newPage()
  await other.goto(service.link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'Plan, run and stop crypto trades with keys that never leave this browser.',
  )
  await expect(other.getByText(/^This pairing link was used already/)).toBeVisible()
  await expect(other.getByLabel('Command', { exact: true })).toHaveText('npm run -s paper -- pair')
  await expect(other.getByRole('listitem').filter({ hasText: /^\d/ })).toHaveCount(3)
  await other.goto(service.origin)
  await other.getByLabel('Pairing link').fill('http://127.0.0.1')
  await other.getByRole('button', { name: 'Open paper world' }).click()
  await expect(other.getByText(/^Paste the whole link/)).toBeVisible()
  await other.getByLabel('Pairing link').fill((await service.command('pair')).trim())
  await other.getByRole('button', { name: 'Open paper world' }).click()
  await expect(other.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await other.close()
})

test('a connection with an HMAC secret is tested step by step and starts read-only', async ({
  page,
  service,
}) => {
  const key = await newKey(service)
  await fillInConnection(page, service.origin, { name: 'By secret', key })
  await page.getByLabel('Bearer token').fill(key.token)
  await page.getByRole('radio', { name: 'This tab only' }).click()

  await page.getByRole('button', { name: 'Test connection' }).click()
  const steps = page.getByRole('list', { name: 'Test connection' })
  await expect(steps.getByText('Bearer token')).toBeVisible()
  await expect(steps.getByText('Accepted.', { exact: true })).toHaveCount(2)
  await expect(steps.getByText('Failed')).toHaveCount(0)
  await expect(
    page.getByText(/^The connection works: \d+ checks passed, 1 not tested\.$/),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
})

test('locking removes the keys from the page, and the passphrase brings them back', async ({
  page,
  service,
}) => {
  const key = await newKey(service)
  await fillInConnection(page, service.origin, { name: 'In the vault', key })
  await choosePassphrase(page, 'correct horse battery')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()

  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(kept).not.toContain(key.secret_key)
  expect(kept).not.toContain(key.api_key)

  await page.getByRole('button', { name: 'Lock all tabs' }).click()
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await page.getByLabel('Passphrase').fill('a wrong passphrase')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('This passphrase is not correct.')).toBeVisible()
  await page.getByLabel('Passphrase').fill('correct horse battery')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()

  // A lost passphrase: the connection stays, with another key.
  await page.getByRole('button', { name: 'Lock all tabs' }).click()
  await page.getByRole('button', { name: 'Forgot the passphrase?' }).click()
  await expect(page.getByText(/Also revoke the old key where it was made/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete these keys' }).click()
  await expect(page.getByRole('heading', { name: 'Key for In the vault' })).toBeVisible()
  const second = await newKey(service)
  await page.getByLabel('API key').fill(second.api_key)
  await page.getByRole('textbox', { name: 'Secret' }).fill(second.secret_key)
  await choosePassphrase(page, 'another horse battery')
  await page.getByRole('button', { name: 'Save key' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()

  await openPage(page, 'Settings')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('form', { name: 'Edit In the vault' })
  await edit.getByLabel('Name').fill(' ')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByText('Enter a name.')).toBeVisible()
  await edit.getByLabel('Name').fill('Behind another one')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Behind another one' }).first()).toBeVisible()
})

test.describe('without the limits of 10 refused calls and 60 reads a minute', () => {
  test.use({ flags: ['--rate-limit', 'off'], firstPage: null })

  test('a revoked key is reported on every page, with a link to the connection', async ({
    trader,
    service,
  }) => {
    await trader.addInitScript(() =>
      localStorage.setItem('quarterdeck.settings', '{"readsAMinute":600}'),
    )
    await openPage(trader, 'Portfolio')
    const keys = JSON.parse(await service.command('keys', 'list', '--json')) as {
      api_key: string
    }[]
    for (const { api_key: apiKey } of keys) await service.command('keys', 'revoke', apiKey)

    // A page that was read before keeps its rows and says in a line why they are old.
    for (const path of ['/smart-trades', '/grid-bots', '/history']) {
      await trader.goto(service.origin + path)
      await expect(trader.getByText('The service does not accept this key.')).toBeVisible()
      await expect(trader.getByRole('link', { name: 'Check the connection' })).toBeVisible()
    }
  })
})

test.describe('a service that never reports its mode', () => {
  test.use({ flags: ['--strict'] })

  test('switching to real needs a typed phrase and holds in every tab @writes', async ({
    trader,
  }) => {
    const paper = trader.getByText('PAPER', { exact: true }).first()
    await expect(paper).toBeVisible()
    const other = await trader.context().newPage()
    await other.goto(trader.url())
    await expect(other).toHaveTitle(/PAPER/)

    await openPage(trader, 'Settings')
    await trader.getByRole('button', { name: 'Switch to real' }).click()
    const sheet = trader.getByRole('dialog')
    await expect(sheet.getByText('PAPER', { exact: true })).toBeVisible()
    await expect(sheet.getByLabel('Request', { exact: true })).toHaveText(
      'POST /api/v1/user/mode?mode=real',
    )
    await sheet.getByLabel('Type TRADE REAL').fill('TRADE REAL')
    const confirm = sheet.getByRole('button', { name: 'Switch to real' })
    await expect(confirm).not.toHaveAttribute('aria-disabled')
    await confirm.press('Enter')
    await confirm.click()
    await expect(sheet.getByText('The service switched to real.')).toBeVisible()
    await expect(trader.getByRole('dialog', { name: 'Switch to real' })).toContainText(
      'every order uses real money',
    )
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(trader).toHaveTitle(/REAL/)
    await expect(other).toHaveTitle(/REAL/)

    await trader.reload()
    await expect(trader.getByRole('button', { name: 'Switch to paper' })).toBeVisible()
    await expect(trader.getByText('REAL', { exact: true }).first()).toBeVisible()

    // Another name is no reason to switch trading off.
    const trading = trader.getByRole('switch', { name: /^Trading/ })
    await trading.uncheck()
    await trading.click()
    const review = trader.getByRole('dialog', { name: 'Switch trading on' })
    await expect(review).toContainText('with real money')
    await expect(review).toContainText('Through this page’s own address.')
    await review.getByRole('button', { name: 'Switch trading on' }).click()
    await expect(trading).toBeChecked()
    await trader.getByRole('button', { name: 'Edit', exact: true }).click()
    await trader
      .getByRole('form', { name: /^Edit / })
      .getByLabel('Name')
      .fill('By the strict word')
    await trader.getByRole('button', { name: 'Save changes' }).click()
    await expect(trader.getByRole('button', { name: 'By the strict word' }).first()).toBeVisible()
    await expect(trading).toBeChecked()
  })
})
