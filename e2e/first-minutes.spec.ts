import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page, TestInfo } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { openPaperService } from './paper-service.ts'

const MOST_DECISIONS = 12
const MOST_SECONDS = 120

/**
 * From the pairing link to a placed paper trade with two targets and a stop, as somebody who has never
 * seen the page would do it. Every press and every text is a decision.
 */
async function placeFirstTrade(page: Page, link: string, { annotations }: TestInfo): Promise<void> {
  const decisions = ['open the link']
  const begun = Date.now()
  const press = async (role: 'button' | 'link', name: string) => {
    decisions.push(name)
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await press('link', 'SmartTrades')
  await press('link', 'New SmartTrade')
  await expect(page.getByText(/^Buys now or at your price/)).toBeVisible()
  await expect(
    page.getByText(/^Choose an account and a pair: .* Or fill in an example\.$/),
  ).toBeVisible()
  await press('button', 'Fill in an example')
  await expect(page.getByText(/^Filled in: account, pair, .*2 targets, stop\./)).toBeVisible()
  await press('button', 'Review trade')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Nothing has been sent.')).toBeVisible()
  await press('button', 'Place paper trade')
  await expect(sheet.getByText(/^Placed at/)).toBeVisible()
  await expect(sheet.getByText(/^SmartTrade \d+ is /)).toBeVisible()
  const seconds = (Date.now() - begun) / 1_000
  const description = `${decisions.length} decisions (${decisions.join(', ')}) in ${seconds.toFixed(1)} s`
  annotations.push({ type: 'first minutes', description })
  expect(decisions.length).toBeLessThanOrEqual(MOST_DECISIONS)
  expect(seconds).toBeLessThan(MOST_SECONDS)
}

test('a first paper trade takes few decisions, and its sheet leads on', async ({
  page,
  service,
}, testInfo) => {
  await placeFirstTrade(page, service.link, testInfo)
  await page.getByRole('dialog').getByRole('link', { name: 'Open the trade' }).click()
  await expect(page.getByRole('complementary', { name: /^SmartTrade/ })).toBeVisible()

  // Another tab begins where the trader was: the account and the pair, and nothing else.
  const next = await page.context().newPage()
  await next.goto(`${service.origin}/smart-trades/new`)
  const account = next.getByLabel('Account', { exact: true })
  await expect(account.locator('option:checked')).toHaveText('Harbour spot')
  await expect(next.getByLabel('Pair', { exact: true })).toHaveValue('USDT_BTC')
  await expect(next.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('')
  await expect(next.getByRole('img', { name: /^Prices of the trade: .*last price/ })).toBeVisible()

  // With real money there is no example, and what was chosen on paper is not chosen there.
  await next.goto(`${service.origin}/settings`)
  await next.getByRole('button', { name: 'Switch to real' }).click()
  const sheet = next.getByRole('dialog')
  await sheet.getByLabel('Type TRADE REAL').fill('TRADE REAL')
  await sheet.getByRole('button', { name: 'Switch to real' }).click({ timeout: 15_000 })
  await expect(sheet.getByText(/^Switched at/)).toBeVisible()
  await expect(next).toHaveTitle(/REAL/)
  await next.goto(`${service.origin}/smart-trades/new`)
  await expect(next.getByText('REAL', { exact: true }).first()).toBeVisible()
  await expect(next.getByText(/^Choose an account and a pair: .* over them\.$/)).toBeVisible()
  await expect(next.getByRole('button', { name: 'Fill in an example' })).toHaveCount(0)
  await expect(account).toHaveValue('')
})

test('the first trade of an empty world takes few decisions too', async ({ page }, testInfo) => {
  const empty = mkdtempSync(join(tmpdir(), 'quarterdeck-empty-'))
  const service = await openPaperService(['--world', 'empty', '--rate-limit', 'off'], empty)
  try {
    await placeFirstTrade(page, service.link, testInfo)
  } finally {
    await service.remove()
    rmSync(empty, { recursive: true })
  }
})
