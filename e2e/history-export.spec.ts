import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { add, decimal, type Decimal } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'

import { expect, test } from './fixtures.ts'
import { expectAccessible, exportedRows, historyExport, lastMonth } from './pages.ts'

test.use({ firstPage: null })

type Row = {
  uuid: string
  closed_at: string
  pair: string
  filled: { units: string; total: string; price: string | null }
  commission: { amount: string; currency: string }
  profit: { amount: string; usd: string | null } | null
}

const HISTORY = /\/api\/v1\/terminal\/history/

/** A row as the file has it. */
const fieldsOf = (row: Row | undefined): Record<string, string | undefined> => ({
  closed_at: row && new Date(row.closed_at).toISOString(),
  pair: row?.pair,
  units: row?.filled.units,
  total: row?.filled.total,
  price: row?.filled.price ?? '',
  fee: row?.commission.amount,
  profit: row?.profit?.amount ?? '',
  profit_usd: row?.profit?.usd ?? '',
})

const calendar = (page: Page) => page.getByRole('table', { name: /^Profit of each day of / })

const figures = (page: Page) => page.getByRole('region', { name: /^Figures of / })

/** Defaults to all time: a month that has just begun has no orders yet. */
async function openHistory(page: Page, search = '?period=all'): Promise<void> {
  await page.goto(new URL(`/history${search}`, page.url()).href)
  await expect(figures(page)).toContainText('% of closing orders', { timeout: 45_000 })
}

test('the CSV holds every row with all digits, also after a pause on the way', async ({
  trader,
}) => {
  test.setTimeout(90_000)
  const sent = new Map<string, Row>()
  let refusals = 0
  await trader.route(HISTORY, async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    if (offset < 1_000 || refusals > 0) {
      // Read here: the browser does not keep the body of every answer for a test.
      const response = await route.fetch()
      for (const row of (await response.json()) as Row[]) sent.set(row.uuid, row)
      return route.fulfill({ response })
    }
    refusals += 1
    return route.fulfill({
      status: 429,
      headers: { 'Retry-After': '1' },
      json: { error: 'rate_limited', error_description: 'Slow down.' },
    })
  })
  await openHistory(trader)
  await historyExport(trader).click()
  const { name, rows } = await exportedRows(trader)
  expect(refusals).toBe(1)
  expect(name).toMatch(/^quarterdeck-history-all-accounts-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/)
  expect(rows.length).toBeGreaterThan(1_000)
  expect(rows.length).toBe(sent.size)
  const differing = rows.filter((cells) =>
    Object.entries(fieldsOf(sent.get(cells['uuid'] ?? ''))).some(
      ([field, value]) => cells[field] !== value,
    ),
  )
  expect(differing).toEqual([])
  await expect(figures(trader)).toContainText(`Orders${rows.length.toLocaleString('en')}all time`)
})

