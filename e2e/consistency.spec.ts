import type { Locator, Page } from '@playwright/test'

import { add, type Decimal, decimal } from '#money/decimal.ts'

import { proofSize } from '../src/testing/proof-size.ts'
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
import { exportedRows, historyExport, lastMonth, showPath, withoutStream } from './pages.ts'
import { type SignedCalls, signedCalls } from './signed-calls.ts'

/** Rows are drawn only in sight. */
test.use({ viewport: { width: 1920, height: 6_000 }, firstPage: null })

test.beforeEach(async ({ page }) => {
  test.slow()
  await withoutStream(page)
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
    { page: 'year', path: `/history?period=${lastMonth().slice(0, 4)}` },
  ]
}

async function show(page: Page, path: string): Promise<void> {
  await showPath(page, path)
  await settle(page)
}

const STATE = 'after all writes'

/** Opens every page and judges it by its rules, and all of them by what they say of the same bots. */
async function judgeAll(page: Page) {
  const broken: string[] = []
  const shownRules = new Set<string>()
  const facts: Fact[] = []
  for (const place of await placesOf(page, FEW_ROWS.untidy)) {
    await show(page, place.path)
    // A year is read in many pages.
    if (place.page === 'year') {
      await expect(page.getByText(/% of closing orders$/)).toBeVisible({ timeout: 60_000 })
    }
    const shown = await readFigures(page)
    const verdict = judged(place.page, `${STATE}, ${place.path}`, shown)
    broken.push(...verdict.broken)
    for (const rule of verdict.shown) shownRules.add(rule)
    facts.push(...factsOf(place.page, shown, place.ids ?? []))
  }
  return { broken, shownRules, facts }
}

/** The profit of each bot by the file of all history. */
async function factsOfFile(page: Page): Promise<Fact[]> {
  await show(page, '/history?period=all')
  await historyExport(page).click()
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

/** Every rule by its page. */
const ALL_RULES = Object.entries(RULES).flatMap(([page, some]) =>
  some.map(({ name }) => `${page}: ${name}`),
)

test.describe('while its reads come one after another', () => {
  test.use({ sharedService: true })

  test('no page shows a part as the whole, whichever read comes first', async ({ trader }) => {
    const broken = new Set<string>()
    const places = await placesOf(trader, FEW_ROWS.demo)
    for (const [index, { page, path }] of places
      .filter(({ ids = [] }) => ids.length !== 1)
      .entries()) {
      for (const order of ordersOf(index)) {
        const arrived = await readsInTurn(trader, order)
        await trader.goto(new URL(path, trader.url()).href, { waitUntil: 'commit' })
        while (!arrived()) {
          const { broken: now } = judged(page, `${path} while it loads`, await readFigures(trader))
          for (const sentence of now) broken.add(sentence)
          await nextChange(trader)
        }
        await trader.unrouteAll({ behavior: 'wait' })
      }
    }
    expect([...broken]).toEqual([])
  })
})

/** A page is read in one order, and in both by the whole proof. */
const ordersOf = (index: number): readonly ('first' | 'last')[] =>
  proofSize(0, 1) === 1 ? ['first', 'last'] : [index % 2 === 0 ? 'last' : 'first']

const STEP_MS = 150
/**
 * Waits for the next change of the page, at most half the delay between two answers, and a third of it
 * longer: what is shown by one answer stands until the next.
 */
const nextChange = (page: Page): Promise<void> =>
  page.evaluate(async (longest) => {
    await new Promise<void>((resolve) => {
      const all = { subtree: true, childList: true, characterData: true, attributes: true }
      new MutationObserver(() => resolve()).observe(document, all)
      setTimeout(resolve, longest)
    })
    await new Promise((resolve) => setTimeout(resolve, longest / 3))
  }, STEP_MS / 2)

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

test.describe('while a read fails', () => {
  test.use({ sharedService: true })

  test('the last figures stay, marked as stale, and still agree', async ({ trader }) => {
    await trader.clock.install()
    const broken: string[] = []
    for (const [page, path, reads] of FAILING) {
      await show(trader, path)
      // Until the page has figures, none can stay.
      await expect
        .poll(async () => judged(page, path, await readFigures(trader)).shown)
        .not.toEqual([])
      await trader.route(reads, (route) => route.fulfill({ status: 500, json: { error: 'busy' } }))
      await trader.clock.fastForward(SEVERAL_READS_MS)
      await expect(trader.locator('[data-stale]').first()).toBeVisible()
      await settle(trader)
      const shown = await readFigures(trader)
      const verdict = judged(page, `${path} without ${reads.source}`, shown)
      expect(verdict.shown).not.toEqual([])
      broken.push(...verdict.broken)
      await trader.unroute(reads)
    }
    expect(broken).toEqual([])
  })
})

const SEVERAL_READS_MS = 61_000

const FAILING: [page: RuledPage, path: string, reads: RegExp][] = [
  ['portfolio', '/portfolio', /table_chart_data/],
  ['portfolio', '/portfolio', /balance_chart_data/],
  ['dcaBots', '/dca-bots', /api\/v1\/bots\/dca/],
]

test.describe('after a write', { tag: '@writes' }, () => {
  test.use({ world: 'untidy' })

  test('every headline is the sum of its page, before and after a page is read again', async ({
    trader,
    service,
  }) => {
    const broken: string[] = []
    for (const { state, page, path, open } of WRITES) {
      if (path !== undefined) await show(trader, path)
      await open(trader)
      await trader.getByRole('dialog').locator('footer button').last().click()
      await expect(trader.getByRole('dialog')).toContainText(
        /(Started|Stopped|Closed|Accepted) at \d/,
      )
      await trader.keyboard.press('Escape')
      await settle(trader)
      broken.push(...judged(page, state, await readFigures(trader)).broken)
    }
    await writeWithoutPage(await signedCalls(service))
    const { broken: later, shownRules, facts } = await judgeAll(trader)
    const all = [...facts, ...(await factsOfFile(trader))]
    expect([...broken, ...later, ...disagreements(STATE, all)]).toEqual([])
    // A rule that no page shows a headline for proves nothing.
    expect(ALL_RULES.filter((rule) => !shownRules.has(rule))).toEqual([])
  })
})

/** `path` is left out if the page of the write before leads there. */
type Write = { state: string; page: RuledPage; path?: string; open: (page: Page) => Promise<void> }

const rowOf = (page: Page, table: string, hasText: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText })

