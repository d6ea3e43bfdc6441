import type { Locator, Page } from '@playwright/test'

import { READ_MS } from '#ui/armed-button.tsx'

import { expect, test } from './fixtures.ts'
import { showPath, writesFrom } from './pages.ts'
import { readGridBots, type SignedCalls, signedCalls } from './signed-calls.ts'
import { ACCOUNT, chooseAccount, isOrder, PAIR, Ticket } from './ticket.ts'

test.use({ sheetsCount: 'once read', firstPage: null })

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const
const REFUSED = 'Read, then press once.'

const sheetOf = (page: Page): Locator => page.getByRole('dialog')
const actionOf = (page: Page): Locator => sheetOf(page).locator('footer button').last()

async function centreOf(button: Locator): Promise<[number, number]> {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not drawn.')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** A ticket whose review opens while the page's clock stands still. */
async function ticketBeforeReview(page: Page): Promise<Ticket> {
  await page.clock.install()
  const ticket = new Ticket(page)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  await ticket.fillIn()
  return ticket
}

/** Stops the page's clock, opens the review by `press`, and gives its button as it is first drawn. */
async function openReview(page: Page, press: (review: Locator) => Promise<void>) {
  // On a slow machine the moment may have passed. The clock stands still by then.
  await expect(async () =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000),
  ).toPass({ timeout: 15_000 })
  await press(page.getByRole('button', { name: 'Review trade' }))
  const place = actionOf(page)
  await expect(async () => {
    await page.clock.runFor(5)
    await expect(place).toContainText('Place paper trade', { timeout: 1 })
  }).toPass({ intervals: [0], timeout: 15_000 })
  return place
}

test.describe('the order of a ticket', { tag: '@writes' }, () => {
  test('an order is not sent by the second click of a double click on Review trade', async ({
    trader,
  }) => {
    const ticket = await ticketBeforeReview(trader)
    const sent = writesFrom(trader, '/smart_trades')
    const { mouse, clock } = trader
    const place = await openReview(trader, (review) => review.click())
    const [x, y] = await centreOf(place)

    let at = 0
    for (const moment of [60, 150, 250, 400, 650]) {
      await clock.runFor(moment - at)
      at = moment
      await mouse.click(x, y, { clickCount: 1 })
      await expect(place).toHaveAttribute('aria-disabled', 'true')
      await expect(sheetOf(trader)).toContainText(REFUSED)
    }
    // Pressed too early, released in time.
    await mouse.down()
    await clock.runFor(100)
    await expect(place).not.toHaveAttribute('aria-disabled')
    await mouse.up()
    // The second click of a double click.
    await mouse.down({ clickCount: 2 })
    await mouse.up({ clickCount: 2 })
    await expect(sheetOf(trader)).toContainText(REFUSED)
    await expect(sheetOf(trader)).toContainText('Nothing has been sent.')
    expect(sent).toEqual([])

    const order = trader.waitForRequest(isOrder)
    await mouse.click(x, y)
    await order
    await clock.resume()
    await expect(ticket.sheet().getByText(/^Placed at/)).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('an order is not sent by a key that was pressed before the review could be read', async ({
    trader,
  }) => {
    await ticketBeforeReview(trader)
    const sent = writesFrom(trader, '/smart_trades')
    const { keyboard, clock } = trader
    const place = await openReview(trader, (review) => review.press('Enter'))
    await keyboard.press('Tab')
    await expect(place).toBeFocused()
    await clock.runFor(60)
    await keyboard.press('Enter')
    await clock.runFor(590)
    await keyboard.press('Space')
    await expect(sheetOf(trader)).toContainText(REFUSED)
    await keyboard.down('Space')
    await keyboard.down('Enter')
    await clock.runFor(100)
    await keyboard.up('Space')
    await expect(place).not.toHaveAttribute('aria-disabled')
    // A key that is held down repeats itself.
    await keyboard.down('Enter')
    await keyboard.up('Enter')
    await expect(sheetOf(trader)).toContainText('Nothing has been sent.')
    expect(sent).toEqual([])

    const order = trader.waitForRequest(isOrder)
    await keyboard.press('Enter')
    await order
    expect(sent).toHaveLength(1)
  })

  test.describe('on a phone', () => {
    test.use(PHONE)

    test('an order is not sent by a second tap on Review trade', async ({ trader }) => {
      await ticketBeforeReview(trader)
      const sent = writesFrom(trader, '/smart_trades')
      const { touchscreen, clock } = trader
      const place = await openReview(trader, (review) => review.tap())
      const [x, y] = await centreOf(place)
      let at = 0
      for (const moment of [60, 400, 650]) {
        await clock.runFor(moment - at)
        at = moment
        await touchscreen.tap(x, y)
        await expect(sheetOf(trader)).toContainText(REFUSED)
      }
      await clock.runFor(100)
      expect(sent).toEqual([])
      const order = trader.waitForRequest(isOrder)
      await touchscreen.tap(x, y)
      await order
      expect(sent).toHaveLength(1)
    })
  })
})

type Trade = { id: number; is_position_not_filled: boolean }

/** Opens a sheet up to its button. What stands before it is filled in. */
type OpenSheet = (page: Page) => Promise<unknown>

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const reviewExample =
  (path: string, review: string): OpenSheet =>
  async (page) => {
    await showPath(page, path)
    await press(page, 'Fill in an example')
    await expect(page.getByText(/^Filled in: /).first()).toBeVisible()
    await press(page, review)
  }

/** A sheet of each kind; every other one is drawn by the same component. */
async function sheetsOf(calls: SignedCalls): Promise<Record<string, OpenSheet>> {
  const trades = await calls.read<Trade[]>('/api/v1/smart_trades?status=active&per_page=100')
  const open = trades.find((trade) => !trade.is_position_not_filled)?.id
  const running = (await readGridBots(calls)).find((bot) => bot.is_enabled)?.id
  const after =
    (path: string, ...names: (string | RegExp)[]): OpenSheet =>
    async (page) => {
      await showPath(page, path)
      for (const name of names) await press(page, name)
    }
  const fromMenu =
    (path: string, menu: string | RegExp, item: string | RegExp): OpenSheet =>
    async (page) => {
      await after(path, menu)(page)
      await page.getByRole('menuitem', { name: item }).click()
    }
  return {
    'the review of a trade': reviewExample('/smart-trades/new', 'Review trade'),
    'closing a trade': after(`/smart-trades?trade=${open}`, 'Close at market'),
    async 'the review of added funds'(page) {
      await fromMenu(`/smart-trades?trade=${open}`, 'More actions', 'Add funds')(page)
      await page.getByRole('textbox', { name: 'Units to add' }).fill('1')
      await release(page)
      await actionOf(page).click()
      await expect(sheetOf(page)).toContainText('/add_funds')
    },
    'a new grid bot': reviewExample('/grid-bots/new', 'Review grid bot'),
    'stopping a grid bot': after(`/grid-bots/${running}`, 'Stop bot'),
    'stopping all grid bots': fromMenu('/grid-bots', 'More actions', /^Stop all/),
    'a panic': after('/alerts', 'Panic'),
    'a price alert': after('/alerts', 'New price alert'),
    async 'selling everything'(page) {
      await showPath(page, '/portfolio')
      await chooseAccount(page, ACCOUNT, 'Accounts')
      await press(page, 'Review sell-all')
    },
    'switching to real money': after('/settings', 'Switch to real'),
  }
}

/** Keeps the button of every sheet from counting until `release` is called. */
function holdTimer(length: number): void {
  const setTimer = window.setTimeout.bind(window)
  const held: (() => void)[] = []
  Reflect.set(window, 'setTimeout', (run: () => void, ms?: number, ...rest: unknown[]) =>
    ms === length ? held.push(run) : setTimer(run, ms, ...rest),
  )
  Reflect.set(window, 'releaseHeld', () => held.splice(0).forEach((run) => run()))
}

async function release(page: Page): Promise<void> {
  // Its time begins with a frame.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const run = Reflect.get(window, 'releaseHeld') as () => void
    run()
  })
}

