import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { balanceChart, keyFigure, openPage } from './pages.ts'

import papaparse from 'papaparse'

import { expect, test } from './fixtures.ts'

test.use({ world: 'untidy', sharedService: true })

const cursor = (page: Page) => page.getByRole('slider', { name: 'Chart cursor' })

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const NOW = Date.now()

/** A day so many days ago, as a field takes it and as the chart names it. */
function dayAgo(count: number): { typed: string; named: string } {
  const day = new Date(NOW - count * 86_400_000)
  const named = `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
  return { typed: day.toISOString().slice(0, 10), named }
}

/** Any of these days, for a pattern. */
const anyOf = (...counts: number[]): string =>
  `(${counts.map((count) => dayAgo(count).named).join('|')})`

test.describe('read in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a custom range is typed or drawn in the chart, and removed', async ({ trader }) => {
    await expect(balanceChart(trader)).toBeVisible()
    await trader.getByRole('button', { name: 'Custom' }).first().click()
    const panel = trader.getByRole('dialog', { name: 'Range of your own' })
    await panel.getByLabel('First day').fill(dayAgo(60).typed)
    await panel.getByLabel('Last day').fill(dayAgo(90).typed)
    await expect(panel).toContainText('The last day comes before the first')
    await panel.getByLabel('Last day').fill(dayAgo(41).typed)
    await panel.getByRole('button', { name: 'Show range' }).click()
    await expect(balanceChart(trader)).toHaveAccessibleName(
      new RegExp(`${dayAgo(60).named} to ${anyOf(41, 40)}`),
    )
    // Midnight by the page's clock.
    const [from, to] = await trader.evaluate(
      (days) => days.map((day) => Date.parse(`${day}T00:00`) / 1_000),
      [dayAgo(60).typed, dayAgo(40).typed],
    )
    await expect(trader).toHaveURL(new RegExp(`from=${from}&to=${to}`))
    const typed = (await balanceChart(trader).getAttribute('aria-label')) ?? ''

    await trader.setViewportSize({ width: 1_440, height: 320 })
    const chart = trader.locator('figure').filter({ has: balanceChart(trader) })
    await chart.getByRole('button', { name: /^Export/ }).evaluate((menu) => menu.scrollIntoView())
    const place = await balanceChart(trader).boundingBox()
    await trader.mouse.click((place?.x ?? 0) + 90, 300)
    await expect(cursor(trader)).toBeFocused()
    expect(await balanceChart(trader).boundingBox(), 'a pressed chart stays there').toEqual(place)
    await trader.setViewportSize({ width: 1_440, height: 900 })

    const box = await cursor(trader).boundingBox()
    if (!box) throw new Error('the chart has no place')
    const y = box.y + box.height / 2
    await trader.mouse.move(box.x + box.width * 0.25, y)
    await trader.mouse.down()
    await trader.mouse.move(box.x + box.width * 0.5, y, { steps: 4 })
    await trader.mouse.up()
    await expect(balanceChart(trader)).toHaveAccessibleName(
      new RegExp(`${anyOf(56, 55)} to ${anyOf(52, 51, 50)}`),
    )

    await trader.getByRole('button', { name: 'Undo' }).first().click()
    await expect(balanceChart(trader)).toHaveAccessibleName(typed)
    await trader.getByRole('radio', { name: '30d', exact: true }).first().check()
    await expect(trader).not.toHaveURL(/from=/)
  })
})

test('the chosen range is kept across pages', async ({ trader }) => {
  const range = (name: string) => trader.getByRole('radio', { name, exact: true }).first()
  await range('90d').check()
  await openPage(trader, 'History')
  await openPage(trader, 'Portfolio')
  await expect(range('90d')).toBeChecked()
  await range('30d').check()
  await trader.reload()
  await expect(range('30d')).toBeChecked()

  // The history says the same of the same days; an order may close between the two readings.
  await expect(async () => {
    await openPage(trader, 'Portfolio')
    const text = await keyFigure(trader, 'Profit net of deposits').innerText()
    const [profit, realised, open] = amountsIn(text)
    expect(realised! + open!).toBeCloseTo(profit!, 2)
    await trader.getByRole('link', { name: 'Realised' }).click()
    const figures = trader.getByRole('region', { name: /^Figures of \d+ \w+( \d+)? to / })
    await expect(figures).toContainText('% of closing orders')
    expect(amountsIn(await figures.innerText())[0]).toBe(realised)
  }).toPass()
})

test('a new range shows no figure of the former one while it is read', async ({ trader }) => {
  const profit = keyFigure(trader, 'Profit net of deposits')
  await expect(profit).toContainText(/\d/)
  const named = await balanceChart(trader).getAttribute('aria-label')
  const former = /, .+? to /.exec(named ?? '')?.[0] ?? 'no days'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await trader.route('**/balance_chart_data?*', async (route) => {
    await held
    await route.fallback()
  })
  await trader.getByRole('radio', { name: '90d', exact: true }).first().check()
  await expect(profit).not.toContainText(/\d/)
  await expect(balanceChart(trader)).toBeHidden()
  release()
  await expect(profit).toContainText(/\d/)
  await expect(balanceChart(trader)).toHaveAccessibleName(/, .+ \d{4} to /)
  await expect(balanceChart(trader)).not.toHaveAccessibleName(new RegExp(former))
})

const amountsIn = (text: string): number[] =>
  Array.from(text.matchAll(/[+−][\d,]+\.\d\d/g), ([amount]) =>
    Number(amount.replaceAll(',', '').replace('−', '-')),
  )

test('a range that shows no more than a shorter one says so when it is pressed', async ({
  trader,
}) => {
  const since = Date.now() / 1_000 - 20 * 3_600
  await trader.route('**/balance_chart_data?*', async (route) => {
    const response = await route.fetch()
    const points = (await response.json()) as { date: number }[]
    await route.fulfill({ response, json: points.filter(({ date }) => date > since) })
  })
  await trader.reload()
  await expect(balanceChart(trader)).toBeVisible()
  const week = trader.getByRole('radio', { name: /^7d\b.* The history begins on/ }).first()
  await week.click({ force: true })
  await expect(
    trader.getByRole('status').filter({ hasText: 'a shorter range shows all of it' }).first(),
  ).toBeVisible()
  await expect(week).not.toBeChecked()
})

test('a range is compared with the one before it, and deposits are read as chosen', async ({
  trader,
}) => {
  const figures = trader.getByRole('table', { name: /^Figures of the range/ })
  const row = (name: string) =>
    figures.getByRole('row').filter({ has: trader.getByRole('rowheader', { name }) })
  await expect(row('Money-weighted')).toContainText(/\d\.\d\d%/)
  await expect(row('Volatility, annualised')).toContainText(/\d\.\d\d%/)
  await expect(row('Days in profit')).toContainText(/^Days in profit\d+ of \d+$/)
  await row('Money-weighted').getByText('Money-weighted').focus()
  await expect(trader.getByRole('tooltip')).toContainText('The one rate r of the whole range')
  await trader.keyboard.press('Escape')
  await expect(trader.getByRole('tooltip')).toHaveCount(0)
  // A finger has neither hover nor keyboard focus: it presses.
  const touch = { pointerType: 'touch', bubbles: true }
  await row('Money-weighted').getByText('Money-weighted').dispatchEvent('click')
  await expect(trader.getByRole('tooltip')).toContainText('The one rate r of the whole range')
  await figures.dispatchEvent('pointerdown', touch)
  await expect(trader.getByRole('tooltip')).toHaveCount(0)

  await trader.getByRole('button', { name: 'Compare with previous period' }).click()
  await expect(row('Profit').first().getByRole('cell')).toHaveCount(2)
  await expect(row('Value at the end').getByRole('cell').last()).toContainText(/\d,\d{3}\.\d\d/)

  await expect(
    trader.getByText('The service does not say which; this is estimated from the figures.'),
  ).toBeVisible()
  await trader
    .getByRole('combobox', { name: 'How deposits are counted' })
    .selectOption('Deposits: running total')
  await expect(
    trader.getByText('Deposits are counted as a running total.', { exact: true }),
  ).toBeVisible()
  await trader.reload()
  await expect(trader.getByRole('combobox', { name: 'How deposits are counted' })).toHaveValue(
    'cumulative',
  )
})

test('the chart is saved as an image and as CSV, with hidden amounts only on request', async ({
  trader,
}) => {
  await expect(balanceChart(trader)).toBeVisible()
  const save = async (item: string) => {
    await trader.getByRole('button', { name: 'Export balance' }).click()
    const waiting = trader.waitForEvent('download')
    await trader.getByRole('menuitem', { name: item }).click()
    return waiting
  }
  const picture = await save('Image (PNG)')
  expect(picture.suggestedFilename()).toMatch(
    /^quarterdeck-balance-all-accounts-usd-[\d-]+-to-[\d-]+\.png$/,
  )
  const bytes = readFileSync(await picture.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.length > 20_000]).toEqual([2_400, true])

  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await trader.getByRole('button', { name: 'Export balance' }).click()
  await expect(trader.getByRole('menuitem', { name: 'Data (CSV)', exact: true })).toHaveCount(0)
  await trader.keyboard.press('Escape')
  const points = await save('Data with the hidden amounts (CSV)')
  const text = readFileSync(await points.path(), 'utf8').replace(/^\uFEFF/, '')
  const { data } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.length).toBeGreaterThan(100)
  expect(data[0]).toMatchObject({ value_usd: expect.stringMatching(/^\d+(\.\d+)?$/) })
})
