import type { Locator, Page } from '@playwright/test'

import type { SeenRequest } from '../src/testing/three-commas-service.ts'
import { expect, requestsOf, test } from './three-commas.ts'

/** Most requests that opening one page may cost, the time and the accounts included. */
const MOST_REQUESTS = 8

const rowsOf = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText: /\d/ })

type Opened = {
  path: string
  /** What of the answers is on the page. */
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
      page.getByText('the service does not say what was paid in or out'),
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
    path: '/history',
    shows: (page) => [rowsOf(page, 'Trades').first()],
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

for (const [name, { path, shows, most = MOST_REQUESTS }] of Object.entries(PAGES)) {
  test(`${name} shows what 3Commas answers, for at most ${most} requests`, async ({
    account,
    threeCommas,
  }) => {
    await account.waitForLoadState('networkidle')
    const asked = await requestsOf(account, threeCommas, async () => {
      await account.goto(new URL(path, account.url()).href)
      for (const shown of shows(account)) await expect(shown).toBeVisible()
    })
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
    expect(refusedOf(threeCommas)).toEqual([])
    await expect(account.getByText('This row could not be read.')).toHaveCount(0)
  })
}

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

for (const [name, { list, name: link, shows }] of Object.entries(ONE)) {
  const opens = `the page of ${name}, by its link and by its address, for at most ${MOST_REQUESTS} requests`
  test(opens, async ({ account, threeCommas }) => {
    await account.goto(new URL(list, account.url()).href)
    await expect(
      account.locator('main tbody').getByRole('link', { name: link }).first(),
    ).toBeVisible()
    await account.waitForLoadState('networkidle')
    const byLink = await requestsOf(account, threeCommas, async () => {
      await account.locator('main tbody').getByRole('link', { name: link }).first().click()
      for (const shown of shows(account)) await expect(shown.first()).toBeVisible()
    })
    expect.soft(byLink.length, byLink.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
    const byAddress = await requestsOf(account, threeCommas, async () => {
      await account.reload()
      for (const shown of shows(account)) await expect(shown.first()).toBeVisible()
    })
    expect(byAddress.length, byAddress.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(refusedOf(threeCommas)).toEqual([])
  })
}

test('the portfolio shows the profits that 3Commas reports, and refreshes an account at its exchange', async ({
  account,
  threeCommas,
}) => {
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

test('what is read again costs no second preflight, and comes from the service', async ({
  account,
  threeCommas,
}) => {
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

test.describe('a paper connection', () => {
  test.use({ mode: 'paper' })

  test('shows nothing of the real accounts', async ({ account, threeCommas }) => {
    await account.goto(new URL('/grid-bots', account.url()).href)
    await expect(rowsOf(account, 'Grid bots')).toHaveCount(1)
    await expect(rowsOf(account, 'Grid bots')).toContainText('Paper grid')
    const signed = threeCommas.requests.filter(({ headers }) => headers['apikey'] !== undefined)
    expect(new Set(signed.map(({ headers }) => headers['forced-mode']))).toEqual(new Set(['paper']))
  })
})

test.describe('a service that refuses', () => {
  const open = (page: Page) => page.goto(new URL('/grid-bots', page.url()).href)

  const listReads = (lines: string[]) =>
    lines.filter((line) => line.startsWith('GET /ver1/grid_bots'))

  // Portfolio, the first page, reads the list as well.
  test.beforeEach(({ account }) => account.waitForLoadState('networkidle'))

  test('by the plan gives the sentence and no countdown', async ({ account, threeCommas }) => {
    threeCommas.fault({ kind: 'plan 429', path: '/ver1/grid_bots', times: 100 })
    const asked = await requestsOf(account, threeCommas, async () => {
      await open(account)
      await expect(account.getByText(/Your 3Commas plan does not allow this/).first()).toBeVisible()
    })
    await expect(account.getByText(/asked for a pause/)).toHaveCount(0)
    expect(listReads(asked)).toHaveLength(1)
  })

  test('a key without a permission names it', async ({ account, threeCommas }) => {
    threeCommas.forbid('BOTS_READ')
    await open(account)
    await expect(account.getByText(/BOTS_READ/).first()).toBeVisible()
  })

  test('a wrong key says so and is asked no further', async ({ account, threeCommas }) => {
    threeCommas.fault({ kind: '401', path: '/ver1/grid_bots', times: 1_000 })
    const asked = await requestsOf(account, threeCommas, async () => {
      await open(account)
      await expect(account.getByText(/Invalid or expired api key/).first()).toBeVisible()
    })
    expect(listReads(asked)).toHaveLength(1)
  })

  test('a clock that is an hour ahead matters to nothing', async ({ account, threeCommas }) => {
    threeCommas.settings.clockAhead = 3_600
    await open(account)
    await expect(rowsOf(account, 'Grid bots').first()).toBeVisible()
    expect(refusedOf(threeCommas)).toEqual([])
  })
})
