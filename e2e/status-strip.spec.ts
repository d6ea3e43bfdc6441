import type { Locator, Page, Route } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { Ticket } from './ticket.ts'

test.use({ world: 'untidy' })

const strip = (page: Page): Locator => page.locator('[data-strip]')
const TRADES = '**/api/v1/smart_trades?*'
const REFUSAL = { error: 'broken', error_description: 'The ledger is being moved.' }
const refuse = (route: Route) => route.fulfill({ status: 500, json: REFUSAL })

/** Simulates another tab that changes the connection. */
async function learn(page: Page, news: object): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(new URL('/favicon.svg', page.url()).href)
  // A page writes the mode down once, as soon as the service has named it: browsers keep the later of two
  // writes that cross.
  await other.waitForFunction(() =>
    localStorage.getItem('quarterdeck.connections')?.includes('"tellsMode":true'),
  )
  await other.evaluate((change) => {
    const name = 'quarterdeck.connections'
    const kept = JSON.parse(localStorage.getItem(name) ?? '')
    Object.assign(kept.connections[0], change, { modeHeardAt: Date.now() })
    localStorage.setItem(name, JSON.stringify(kept))
  }, news)
  await other.close()
}

test('a service that stops is offline since its last answer, in one state and one sentence, and takes no order', async ({
  page,
  service,
}) => {
  test.setTimeout(120_000)
  await page.clock.install()
  await page.goto(service.link)
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  const ticket = new Ticket(page)
  await ticket.aLimitBuy()
  await service.kill()
  // Its answers fail at once, and what repeats them waits for the page's clock.
  for (let second = 0; second < 90; second += 5) await page.clock.runFor(5_000)

  await expect(page).toHaveTitle(/ · PAPER · /)
  await expect(page.getByText('REAL', { exact: true })).toHaveCount(0)
  await expect(strip(page)).toContainText(
    /^Offline since \d\d:\d\d\. Orders are blocked until the service confirms PAPER\./,
  )
  await expect(strip(page).getByRole('button', { name: 'Try now' })).toBeVisible()
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Orders blocked', { exact: true })).toBeVisible()
  await expect(bar.getByText(/^Offline since \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText('not known', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Offline: the service cannot be reached/)).toBeVisible()

  await service.start()
  for (let second = 0; second < 40; second += 5) await page.clock.runFor(5_000)
  await expect(page.getByText('PAPER', { exact: true })).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
})

test('a failed refresh is shown with its reason, no figure has a direction meanwhile, and no list is called empty', async ({
  trader,
}) => {
  await test.step('figures without direction', async () => {
    await trader.clock.install()
    await trader.getByRole('navigation').getByRole('link', { name: 'SmartTrades' }).click()
    await expect(trader.getByRole('link', { name: /open SmartTrade \d+$/ }).first()).toBeVisible()
    const colours = () =>
      trader.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return ['--up', '--down', '--text-3'].map((name) => style.getPropertyValue(name))
      })
    const [up, down, faint] = await colours()
    expect(new Set([up, down, faint]).size).toBe(3)
    await trader.route(TRADES, refuse)
    await trader.clock.fastForward(31_000)
    await expect(strip(trader)).toContainText(
      'Figures could not be refreshed. The service answered 500: “The ledger is being moved.”',
    )
    await expect(strip(trader)).toContainText(/Figures read \d+ s ago\. Next try in \d+ s\./)
    expect(await colours()).toEqual([faint, faint, faint])
    await trader.unroute(TRADES)
    await trader.getByRole('button', { name: 'Try now' }).click()
    await expect(strip(trader).filter({ hasText: 'Figures could not be refreshed' })).toHaveCount(0)
    expect(await colours()).toEqual([up, down, faint])
  })

  await test.step('a list that was empty', async () => {
    await trader.route(TRADES, (route) => route.fulfill({ json: [] }))
    await trader.clock.fastForward(31_000)
    await expect(trader.getByText('No active SmartTrades.')).toBeVisible()
    await trader.unroute(TRADES)
    await trader.route(TRADES, refuse)
    await trader.clock.fastForward(31_000)
    await expect(trader.getByText('The SmartTrades could not be loaded.')).toBeVisible()
    await expect(trader.getByText('No active SmartTrades.')).toHaveCount(0)
  })
})

