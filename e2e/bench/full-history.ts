import type { Page } from '@playwright/test'

import { bigAccount } from './answers.ts'
import { weight } from './compare.ts'
import { heapOf } from './in-page.ts'
import type { Figure } from './report.ts'
import { openBrowser } from './sample.ts'

const TRADES = 100_000
/** The page keeps to its own budget of reads a minute meanwhile. In ms. */
const PATIENCE = 600_000

/** Goal 15: what a page keeps of a history of 100,000 orders, all of them loaded. */
export async function measure(): Promise<Figure[]> {
  const account = await bigAccount({ trades: TRADES })
  const browser = await openBrowser(await account.link())
  try {
    const page = await browser.context.newPage()
    await page.goto(`${account.origin}/history?period=all`)
    await loadAll(page, PATIENCE)
    return [weight(15, 'heap with 100,000 rows', await heapOf(page), 'MB', 150)]
  } finally {
    await browser.close()
    await account.remove()
  }
}

/** Waits until every order of the period is loaded. */
export async function loadAll(page: Page, patience = 120_000): Promise<void> {
  await page.getByText(/% of closing orders$/).waitFor({ timeout: patience })
}
