import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { withDatabase } from '#paper/store/sqlite/sqlite-store.ts'

import { expect, test } from './fixtures.ts'
import { expectAccessible, recordNotices, shownNotices } from './pages.ts'
import { openPaperService, type PaperService } from './paper-service.ts'

/**
 * A service whose BTC/USDT goes between 100 and 120 every five minutes, which pass twenty times as
 * fast as the clock. An alert at 110 fires at any time, however slow the machine is.
 */
async function replayedService(): Promise<PaperService> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-replay-'))
  const file = join(folder, 'prices.csv')
  const rows = Array.from({ length: 60 }, (_, minute) => {
    const price = Math.floor(minute / 5) % 2 === 0 ? 100 : 120
    return `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z,USDT_BTC,${price},${price},${price},${price},10`
  })
  writeFileSync(file, ['time,pair,open,high,low,close,volume', ...rows].join('\n'))
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const service = await openPaperService(
    ['--rate-limit', 'off', '--speed', '20', '--market', `replay:${file}`],
    empty,
  )
  return {
    ...service,
    link: service.link,
    async remove() {
      await service.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Gives the condition, such as "rises to 110 or above.". */
async function setPriceAlert(page: Page, price: string): Promise<string> {
  await page.getByRole('button', { name: 'New price alert' }).click()
  const sheet = page.getByRole('dialog', { name: 'Price alert' })
  await sheet.getByLabel('Pair').selectOption({ label: 'BTC/USDT' })
  await sheet.getByRole('textbox', { name: 'Price' }).fill(price)
  const sentence = sheet.getByText(new RegExp(`BTC/USDT (rises|falls) to ${price} or`))
  const [condition = ''] = /(rises|falls) to .*$/.exec((await sentence.textContent()) ?? '') ?? []
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await expect(sheet).toBeHidden()
  return condition
}

/** Placeholders of rows that are being read have no text. */
const alertRow = (page: Page) =>
  page.getByRole('table', { name: 'Alerts' }).locator('tbody tr').filter({ hasText: /\S/ })

test.describe('in a replayed market', () => {
  let replayed: PaperService
  test.beforeEach(async () => {
    replayed = await replayedService()
  })
  test.afterEach(() => replayed.remove())

  for (const keeper of ['the service', 'the browser']) {
    test(`an alert that ${keeper} keeps fires once while a tab is open`, async ({ page }) => {
      if (keeper === 'the browser') {
        await page.route('**/api/v1/time', async (route) => {
          const response = await route.fetch()
          const time = (await response.json()) as { extensions: string[] }
          const extensions = time.extensions.filter((name) => !/alert|webhook/i.test(name))
          await route.fulfill({ response, json: { ...time, extensions } })
        })
      }
      await page.addInitScript(recordNotices)
      await page.goto(replayed.link)
      await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
      await page.clock.install()
      await page.goto(`${replayed.origin}/alerts`)
      await expect(page.getByText('No alerts yet')).toBeVisible()
      const condition = await setPriceAlert(page, '110')
      await expect(alertRow(page)).toContainText('Watching')
      // Its price passes by: the page reads once a minute.
      await expect(async () => {
        await page.clock.runFor(61_000)
        await expect(alertRow(page)).toContainText(/Fired/, { timeout: 1_000 })
      }).toPass({ timeout: 60_000 })
      await expect(page.getByRole('status').getByText(`BTC/USDT ${condition}`)).toBeVisible()
      await page.clock.runFor(130_000)
      expect(await shownNotices(page)).toEqual([`BTC/USDT: BTC/USDT ${condition}`])
    })
  }
})

test.describe('with an origin to notify', () => {
  test.use({ flags: ['--notify-to', 'https://alerts.invalid'] })

  test('a webhook is set once, tested, and never shown again @writes', async ({
    trader,
    service,
  }) => {
    await trader.goto(`${service.origin}/alerts`)
    await trader.getByRole('button', { name: 'New price alert' }).click()
    const sheet = trader.getByRole('dialog', { name: 'Price alert' })
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet.getByText('Enter a price.')).toBeVisible()
    await sheet.getByLabel('Pair').selectOption({ label: 'BTC/USDT' })
    await sheet.getByRole('textbox', { name: 'Price' }).fill('1')
    await expect(sheet.getByText('BTC/USDT falls to 1 or below')).toBeVisible()
    await sheet.getByLabel('Webhook').selectOption({ label: 'ntfy' })
    await sheet.getByLabel('Address of the topic').fill('https://elsewhere.example/topic')
    // A token of one kind is not sent to the address of another.
    await sheet.getByLabel('Access token, if it needs one').fill('tk_canary')
    await sheet.getByLabel('Webhook').selectOption({ label: 'Another address' })
    await expect(sheet.getByLabel('Access token, if it needs one')).toHaveValue('')
    await sheet.getByLabel('Webhook').selectOption({ label: 'ntfy' })
    await sheet.getByLabel('Access token, if it needs one').fill('tk_canary')
    await expectAccessible(trader, 'the sheet of an alert')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(
      sheet.getByText(/^The service may not call https:\/\/elsewhere\.example yet/),
    ).toBeVisible()
    await sheet.getByLabel('Address of the topic').fill('https://alerts.invalid/secret-topic')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet).toBeHidden()

    const row = alertRow(trader)
    await expect(row).toContainText('ntfy at https://alerts.invalid')
    await expect(row).toContainText(/Falls to 1 or below.*−100\.00%.*Watching/)
    await row.getByRole('button', { name: 'Test' }).click()
    await expect(row.getByText('the result shows here within a minute')).toBeVisible()
    await expect(async () => {
      await trader.reload()
      await expect(row).toContainText('The name could not be resolved.', { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await expect(trader.getByRole('list', { name: 'Log of alerts' })).toContainText(
      'Test not delivered by ntfy: The name could not be resolved.',
    )
    await expectAccessible(trader, 'the alerts')
    const kept = await trader.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), document.body.innerHTML]),
    )
    expect(kept).not.toContain('secret-topic')
    expect(kept).not.toContain('tk_canary')

    await row.getByRole('switch').click()
    await expect(row).toContainText('Paused')
    await expect(row.getByRole('switch')).not.toBeChecked()

    // An alert whose stored record is damaged stays in sight and can be removed.
    await service.kill()
    withDatabase({ database: join(service.data, 'quarterdeck.db') }, (database) =>
      database.exec(`UPDATE alerts SET json = '{}'`),
    )
    await service.start()
    await trader.reload()
    await expect(row).toContainText('This row could not be read.')
    await expectAccessible(trader, 'an alert that could not be read')
    await row.getByRole('button', { name: /^Remove/ }).click()
    await expect(trader.getByText('No alerts yet')).toBeVisible()
  })
})

