import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures.ts'

export const rows = (page: Page): Locator =>
  page.getByRole('table', { name: 'DCA bots' }).locator('tbody tr')

export async function openDcaBots(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'DCA bots' }).first().click()
  await expect(page.getByRole('heading', { name: 'DCA bots', level: 1 })).toBeVisible()
}
