import type { Locator, Page } from '@playwright/test'

import type { SeenRequest } from '../src/testing/three-commas-service.ts'
import { expect, requestsOf, test } from './three-commas.ts'

test.use({ firstPage: null })

/** Most requests that opening one page may cost, the time and the accounts included. */
const MOST_REQUESTS = 8

const rowsOf = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText: /\d/ })

type Opened = {
  path: string
  /** Parts of the answers that the page shows. */
  shows: (page: Page) => Locator[]
  /** Requests at most, if not as many as other pages. */
  most?: number
}

const PAGES: Record<string, Opened> = {
  Portfolio: {
    path: '/portfolio',
    // Four of them are read last: the lists of what needs the trader.
    most: 9,
    shows: (page) => [
      rowsOf(page, 'Balances').filter({ hasText: '10,086.18' }),
      rowsOf(page, 'Balances').filter({ hasText: 'DOGE' }),
      page.getByRole('img', { name: /^Balance history of / }),
      page.getByText('the service does not send deposits'),
    ],
  },
  SmartTrades: {
    path: '/smart-trades?status=all&per_page=100',
    shows: (page) => [
      rowsOf(page, 'SmartTrades').filter({ hasText: 'DOGE/USDT' }).first(),
      page.getByText('Range low bounce').first(),
      page.getByText('Rows 1 to 100', { exact: true }),
    ],
  },
  'Grid bots': {
    path: '/grid-bots',
    shows: (page) => [
      rowsOf(page, 'Grid bots').filter({ hasText: 'ETH range' }),
      rowsOf(page, 'Grid bots').filter({ hasText: 'VETUSDT/BNFCR' }),
    ],
  },
  'DCA bots': {
    path: '/dca-bots',
    shows: (page) => [
      rowsOf(page, 'DCA bots').filter({ hasText: 'ETH/USDT classic' }),
      rowsOf(page, 'DCA bots').filter({ hasText: 'Four coins by RSI' }),
      rowsOf(page, 'DCA bots').filter({ hasText: 'Short in steps' }),
      rowsOf(page, 'DCA bots').filter({ hasText: 'By alerts' }),
    ],
  },
  History: {
    // The time, the accounts, each of the four lists, and two grid bots.
    path: '/history?view=rows',
    shows: (page) => [
      page.getByText('Joined from orders placed by hand'),
      ...['SmartTrade', 'Terminal', 'DCA'].map((source) =>
        rowsOf(page, 'Trades').filter({ hasText: source }).first(),
      ),
      page.locator('main thead').getByRole('button', { name: 'Closed' }),
      // No figure is of a part.
      page.getByRole('region', { name: /^Figures of / }).filter({ hasText: /so far|closing/ }),
    ],
  },
  'New SmartTrade': {
    path: '/smart-trades/new',
    shows: (page) => [
      page.getByRole('heading', { name: 'New SmartTrade', level: 1 }),
      page.getByLabel('Account', { exact: true }),
    ],
  },
  'New grid bot': {
    path: '/grid-bots/new',
    shows: (page) => [page.getByLabel('Account', { exact: true })],
  },
  'New DCA bot': {
    path: '/dca-bots/new',
    shows: (page) => [page.getByLabel('Account', { exact: true })],
  },
  Activity: {
    path: '/activity',
    shows: (page) => [page.getByRole('heading', { name: 'Activity', level: 1 })],
  },
  Settings: {
    path: '/settings',
    shows: (page) => [page.getByRole('heading', { name: 'Settings', level: 1 })],
  },
}

test(`every page shows what 3Commas answers, for at most ${MOST_REQUESTS} requests`, async ({
  account,
  threeCommas,
}) => {
  test.slow()
  for (const [name, { path, shows, most = MOST_REQUESTS }] of Object.entries(PAGES)) {
    await test.step(name, async () => {
      const asked = await requestsOf(account, threeCommas, async () => {
        await account.goto(new URL(path, account.url()).href)
        for (const shown of shows(account)) await expect(shown).toBeVisible()
      })
      expect.soft(asked.length, [name, ...asked].join('\n')).toBeLessThanOrEqual(most)
      await expect(account.getByText('This row could not be read.')).toHaveCount(0)
    })
  }
  expect(refusedOf(threeCommas)).toEqual([])
})

const refusedOf = ({ requests }: { requests: { status: number | undefined }[] }) =>
  requests.filter(({ status = 0 }) => status >= 400)

/** A page that is reached from a list, and what of the answers is on it. */
type One = { list: string; name: string | RegExp; shows: (page: Page) => Locator[] }

