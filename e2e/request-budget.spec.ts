import type { Locator, Page } from '@playwright/test'

import { proofSize } from '../src/testing/proof-size.ts'
import { expect, test } from './fixtures.ts'
import { standStill } from './gallery/scene.ts'
import { withoutStream } from './pages.ts'

const isProof = proofSize(0, 1) === 1

/** The pages of the rail, with something of each that is there only once its first rows are. */
const PAGES = [
  ['/portfolio', 'Balances'],
  ['/smart-trades', 'SmartTrades'],
  ['/grid-bots', 'Grid bots'],
  ['/dca-bots', 'DCA bots'],
  ['/history', 'Trades'],
] as const

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText: /\d/ }).first()

type Visited = { path: string; first: (page: Page) => Locator }

/** The rail's pages with rows, the page of one bot of each kind, and those that list what is offered. */
async function tenPages(page: Page): Promise<Visited[]> {
  const lists = PAGES.map(([path, table]): Visited => ({ path, first: (at) => rowsOf(at, table) }))
  const bots: Visited[] = []
  for (const [path, table] of PAGES.slice(2, 4)) {
    await page.goto(new URL(path, page.url()).href)
    const link = rowsOf(page, table).getByRole('link').first()
    const href = (await link.getAttribute('href')) ?? ''
    bots.push({ path: href, first: (at) => at.getByRole('region', { name: 'Key figures' }) })
  }
  const heading = (path: string, name: string): Visited => ({
    path,
    first: (at) => at.getByRole('heading', { name, level: 1 }),
  })
  return [
    ...lists,
    ...bots,
    { path: '/dca-bots/strategies', first: (at) => at.getByText('RSI').first() },
    heading('/smart-trades/new', 'New SmartTrade'),
    heading('/activity', 'Activity'),
  ]
}

/** Notes on every page how long a wait for the budget is said, in milliseconds. */
async function recordWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let since: number | undefined
    setInterval(() => {
      const body: HTMLElement | null = document.querySelector('body')
      const isSaid = body?.innerText.includes('Request limit reached.')
      if (isSaid) since ??= performance.now()
      else if (since !== undefined) {
        const kept = JSON.parse(sessionStorage.getItem('waits') ?? '[]') as number[]
        sessionStorage.setItem('waits', JSON.stringify([...kept, performance.now() - since]))
        since = undefined
      }
    }, 50)
  })
}

const waitsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('waits') ?? '[]') as number[])

test.describe('a service that reports its limit', () => {
  test.use({ flags: ['--rate-limit', '600'] })

  test('opening the portfolio costs at most ten requests, and asks for the time once', async ({
    trader,
  }) => {
    await expect(rowsOf(trader, 'Balances')).toBeVisible()
    // Table, history, last day, accounts, mode, time, and the part of the profit that was realised;
    // then the three lists of what needs the trader.
    // The first visit of a browser asks once more: how old the world is.
    await expect(trader.getByText(/^This is a simulated exchange/)).toBeVisible()
    const asked: string[] = []
    trader.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    await trader.reload()
    await expect(rowsOf(trader, 'Balances')).toBeVisible()
    await standStill(trader, 500)
    const reads = asked.filter((path) => path !== '/api/v1/stream')
    expect(reads.length, reads.join(' ')).toBeLessThanOrEqual(10)
    expect(asked.length - reads.length).toBeLessThanOrEqual(2)
    expect(asked.filter((path) => path.endsWith('/time')).length).toBeLessThanOrEqual(1)
  })

  // The rule itself is in `src/query/scheduler.test.ts`.
  if (isProof) {
    test('ten pages, each reloaded once, all have their rows, and none waits for the budget for a second', async ({
      trader,
    }) => {
      test.setTimeout(180_000)
      await recordWaits(trader)
      for (const { path, first } of await tenPages(trader)) {
        await trader.goto(new URL(path, trader.url()).href)
        await expect(first(trader)).toBeVisible()
        await trader.reload()
        await expect(first(trader)).toBeVisible()
      }
      expect(Math.max(0, ...(await waitsOf(trader)))).toBeLessThanOrEqual(1_000)
      await expect(trader.getByText(/of 480 \/ min/)).toBeVisible()
    })
  }
})

/** Takes the limits out of all responses, as of a service that reports none. */
async function withoutLimits(page: Page): Promise<void> {
  await withoutStream(page)
  await page.route(/\/api\/v1\/(?!stream)/, async (route) => {
    const response = await route.fetch()
    const headers = Object.entries(response.headers()).filter(
      ([name]) => !name.startsWith('ratelimit'),
    )
    return route.fulfill({ response, headers: Object.fromEntries(headers) })
  })
}

test.describe('a service that reports no limit', () => {
  test.use({ flags: ['--rate-limit', 'off'] })

  // A budget of 60 per minute needs minutes.
  if (isProof) {
    test('ten pages, each reloaded once, say what they wait for, and all get their rows', async ({
      page,
      service,
    }) => {
      test.setTimeout(900_000)
      await withoutLimits(page)
      await page.goto(service.link)
      await expect(rowsOf(page, 'Balances')).toBeVisible()
      await recordWaits(page)
      for (const { path, first } of await tenPages(page)) {
        for (const turn of ['opened', 'reloaded']) {
          await (turn === 'opened' ? page.goto(new URL(path, page.url()).href) : page.reload())
          const waits = page.getByText('Request limit reached.')
          await expect(first(page).or(waits).first()).toBeVisible()
          await expect(first(page)).toBeVisible({ timeout: 75_000 })
        }
      }
      expect((await waitsOf(page)).length).toBeGreaterThan(0)
    })
  }

  test('a page without requests left shows a countdown, then loads its rows', async ({
    page,
    service,
  }) => {
    await page.clock.install()
    await withoutLimits(page)
    await page.goto(service.link)
    await expect(rowsOf(page, 'Balances')).toBeVisible()
    // The last minute has used the whole budget; by default, ten seconds are left of it.
    const spend = (ago = 50_000) =>
      page.evaluate((age) => {
        const key =
          Object.keys(localStorage).find((name) => name.startsWith('quarterdeck.sent.')) ?? ''
        const at = Date.now() - age
        localStorage.setItem(key, JSON.stringify(Array.from({ length: 60 }, () => at)))
      }, ago)
    await spend()
    await page.goto(new URL('/settings', page.url()).href)
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await standStill(page)
    await expect(page.getByText('Request limit reached.')).toHaveCount(0)
    await spend()
    await page.goto(new URL('/history', page.url()).href)
    await expect(page.getByText('Request limit reached.')).toBeVisible()
    await expect(page.getByText(/^Resumes in \d+ s\.$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Raise the limit' })).toBeVisible()
    await page.clock.runFor(11_000)
    await expect(rowsOf(page, 'Trades')).toBeVisible()
    await expect(page.getByText('Request limit reached.')).toHaveCount(0)

    // Figures that got old meanwhile do not hide the reason.
    await page.goto(new URL('/portfolio', page.url()).href)
    await expect(rowsOf(page, 'Balances')).toBeVisible()
    await standStill(page)
    await spend(0)
    await page.clock.runFor(40_000)
    await page.getByRole('radio', { name: '90d', exact: true }).first().check()
    const strip = page.locator('[data-strip]')
    await expect(strip).toContainText('Request limit reached.')
    await expect(strip).toContainText(/Also: figures read \d+ s ago/)
  })
})
