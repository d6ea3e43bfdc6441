import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

test.setTimeout(30_000)
test.use({ world: 'untidy', sharedService: true, firstPage: '/settings' })

const READ = /\/api\/v1\/smart_trades\?/
const PAGE = '/smart-trades?status=all'

type Drawn = { text: string; boxes: number[] }[]
type Watched = { early: Drawn | undefined; react: Drawn | undefined; gaps: number }

/** Runs in the page: keeps the cells of the first frame with early rows, and of that with React's. */
function watchRows(): void {
  const found: Watched = { early: undefined, react: undefined, gaps: 0 }
  Reflect.set(window, 'foundRows', found)
  const cells = (within: string): Drawn | undefined => {
    const rows = [...document.querySelectorAll(`${within} tbody tr:has(a), ${within} thead tr`)]
    if (!rows[1]?.checkVisibility()) return undefined
    return rows.slice(0, 15).flatMap((row) =>
      [...row.children].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect()
        return { text: cell.textContent, boxes: [x, y, width, height].map(Math.round) }
      }),
    )
  }
  const look = () => {
    const early = cells('#static-shell')
    found.early ??= early
    found.react ??= cells('#root')
    if (found.early && !early && !found.react) found.gaps++
    if (!found.react) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => Reflect.get(window, 'foundRows') as Watched)

const earlyRows = (page: Page) => page.locator('#static-shell tbody tr a')
const ownRows = (page: Page) => page.locator('#root tbody tr a')