const ONE: Record<string, One> = {
  'one SmartTrade': {
    list: '/smart-trades?status=active',
    name: /\d/,
    shows: (page) => [page.getByRole('heading', { name: 'Timeline' })],
  },
  'one grid bot': {
    list: '/grid-bots',
    name: 'ETH range',
    shows: (page) => [
      page.getByRole('heading', { name: 'ETH range', level: 1 }),
      page.getByRole('table', { name: /^Ladder/ }),
    ],
  },
  'one DCA bot': {
    list: '/dca-bots',
    name: 'ETH/USDT classic',
    shows: (page) => [page.getByRole('heading', { name: 'ETH/USDT classic', level: 1 })],
  },
}

test(`the page of one trade or bot opens by its link and its address, for at most ${MOST_REQUESTS} requests`, async ({
  account,
  threeCommas,
}) => {
  for (const [name, { list, name: link, shows }] of Object.entries(ONE)) {
    await test.step(name, async () => {
      await account.goto(new URL(list, account.url()).href)
      const first = account.locator('main tbody').getByRole('link', { name: link }).first()
      await expect(first).toBeVisible()
      await account.waitForLoadState('networkidle')
      const byLink = await requestsOf(account, threeCommas, async () => {
        await first.click()
        for (const shown of shows(account)) await expect(shown.first()).toBeVisible()
      })
      expect.soft(byLink.length, [name, ...byLink].join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
      const byAddress = await requestsOf(account, threeCommas, async () => {
        await account.reload()
        for (const shown of shows(account)) await expect(shown.first()).toBeVisible()
      })
      expect
        .soft(byAddress.length, [name, ...byAddress].join('\n'))
        .toBeLessThanOrEqual(MOST_REQUESTS)
    })
  }
  expect(refusedOf(threeCommas)).toEqual([])
})

test('the portfolio of 3Commas has its profits, lists are read again without a second preflight, and a refused one is asked for once', async ({
  account,
  threeCommas,
}) => {
  await test.step('what is read again comes from the service', async () => {
    const open = (path: string) => () =>
      account.goto(new URL(path, account.url()).href).then(() => undefined)
    const signedBy = async (path: string) => {
      const from = threeCommas.requests.length
      await requestsOf(account, threeCommas, open(path))
      const { requests } = threeCommas
      return requests.slice(from).flatMap((one) => (one.headers['apikey'] ? [one] : []))
    }
    const urlOf = ({ method, path, search }: SeenRequest) => method + path + search
    const first = await signedBy('/grid-bots')
    const before = threeCommas.preflights()
    const again = await signedBy('/grid-bots')
    const known = new Set(first.map(urlOf))
    const fresh = new Set(again.map(urlOf).filter((url) => !known.has(url)))
    expect(again.length).toBeGreaterThan(fresh.size)
    expect(threeCommas.preflights() - before).toBe(fresh.size)
    // Asked whether it is still so: an answer that has changed is another one.
    const bot = threeCommas.state.gridBots.find(({ name }) => name === 'ETH range')
    if (bot) bot.name = 'ETH range, renamed'
    await open('/grid-bots')()
    await expect(rowsOf(account, 'Grid bots').filter({ hasText: 'renamed' })).toBeVisible()
  })

  await test.step('profits, and an account refreshed at its exchange', async () => {
    await account.goto(new URL('/portfolio', account.url()).href)
    const figures = account.getByRole('region', { name: 'Key figures' })
    await expect(figures).toContainText(/Profit of the day\s*\+?1\.33/)
    const refresh = account.getByRole('button', { name: 'Refresh at the exchange' })
    await expect(refresh).toHaveCount(0)
    await account.getByRole('radio', { name: 'Main Binance' }).check({ force: true })
    await expect(figures).toContainText(/Profit of the day\s*\+?0\.44/)
    await expect(account.getByText(/account last updated 1 h/)).toBeVisible()
    await refresh.click()
    await expect(account.getByText(/account last updated (just now|\d+ s)/)).toBeVisible()
    const loads = threeCommas.requests.filter(({ path }) => path.endsWith('/load_balances'))
    expect(loads).toHaveLength(1)
  })

  await test.step('a refused list names the reason', async () => {
    const open = async (reason: RegExp) => {
      const asked = await requestsOf(account, threeCommas, async () => {
        await account.goto(new URL('/grid-bots', account.url()).href)
        await expect(account.getByText(reason).first()).toBeVisible()
      })
      const lists = asked.filter((line) => line.startsWith('GET /ver1/grid_bots'))
      expect(lists, String(reason)).toHaveLength(1)
    }
    threeCommas.fault({ kind: 'plan 429', path: '/ver1/grid_bots', times: 1 })
    await open(/Your 3Commas plan does not allow this/)
    await expect(account.getByText(/^Rate limited/)).toHaveCount(0)

    threeCommas.fault({ kind: '401', path: '/ver1/grid_bots', times: 1 })
    await open(/Invalid or expired api key/)

    threeCommas.forbid('BOTS_READ')
    await open(/BOTS_READ/)
  })
})
