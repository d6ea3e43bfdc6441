import type { Locator, Page, Request } from '@playwright/test'

import { expect } from './fixtures.ts'

export const isStop = (request: Request): boolean =>
  request.method() === 'POST' && request.url().endsWith('/stop')

/** The addresses of the stop requests that leave this page. */
export function stopsFrom(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (isStop(request)) sent.push(request.url())
  })
  return sent
}

export async function openGridBots(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Grid bots' }).first().click()
  await expect(page.getByRole('heading', { name: 'Grid bots', level: 1 })).toBeVisible()
}

export async function openNewGridBot(page: Page): Promise<void> {
  await openGridBots(page)
  await page.getByRole('link', { name: 'New grid bot' }).click()
  // The page before it has an account to choose as well.
  await expect(page.getByRole('heading', { name: 'New grid bot', level: 1 })).toBeVisible()
}

export const rows = (page: Page): Locator =>
  page.getByRole('table', { name: 'Grid bots' }).locator('tbody tr')

export const runningRow = (page: Page): Locator => rows(page).filter({ hasText: 'Running' }).first()

export async function openStop(page: Page): Promise<Locator> {
  await runningRow(page)
    .getByRole('button', { name: /^Stop / })
    .click()
  return page.getByRole('dialog', { name: /^Stop / })
}
