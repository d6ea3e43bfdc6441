import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { openPage, showPath } from './pages.ts'
import { UNTIDY_SPOT } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(new URL(`/smart-trades${search}`, page.url()).href)
  await expect(page.getByRole('heading', { name: 'SmartTrades', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'SmartTrades' })).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')

test('the list of trades is grouped, filtered, sorted and paged by its address', async ({
  trader,
}) => {
  await test.step('groups', async () => {
    const asked: string[] = []
    trader.on('request', (request) => {
      if (/\/smart_trades\?.*per_page=25/.test(request.url())) asked.push(request.url())
    })
    await openList(trader)
    // Reads that left before the page's code had come are not sent once more.
    expect(asked).toHaveLength(1)
    await expect(trader).toHaveURL(/status=active/)
    for (const group of ['Finished', 'Cancelled', 'Failed', 'All']) {
      await trader.getByRole('navigation', { name: 'Groups' }).getByText(group).click()
      await expect(trader).toHaveURL(new RegExp(`status=${group.toLowerCase()}`))
      await expect(
        trader.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: group }),
      ).toHaveAttribute('aria-current', 'page')
      await expect(rowsOf(trader).first()).toBeVisible()
    }
    await trader.goBack()
    await expect(trader).toHaveURL(/status=failed/)
  })

  await test.step('trades without an exit say why each ended and what was filled', async () => {
    await openList(trader)
    await trader.getByRole('navigation', { name: 'Groups' }).getByText('Failed').click()
    const table = trader.getByRole('table', { name: 'SmartTrades' })
    await expect(table.getByRole('columnheader', { name: 'Reason' })).toBeVisible()
    await expect(table.getByRole('columnheader', { name: 'Ended', exact: true })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    const row = rowsOf(trader).first()
    await expect(row).toContainText('Insufficient funds')
    await expect(row.getByRole('cell', { name: /^0 of 0\.\d+/ })).toBeVisible()
    await expect(row).not.toContainText('—')
  })

  await test.step('filters', async () => {
    await openList(trader, '?status=all')
    await trader.getByRole('combobox', { name: 'Pair' }).fill('btc/usdt')
    await trader.keyboard.press('Enter')
    await expect(trader).toHaveURL(/pair=USDT_BTC/)
    await expect(rowsOf(trader).filter({ hasNotText: 'BTC/USDT' })).toHaveCount(0)

    await trader.getByRole('button', { name: /^More filters/ }).click()
    const filters = trader.getByRole('dialog', { name: 'More filters' })
    await filters.getByLabel('Type').selectOption('smart_trade')
    await filters.getByLabel('Created from').fill('2020-01-01')
    await filters.getByLabel('Rows per page').selectOption('10')
    await trader.keyboard.press('Escape')
    await expect(trader).toHaveURL(/type=smart_trade/)
    await expect(trader).toHaveURL(/from=2020-01-01/)
    await expect(trader).toHaveURL(/per_page=10/)

    await trader.getByRole('button', { name: 'Remove filter Type: SmartTrade' }).click()
    await expect(trader).not.toHaveURL(/type=/)
    await trader.getByRole('button', { name: 'Clear filters' }).click()
    await expect(trader).not.toHaveURL(/pair=/)
    await expect(trader).not.toHaveURL(/from=/)
  })

  await test.step('sorts and pages, and a wrong address that heals', async () => {
    await openList(trader, '?status=asleep&page=0&per_page=9000&pair=nonsense&order_by=mood')
    await expect(trader).toHaveURL(/\/smart-trades\?status=active$/)

    await showPath(trader, '/smart-trades?status=all&per_page=10')
    const head = trader.getByRole('columnheader', { name: /^Profit/ })
    await head.getByRole('button').click()
    await expect(trader).toHaveURL(/order_by=profit/)
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(trader).toHaveURL(/order_direction=ASC/)
    await expect(head).toHaveAttribute('aria-sort', 'ascending')

    await expect(trader.getByText('Rows 1 to 10', { exact: true })).toBeVisible()
    await trader.getByRole('button', { name: 'Next' }).click()
    await expect(trader).toHaveURL(/page=2/)
    await expect(trader.getByText('Rows 11 to 20', { exact: true })).toBeVisible()
    await expect(trader.getByText(/ of \d+ rows/)).toHaveCount(0)

    await showPath(trader, '/smart-trades?status=all&pair=USDT_NOPE')
    await expect(trader.getByText('No SmartTrade matches this filter.')).toBeVisible()
    await trader.getByRole('button', { name: 'Remove filter Pair: NOPE/USDT' }).click()
    await expect(rowsOf(trader).first()).toBeVisible()
  })
})