/** Holds React back until it is let go. */
async function holdReact(page: Page): Promise<() => void> {
  let go = () => {}
  const released = new Promise<void>((resolve) => (go = resolve))
  await page.route(/assets\/first-.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return go
}

/** Opens the page and waits until everything is there that early rows need, and some frames longer. */
async function openWithoutReact(page: Page, address: string): Promise<() => void> {
  await page.addInitScript(watchRows)
  const go = await holdReact(page)
  const read = page.waitForResponse(READ)
  await page.goto(address)
  await read
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  return go
}

const change = (page: Page, name: string, members: object) =>
  page.evaluate(
    ([name, members]) => {
      const kept = JSON.parse(localStorage.getItem(`quarterdeck.${name}`) ?? '{}') as object
      localStorage.setItem(`quarterdeck.${name}`, JSON.stringify({ ...kept, ...members }))
    },
    [name, members] as const,
  )

const changeConnection = (page: Page, members: object) =>
  page.evaluate((members) => {
    const name = 'quarterdeck.connections'
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as { connections: object[] }
    const connections = kept.connections.map((one) => ({ ...one, ...members }))
    localStorage.setItem(name, JSON.stringify({ ...kept, connections }))
  }, members)

for (const [title, search, settings, width] of [
  ['all trades', 'status=all&per_page=50', {}, 1440],
  ['active trades, with figures above', 'status=active', { density: 'compact' }, 1280],
  ['cancelled trades, with reasons', 'status=cancelled', { density: 'comfortable' }, 1440],
  [
    'finished trades by profit, with columns of one’s own',
    'status=finished&order_by=profit&order_direction=ASC',
    { hiddenColumns: { 'smart-trades': ['side'] }, columnOrder: { 'smart-trades': ['profit'] } },
    1440,
  ],
] as const) {
  test(`first rows before React: ${title} stay where they are, with the same text`, async ({
    trader,
    service,
  }) => {
    await change(trader, 'settings', settings)
    await trader.setViewportSize({ width, height: 900 })
    const go = await openWithoutReact(trader, `${service.origin}/smart-trades?${search}`)
    await expect(earlyRows(trader).first()).toBeVisible()
    await expect(ownRows(trader)).toHaveCount(0)
    go()
    await expect(ownRows(trader).first()).toBeVisible()
    const { early, react, gaps } = await watched(trader)
    expect(early?.length).toBeGreaterThan(30)
    expect(early).toEqual(react)
    expect(gaps).toBe(0)
    await expect(trader.locator('#static-shell')).toHaveCount(0)
  })
}

test('first rows before React: a row pressed opens once React is there, the last one pressed', async ({
  trader,
  service,
}) => {
  const go = await openWithoutReact(trader, service.origin + PAGE)
  const rows = trader.locator('#static-shell tbody tr:has(a)')
  await rows.nth(1).locator('td').nth(2).click()
  await rows.nth(3).locator('a').click()
  await expect(trader.locator('#static-shell tr[data-selected]')).toHaveCount(1)
  const label = await rows.nth(3).locator('a').getAttribute('aria-label')
  const id = /SmartTrade (\d+)$/.exec(label ?? '')?.[1]
  // Neither a menu nor a head does anything.
  await rows.nth(0).getByRole('button', { includeHidden: true }).last().click()
  await expect(trader).toHaveURL(service.origin + PAGE)
  go()
  await expect(trader).toHaveURL(new RegExp(`trade=${id}$`))
  await expect(trader.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('first rows before React: keys reach none of them', async ({ trader, service }) => {
  await openWithoutReact(trader, service.origin + PAGE)
  await expect(earlyRows(trader).first()).toBeVisible()
  await trader.keyboard.press('Tab')
  await trader.keyboard.press('Enter')
  expect(await trader.evaluate(() => document.activeElement === document.body)).toBe(true)
  await expect(trader).toHaveURL(service.origin + PAGE)
})

test('first rows before React: they go after 15 seconds, since nothing updates them', async ({
  trader,
  service,
}) => {
  await trader.clock.install()
  await openWithoutReact(trader, service.origin + PAGE)
  await expect(earlyRows(trader).first()).toBeVisible()
  await trader.clock.runFor(8_000)
  await expect(earlyRows(trader).first()).toBeVisible()
  await trader.clock.runFor(7_000)
  await expect(earlyRows(trader)).toHaveCount(0)
  await expect(trader.locator('#static-shell')).toBeVisible()
})

test('first rows before React: hidden amounts stay hidden', async ({ trader, service }) => {
  await change(trader, 'settings', { hideAmounts: true })
  const go = await openWithoutReact(trader, service.origin + PAGE)
  await expect(earlyRows(trader).first()).toBeVisible()
  go()
  await expect(ownRows(trader).first()).toBeVisible()
  const { early, react } = await watched(trader)
  expect(early).toEqual(react)
  expect(early?.filter(({ text }) => text.includes('hidden')).length).toBeGreaterThan(10)
})

type Case = {
  title: string
  address?: string
  before?: (page: Page) => Promise<unknown>
  answer?: (rows: Record<string, unknown>[]) => { status?: number; json: unknown }
  shown: string | RegExp
}

const CASES: Case[] = [
  {
    title: 'a row cannot be read',
    answer: (rows) => ({ json: rows.map((row, at) => (at === 40 ? { ...row, pair: 7 } : row)) }),
    address: `${PAGE}&per_page=50`,
    shown: 'XRP',
  },
  {
    title: 'a chip stands above the list',
    address: '/smart-trades?status=successfully_finish',
    shown: 'Clear filters',
  },
  { title: 'no row came', answer: () => ({ json: [] }), shown: 'No SmartTrades yet.' },
  {
    title: 'the read failed',
    answer: () => ({ status: 500, json: { error: 'internal_error' } }),
    shown: 'The SmartTrades could not be loaded.',
  },
  {
    title: 'a phone shows cards',
    before: (page) => page.setViewportSize({ width: 390, height: 844 }),
    shown: 'XRP',
  },
  { title: 'a trade is open beside the list', address: `${PAGE}&trade=1`, shown: 'SmartTrades' },
  {
    title: 'the connection is read only',
    before: (page) => changeConnection(page, { writeEnabled: false }),
    shown: 'Read only',
  },
  {
    title: 'the service may trade with money',
    before: (page) => changeConnection(page, { declaredMode: 'real' }),
    shown: 'SmartTrades',
  },
]

for (const { title, address = PAGE, before, answer, shown } of CASES) {
  test(`first rows before React: none if ${title}`, async ({ trader, service }) => {
    await before?.(trader)
    if (answer) {
      await trader.route(READ, async (route) => {
        const response = await route.fetch()
        const { status = 200, json } = answer((await response.json()) as never)
        await route.fulfill({ response, status, json })
      })
    }
    const go = await openWithoutReact(trader, service.origin + address)
    await expect(trader.locator('#static-shell')).toBeVisible()
    await expect(trader.locator('#static-shell table')).toHaveCount(0)
    go()
    await expect(trader.locator('#root h1')).toHaveText('SmartTrades')
    await expect(trader.locator('#root').getByText(shown).first()).toBeVisible()
    expect((await watched(trader)).early).toBeUndefined()
  })
}