test('the CSV includes orders that were closed since all rows were loaded', async ({ trader }) => {
  test.setTimeout(90_000)
  let kept: Row | undefined
  let isKept = true
  await trader.clock.install()
  await trader.route(HISTORY, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as Row[]
    if (!isKept || !route.request().url().includes('offset=0')) return route.fulfill({ response })
    kept = rows[0]
    return route.fulfill({ response, json: rows.slice(1) })
  })
  await openHistory(trader, '?pair=USDT_ETH&view=rows&period=all')
  await expect.poll(() => kept).toBeDefined()
  isKept = false
  // The newest are read again every half minute; a bot may have closed further ones meanwhile.
  await expect(async () => {
    await trader.clock.fastForward(31_000)
    const newer = trader.getByRole('button', { name: /^Show \d+ newer/ })
    await expect(newer).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await historyExport(trader).click()
  const { rows } = await exportedRows(trader)
  expect(rows.map(({ uuid }) => uuid)).toContain(kept?.uuid)
})

test('the CSV of one account and pair has only its rows, and hidden amounts only on request', async ({
  trader,
}) => {
  await openHistory(trader, '?pair=USDT_ETH&period=all')
  await trader.getByRole('combobox', { name: 'Account' }).selectOption({ label: 'Harbour spot' })
  await expect(trader).toHaveURL(/account_id=/)
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await historyExport(trader).click()
  const panel = trader.getByRole('dialog', { name: 'Export CSV' })
  await expect(panel).toContainText('Closed orders of all time, Harbour spot, ETH/USDT.')
  const { name, rows } = await exportedRows(trader)
  expect(name).toMatch(/^quarterdeck-history-harbour-spot-usdt-eth-/)
  expect(new Set(rows.map(({ pair, account }) => `${pair} ${account}`))).toEqual(
    new Set(['USDT_ETH Harbour spot']),
  )
  expect(rows[0]).not.toHaveProperty('units')

  await historyExport(trader).click()
  await panel.getByRole('checkbox', { name: 'Include amounts although they are hidden' }).check()
  const whole = await exportedRows(trader)
  expect(whole.rows).toHaveLength(rows.length)
  expect(whole.rows[0]).toMatchObject({ units: expect.stringMatching(/\d/) })

  await historyExport(trader).click()
  await panel.getByRole('combobox', { name: 'Columns' }).selectOption('For Koinly')
  await expectAccessible(trader, 'an export for a tax program')
  const koinly = await exportedRows(trader)
  expect(koinly.rows[0]).toMatchObject({
    Date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    'Sent Amount': expect.stringMatching(/\d/),
    'Received Amount': expect.stringMatching(/\d/),
  })
})

test('a day of the calendar lists its orders, its file needs no further read, and an order links to what placed it', async ({
  trader,
}) => {
  await test.step('the file of a loaded day', async () => {
    const asked: string[] = []
    trader.on('request', (request) => {
      if (HISTORY.test(request.url())) asked.push(request.url())
    })
    await openHistory(trader, `?period=${lastMonth()}`)
    const day = calendar(trader)
      .getByRole('button', { name: /, list its orders$/ })
      .filter({ hasText: /[+−]/ })
      .last()
    await day.click()
    await expect(trader).toHaveURL(/day=/)
    await historyExport(trader).click()
    const before = asked.length
    const { rows } = await exportedRows(trader)
    expect(asked.slice(before)).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row['closed_at']?.slice(0, 10))).size).toBe(1)
  })

  await test.step('the orders of a day', async () => {
    await openHistory(trader, `?period=${lastMonth()}`)
    await expect(calendar(trader).getByRole('button').first()).toBeVisible()
    const days = calendar(trader).getByRole('button', { name: /, list its orders$/ })
    const day = days.filter({ hasText: /[+−]/ }).last()
    await day.focus()
    await trader.keyboard.press('Enter')
    await expect(day).toHaveAttribute('aria-pressed', 'true')
    await expect(trader).toHaveURL(/day=\d{4}-\d\d-\d\d/)
    await expect(
      trader.getByRole('table', { name: 'Trades' }).locator('th[scope=rowgroup]'),
    ).toHaveCount(1)
    const date = new URL(trader.url()).searchParams.get('day') ?? ''

    const cursor = trader.getByRole('slider', { name: 'Chart cursor, profit by day' })
    await cursor.focus()
    await trader.keyboard.press('Home')
    await expect(cursor).toHaveValue('0')
    await trader.keyboard.press('End')
    await expect(cursor).toHaveAttribute(
      'aria-valuetext',
      /^\d+ \w+: [+−]?[\d,]+\.\d\d USD, total /,
    )
    const saved = async (item: string) => {
      await trader.getByRole('button', { name: 'Export profit by day' }).click()
      const waiting = trader.waitForEvent('download')
      await trader.getByRole('menuitem', { name: item }).click()
      return readFileSync(await (await waiting).path())
    }
    expect((await saved('Image (PNG)')).subarray(1, 4).toString()).toBe('PNG')
    const lines = (await saved('Data (CSV)')).toString().trim().split('\r\n')
    expect(lines.length).toBeGreaterThanOrEqual(29)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,-?[\d.]+,\d+,\d+,yes,-?[\d.]+$/)

    await trader.getByRole('combobox', { name: 'Profit by' }).selectOption('By pair')
    await expect(trader.getByRole('table', { name: 'Profit by pair, USD' })).toContainText('/USDT')

    await trader.getByRole('button', { name: 'Show all days' }).click()
    await trader
      .getByRole('link', { name: /^Open / })
      .first()
      .click()
    const drawer = trader.getByRole('complementary', { name: /^Trade / })
    const source = drawer.getByRole('link', { name: /^(SmartTrade|Grid bot|DCA bot) / })
    const words = (await source.textContent()) ?? ''
    await source.click()
    await expect(trader).toHaveURL(/\/(smart-trades|grid-bots|dca-bots)/)
    const name = words.replace(/^(SmartTrade|Grid bot|DCA bot) /, '')
    await expect(trader.locator('body')).toContainText(name)

    await openHistory(trader, `?from=${date}&to=${date}`)
    const alone = trader.getByRole('img', { name: /^Profit by day, / })
    await expect(alone.locator('.recharts-bar-rectangle'), 'the bar of one day').toHaveCount(1)
  })
})

