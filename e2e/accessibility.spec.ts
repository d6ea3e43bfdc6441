import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { anUnknownOrder, seedJournal } from './journal.ts'
import {
  expectAccessible,
  expectLightContrast,
  openPage,
  showPath,
  withoutStream,
} from './pages.ts'
import { ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true })

/** Every page, and whether a phone shows it in another form: cards in place of rows. */
const PAGES = {
  '/portfolio': true,
  '/smart-trades': true,
  '/smart-trades/new': false,
  '/grid-bots': true,
  '/dca-bots': true,
  '/dca-bots/strategies': false,
  '/compare': false,
  '/history': true,
  '/alerts': false,
  '/activity': true,
  '/settings': false,
  '/new-world': true,
}
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test.describe('from a first page', () => {
  test.use({ firstPage: null })

  test('every page is accessible, on a desktop and on a phone', async ({ trader }) => {
    test.setTimeout(180_000)
    for (const [path, isOtherOnPhone] of Object.entries(PAGES)) {
      await trader.setViewportSize(DESKTOP)
      await showPath(trader, path)
      await expect(trader.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(trader.locator('[aria-busy=true]')).toHaveCount(0)
      await expectAccessible(trader, path)
      await expectLightContrast(trader, path)
      if (!isOtherOnPhone) continue
      await trader.setViewportSize(PHONE)
      await expect(trader.locator('[aria-busy=true]')).toHaveCount(0)
      // Its colours are those of the desktop.
      await expectAccessible(trader, `${path} on a phone`, ['color-contrast'])
    }
  })
})

test('the parts of the portfolio differ in forced colours, and print dark on white without navigation and controls', async ({
  trader,
}) => {
  await test.step('chosen parts, disabled buttons and links in forced colours', async () => {
    await trader.emulateMedia({ forcedColors: 'active' })
    await openPage(trader, 'Portfolio')
    const colours = (place: Locator) =>
      place.evaluate((element) => {
        const { backgroundColor, color, outlineStyle, textDecorationLine } =
          getComputedStyle(element)
        return { backgroundColor, color, outlineStyle, textDecorationLine }
      })
    const unit = (name: string) =>
      trader.locator('label', { has: trader.getByLabel(name) }).filter({ visible: true })
    const [chosen, other] = [await colours(unit('USD')), await colours(unit('BTC'))]
    expect(chosen.backgroundColor).not.toBe(other.backgroundColor)
    expect(chosen.color).not.toBe(other.color)
    const page = trader
      .getByRole('navigation')
      .getByRole('link', { name: 'Portfolio', exact: true })
    expect((await colours(page)).backgroundColor).toBe(chosen.backgroundColor)
    const sell = trader.getByRole('button', { name: 'Review sell-all' })
    expect((await colours(sell)).outlineStyle).toBe('dashed')
    const compare = trader.getByRole('button', { name: 'Compare with previous period' })
    expect((await colours(compare)).textDecorationLine).toBe('underline')
  })

  await test.step('in print', async () => {
    await trader.emulateMedia({ forcedColors: 'none' })
    await openPage(trader, 'Portfolio')
    await trader.getByRole('button', { name: 'Hide amounts' }).click()
    await trader.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const heading = trader.getByRole('heading', { level: 1 })
    await expect(heading).toHaveCSS('color', 'rgb(17, 20, 24)')
    await expect(trader.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(trader.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(trader.getByRole('button', { name: 'Panic' })).toHaveCount(0)
    await expect(trader.getByRole('searchbox')).toHaveCount(0)
    const figures = trader.getByRole('region', { name: 'Key figures' })
    await expect(figures.getByText('••••').first()).toBeVisible()
    // Nothing but the page takes its width.
    expect((await trader.locator('main').boundingBox())?.x).toBe(0)
  })
})

test('the ticket is accessible in every state', async ({ trader }) => {
  test.setTimeout(180_000)
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.review()
  await expectAccessible(trader, 'empty, with its sentences')

  await ticket.market(ACCOUNT, PAIR)
  await ticket.fillIn()
  await trader.getByRole('button', { name: 'Add a target' }).click()
  await ticket.type({
    'Target 1 volume': '50',
    'Target 2 distance': '9',
    'Target 2 volume': '50',
  })
  await ticket.switchOn('Trail the last target')
  await ticket.switchOn('Wait before closing')
  await trader.getByRole('slider', { name: 'Stop line' }).focus()
  await expectAccessible(trader, 'filled in, a line in hand')

  await ticket.type({ 'Trails by': '1', 'Wait for': '30', Units: '1000' })
  await expect(trader.getByRole('group', { name: 'Limits of the exchange' })).toBeVisible()
  await expectAccessible(trader, 'held back')
  await trader.getByRole('button', { name: /^Let the service decide/ }).click()
  await ticket.review()
  await expect(ticket.sheet()).toBeVisible()
  await expectAccessible(trader, 'reviewed')

  const { account_id } = await ticket.reviewedBody()
  await seedJournal(trader, [anUnknownOrder(Number(account_id))])
  await ticket.type({ Units: '0.001' })
  await ticket.review()
  await ticket.place()
  const held = trader.getByRole('dialog', { name: 'An earlier request has no known result' })
  await expect(held.getByText('On hold. Nothing has been sent.')).toBeVisible()
  await expectAccessible(trader, 'kept back behind an unknown one')
  await held.getByRole('button', { name: 'Do not send' }).click()
  await expect(ticket.sheet().getByText('It was not sent.')).toBeVisible()
  await ticket.sheet().getByRole('button', { name: 'Cancel' }).click()

  await trader.getByRole('button', { name: 'Templates' }).click()
  await expectAccessible(trader, 'templates')
})

const BALANCES = /(balance|table)_chart_data/
const HISTORY = /terminal\/history/

const SEVERAL_READS_MS = 61_000

const answerWith = (page: Page, url: RegExp, json: unknown, status = 200) =>
  page.route(url, (route) => route.fulfill({ status, json }))

const open = async (page: Page, path: string, shown: string | RegExp): Promise<void> => {
  await page.goto(new URL(path, page.url()).href)
  await expect(page.getByText(shown).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('Portfolio is accessible in every state', async ({ trader }) => {
  test.setTimeout(240_000)
  await trader.clock.install()
  // Emulated offline leaves an open stream alive.
  await withoutStream(trader)
  await open(trader, '/portfolio?range=24h', /^Total(, rounded)?, with/)
  await answerWith(trader, BALANCES, { error: 'broken' }, 500)
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await expectAccessible(trader, 'one day, amounts hidden')
  await trader.clock.fastForward(SEVERAL_READS_MS)
  await expect(trader.getByText(/^Figures could not be refreshed\. .*“broken”/)).toBeVisible()
  await expectAccessible(trader, 'stale')
  await open(trader, '/portfolio?range=1y', 'The balances could not be loaded.')
  await expectAccessible(trader, 'broken')
  await trader.unroute(BALANCES)
  await answerWith(trader, BALANCES, [])
  await open(trader, '/portfolio?range=1y', 'No balances yet.')
  await expectAccessible(trader, 'empty')
  await trader.context().setOffline(true)
  await trader.clock.fastForward(SEVERAL_READS_MS)
  await expect(trader.getByText(/^Offline since \d\d:\d\d\./)).toBeVisible()
  await expectAccessible(trader, 'offline')
})

test('History is accessible in every state', async ({ trader }) => {
  test.setTimeout(240_000)
  await open(trader, '/history?view=rows&period=all', /^\d+% of closing orders/)
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await trader
    .getByRole('link', { name: /^Open / })
    .first()
    .click()
  await expect(trader.getByRole('complementary', { name: /^Trade / })).toBeVisible()
  await expectAccessible(trader, 'an order beside the rows, amounts hidden')
  await answerWith(trader, HISTORY, [])
  await open(trader, '/history', 'No closed orders yet.')
  await expectAccessible(trader, 'empty')
})
