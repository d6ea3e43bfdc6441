import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { balanceChart, expectAccessible, keyFigure, withheld, writesFrom } from './pages.ts'
import { UNTIDY_SPOT } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true })

const choice = (page: Page, group: string, name: string): Locator =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true })

const balances = (page: Page): Locator => page.getByRole('table', { name: 'Balances', exact: true })

const rowOf = (table: Locator, code: string): Locator =>
  table
    .getByRole('row')
    .filter({ has: table.page().getByRole('rowheader', { name: new RegExp(`^${code}( |$)`) }) })

test('the chart shows every range in USD and in BTC, and its address keeps the choice', async ({
  trader,
}) => {
  await expect(balanceChart(trader)).toHaveAccessibleName(/All accounts, .+ to .+ USD$/)
  for (const range of ['24h', '7d', '90d', '1y']) {
    const before = await balanceChart(trader).getAttribute('aria-label')
    await choice(trader, 'Range', range).check()
    await expect(balanceChart(trader)).not.toHaveAccessibleName(before ?? '')
    await expect(trader).toHaveURL(new RegExp(`range=${range}`))
  }
  await choice(trader, 'Range', 'All').check()
  await expect(trader).toHaveURL(/range=all/)
  await choice(trader, 'Unit', 'BTC').check()
  await expect(balanceChart(trader)).toHaveAccessibleName(/ BTC$/)
  await expect(keyFigure(trader, 'Value')).toContainText(/^Value0\.\d+BTC/)
  await expect(balances(trader).getByRole('columnheader', { name: 'Value, BTC' })).toBeVisible()

  const release = await withheld(trader, /assets\/time-chart-drawing-/)
  await trader.reload()
  await expect(choice(trader, 'Unit', 'BTC')).toBeChecked()
  await expect(choice(trader, 'Range', 'All')).toBeChecked()
  await expect(balanceChart(trader)).toHaveAccessibleName(/ BTC$/)
  const first = await balanceChart(trader).locator('path').getAttribute('d')
  release()
  const last = balanceChart(trader).locator('path.recharts-line-curve').last()
  expect(farthest(first ?? '', (await last.getAttribute('d')) ?? '')).toBeLessThan(0.01)
})

/** The greatest distance in px between the points of two paths; without end where they are of other lengths. */
function farthest(one: string, other: string): number {
  const [first, second] = [one, other].map((path) => path.match(/-?[\d.]+/g)?.map(Number) ?? [])
  if (!first?.length || first.length !== second?.length) return Number.POSITIVE_INFINITY
  return Math.max(...first.map((number, index) => Math.abs(number - (second[index] ?? 0))))
}

