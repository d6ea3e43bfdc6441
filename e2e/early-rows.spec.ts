import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { NO_PAGE } from './stored-connection.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

const READ = /\/api\/v1\/smart_trades\?/
const PAGE = '/smart-trades?status=all'

type Drawn = { text: string; boxes: number[] }[]
type Watched = { early: Drawn | undefined; react: Drawn | undefined; gaps: number }

const ROWS = ':is(tbody tr:has(a), thead tr)'
const FIGURES = ':is(.key-figures dl > div, figure [role=img])'

/** Runs in the page: keeps the parts of the first frame drawn early, and of that drawn by React. */
function watchParts(selector: string): void {
  const found: Watched = { early: undefined, react: undefined, gaps: 0 }
  Reflect.set(window, 'foundRows', found)
  const cells = (within: string): Drawn | undefined => {
    const rows = [...document.querySelectorAll(`${within} ${selector}`)]
    if (!rows[1]?.checkVisibility({ visibilityProperty: true })) return undefined
    return rows.slice(0, 15).flatMap((row) =>
      [...row.children].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect()
        // The split of the profit comes after React.
        const text = cell.textContent.replace(/(?<=days)Realised.*/, '')
        return { text, boxes: [x, y, width, height].map(Math.round) }
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

/** Holds files back, by default those of React, until they are let go. */
async function hold(page: Page, files = /assets\/first-.*\.js/): Promise<() => void> {
  let go = () => {}
  const released = new Promise<void>((resolve) => (go = resolve))
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return go
}

/** Watches these parts on every page. Each visit of the journey begins with what a paired browser keeps. */
async function watching(page: Page, parts = ROWS): Promise<Visit> {
  await page.addInitScript(watchParts, parts)
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  return (title, visit) =>
    test.step(title, async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto(new URL(NO_PAGE, page.url()).href)
      await page.evaluate((entries) => {
        localStorage.clear()
        for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text)
      }, kept)
      await visit()
    })
}
type Visit = (title: string, visit: () => Promise<void>) => Promise<void>

/** Opens the page and waits until everything is there that early rows need, and some frames longer. */
async function openWithoutReact(page: Page, address: string, awaited = READ): Promise<() => void> {
  const go = await hold(page)
  const read = page.waitForResponse(awaited)
  await page.goto(address)
  await read
  await someFrames(page)
  return go
}

const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })

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

/** Lists that are drawn before React: parameters, settings and width of the window. */
type Early = readonly [title: string, address: string, settings: object, width: number]

const LISTS: readonly Early[] = [
  ['all trades', 'status=all&per_page=50', {}, 1440],
  ['active trades, with figures above', 'status=active', { density: 'compact' }, 1280],
  ['cancelled trades, with reasons', 'status=cancelled', { density: 'comfortable' }, 1440],
  [
    'finished trades by profit, with columns of one’s own',
    'status=finished&order_by=profit&order_direction=ASC',
    { hiddenColumns: { 'smart-trades': ['side'] }, columnOrder: { 'smart-trades': ['profit'] } },
    1440,
  ],
  ['hidden amounts', 'status=all', { hideAmounts: true }, 1440],
]

test('first rows before React stay where they are, with the same text', async ({
  trader,
  service,
}) => {
  test.slow()
  const visit = await watching(trader)
  for (const [title, search, settings, width] of LISTS) {
    await visit(title, async () => {
      await change(trader, 'settings', settings)
      await trader.setViewportSize({ width, height: 900 })
      const go = await openWithoutReact(trader, `${service.origin}/smart-trades?${search}`)
      await expect(earlyRows(trader).first()).toBeVisible()
      await expect(ownRows(trader)).toHaveCount(0)
      go()
      await expect(ownRows(trader).first()).toBeVisible()
      await expectSameByReact(trader, { texts: 30, hidden: 'hideAmounts' in settings ? 10 : 0 })
    })
  }
})

/** React has drawn the same in place of it, with so many texts and hidden amounts. */
async function expectSameByReact(page: Page, least: { texts: number; hidden: number }) {
  const { early, react, gaps } = await watched(page)
  expect(early?.length).toBeGreaterThan(least.texts)
  expect(early).toEqual(react)
  expect(gaps).toBe(0)
  const hidden = early?.filter(({ text }) => text.includes('hidden')) ?? []
  expect(hidden.length).toBeGreaterThanOrEqual(least.hidden)
  await expect(page.locator('#static-shell')).toHaveCount(0)
}

