import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

const bodiesFrom = (page: Page): unknown[] => {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/bots/dca/') && request.url().endsWith('/stop')) {
      bodies.push(request.postDataJSON())
    }
  })
  return bodies
}

const runningRow = (page: Page) =>
  page
    .getByRole('table', { name: 'DCA bots' })
    .locator('tbody tr')
    .filter({ hasText: 'Running' })
    .first()

async function openDcaBots(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'DCA bots' }).first().click()
  await expect(runningRow(page)).toBeVisible()
}

test(
  'a DCA bot is stopped from its row, and its open deals are left to their exits',
  { tag: '@writes' },
  async ({ trader }) => {
    const bodies = bodiesFrom(trader)
    await openDcaBots(trader)
    const name = await runningRow(trader).getByRole('link').textContent()
    await runningRow(trader)
      .getByRole('button', { name: /^Stop / })
      .click()
    const sheet = trader.getByRole('dialog', { name: `Stop ${name}` })
    await expect(sheet).toContainText('Nothing has been sent.')
    await expect(sheet).toContainText(/Open deals go on|No deal is open/)
    await expect(sheet.getByRole('button', { name: 'Keep running' })).toBeFocused()
    await sheet.getByRole('button', { name: 'Stop bot' }).dblclick()
    const stopped = trader.getByRole('dialog', { name: `Stopped ${name}` })
    await expect(stopped).toContainText(/Stopped at \d\d:\d\d:\d\d/)
    expect(bodies).toEqual([{ deals: 'leave' }])
    await stopped.getByRole('button', { name: 'Close' }).click()
    await expect(
      trader
        .getByRole('table', { name: 'DCA bots' })
        .locator('tbody tr')
        .filter({ hasText: name ?? '' }),
    ).toContainText('Stopped')
  },
)

test(
  'a DCA bot is stopped from its page, closing its open deals at the market',
  { tag: '@writes' },
  async ({ trader }) => {
    const bodies = bodiesFrom(trader)
    await openDcaBots(trader)
    await runningRow(trader).getByRole('link').click()
    await trader.getByRole('button', { name: 'Stop bot' }).click()
    const sheet = trader.getByRole('dialog', { name: /^Stop / })
    await sheet.getByRole('radio', { name: 'Close at market' }).check({ force: true })
    await expect(sheet).toContainText(/closed at the market at once|No deal is open/)
    await sheet.getByRole('button', { name: /^Stop bot/ }).click()
    await expect(trader.getByRole('dialog', { name: /^Stopped / })).toContainText(/Stopped at/)
    expect(bodies).toEqual([{ deals: 'close' }])
  },
)

test.describe('a service that stops no DCA bots', () => {
  test.use({ flags: ['--strict'] })

  test('says so in a sentence and offers no button', async ({ trader }) => {
    await openDcaBots(trader)
    await expect(trader.getByText('It stops no DCA bots')).toBeVisible()
    await expect(trader.getByRole('button', { name: /^Stop / })).toHaveCount(0)
    await runningRow(trader).getByRole('link').click()
    await expect(trader.getByText('This service starts and stops no DCA bots')).toBeVisible()
    await expect(trader.getByRole('button', { name: 'Stop bot' })).toHaveCount(0)
  })
})