test('loading all orders can be cancelled and resumed, and shows no figure of a part', async ({
  trader,
}) => {
  test.setTimeout(90_000)
  let isHeld = true
  const held: (() => void)[] = []
  await trader.route(HISTORY, async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    if (isHeld && offset >= 600) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await trader.goto(new URL('/history?view=rows&period=all', trader.url()).href)
  await expect(figures(trader)).toContainText(/loaded back to .*600 so far/)
  await trader.getByRole('button', { name: 'Cancel' }).click()
  await expect(figures(trader)).toContainText('not all orders are loaded')
  await expect(figures(trader)).not.toContainText('USD')

  isHeld = false
  held.forEach((go) => go())
  await trader.getByRole('button', { name: 'Load all time' }).click()
  await expect(figures(trader)).toContainText('% of closing orders', { timeout: 30_000 })
})

test('figures, calendar, bars, list and file are of the chosen month', async ({ trader }) => {
  await openHistory(trader)
  await trader.getByRole('radio', { name: 'Month', exact: true }).check()
  await trader.getByRole('button', { name: 'Previous month' }).click()
  const month = lastMonth()
  await expect(trader).toHaveURL(new RegExp(`period=${month}`))
  await trader.reload()
  await expect(figures(trader)).toContainText('% of closing orders', { timeout: 45_000 })
  await historyExport(trader).click()
  const label = await historyExport(trader).innerText()
  const { rows } = await exportedRows(trader)
  expect(label).toContain(`(${rows.length.toLocaleString('en')} orders)`)
  expect(new Set(rows.map(({ closed_at: at = '' }) => at.slice(0, 7)))).toEqual(new Set([month]))
  const sum = rows.flatMap(({ profit_usd: usd }) => (usd ? decimal(usd) : [])).reduce(add)
  const profit = formatAmount(sum, { places: 2, signed: true })
  await expect(figures(trader)).toContainText(`Orders${rows.length.toLocaleString('en')}`)
  await expect(figures(trader)).toContainText(`Realised${profit}`)
  await expect(trader.getByRole('heading', { name: /closing orders, best / })).toContainText(profit)

  // A year has the same days: arrow keys move over them, Enter opens one in its month.
  await trader.getByRole('radio', { name: 'Year' }).check()
  const months = trader.getByRole('table', { name: 'Profit of each month, USD' })
  await expect(
    months.getByRole('link', { name: /closing orders.* Open the month$/ }).first(),
  ).toBeVisible({ timeout: 45_000 })
  const days = trader.getByRole('group', { name: /^Profit of each day of / })
  await days.locator('button[tabindex="0"]').focus()
  await trader.keyboard.press('Home')
  await expect(days.getByRole('button', { name: /^\w+ 1 Jan / })).toBeFocused()
  await trader.keyboard.press('ArrowRight')
  await trader.keyboard.press('ArrowDown')
  await expect(days.getByRole('button', { name: /^\w+ 9 Jan / })).toBeFocused()
  await expectAccessible(trader, 'the days of a year')
  await trader.keyboard.press('Enter')
  await expect(trader).toHaveURL(/period=\d{4}-01&day=\d{4}-01-09/)
})

/** Days back from a day, as the address has them. */
const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

test('the history of one bot’s exits in some days, net and gross, is filtered and exported with the same rows', async ({
  trader,
}) => {
  await openHistory(trader)
  await trader.getByRole('button', { name: 'More filters' }).click()
  const panel = trader.getByRole('dialog', { name: 'More filters' })
  await expectAccessible(trader, 'the filters of the history')
  const placedBy = panel.getByRole('combobox', { name: 'Placed by' })
  const bot = (await placedBy.getByRole('option', { name: /^BTC \d/ }).textContent()) ?? ''
  await placedBy.selectOption(bot)
  await panel.getByRole('combobox', { name: 'Side' }).selectOption('Sell')
  await panel.getByRole('combobox', { name: 'Purpose' }).selectOption('Grid line')
  await trader.keyboard.press('Escape')
  const today = new Date().toISOString().slice(0, 10)
  await trader.getByRole('button', { name: 'All time', exact: true }).click()
  const days = trader.getByRole('dialog', { name: 'Days of your own' })
  await days.getByLabel('First day').fill(daysBefore(today, 20))
  await days.getByLabel('Last day').fill(daysBefore(today, 2))
  await days.getByRole('button', { name: 'Show these days' }).click()
  await expect(trader).toHaveURL(/from=.*&to=/)
  await expect(trader).toHaveURL(/source=.*side=sell&role=line/)
  await trader.reload()
  await expect(trader.getByRole('button', { name: 'Remove filter Side: Sell' })).toBeVisible()
  await expect(figures(trader)).toContainText('% of closing orders', { timeout: 45_000 })

  await historyExport(trader).click()
  const { rows } = await exportedRows(trader)
  expect(
    new Set(rows.map(({ source_name, side, purpose }) => [source_name, side, purpose].join())),
  ).toEqual(new Set([`${bot},sell,line`]))
  const closed = rows.map(({ closed_at: at = '' }) => at.slice(0, 10)).toSorted()
  expect(closed[0]! >= daysBefore(today, 21)).toBe(true)
  const sumOf = (field: string) => rows.map((row) => decimal(row[field] ?? '')).reduce(add)
  const usd = (value: Decimal) => formatAmount(value, { places: 2, signed: true })
  await expect(figures(trader)).toContainText(`Realised${usd(sumOf('profit_usd'))}`)

  await trader.getByRole('button', { name: 'More filters, 3 on' }).click()
  await panel.getByRole('combobox', { name: 'Profit' }).selectOption('Gross, before fees')
  const gross = usd(add(sumOf('profit_usd'), sumOf('profit_fees')))
  await expect(figures(trader)).toContainText(`Gross profit${gross}`)
  await trader.keyboard.press('Escape')
  await trader.getByRole('combobox', { name: 'Profit by' }).selectOption('By source')
  await expect(
    trader.getByRole('table', { name: 'Gross profit by source, USD' }).getByRole('rowheader'),
  ).toHaveText([bot])

  for (const filter of [`Placed by: ${bot}`, 'Side: Sell', 'Purpose: Grid line']) {
    await trader.getByRole('button', { name: `Remove filter ${filter}` }).click()
  }
  await trader.getByRole('combobox', { name: 'Profit by' }).selectOption('By exit reason')
  await trader.getByRole('radio', { name: 'All', exact: true }).check()
  await expect(
    trader.getByRole('table', { name: 'Gross profit by exit reason, USD' }),
  ).toContainText('Funding')
  await trader.getByRole('button', { name: 'More filters' }).click()
  const tags = panel.getByRole('combobox', { name: 'Tag of the SmartTrade' })
  await tags.selectOption({ index: 1 })
  await expect(trader).toHaveURL(/tag=%23/)
  await trader.keyboard.press('Escape')
  await trader.getByRole('combobox', { name: 'Profit by' }).selectOption('By tag')
  await expect(trader.getByRole('table', { name: /by tag, USD$/ })).toContainText('#')
})
