import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { settle } from './gallery/scene.ts'
import { withoutStream } from './pages.ts'
import { UNTIDY_SPOT } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

const table = (page: Page): Locator => page.getByRole('table', { name: 'Trades' })

const links = (page: Page): Locator => table(page).getByRole('link', { name: /^Open / })

/** Requests of the page for the history, in order. */
function asksOf(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/terminal/history')) asked.push(url.searchParams)
  })
  return asked
}

/** Shows all time: a month that has just begun has no orders yet. */
async function openHistory(page: Page, search = '?period=all'): Promise<void> {
  await page.goto(new URL(`/history${search}`, page.url()).href)
  await expect(links(page).first()).toBeVisible()
}

test('the history is read newest first, each page once, and drawn and sorted as asked', async ({
  trader,
}) => {
  await test.step('all orders of a period are read, each page once, and only the rows in sight are drawn', async () => {
    const asked = asksOf(trader)
    await openHistory(trader, '?view=rows&period=all')
    await expect(trader.getByRole('region', { name: 'Figures of all time' })).toContainText(
      /Orders[\d,]{5,}all time/,
    )
    const offsets = asked.map((query) => query.get('offset')).filter((offset) => offset !== '0')
    expect(offsets.slice(0, 2)).toEqual(['100', '600'])
    expect(new Set(offsets).size).toBe(offsets.length)
    expect(await table(trader).getByRole('row').count()).toBeLessThan(80)
  })

  await test.step('the newest orders come first, though the service would begin with the oldest', async () => {
    const asked = asksOf(trader)
    await openHistory(trader)
    expect(asked[0]?.get('order_by')).toBe('closed_at')
    expect(asked[0]?.get('order_direction')).toBe('desc')
    const days = table(trader).locator('th[scope=rowgroup] time, tbody time')
    const instants = await days.evaluateAll((all) =>
      all.map((time) => time.getAttribute('datetime')),
    )
    const closed = instants.flatMap((text) => (text === null ? [] : Date.parse(text)))
    expect(closed.length).toBeGreaterThan(10)
    expect(closed[0]).toBeGreaterThan(closed.at(-1) ?? 0)
  })

  await test.step('the orders are sorted oldest first, and by pair', async () => {
    await openHistory(trader)
    await trader.getByRole('button', { name: 'Closed' }).click()
    await expect(trader.getByRole('columnheader', { name: 'Closed' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )

    await trader.getByRole('button', { name: 'Pair', exact: true }).click()
    await expect(trader).toHaveURL(/order_by=pair/)
    await expect(links(trader).first()).toHaveAccessibleName(/^Open (ETH\/USDC|1000SATS\/USDT)/)
    await expect(table(trader).locator('th[scope=rowgroup]')).toHaveCount(0)
  })
})

test('columns keep their width while scrolling and fit wider cells further down', async ({
  trader,
}) => {
  const commission = { amount: '123456789.12345678', currency: 'USDT' }
  await trader.route('**/terminal/history?*', async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as object[]
    const isFirst = new URL(route.request().url()).searchParams.get('offset') === '0'
    const json = rows
      .slice(0, isFirst ? 90 : 0)
      .map((row, at) => (at < 80 ? row : { ...row, commission }))
    return route.fulfill({ response, json })
  })
  await openHistory(trader, '?view=rows&period=all')
  await trader.getByRole('heading', { name: 'History', level: 1 }).hover()
  await expect(async () => {
    await trader.mouse.wheel(0, 1_000)
    const long = table(trader).getByText('123,456,789.12').last()
    await expect(long).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect
    .poll(() =>
      table(trader)
        .getByRole('cell')
        .evaluateAll(
          (cells) => cells.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
        ),
    )
    .toBe(0)
})

test.describe('a service that gives at most 50 rows, and refuses a limit above 100', () => {
  const COUNT = 320

  test.beforeEach(async ({ trader }) => {
    let all: object[] | undefined
    await trader.route('**/terminal/history?*', async (route) => {
      const url = new URL(route.request().url())
      const asked = (name: string) => Number(url.searchParams.get(name))
      const [limit, offset] = [asked('limit'), asked('offset')] as const
      if (limit > 100) {
        return route.fulfill({
          status: 422,
          json: { error: 'invalid', error_description: 'limit is too large' },
        })
      }
      if (!all) {
        url.searchParams.set('limit', '1000')
        url.searchParams.set('offset', '0')
        const response = await route.fetch()
        const [row] = (await response.json()) as object[]
        // Named by an id, with UNIX seconds as text and the other name of the status.
        all = Array.from({ length: COUNT }, (_, index) => {
          const at = String(Math.floor(Date.now() / 1_000) - index * 3_600)
          const named = { id: COUNT - index, created_at: at, closed_at: at }
          return { ...row, ...named, uuid: undefined, status: { basic_type: 'cancelled' } }
        })
      }
      return route.fulfill({ json: { trades: all.slice(offset, offset + Math.min(50, limit)) } })
    })
  })

  test('all rows are loaded, each once, before the list says that it is complete', async ({
    trader,
  }) => {
    await openHistory(trader, '?view=rows&period=all')
    await expect(trader.getByRole('region', { name: 'Figures of all time' })).toContainText(
      `Orders${COUNT}all time`,
    )
    await expect(table(trader).getByText('Cancelled').first()).toBeVisible()
    await links(trader).first().click()
    await expect(trader).toHaveURL(/trade=%22320%22|trade=320/)
    await expect(trader.getByRole('complementary', { name: /^Trade / })).toBeVisible()
  })
})

test('the history is filtered, searched, and one of its orders opened beside the list', async ({
  trader,
}) => {
  await test.step('filters by account and pair are kept in the address and removed again', async () => {
    const asked = asksOf(trader)
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await trader.route(/history\?.*pair=USDT_ETH/, async (route) => {
      await answered
      await route.continue()
    })
    await openHistory(trader)
    await trader.getByRole('combobox', { name: 'Pair' }).selectOption('USDT_ETH')
    await expect(trader).toHaveURL(/pair=USDT_ETH/)
    // The orders of all pairs are not shown as those of one.
    await expect(links(trader)).toHaveCount(0)
    await expect(trader.getByRole('region', { name: 'Figures of all time' })).not.toContainText(
      /\d/,
    )
    answer()
    await expect(links(trader).first()).toHaveAccessibleName(/^Open ETH\/USDT/)
    expect(asked.at(-1)?.get('pair')).toBe('USDT_ETH')

    await trader.getByRole('combobox', { name: 'Account' }).selectOption({ label: UNTIDY_SPOT })
    await expect(trader).toHaveURL(/account_id=\d+/)
    await trader.reload()
    await expect(trader.getByRole('combobox', { name: 'Pair' })).toHaveValue('USDT_ETH')
    await expect(links(trader).first()).toHaveAccessibleName(/^Open ETH\/USDT/)

    await trader.getByRole('combobox', { name: 'Pair' }).selectOption('Pair: all')
    await expect(trader).not.toHaveURL(/pair=/)
  })

  await test.step('the search covers the orders of the period, and the figures are of those found', async () => {
    await openHistory(trader)
    const figures = trader.getByRole('region', { name: 'Figures of all time' })
    await expect(figures).toContainText('% of closing orders')
    const search = trader.getByRole('searchbox', { name: 'Search' })
    await search.fill('buy')
    const line = trader.getByText(/^[\d,]+ of [\d,]+ orders match\./)
    await expect(line).toBeVisible()
    const [, count, all] = /^([\d,]+) of ([\d,]+) orders/.exec(await line.innerText()) ?? []
    await expect(figures).toContainText(`Orders${count}of ${all}`)
    await search.fill('nothing such')
    await expect(trader.getByText(/^None of [\d,]+ orders of all time matches\./)).toBeVisible()
    await trader.getByRole('button', { name: 'Clear filters' }).click()
    await expect(links(trader).first()).toBeVisible()
  })

  await test.step('an order opens beside the list with everything the service sent', async () => {
    await openHistory(trader)
    await links(trader).first().click()
    const drawer = trader.getByRole('complementary', { name: /^Trade / })
    await expect(drawer).toContainText('Execution')
    await drawer.getByText('Raw data').click()
    await expect(drawer.getByLabel('Raw JSON', { exact: true })).toContainText('"uuid"')
    await expect(trader).toHaveURL(/trade=/)
    await trader.reload()
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    await expect(trader).not.toHaveURL(/trade=/)

    // A link to an order that is not among them says so.
    const link = new URL(trader.url())
    link.searchParams.set('trade', '00000000-0000-4000-8000-000000000000')
    await trader.goto(link.href)
    await expect(
      trader.getByText('The order of this link is not among the orders of all time.'),
    ).toBeVisible()
    await trader.getByRole('button', { name: 'Show the list' }).click()
    await expect(trader).not.toHaveURL(/trade=/)
  })

  await test.step('the list stays where the scroll bar was let go', async () => {
    await withoutStream(trader)
    await openHistory(trader)
    // The calendar above the list moves it while it is drawn.
    await settle(trader)
    const place = await trader.evaluate(async () => {
      window.scrollTo(0, 2_300)
      for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
      return window.scrollY
    })
    expect(Math.abs(place - 2_300)).toBeLessThan(200)
  })

  await test.step('an order is a row of three lines on a phone and sorts from a menu', async () => {
    await trader.setViewportSize({ width: 390, height: 844 })
    await trader.goto(new URL('/history?period=all', trader.url()).href)
    const orders = trader.getByRole('list', { name: 'Trades' }).getByRole('link')
    await expect(orders.first()).toBeVisible()
    await trader.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first')
    await expect(trader).toHaveURL(/direction=asc/)
    await orders.first().click()
    await expect(trader.getByRole('complementary', { name: /^Trade / })).toBeVisible()
  })
})

test.describe('a history of 1,500 orders that is flicked through', () => {
  const COUNT = 1_500
  const uuidOf = (index: number) => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`

  test.beforeEach(async ({ trader }) => {
    let first: object | undefined
    await trader.route('**/terminal/history?*', async (route) => {
      const url = new URL(route.request().url())
      const asked = (name: string) => Number(url.searchParams.get(name))
      const [limit, offset] = [asked('limit'), asked('offset')] as const
      if (!first) {
        const response = await route.fetch()
        first = ((await response.json()) as object[])[0]
      }
      const until = Math.min(COUNT, offset + limit)
      const json = Array.from({ length: Math.max(0, until - offset) }, (_, at) => {
        const [index, when] = [offset + at, new Date(Date.UTC(2026, 8, 1) - (offset + at) * 7e6)]
        const filled = { price: '2', units: `${10_000 + index}`, total: `${20_000 + 2 * index}` }
        return { ...first, uuid: uuidOf(index), closed_at: when, created_at: when, filled }
      })
      return route.fulfill({ json })
    })
  })

  /** Loads all of it, and puts the pointer over the list. */
  async function openAll(page: Page): Promise<void> {
    await openHistory(page, '?view=rows&period=all')
    await expect(page.getByRole('region', { name: /^Figures of / })).toContainText('Orders1,500')
    await page.mouse.move(500, 600)
  }

  /** Steps of 1,500 px there and back; what is wrong with the picture after each. */
  async function flick(page: Page): Promise<string[]> {
    const wrong: string[] = []
    for (const by of [1_500, 1_500, 120, 1_500, 1_500, 1_500, -1_500, -120, -1_500, 1_500, 700]) {
      await page.mouse.wheel(0, by)
      wrong.push(...(await page.evaluate(faults)))
    }
    return wrong
  }

  /** Runs in the page, at its next frame. */
  const faults = () =>
    new Promise<string[]>((resolve) => {
      requestAnimationFrame(() => {
        const at = `at ${window.scrollY}:`
        const found: string[] = []
        const list = document.querySelector('main table[data-sticky]')
        const x = (list?.getBoundingClientRect().left ?? 0) + 30
        const head = list?.querySelector('thead')?.getBoundingClientRect()
        const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        if (!head || head.top < bar || head.top > bar + 60) found.push(`${at} no head`)
        for (let y = 160; y < innerHeight - 20; y += 36) {
          const row = document.elementFromPoint(x, y)?.closest('tr')
          if (!row || row.ariaHidden === 'true') found.push(`${at} nothing at ${y}`)
        }
        let before = -1
        for (const row of list?.querySelectorAll('tbody tr[data-index]:not([data-group])') ?? []) {
          const id = row.querySelector('a')?.search ?? ''
          const index = Number(/(\d{8})-0000/.exec(id)?.[1])
          const units = (10_000 + index).toLocaleString('en')
          const total = (20_000 + 2 * index).toLocaleString('en')
          const text = row.textContent
          if (!text.includes(units) || !text.includes(total)) {
            found.push(`${at} ${text} for order ${index}`)
          }
          if (index <= before || (before > 0 && index !== before + 1)) {
            found.push(`${at} order ${index} after ${before}`)
          }
          before = index
        }
        resolve(found)
      })
    })

  test('each order has its own figures below heads that stay, and none takes the focus of another', async ({
    trader,
  }) => {
    for (const width of [1_440, 1_024]) {
      await trader.setViewportSize({ width, height: 900 })
      await openAll(trader)
      await trader.mouse.wheel(0, 1_500)
      const link = links(trader).nth(5)
      await link.focus()
      const href = await link.getAttribute('href')
      expect(await flick(trader)).toEqual([])
      const focused = await trader.evaluate(
        () => document.activeElement?.getAttribute('href') ?? null,
      )
      expect([null, href]).toContain(focused)
    }
  })
})

test('rows without profit take it from finished SmartTrades, and unknown fields can be columns', async ({
  trader,
}) => {
  await trader.route('**/terminal/history?*', async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { profit: unknown }[]
    await route.fulfill({
      response,
      json: rows.map(({ profit: _profit, ...row }) => ({ ...row, venue: 'dark pool' })),
    })
  })
  await openHistory(trader)
  await expect(trader.getByText(/^The history of this service states no profit\./)).toBeVisible()
  await expect(trader.getByText(/without bots: [\d,]+ \(all time\)/)).toBeVisible()
  const calendar = trader.getByRole('table', { name: 'Profit of each month, USD' })
  await expect(calendar.getByText(/^[+−][\d,]+\.\d\d/).first()).toBeVisible()
  // Profit of SmartTrades is always after fees, whatever is chosen for the rows.
  const gross = new URL(trader.url())
  gross.searchParams.set('profit', 'gross')
  await trader.goto(gross.href)
  await expect(
    trader.getByRole('heading', { name: 'Profit by source, USD', exact: true }),
  ).toBeVisible()

  const venue = table(trader).getByRole('columnheader', { name: 'venue' })
  await expect(venue).toHaveCount(0)
  await trader.getByRole('button', { name: 'Columns' }).click()
  await trader.getByRole('checkbox', { name: 'venue' }).check()
  await expect(venue).toBeVisible()
  await expect(table(trader).getByRole('cell', { name: 'dark pool' }).first()).toBeVisible()
})