const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name }).click()

const WRITES: Write[] = [
  {
    state: 'after a grid bot was stopped and its coins were sold',
    page: 'gridBots',
    path: '/grid-bots',
    async open(page) {
      await press(rowOf(page, 'Grid bots', 'ETH/USDT'), /^Stop /)
      await page.getByRole('dialog').getByRole('radio', { name: 'Sell' }).check({ force: true })
    },
  },
  {
    state: 'after a grid bot was started again',
    page: 'gridBot',
    async open(page) {
      await rowOf(page, 'Grid bots', 'ETH/USDT').getByRole('link').first().click()
      await press(page, 'Start again')
    },
  },
  {
    state: 'after a position was reduced',
    page: 'smartTrades',
    path: '/smart-trades',
    async open(page) {
      await rowOf(page, 'SmartTrades', 'MOTE').getByRole('link').click()
      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: 'Reduce' }).click()
      await press(page, '25%')
      await press(page.getByRole('dialog'), 'Review')
    },
  },
  {
    state: 'after a position was closed',
    page: 'smartTrades',
    path: '/smart-trades',
    async open(page) {
      await rowOf(page, 'SmartTrades', 'KILO').getByRole('link').click()
      await press(page, 'Close at market')
    },
  },
  {
    state: 'after a DCA bot was stopped and its deal was closed',
    page: 'dcaBots',
    path: '/dca-bots',
    async open(page) {
      await press(rowOf(page, 'DCA bots', 'LUNA'), /^Stop /)
      const close = page.getByRole('dialog').getByRole('radio', { name: 'Close at market' })
      await close.check({ force: true })
    },
  },
]

type Trade = { id: number; pair: string; account: { id: number } }
type DcaBot = { id: string; pair: string; status: string; connection_id: string }

/** The other kinds of write: new trade, added funds, new and restarted DCA bot, everything sold. */
async function writeWithoutPage(calls: SignedCalls): Promise<void> {
  const trades = await calls.read<Trade[]>('/api/v1/smart_trades?status=active&per_page=100')
  const bots = await calls.read<DcaBot[]>('/api/v1/bots/dca')
  const botOf = (pair: string) => bots.find((bot) => bot.pair === pair)
  const market = (value: string) => ({ order_type: 'market', units: { value } })
  const added = trades.find(({ pair }) => pair === 'USDT_LINK')
  await calls.post(`/api/v1/smart_trades/${added?.id}/add_funds`, market('20'))
  await calls.post('/api/v1/smart_trades', {
    account_id: added?.account.id,
    pair: 'USDT_ETH',
    position: { type: 'buy', ...market('0.1') },
  })
  await calls.post(`/api/v1/bots/dca/${botOf('BRK.B/USDT')?.id}/start`)
  const like = botOf('BTC/USDT')
  await calls.post('/api/v1/bots/dca', { ...like, name: 'Opens at once', start_condition: 'asap' })
  await calls.post(`/api/v1/exchanges/${botOf('LUNA/USDT')?.connection_id}/sell_all_to_usd`)
}