test('a trade opens beside the list, which keeps its place, and a failed list says what the service answered', async ({
  trader,
}) => {
  await test.step('a list that cannot be read', async () => {
    await trader.route('**/api/v1/smart_trades?**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'internal_error', error_description: 'temporarily unavailable' },
      }),
    )
    await trader.goto(new URL('/smart-trades', trader.url()).href)
    await expect(trader.getByText('The SmartTrades could not be loaded.')).toBeVisible()
    await expect(
      trader
        .getByRole('alert')
        .getByText('The service answered 503: “temporarily unavailable”', { exact: true }),
    ).toBeVisible()
    await trader.unroute('**/api/v1/smart_trades?**')
    await trader.getByRole('button', { name: 'Try now' }).last().click()
    await expect(rowsOf(trader).first()).toBeVisible()
  })

  await test.step('a trade of its own address', async () => {
    await openList(trader)
    await rowsOf(trader).first().getByRole('link').first().click()
    await expect(trader).toHaveURL(/trade=\d+/)
    const drawer = trader.getByRole('complementary', { name: /^SmartTrade \d+/ })
    await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await drawer.getByText('All fields', { exact: true }).click()
    await expect(drawer.getByText('position.units.value')).toBeVisible()
    await drawer.getByText('JSON as sent', { exact: true }).click()
    await expect(drawer.getByLabel('SmartTrade as sent', { exact: true })).toContainText(
      '"smart_trade',
    )

    await trader.reload()
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(trader).not.toHaveURL(/trade=/)
  })

  await test.step('the place of the list', async () => {
    await trader.goto(new URL('/smart-trades?status=all&per_page=50&page=2', trader.url()).href)
    const rows = trader.getByRole('table', { name: 'SmartTrades' }).locator('tbody tr')
    await expect(rows).toHaveCount(50)
    const place = () => trader.evaluate(() => Math.round(window.scrollY))
    await rows.nth(40).scrollIntoViewIfNeeded()
    const before = await place()
    expect(before).toBeGreaterThan(500)

    await rows.nth(40).getByRole('link').first().click()
    await expect(trader).toHaveURL(/trade=\d+/)
    expect(await place()).toBe(before)
    await trader.goBack()
    await expect(trader).not.toHaveURL(/trade=/)
    expect(Math.abs((await place()) - before)).toBeLessThan(2)

    await rows
      .nth(40)
      .getByRole('button', { name: /^Actions/ })
      .click()
    await trader.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(trader.getByRole('heading', { name: 'New SmartTrade', level: 1 })).toBeVisible()
    await trader.goBack()
    await expect(rows).toHaveCount(50)
    await expect.poll(place).toBe(before)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('trades are cards, and an open one fills the screen', async ({ trader }) => {
    await trader.goto(new URL('/smart-trades', trader.url()).href)
    const list = trader.getByRole('list', { name: 'SmartTrades' })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    await list.getByRole('link').first().click()
    const drawer = trader.getByRole('complementary', { name: /^SmartTrade \d+/ })
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(list).toBeVisible()

    await expect(trader.getByRole('banner').getByText('Trading on', { exact: true })).toBeVisible()
    await trader.getByRole('button', { name: 'Views', exact: true }).click()
    await expect(trader.getByLabel('Name of the view')).toBeVisible()
  })
})