test('the status strip moves no row and no button, and the end of a page scrolls clear of it', async ({
  trader,
}) => {
  await trader.clock.install()
  const edges = async (of: Locator) => {
    const { y, height } = (await of.boundingBox()) ?? { y: NaN, height: NaN }
    return { top: y, bottom: y + height }
  }
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await trader.setViewportSize(size)
    await trader.goto(new URL('/smart-trades', trader.url()).href)
    const row = trader.locator('main a[href*="trade="]:visible').first()
    await expect(row).toBeVisible()
    const before = await edges(row)
    await trader.route(TRADES, refuse)
    await trader.clock.fastForward(31_000)
    await expect(strip(trader)).toBeVisible()
    expect(await edges(row)).toEqual(before)
    await trader.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const last = await edges(trader.locator('main').getByRole('link').last())
    expect(last.bottom).toBeLessThanOrEqual((await edges(strip(trader))).top)
    await trader.unroute(TRADES)
    await trader.clock.fastForward(31_000)
    await expect(strip(trader)).toHaveCount(0)
  }
  await new Ticket(trader).open()
  const foot = trader.locator('main footer')
  const before = await edges(foot)
  await learn(trader, { writeEnabled: false })
  await expect(strip(trader)).toBeVisible()
  expect((await edges(foot)).bottom).toBe(before.bottom)
  expect((await edges(strip(trader))).bottom).toBeLessThanOrEqual((await edges(foot)).top)

  const account = trader.getByLabel('Account', { exact: true })
  const beforeAway = await edges(account)
  await trader.route('**/api/v1/**', (route) => route.abort())
  for (let second = 0; second < 60; second += 3) {
    await trader.clock.runFor(3_000)
    expect(await edges(account)).toEqual(beforeAway)
  }
  await expect(strip(trader)).toContainText('Offline since')
})

test('a connection that is read only says so from the first frame, and New SmartTrade says it too', async ({
  trader,
}) => {
  await learn(trader, { writeEnabled: false })
  for (const path of ['/smart-trades', '/portfolio', '/grid-bots', '/history', '/settings']) {
    await trader.goto(new URL(path, trader.url()).href)
    await expect(strip(trader)).toContainText('Read only: nothing can be sent.')
  }
  await trader.goto(new URL('/smart-trades', trader.url()).href)
  await expect(trader.getByRole('button', { name: 'New SmartTrade' })).toHaveAccessibleDescription(
    'Read only',
  )
})

test('a draft for paper is not in the ticket of real money', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await ticket.aLimitBuy()
  const account = trader.getByLabel('Account', { exact: true })
  const typed = await account.inputValue()
  expect(typed).not.toBe('')
  await trader.route('**/api/v1/user/mode', () => undefined)
  await learn(trader, { declaredMode: 'real' })
  await expect(trader).toHaveTitle(/ · REAL · /)
  await expect(account).toHaveValue('')
  await trader.reload()
  await expect(account).toHaveValue('')
  await learn(trader, { declaredMode: 'paper' })
  await expect(account).toHaveValue(typed)
})

test('switching the mode keeps no accounts of one mode for the other, and removes its rows at once', async ({
  trader,
}) => {
  await test.step('before the page is idle', async () => {
    await trader.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
    })
    await trader.reload()
    await trader.getByRole('navigation').getByRole('link', { name: 'SmartTrades' }).click()
    await expect(trader.getByRole('row', { name: /SmartTrade/ }).first()).toBeVisible()
    await trader.route('**/api/v1/smart_trades*', () => undefined)
    await learn(trader, { declaredMode: 'real' })
    await expect(trader.getByRole('row', { name: /SmartTrade/ })).toHaveCount(0)
    const kept = (mode: string) =>
      trader.evaluate((ending) => {
        const key = Object.keys(localStorage).find(
          (name) => name.startsWith('quarterdeck.address-book.') && name.endsWith(ending),
        )
        return (key && localStorage.getItem(key)) ?? ''
      }, `.${mode}`)
    await expect.poll(() => kept('paper')).toContain('"pairs":["')
    expect(await kept('real')).not.toContain('"pairs":["')
  })

  await test.step('rows of the other mode', async () => {
    await trader.unrouteAll()
    await learn(trader, { declaredMode: 'paper' })
    await trader.getByRole('navigation').getByRole('link', { name: 'History' }).click()
    const rows = trader.getByRole('link', { name: /^Open / })
    await expect(rows.first()).toBeVisible()
    await trader.route('**/api/v1/terminal/history*', () => undefined)
    await learn(trader, { declaredMode: 'real' })
    await expect(rows).toHaveCount(0)
    await expect(trader.getByText('No closed orders yet.')).toHaveCount(0)
  })
})

test('a request that a reload cuts off is no failure of the service', async ({
  trader,
  service,
}) => {
  const failing = () =>
    trader.evaluate(() =>
      Object.entries(localStorage)
        .filter(([name]) => name.startsWith('quarterdeck.failing.'))
        .map(([, kept]) => (JSON.parse(kept) as { level: number }).level),
    )
  let asked = 0
  await trader.route('**/api/v1/**', () => void (asked += 1))
  await trader.goto(`${service.origin}/history`)
  await expect.poll(() => asked).toBeGreaterThan(2)
  const before = asked
  await trader.reload()
  await expect.poll(() => asked).toBeGreaterThan(before)
  expect((await failing()).filter((level) => level > 0)).toEqual([])
  await expect(trader.getByText('The last requests failed.')).toHaveCount(0)
})