test('first rows before React: keys reach none, and the row pressed last opens once React is there', async ({
  trader,
  service,
}) => {
  const go = await openWithoutReact(trader, service.origin + PAGE)
  await expect(earlyRows(trader).first()).toBeVisible()
  await trader.keyboard.press('Tab')
  await trader.keyboard.press('Enter')
  expect(await trader.evaluate(() => document.activeElement === document.body)).toBe(true)
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

test('first rows before React: the key is read once from its database', async ({
  trader,
  service,
}) => {
  await trader.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    const opened: string[] = []
    Reflect.set(window, 'opened', opened)
    indexedDB.open = (...words) => {
      opened.push(words[0])
      return open(...words)
    }
  })
  await openWithoutReact(trader, service.origin + PAGE)
  await expect(earlyRows(trader).first()).toBeVisible()
  const opened = await trader.evaluate(() => Reflect.get(window, 'opened') as string[])
  expect(opened.filter((name) => name === 'quarterdeck.paper-keys')).toHaveLength(1)
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

test('first rows before React: none where they might be wrong', async ({ trader, service }) => {
  test.slow()
  const visit = await watching(trader)
  for (const { title, address = PAGE, before, answer, shown } of CASES) {
    await visit(title, async () => {
      await trader.setViewportSize({ width: 1440, height: 900 })
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
})

const BALANCES = /\/table_chart_data/
const HISTORY = /\/balance_chart_data/
const earlyFigures = (page: Page) => page.locator('#static-shell .key-figures dl > div')
const ownFigures = (page: Page) => page.locator('#root .key-figures dl > div')

const FIGURES_OF: readonly Early[] = [
  ['those of a year', '/portfolio?range=1y', {}, 1440],
  ['those of the home page, in UTC', '/', { timeZone: 'utc' }, 1280],
  ['those of a day, in BTC', '/portfolio?range=24h&unit=btc', {}, 1440],
  ['hidden amounts', '/portfolio', { hideAmounts: true }, 1440],
]

test('first figures before React stay where they are, with the same text and the line, and no key reaches them', async ({
  trader,
  service,
}) => {
  test.slow()
  const visit = await watching(trader, FIGURES)
  for (const [title, address, settings, width] of FIGURES_OF) {
    await visit(title, async () => {
      await change(trader, 'settings', settings)
      await trader.setViewportSize({ width, height: 900 })
      const go = await openWithoutReact(trader, service.origin + address, BALANCES)
      await expect(earlyFigures(trader).first()).toBeVisible()
      await expect(trader.locator('#static-shell figure path')).toHaveAttribute('d', /^M.+L/)
      await expect(ownFigures(trader)).toHaveCount(0)
      await trader.keyboard.press('Tab')
      expect(await trader.evaluate(() => document.activeElement === document.body)).toBe(true)
      go()
      await expect(ownFigures(trader).first()).toBeVisible()
      await expectSameByReact(trader, { texts: 18, hidden: 'hideAmounts' in settings ? 3 : 0 })
    })
  }
})

test('first figures before React stay while the code of the page is late, and More figures opens once it is there', async ({
  trader,
  service,
}) => {
  const visit = await watching(trader, FIGURES)
  await trader.setViewportSize({ width: 1280, height: 900 })
  await visit('late code', async () => {
    const goPage = await hold(trader, /assets\/_connected\.portfolio-.*\.js/)
    const go = await openWithoutReact(trader, `${service.origin}/portfolio`, BALANCES)
    await expect(earlyFigures(trader).first()).toBeVisible()
    go()
    await expect(trader.locator('#root h1')).toHaveText('Portfolio')
    await someFrames(trader)
    await expect(earlyFigures(trader).first()).toBeVisible()
    await expect(trader.locator('#root h1')).toBeHidden()
    const chart = trader.locator('link[href*=time-chart-drawing]')
    await expect(chart).not.toHaveAttribute('rel')
    goPage()
    await expect(chart).toHaveAttribute('rel', 'modulepreload')
    await expect(ownFigures(trader).first()).toBeVisible()
    expect((await watched(trader)).gaps).toBe(0)
  })
  await visit('More figures', async () => {
    const go = await openWithoutReact(trader, `${service.origin}/portfolio`, BALANCES)
    await trader.locator('#static-shell').getByText('More figures').click()
    go()
    await expect(trader.getByRole('button', { name: 'Fewer figures' })).toBeVisible()
  })
})

type Answer = Record<string, unknown>[]
const FIGURE_CASES: (Omit<Case, 'answer'> & {
  answers?: readonly [RegExp, (rows: Answer) => { status?: number; json: unknown }]
})[] = [
  {
    title: 'the history does not name deposits',
    answers: [
      HISTORY,
      (rows) => ({
        json: rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !name.includes('deposit'))),
        ),
      }),
    ],
    shown: 'Not known',
  },
  {
    title: 'the value jumped since the last point',
    answers: [
      BALANCES,
      (rows) => ({ json: rows.map((row) => ({ ...row, usd_value: '9000000' })) }),
    ],
    shown: 'Prices don’t explain that',
  },
  {
    title: 'a read failed',
    answers: [HISTORY, () => ({ status: 500, json: { error: 'internal_error' } })],
    shown: 'The balance history could not be loaded.',
  },
  {
    title: 'a phone shows them below the chart',
    before: (page) => page.setViewportSize({ width: 390, height: 844 }),
    shown: 'Profit net of deposits',
  },
  {
    title: 'the connection is read only',
    before: (page) => changeConnection(page, { writeEnabled: false }),
    shown: 'Read only',
  },
]

test('first figures before React: none where they might be wrong', async ({ trader, service }) => {
  test.slow()
  const visit = await watching(trader, FIGURES)
  for (const { title, before, answers, shown } of FIGURE_CASES) {
    await visit(title, async () => {
      await trader.setViewportSize({ width: 1440, height: 900 })
      await before?.(trader)
      if (answers) {
        await trader.route(answers[0], async (route) => {
          const response = await route.fetch()
          const { status = 200, json } = answers[1]((await response.json()) as Answer)
          await route.fulfill({ response, status, json })
        })
      }
      const go = await openWithoutReact(trader, `${service.origin}/portfolio`, BALANCES)
      await expect(trader.locator('#static-shell')).toBeVisible()
      await expect(earlyFigures(trader)).toHaveCount(0)
      go()
      await expect(trader.locator('#root').getByText(shown).first()).toBeVisible()
      expect((await watched(trader)).early).toBeUndefined()
    })
  }
})