test.describe('in the demo, whose prices are shorter', () => {
  test.use({ world: 'demo' })

  test('no figure of the list is cut beside its drawer or on a tablet, and the total is under its column', async ({
    trader,
  }) => {
    await openList(trader)
    const table = trader.getByRole('table', { name: 'SmartTrades' })
    const right = async (cell: Locator) => {
      const box = await cell.boundingBox()
      return box === null ? undefined : Math.round(box.x + box.width)
    }
    const digits = (row: Locator) =>
      row
        .locator('[title]')
        .filter({ hasText: /^[+−]\d/ })
        .last()
    const filled = rowsOf(trader).filter({ hasText: '%' }).first()
    for (const [width, isOpen] of [
      [1440, false],
      [1440, true],
      [1366, false],
      [1280, false],
      [1024, false],
      [900, false],
      [768, false],
      [740, false],
    ] as const) {
      await trader.setViewportSize({ width, height: 900 })
      if (isOpen) await rowsOf(trader).first().getByRole('link').first().click()
      // The list may still be giving way to the drawer.
      const isCut = () =>
        table.evaluate((box) => box.scrollWidth > (box.parentElement?.clientWidth ?? 0))
      await expect.poll(isCut, { message: `at ${width} px` }).toBe(false)
      await expect(filled.getByRole('button', { name: /^Actions/ })).toBeInViewport({ ratio: 1 })
      const ends = async () => [
        await right(digits(table.locator('tfoot'))),
        await right(digits(filled)),
      ]
      await expect
        .poll(async () => new Set(await ends()).size, { message: `at ${width} px` })
        .toBe(1)
      if (isOpen) await trader.goBack()
    }
  })
})

test('columns, row height and views are kept', async ({ trader }) => {
  await openPage(trader, 'SmartTrades')
  const table = trader.getByRole('table', { name: 'SmartTrades' })
  const head = (name: string) => table.getByRole('columnheader', { name, exact: true })
  await expect(head('Note')).toBeVisible()

  await trader.getByRole('button', { name: 'Columns and rows' }).click()
  const options = trader.getByRole('dialog', { name: 'Columns and rows' })
  await options.getByRole('checkbox', { name: 'Note' }).uncheck()
  await options.getByRole('checkbox', { name: 'Account' }).check()
  await options.getByRole('radio', { name: 'Compact' }).check({ force: true })
  await trader.keyboard.press('Escape')
  await expect(head('Note')).toHaveCount(0)
  await expect(table.getByRole('cell', { name: UNTIDY_SPOT }).first()).toBeVisible()
  await expect(trader.locator('html')).toHaveAttribute('data-density', 'compact')

  await trader.getByRole('combobox', { name: 'Pair' }).fill('btc/usdt')
  await trader.keyboard.press('Enter')
  await expect(trader).toHaveURL(/pair=USDT_BTC/)
  await trader.getByRole('button', { name: 'Views' }).click()
  const views = trader.getByRole('dialog', { name: 'Views' })
  await views.getByLabel('Name of the view').fill('Only bitcoin')
  await trader.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: 'Only bitcoin' })).toBeVisible()
  await trader.keyboard.press('Escape')
  await trader.getByRole('button', { name: 'Remove filter Pair: BTC/USDT' }).click()
  await expect(trader).not.toHaveURL(/pair=/)

  await trader.reload()
  await expect(head('Account')).toBeVisible()
  await expect(head('Note')).toHaveCount(0)
  await trader.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: 'Only bitcoin' }).click()
  await expect(trader).toHaveURL(/pair=USDT_BTC/)
  await trader.getByRole('button', { name: 'Remove filter Pair: BTC/USDT' }).click()
  await expect(trader).not.toHaveURL(/pair=/)
  await trader.getByRole('button', { name: 'Views' }).click()
  await views.getByLabel('Name of the view').fill('Everything')
  await trader.keyboard.press('Enter')
  // A view is all of what was kept: nothing of the moment stays beside it.
  await views.getByRole('link', { name: 'Only bitcoin' }).click()
  await expect(trader).toHaveURL(/pair=USDT_BTC/)
  await trader.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: 'Everything' }).click()
  await expect(trader).not.toHaveURL(/pair=/)
  await trader.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('button', { name: 'Remove view Everything' }).click()
  await views.getByRole('button', { name: 'Remove view Only bitcoin' }).click()
  await expect(views.getByText('No saved views in this browser yet.')).toBeVisible()
})
