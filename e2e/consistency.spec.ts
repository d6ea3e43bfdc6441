import type { Page } from '@playwright/test'

import { add, type Decimal, decimal } from '#money/decimal.ts'

import { expect, test } from './fixtures.ts'
import {
  cellOfSum,
  disagreements,
  type Fact,
  factsOf,
  judged,
  type RuledPage,
  RULES,
} from './figure-rules.ts'
import { readFigures } from './figures.ts'
import { settle } from './gallery/scene.ts'
import { exportedRows, lastMonth, openStop } from './pages.ts'
import { PREPARED_WORLDS, type PreparedWorld } from './paper-service.ts'

/** Rows are drawn only in sight. */
test.use({ viewport: { width: 1920, height: 6_000 } })

test.beforeEach(async ({ page }) => {
  test.slow()
  // The pages are opened one after another, faster than anybody reads.
  await page.addInitScript(() =>
    localStorage.setItem('quarterdeck.settings', '{"readsAMinute":600}'),
  )
})

/** A pair whose orders fit into the window. */
const FEW_ROWS = { demo: 'USDT_AVAX', untidy: 'USDT_KILO' }

/** A page to judge, and the bots it is about. */
type Place = { page: RuledPage; path: string; ids?: string[] }

/** Every page with figures; bots that run and bots that ended among them. */
async function placesOf(page: Page, pair: string): Promise<Place[]> {
  const ids = async (list: string): Promise<string[]> => {
    await show(page, `/${list}`)
    const links = page.getByRole('table').first().locator(`a[href^="/${list}/"]`)
    const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    const own = [...new Set(all.flatMap((href) => /\/([^/?]+)$/.exec(href ?? '')?.[1] ?? []))]
    return [...own.slice(0, 2), ...own.slice(-1)]
  }
  const [grids, dcas] = [await ids('grid-bots'), await ids('dca-bots')]
  const compared = [...grids.map((id) => `grid-${id}`), ...dcas.map((id) => `dca-${id}`)]
  return [
    { page: 'portfolio', path: '/portfolio' },
    { page: 'portfolio', path: '/portfolio?range=1y' },
    { page: 'smartTrades', path: '/smart-trades' },
    { page: 'gridBots', path: '/grid-bots' },
    ...grids.map((id): Place => ({ page: 'gridBot', path: `/grid-bots/${id}`, ids: [id] })),
    { page: 'dcaBots', path: '/dca-bots' },
    ...dcas.map((id): Place => ({ page: 'dcaBot', path: `/dca-bots/${id}`, ids: [id] })),
    { page: 'compareBots', path: `/compare?bots=${compared.join('_')}`, ids: [...grids, ...dcas] },
    { page: 'history', path: `/history?view=rows&period=all&pair=${pair}` },
    { page: 'calendar', path: `/history?period=${lastMonth()}` },
  ]
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
  await settle(page)
}

/** Opens every page and judges it by its rules, and all of them by what they say of the same bots. */
async function judgeAll(page: Page, world: PreparedWorld, state: string = world) {
  const broken: string[] = []
  const shownRules = new Set<string>()
  const facts: Fact[] = []
  for (const place of await placesOf(page, FEW_ROWS[world])) {
    await show(page, place.path)
    const shown = await readFigures(page)
    const verdict = judged(place.page, `${state}, ${place.path}`, shown)
    broken.push(...verdict.broken)
    for (const rule of verdict.shown) shownRules.add(rule)
    facts.push(...factsOf(place.page, shown, place.ids ?? []))
  }
  return { broken, shownRules, facts }
}

/** The profit of each bot by the file of all history. */
async function factsOfFile(page: Page): Promise<Fact[]> {
  await show(page, '/history?period=all')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const { rows } = await exportedRows(page)
  const sums = new Map<string, Decimal>()
  for (const { source_id: id = '', profit = '' } of rows) {
    if (profit !== '') sums.set(id, add(sums.get(id) ?? decimal('0'), decimal(profit)))
  }
  return Array.from(sums, ([id, sum]) => ({
    key: `profit by the orders of ${id}`,
    place: 'the file',
    cell: cellOfSum(sum),
  }))
}

