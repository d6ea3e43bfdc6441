import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { dcaBotRows, expectAccessible, openPage, writesFrom } from './pages.ts'
import type { PaperService } from './paper-service.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

/** Puts another token into the place where the page asks for one, or into Settings. */
async function keepToken(page: Page, token: string): Promise<void> {
  await page.getByLabel('Bearer token').fill(token)
  await page.getByRole('button', { name: 'Save token' }).click()
}

async function openTokenInSettings(page: Page): Promise<void> {
  await openPage(page, 'Settings')
  const field = page.getByLabel('Bearer token')
  if (!(await field.isVisible())) await page.getByText('Key and token', { exact: true }).click()
  await expect(field).toBeVisible()
}

test(
  'a refused token blocks only the DCA pages, a new one brings them back, and one that expires soon is renewed in place',
  { tag: '@writes' },
  async ({ trader, service }) => {
    await test.step('a refused token', async () => {
      await openTokenInSettings(trader)
      await keepToken(trader, '')
      await expect(trader.getByText('Enter a token first.')).toBeVisible()
      await keepToken(trader, 'tökén')
      await expect(
        trader.getByText(/^The token contains a character that cannot be sent/),
      ).toBeVisible()
      await expect(trader.getByLabel('Bearer token')).toHaveValue('tökén')
      await openPage(trader, 'DCA bots')
      await expect(dcaBotRows(trader)).toHaveCount(6)

      await openTokenInSettings(trader)
      await keepToken(trader, 'not-a-token')
      await openPage(trader, 'DCA bots')
      await expect(
        trader.getByRole('heading', { name: 'The service refused the token.' }),
      ).toBeVisible()
      await expect(
        trader.getByRole('link', { name: 'Open the connection in Settings' }),
      ).toBeVisible()
      await expectAccessible(trader, 'a token refused')

      await openPage(trader, 'Grid bots')
      await expect(trader.getByRole('table', { name: 'Grid bots' })).toContainText('Running')

      await openPage(trader, 'DCA bots')
      await trader.getByRole('radio', { name: 'Stopped' }).waitFor({ state: 'detached' })
      let renewals = 0
      trader.on('request', (request) => {
        if (request.method() === 'POST') renewals += 1
      })
      // Twice before anything is drawn.
      await trader.getByRole('button', { name: 'Ask for a new token' }).evaluate((button) => {
        ;(button as HTMLButtonElement).click()
        ;(button as HTMLButtonElement).click()
      })
      await expect(dcaBotRows(trader)).toHaveCount(6)
      await expect(trader).toHaveURL(/\/dca-bots$/)
      expect(renewals).toBe(1)
    })

    await test.step('a token that expires soon', async () => {
      const tokenFor = (life: string) => tokenOf(service, life)
      await openTokenInSettings(trader)
      const over = await tokenFor('1s')
      await keepToken(trader, over)
      await expect.poll(() => expiryOf(over) < Date.now()).toBe(true)
      // The key is enough for another one, so that the page opens without a press.
      const renewals = writesFrom(trader, '/token')
      await openPage(trader, 'DCA bots')
      // Rows that were read before may be shown first.
      await expect.poll(() => renewals.length).toBe(1)
      await expect(dcaBotRows(trader)).toHaveCount(6)

      await openTokenInSettings(trader)
      await keepToken(trader, await tokenFor('9m'))
      await openPage(trader, 'DCA bots')
      await expect(dcaBotRows(trader)).toHaveCount(6)
      const warning = trader.getByRole('status').filter({ hasText: 'The token of this connection' })
      await expect(warning).toContainText(/expires in \d min, at \d\d:\d\d:\d\d\./)
      await warning.getByRole('button', { name: 'Ask for a new token' }).click()
      await expect(warning).toBeHidden()
      await expect(dcaBotRows(trader)).toHaveCount(6)
    })
  },
)

test.describe('a service that renews no tokens', () => {
  test.use({ flags: ['--strict'] })

  test(
    'another token is entered in place while the bots stay on the screen',
    { tag: '@writes' },
    async ({ trader, service }) => {
      await openTokenInSettings(trader)
      await keepToken(trader, await tokenOf(service, '9m'))
      await openPage(trader, 'DCA bots')
      const warning = trader.getByRole('status').filter({ hasText: 'The token of this connection' })
      const other = warning.getByRole('button', { name: 'Enter another token' })
      await expect(other).toHaveAttribute('aria-expanded', 'false')
      await other.click()
      await keepToken(trader, await tokenOf(service, '2h'))
      await expect(warning).toBeHidden()
      await expect(dcaBotRows(trader)).toHaveCount(6)
    },
  )
})

/** A token of its own key, that lives so long. */
async function tokenOf(service: PaperService, life: string): Promise<string> {
  const words = ['keys', 'add', '--type', 'hmac', '--token-ttl', life, '--json']
  return (JSON.parse(await service.command(...words)) as { token: string }).token
}

/** When a token ends, in epoch milliseconds. */
function expiryOf(token: string): number {
  const [, claims = ''] = token.split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }).exp * 1_000
}