test(
  'a sheet of each kind takes no second press, and a single one once it could be read',
  { tag: '@writes' },
  async ({ trader, service }) => {
    // The stand-in shows a page for each sheet.
    test.slow()
    await trader.context().addInitScript(holdTimer, READ_MS)
    const sent = writesFrom(trader)
    for (const [name, open] of Object.entries(await sheetsOf(await signedCalls(service)))) {
      await test.step(name, async () => {
        await open(trader)
        const action = actionOf(trader)
        await expect(action).toHaveAttribute('aria-disabled', 'true')
        // The button has no reason of its own once everything was read.
        await expect(sheetOf(trader).getByText(/\bread\.$/)).toHaveCount(0)
        await clickTwice(trader, ...(await centreOf(action)))
        // The sale still asks for its phrase.
        const asked = sheetOf(trader).getByText(/^Type .* above\.$/)
        if ((await asked.count()) > 0) return
        await expect(sheetOf(trader)).toContainText(REFUSED)
        await release(trader)
        await expect(action).not.toHaveAttribute('aria-disabled')
      })
      // The next sheet does not open over this one.
      await showPath(trader, '/activity')
      await expect(sheetOf(trader)).toHaveCount(0)
    }
    expect(sent).toEqual([])
  },
)

test('the receipt of an order takes no second press', { tag: '@writes' }, async ({ trader }) => {
  await trader.context().addInitScript(holdTimer, READ_MS)
  await reviewExample('/smart-trades/new', 'Review trade')(trader)
  await expect(actionOf(trader)).toBeVisible()
  await release(trader)
  await actionOf(trader).click()
  const link = sheetOf(trader).getByRole('link', { name: 'Open the trade' })
  await clickTwice(trader, ...(await centreOf(link)))
  await expect(sheetOf(trader)).toContainText(/Placed at.*Read, then press once\./)
  const another = sheetOf(trader).getByRole('button', { name: 'Place another' })
  await clickTwice(trader, ...(await centreOf(another)))
  await expect(sheetOf(trader)).toContainText(/Placed at/)
  await release(trader)
  await link.click()
  await expect(sheetOf(trader)).toHaveCount(0)
})

async function clickTwice({ mouse }: Page, x: number, y: number): Promise<void> {
  await mouse.click(x, y)
  await mouse.click(x, y, { clickCount: 2 })
}