test('alerts are made where one looks at price, stop, range and drawdown @writes', async ({
  trader,
  service,
}) => {
  const at = (path: string) => trader.goto(`${service.origin}${path}`)
  const setIn = async (name: string) => {
    const sheet = trader.getByRole('dialog', { name })
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await expect(sheet).toBeHidden()
  }
  await at('/portfolio')
  await trader.getByRole('button', { name: 'Drawdown alert' }).click()
  await setIn('Drawdown alert')
  await at('/grid-bots')
  const bot = await trader
    .locator('main a[href^="/grid-bots/"]:not([href$="/new"])')
    .first()
    .getAttribute('href')
  await at(bot ?? '')
  await trader.getByRole('button', { name: 'Alert out of range' }).click()
  await setIn('Alert out of range')
  await at('/smart-trades?status=active')
  await trader.locator('main a[href*="trade="]').first().click()
  await trader.getByRole('button', { name: 'Alert near the stop' }).click()
  await setIn('Alert near the stop')
  await trader.getByRole('button', { name: 'Price alert' }).click()
  const sheet = trader.getByRole('dialog', { name: 'Price alert' })
  // Its line is taken from the last price, and is where the field says.
  const field = sheet.getByRole('textbox', { name: 'Price' })
  await sheet.getByRole('slider', { name: 'Alert, not set yet line' }).press('PageUp')
  await expect(field).toHaveValue(/^\d/)
  const line = sheet.getByRole('slider', { name: 'Alert line' })
  const typed = await field.inputValue()
  const box = await line.boundingBox()
  if (!box) throw new Error('The level is drawn')
  await trader.mouse.move(box.x + 60, box.y + box.height / 2)
  await trader.mouse.down()
  await trader.mouse.move(box.x + 60, box.y + box.height / 2 + 30, { steps: 4 })
  await trader.mouse.up()
  await expect(field).not.toHaveValue(typed)
  await expectAccessible(trader, 'an alert over candles')
  await field.fill('1')
  await setIn('Price alert')
  await at('/alerts')
  await expect(alertRow(trader)).toHaveCount(4)
  await expect(alertRow(trader).filter({ hasText: 'leaves its range' })).toHaveCount(1)
  await expect(alertRow(trader).filter({ hasText: 'comes within 2% of its stop' })).toHaveCount(1)
  const drawdown = alertRow(trader).filter({ hasText: 'falls 10% below its peak' })
  await expect(drawdown).toHaveCount(1)
  // An unreadable percentage never leaves the former one in place.
  await drawdown.getByRole('button', { name: /^Change/ }).click()
  const change = trader.getByRole('dialog', { name: 'Drawdown alert' })
  await change.getByRole('textbox', { name: 'Below the peak of 30 days' }).fill('')
  await change.getByRole('button', { name: 'Save alert' }).click()
  await expect(change.getByText('Enter a percentage above 0')).toBeVisible()
  await change.getByRole('textbox', { name: 'Below the peak of 30 days' }).fill('15')
  await change.getByRole('button', { name: 'Save alert' }).click()
  await expect(alertRow(trader).filter({ hasText: 'falls 15% below its peak' })).toHaveCount(1)
})
