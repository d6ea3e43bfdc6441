import type { Page } from '@playwright/test'

import {
  type ChangeAnswer,
  changeAnswers,
  expectSameByReact,
  FIGURES,
  hold,
  openWithoutReact,
  READ,
  someFrames,
  watched,
  watching,
} from './early-page.ts'
import { expect, test } from './fixtures.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

const PAGE = '/smart-trades?status=all'

const earlyRows = (page: Page) => page.locator('#static-shell tbody tr a')
const ownRows = (page: Page) => page.locator('#root tbody tr a')

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
  answers?: readonly [read: RegExp, change: ChangeAnswer]
  shown: string
}

const CASES: Case[] = [
  {
    title: 'a row cannot be read',
    answers: [
      READ,
      (rows) => ({ json: rows.map((row, at) => (at === 40 ? { ...row, pair: 7 } : row)) }),
    ],
    address: `${PAGE}&per_page=50`,
    shown: 'XRP',
  },
  {
    title: 'a chip stands above the list',
    address: '/smart-trades?status=successfully_finish',
    shown: 'Clear filters',
  },
  { title: 'no row came', answers: [READ, () => ({ json: [] })], shown: 'No SmartTrades yet.' },
  {
    title: 'the read failed',
    answers: [READ, () => ({ status: 500, json: { error: 'internal_error' } })],
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
  for (const { title, address = PAGE, before, answers, shown } of CASES) {
    await visit(title, async () => {
      await trader.setViewportSize({ width: 1440, height: 900 })
      await before?.(trader)
      if (answers) await changeAnswers(trader, ...answers)
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

const FIGURE_CASES: Case[] = [
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
      if (answers) await changeAnswers(trader, ...answers)
      const go = await openWithoutReact(trader, `${service.origin}/portfolio`, BALANCES)
      await expect(trader.locator('#static-shell')).toBeVisible()
      await expect(earlyFigures(trader)).toHaveCount(0)
      go()
      await expect(trader.locator('#root').getByText(shown).first()).toBeVisible()
      expect((await watched(trader)).early).toBeUndefined()
    })
  }
})