for (const world of PREPARED_WORLDS) {
  test.describe(`in the ${world} world`, () => {
    test.use({ world, sharedService: true })

    test('every headline is what its page comes to, and every page says the same of a bot', async ({
      trader,
    }) => {
      const { broken, shownRules, facts } = await judgeAll(trader, world)
      const all = [...facts, ...(await factsOfFile(trader))]
      expect([...broken, ...disagreements(world, all)]).toEqual([])
      const rules = Object.entries(RULES).flatMap(([page, some]) =>
        some.map(({ name }) => `${page}: ${name}`),
      )
      // A rule that no page shows a headline for proves nothing.
      expect(rules.filter((rule) => !shownRules.has(rule))).toEqual([])
    })
  })
}

test.describe('while its reads come one after another', () => {
  test.use({ sharedService: true })

  for (const order of ['first', 'last'] as const) {
    test(`no page shows a part as the whole, what is asked for first coming ${order}`, async ({
      trader,
    }) => {
      const broken = new Set<string>()
      const places = await placesOf(trader, FEW_ROWS.demo)
      for (const { page, path } of places.filter(({ ids = [] }) => ids.length !== 1)) {
        const arrived = await readsInTurn(trader, order)
        await trader.goto(new URL(path, trader.url()).href, { waitUntil: 'commit' })
        while (!arrived()) {
          const { broken: now } = judged(page, `${path} while it loads`, await readFigures(trader))
          for (const sentence of now) broken.add(sentence)
        }
        await trader.unrouteAll({ behavior: 'wait' })
      }
      expect([...broken]).toEqual([])
    })
  }
})

const STEP_MS = 250
const READS = /\/api\/v1\/.*(balance|table_chart|smart_trades|bots|history|realised)/

/** Has the answers of a page come one after another; gives whether all have. */
async function readsInTurn(page: Page, order: 'first' | 'last'): Promise<() => boolean> {
  const paths: string[] = []
  let until = Date.now() + 8 * STEP_MS
  await page.route(READS, async (route) => {
    const path = new URL(route.request().url()).pathname
    if (!paths.includes(path)) paths.push(path)
    const place = order === 'first' ? paths.indexOf(path) + 1 : Math.max(1, 6 - paths.indexOf(path))
    until = Math.max(until, Date.now() + (place + 2) * STEP_MS)
    await new Promise((resolve) => setTimeout(resolve, place * STEP_MS))
    await route.continue()
  })
  return () => Date.now() > until
}

test.describe('after a write', { tag: '@writes' }, () => {
  test.use({ world: 'untidy' })

  test('every headline is what its page comes to, before and after a page is read again', async ({
    trader,
  }) => {
    const broken: string[] = []
    for (const { state, page, path, press } of WRITES) {
      await show(trader, path)
      await press(trader)
      await trader.getByRole('dialog').locator('footer button').last().click()
      await expect(trader.getByRole('dialog')).toContainText(/(Stopped|Closed|Accepted) at \d/)
      await trader.keyboard.press('Escape')
      await settle(trader)
      broken.push(...judged(page, state, await readFigures(trader)).broken)
    }
    const { broken: later, facts } = await judgeAll(trader, 'untidy', 'after all writes')
    const all = [...facts, ...(await factsOfFile(trader))]
    expect([...broken, ...later, ...disagreements('after all writes', all)]).toEqual([])
  })
})

type Write = { state: string; page: RuledPage; path: string; press: (page: Page) => Promise<void> }

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr')

const WRITES: Write[] = [
  {
    state: 'after a grid bot was stopped and its coins were sold',
    page: 'gridBots',
    path: '/grid-bots',
    async press(page) {
      await (await openStop(page)).getByRole('radio', { name: 'Sell' }).check({ force: true })
    },
  },
  {
    state: 'after a position was closed',
    page: 'smartTrades',
    path: '/smart-trades',
    async press(page) {
      await rowsOf(page, 'SmartTrades').filter({ hasText: 'KILO' }).getByRole('link').click()
      await page.getByRole('button', { name: 'Close at market' }).click()
    },
  },
  {
    state: 'after a DCA bot was stopped and its deal was closed',
    page: 'dcaBots',
    path: '/dca-bots',
    async press(page) {
      const bot = rowsOf(page, 'DCA bots').filter({ hasText: 'LUNA' })
      await bot.getByRole('button', { name: /^Stop / }).click()
      const sheet = page.getByRole('dialog', { name: /^Stop / })
      await sheet.getByRole('radio', { name: 'Close at market' }).check({ force: true })
    },
  },
]