test('the chart marks deposits, and the balance table searches, sorts and keeps its columns and its limit', async ({
  trader,
}) => {
  await test.step('profit excludes deposits and withdrawals', async () => {
    await choice(trader, 'Range', '90d').check()
    await expect(trader.getByText(/^Deposit \+/).first()).toBeVisible()
    await expect(trader.getByText(/^Withdrawal −/).first()).toBeVisible()
    await expect(keyFigure(trader, 'Profit net of deposits')).toContainText(/[+−][\d,]+\.\d{2}/)
    const table = trader.getByRole('table', { name: /^Figures of the range/ })
    await expect(table).toBeVisible()
    // The chart may be drawn a moment after the figures.
    await expect(async () => {
      const { value, end, start, flows, profit, line } = await trader.evaluate(() => {
        const numberIn = (text = '') =>
          Number(/[−+]?[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(',', '').replace('−', '-'))
        const after = (tag: string, name: string) =>
          numberIn(
            [...document.querySelectorAll(tag)].find((one) => one.textContent === name)
              ?.nextElementSibling?.textContent ?? '',
          )
        const label = document.querySelector('main [role=img][aria-label^="Balance history"]')
        return {
          value: after('dt', 'Value'),
          start: after('th', 'Value at the start'),
          end: after('th', 'Value at the end'),
          flows: after('th', 'Net deposits'),
          profit: after('dt', 'Profit net of deposits'),
          line: numberIn(label?.ariaLabel?.split(' to ').at(-1)),
        }
      })
      expect([end, line]).toEqual([value, value])
      expect(profit).toBeCloseTo(value - start - flows, 2)
    }).toPass()
    await expect(keyFigure(trader, 'Maximum drawdown')).toContainText(/−\d+\.\d{2}%/)
    await expect(keyFigure(trader, 'Best day')).toContainText(/\d+\.\d{2}%/)

    await trader.getByRole('button', { name: 'Held in BTC' }).click()
    await expect(trader.getByRole('button', { name: 'Held in BTC' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
  })

  await test.step('search, order, and what is left out', async () => {
    await trader.getByRole('combobox', { name: 'Accounts' }).selectOption(UNTIDY_SPOT)
    const table = balances(trader)
    const total = table.getByRole('row').filter({ hasText: /^Total(, rounded)?, with / })
    await expect(total).toContainText(/\d+ assets? under 1 USD hidden \(\d+\.\d{2,}\)/)
    await expect(total).toContainText('GONE and HBRT have no price')

    const shown = await table.getByRole('rowheader').count()
    await total.getByRole('button', { name: 'Show' }).click()
    await expect(table.getByRole('rowheader')).not.toHaveCount(shown)

    const names = table.getByRole('rowheader')
    await table.getByRole('button', { name: 'Asset' }).click()
    await expect(table.locator('[aria-sort=ascending]')).toContainText('Asset')
    const sorted = await names.allInnerTexts()
    expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b)))

    await trader.getByRole('searchbox', { name: 'Find an asset' }).fill('tether')
    await expect(names).toHaveCount(1)
    await expect(names).toContainText('USDT')
    await trader.getByRole('searchbox', { name: 'Find an asset' }).fill('nothing such')
    await expect(trader.getByText('No asset matches “nothing such”.')).toBeVisible()
    await trader.getByRole('button', { name: 'Clear filters' }).click()
    await expect(names.first()).toBeVisible()
  })

  await test.step('columns and the limit for small balances', async () => {
    await trader.reload()
    const table = balances(trader)
    // The lines of the day are read once somebody turns to the page.
    await table.getByRole('rowheader').first().hover()
    await expect(table.locator('svg path').first()).toBeAttached()
    const shown = await table.getByRole('rowheader').count()
    await trader.getByRole('button', { name: 'under 1 USD' }).click()
    const panel = trader.getByRole('dialog', { name: 'Small assets' })
    await panel.getByLabel('Hide assets under, USD').fill('1000')
    await panel.getByRole('button', { name: 'Hide smaller ones' }).click()
    await expect(table).toContainText(/assets under 1,000 USD hidden \(/)
    await trader.getByRole('button', { name: 'Columns' }).click()
    await trader.getByRole('checkbox', { name: 'Day' }).uncheck()
    await trader.getByRole('checkbox', { name: 'Share' }).uncheck()
    await trader.reload()
    await expect(table).toContainText(/assets under 1,000 USD hidden \(/)
    expect(await table.getByRole('rowheader').count()).toBeLessThan(shown)
    await expect(table.getByRole('columnheader', { name: 'Share' })).toHaveCount(0)
    await expect(table.getByRole('columnheader', { name: 'Value, USD' })).toBeVisible()
  })
})

test('a copied figure is the exact decimal, and a hidden one is neither shown nor copied', async ({
  trader,
}) => {
  // A price and an amount with more digits than any column shows.
  await trader.route('**/table_chart_data**', async (route) => {
    const response = await route.fetch()
    const json = ((await response.json()) as { currency_code: string }[]).map((row) =>
      row.currency_code === 'USDC'
        ? { ...row, current_price_usd: 6.4123e-12, position: 12345.678901234 }
        : row,
    )
    await route.fulfill({ response, json })
  })
  await trader.reload()
  const row = rowOf(balances(trader), 'USDC')
  const [price, amount] = [row.getByRole('cell').nth(0), row.getByRole('cell').nth(3)]
  await expect(price).toContainText('0.0(11)64123')
  await expect(amount).toContainText('24,691.36')

  await price.getByTitle('0.0000000000064123').dblclick()
  expect(await copied(trader)).toBe('0.0000000000064123')
  await amount.getByTitle('24,691.357802468').click({ clickCount: 3 })
  expect((await copied(trader)).trim()).toBe('24691.357802468')
  // Half of the digits are selected.
  await amount.getByTitle('24,691.357802468').evaluate((figure) => {
    const [digits] = figure.childNodes
    if (digits) getSelection()?.setBaseAndExtent(digits, 1, digits, 4)
  })
  expect(await copied(trader)).toBe('24691.357802468')
  // A whole row goes into the cells of a spreadsheet.
  await row.evaluate((cells) => getSelection()?.selectAllChildren(cells))
  const cells = (await copied(trader)).trim().split('\t')
  expect(cells.slice(0, 2)).toEqual(['USDC USD Coin', '0.0000000000064123'])
  expect(cells).toContain('24691.357802468')
  await expect(amount).toContainText('24,691.36')
  // A figure with its unit, and nothing of it while it is hidden.
  const value = keyFigure(trader, 'Value').locator('dd').first()
  await value.evaluate((figure) => getSelection()?.selectAllChildren(figure))
  expect((await copied(trader)).trim()).toMatch(/^\d+\.\d+ USD$/)
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(value).toContainText('hidden')
  await value.evaluate((figure) => getSelection()?.selectAllChildren(figure))
  expect(await copied(trader)).not.toMatch(/\d|hidden|•/)
  await expect(balanceChart(trader)).toHaveAccessibleName(/from hidden to hidden$/)
  await expect(balances(trader).getByRole('row').nth(1)).toContainText('hidden')
  await expect(keyFigure(trader, 'Time-weighted return')).toContainText('%')
})

/** The text that Ctrl+C puts on the clipboard, pasted on another page; "" if it puts none there. */
async function copied(page: Page): Promise<string> {
  const pad = await page.context().newPage()
  await pad.setContent('<textarea>none</textarea>')
  const entry = pad.locator('textarea')
  await entry.selectText()
  await entry.press('ControlOrMeta+C')
  await page.bringToFront()
  await page.keyboard.press('ControlOrMeta+C')
  await entry.selectText()
  await entry.press('ControlOrMeta+V')
  const text = await entry.inputValue()
  await pad.close()
  return text === 'none' ? '' : text
}

test('a sell-all waits until what runs is read again, and names a list that could not be', async ({
  trader,
}) => {
  const list = /\/bots\/grid(\?|$)/
  // The needs of the trader are found in the same lists.
  await Promise.all([trader.waitForResponse(list), trader.reload()])
  await trader.getByRole('combobox', { name: 'Accounts' }).selectOption(UNTIDY_SPOT)
  const review = trader.getByRole('button', { name: 'Review sell-all' })
  const sheet = trader.getByRole('dialog')
  const reading = sheet.getByText('What is sold and stopped is still being read.').first()

  const release = await withheld(trader, list)
  await review.click()
  await expect(sheet.getByRole('table', { name: 'What is sold' })).toBeVisible()
  await expect(reading).toBeVisible()
  release()
  await expect(reading).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Keep everything' }).click()

  await trader.route(list, (route) => route.abort())
  await review.click()
  await expect(sheet).toContainText('The grid bots could not be read.')
})

test(
  'sell-all sells an account once, after a typed phrase, and shows what remains',
  { tag: '@writes' },
  async ({ trader }) => {
    const sent = writesFrom(trader, '/sell_all_to_usd')
    const review = trader.getByRole('button', { name: 'Review sell-all' })
    await expect(review).toHaveAttribute('aria-disabled', 'true')
    await expect(review).toHaveAccessibleDescription('Choose one account first.')
    await trader.getByRole('combobox', { name: 'Accounts' }).selectOption(UNTIDY_SPOT)
    await review.click()

    const sheet = trader.getByRole('dialog', { name: `Sell everything on ${UNTIDY_SPOT} to USD` })
    await expect(sheet).toContainText('Nothing has been sent.')
    await expect(sheet).toContainText('PAPER')
    await expect(sheet).toContainText('It cannot be undone.')
    await expect(sheet.getByRole('table', { name: 'What is sold' })).toContainText('SOL')
    await expect(sheet.getByRole('table', { name: 'Expected to stay' })).toContainText('USDT')
    await expect(sheet.getByText(/which currencies it counts as dollars: USD, USDT/)).toBeVisible()
    await expect(sheet).toContainText(/\d+ active SmartTrades?/)
    await expect(sheet).toContainText(/\d+ DCA bots? and /)
    await expect(sheet).toContainText('Signal bots are not stopped.')
    await expect(sheet.getByLabel('Request', { exact: true })).toHaveText(
      /^POST \/api\/v1\/exchanges\/[0-9a-f-]{36}\/sell_all_to_usd$/,
    )
    await expect(sheet.getByRole('button', { name: 'Keep everything' })).toBeFocused()
    await expectAccessible(trader, 'before everything is sold')

    const sell = sheet.getByRole('button', { name: /^Sell (up to )?\d+ assets? to USD$/ })
    const phrase = sheet.getByRole('textbox', { name: /^Type SELL ALL / })
    await expect(sell).toHaveAttribute('aria-disabled', 'true')
    await phrase.fill(`sell all ${UNTIDY_SPOT}`)
    await expect(sell).toHaveAccessibleDescription(`Type SELL ALL ${UNTIDY_SPOT} above.`)
    await phrase.fill(`SELL ALL ${UNTIDY_SPOT}`)
    await phrase.press('Enter')
    await expect(sell).not.toHaveAttribute('aria-disabled')
    await sell.press('Enter')
    await expect(sheet).toContainText('Nothing has been sent.')
    expect(sent).toEqual([])

    await sell.dblclick()
    const result = trader.getByRole('dialog', { name: `What remains on ${UNTIDY_SPOT}` })
    await expect(result).toContainText('Accepted at ')
    const remains = result.getByRole('table', { name: 'Assets before and now' })
    await expect(rowOf(remains, 'SOL')).toContainText(/0\s*0\.00$/)
    // Less than a lot cannot be sold.
    await expect(rowOf(remains, 'BTC')).toContainText('0.00000001')
    await expect(rowOf(remains, 'USDT')).toBeVisible()
    await expect(result).toContainText('0 SmartTrades, 0 DCA bots, 0 grid bots')
    expect(sent).toHaveLength(1)

    await result.getByRole('button', { name: 'Close' }).click()
    await expect(rowOf(balances(trader), 'SOL')).toHaveCount(0)
    await expect(rowOf(balances(trader), 'USDT')).toBeVisible()
  },
)

test(
  'a sell-all without an answer is unknown and is not sent again',
  { tag: '@writes' },
  async ({ trader, service }) => {
    const sent = writesFrom(trader, '/sell_all_to_usd')
    await trader.getByRole('combobox', { name: 'Accounts' }).selectOption(UNTIDY_SPOT)
    await trader.getByRole('button', { name: 'Review sell-all' }).click()
    const sheet = trader.getByRole('dialog')
    await sheet.getByRole('textbox', { name: /^Type SELL ALL / }).fill(`SELL ALL ${UNTIDY_SPOT}`)
    const sell = sheet.getByRole('button', { name: /^Sell (up to )?\d+ assets? to USD$/ })
    await expect(sell).not.toHaveAttribute('aria-disabled')
    await service.kill()
    await sell.click()
    await expect(sheet).toContainText('Outcome unknown. Do not send it again.')
    await expect(sheet.getByRole('button', { name: /^Sell / })).toHaveCount(0)

    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(trader.getByRole('button', { name: 'Review sell-all' })).toHaveCount(0)
    await trader.getByRole('button', { name: 'See what is known' }).click()
    await service.start()
    await expect(trader.getByRole('dialog')).toContainText('Balances read again')
    expect(sent).toHaveLength(1)
  },
)

test.describe('against a service of the spec alone', () => {
  test.use({ flags: ['--strict'] })

  test('accounts are known from the balances, and others by their id', async ({ trader }) => {
    await expect(
      trader.getByRole('combobox', { name: 'Accounts' }).getByRole('option'),
    ).not.toHaveCount(1)
    await trader.getByRole('button', { name: 'By id' }).click()
    const id = trader.getByRole('textbox', { name: 'Id of the connection' })
    await id.fill('abc')
    await id.press('Enter')
    await expect(trader.getByText('An id has 32 hexadecimal digits in five groups.')).toBeVisible()
    await id.fill('11111111-2222-4333-8444-55555555abcd')
    await id.press('Enter')
    await expect(trader).toHaveURL(/scope=11111111-2222-4333-8444-55555555abcd/)
    await expect(trader.getByText('Value of Connection …abcd')).toBeAttached()
    await expect(trader.getByText('The balances could not be loaded.')).toBeVisible()
  })
})
