import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { layoutFaults, smallTargets } from './layout-faults.ts'
import { expectAccessible, openPage, writesFrom } from './pages.ts'
import { readGridBots, type SignedCalls, signedCalls } from './signed-calls.ts'
import { UNTIDY_SPOT } from './ticket.ts'

test.use({ world: 'untidy' })

/** The spot account on Meridian in the untidy world. */
const MERIDIAN = 'الحساب الرئيسي للتداول على المدى الطويل.'

type Trade = { id: number; is_position_not_filled: boolean; status: { type: string } }

const activeTrades = (calls: SignedCalls): Promise<Trade[]> =>
  calls.read<Trade[]>('/api/v1/smart_trades?status=active&per_page=100')

/** Opens the review by the button of the shell, and gives it once everything was read. */
async function openPanic(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Panic', exact: true }).click()
  return readPanic(page)
}

async function readPanic(page: Page): Promise<Locator> {
  const review = page.getByRole('dialog', { name: 'Panic', exact: true })
  await expect(review.getByRole('list', { name: 'Stop bots' })).toBeVisible()
  await expect(review).not.toContainText('Still reading what runs')
  return review
}

const rowsOf = (sheet: Locator, part: string): Locator =>
  sheet.getByRole('list', { name: part }).getByRole('listitem')

/**
 * Leaves out the position whose market is thin, since its close takes minutes, and the one whose
 * market is halted, since its close is refused. Returns the others' count.
 */
async function leaveOutSlow(review: Locator): Promise<number> {
  const positions = rowsOf(review, 'Close positions at market')
  for (const hasText of ['LUNA', 'FROST']) {
    await positions.filter({ hasText }).getByRole('checkbox').uncheck()
  }
  return (await positions.count()) - 2
}

const report = (page: Page): Locator => page.getByRole('dialog', { name: /^Panic( is|: )/ })

const sent = (page: Page): Locator =>
  report(page).getByRole('list', { name: 'What was sent and what became of it' })

test(
  'a panic leaves out what the trader leaves out, and does the rest in its order',
  { tag: '@writes' },
  async ({ trader, service }) => {
    const calls = await signedCalls(service)
    const writes = writesFrom(trader)
    await openPage(trader, 'SmartTrades')
    const review = await openPanic(trader)
    await expect(review).toContainText('Nothing has been sent.')
    await expect(review.getByRole('button', { name: 'Keep everything' })).toBeFocused()
    await expectAccessible(trader, 'the review of a panic')

    // Nothing is sold that was not chosen.
    await expect(review.getByRole('checkbox', { name: 'Sell everything to USD' })).not.toBeChecked()
    const entries = rowsOf(review, 'Cancel entries')
    const waiting = await entries.count()
    expect(waiting).toBeGreaterThan(0)
    await review.getByRole('checkbox', { name: 'Cancel entries' }).uncheck()
    const bots = rowsOf(review, 'Stop bots')
    const left = bots.filter({ hasText: /ETH [\d,.]+–/ })
    await left.getByRole('checkbox').uncheck()
    const stops = (await bots.count()) - 1
    const closes = await leaveOutSlow(review)
    const before = await activeTrades(calls)
    expect(writes.filter((path) => !path.endsWith('/pair'))).toEqual([])

    await review.getByRole('button', { name: `Stop ${stops}, close ${closes}` }).click()
    await expect(
      trader.getByRole('dialog', { name: `Panic: ${stops + closes} of ${stops + closes} done` }),
    ).toBeVisible({ timeout: 30_000 })
    await expectAccessible(trader, 'the report of a panic')

    const order = writes.filter((path) => !path.endsWith('/pair'))
    expect(order.map((path) => path.split('/').at(-1))).toEqual([
      ...Array.from({ length: stops }, () => 'stop'),
      ...Array.from({ length: closes }, () => 'close'),
    ])
    const running = (await readGridBots(calls)).filter((bot) => bot.is_enabled)
    expect(running.map(({ name }) => name)).toEqual([expect.stringMatching(/^ETH [\d,.]+–/)])
    const waitsStill = before.filter((trade) => trade.is_position_not_filled)
    const after = await activeTrades(calls)
    expect(after.filter((trade) => trade.is_position_not_filled).map(({ id }) => id)).toEqual(
      waitsStill.map(({ id }) => id),
    )

    // The report is in Activity, and from there a panic begins anew.
    await report(trader).getByRole('button', { name: 'Close', exact: true }).click()
    await openPage(trader, 'Activity')
    await trader.getByRole('button', { name: 'Show the report' }).click()
    // Its log is folded once all of it is done.
    await expect(sent(trader)).toBeHidden()
    await report(trader)
      .getByText(`${stops + closes} requests`, { exact: true })
      .last()
      .click()
    await expect(sent(trader).getByRole('listitem')).toHaveCount(stops + closes)
    await report(trader).getByRole('button', { name: 'Review what still runs' }).click()
    const again = await readPanic(trader)
    await expect(rowsOf(again, 'Cancel entries')).toHaveCount(waiting)
    const others = rowsOf(again, 'Stop bots').filter({ hasNotText: 'stopped' })
    await expect(others).toHaveCount(1)

    // The report outlives its tab.
    const later = await trader.context().newPage()
    await trader.goto('about:blank')
    await later.goto(`${service.origin}/activity`)
    await later.getByRole('button', { name: 'Show the report' }).click()
    await expect(
      later.getByRole('dialog', { name: `Panic: ${stops + closes} of ${stops + closes} done` }),
    ).toBeVisible()
  },
)

test('the palette opens the review of a panic and nothing more, and two accounts of one name have a phrase each', async ({
  trader,
}) => {
  await test.step('the palette', async () => {
    const writes = writesFrom(trader)
    await openPage(trader, 'History')
    await trader.keyboard.press('Control+k')
    await trader.getByRole('combobox', { name: 'Search or go to' }).fill('panic')
    await expect(trader.getByRole('option')).toHaveText([/^Panic/])
    await trader.keyboard.press('Enter')
    const review = await readPanic(trader)
    await expect(review.getByRole('button', { name: 'Keep everything' })).toBeFocused()
    await trader.keyboard.press('Enter')
    await expect(review).toBeHidden()
    await expect(trader.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
    expect(writes.filter((path) => !path.endsWith('/pair'))).toEqual([])
  })

  await test.step('two accounts of one name', async () => {
    await trader.route('**/api/v1/exchanges', async (route) => {
      const response = await route.fetch()
      const rows = (await response.json()) as object[]
      const json = rows.map((row) => ({ ...row, label: 'Main', account_name: 'Main' }))
      await route.fulfill({ response, json })
    })
    await trader.reload()
    const review = await openPanic(trader)
    for (const part of ['Stop bots', 'Cancel entries', 'Close positions at market']) {
      await review.getByRole('checkbox', { name: part }).uncheck()
    }
    const boxes = rowsOf(review, 'Sell everything to USD').locator('input[type=checkbox]:enabled')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await expect(review.getByRole('textbox')).toHaveCount(2)
    await review.getByRole('textbox').first().fill('SELL ALL Main')
    await expect(review.getByRole('textbox').last()).toHaveValue('')
    await expect(review).toContainText('Type SELL ALL Main above.')
    await review.getByRole('textbox').last().fill('SELL ALL Main')
    await expect(review).not.toContainText('Type SELL ALL Main above.')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a panic is one press away, in a button of 44 px', async ({ trader }) => {
    const button = trader.getByRole('button', { name: 'Panic', exact: true })
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await button.tap()
    await expectAccessible(trader, 'the review of a panic on a phone')
    const review = await readPanic(trader)
    await review.getByRole('checkbox', { name: 'Sell everything to USD' }).tap()
    await expect(review.getByRole('textbox')).toHaveCount(4)
    expect([...(await layoutFaults(trader)), ...(await smallTargets(trader))]).toEqual([])
    await review.getByRole('button', { name: 'Keep everything' }).tap()
    await trader.getByRole('button', { name: 'More' }).tap()
    await trader.getByRole('menuitem', { name: 'Panic' }).tap()
    await readPanic(trader)
  })
})

test(
  'selling waits for its phrase, and says what it ends beyond what is chosen',
  { tag: '@writes' },
  async ({ trader }) => {
    const writes = writesFrom(trader)
    const review = await openPanic(trader)
    for (const part of ['Stop bots', 'Cancel entries', 'Close positions at market']) {
      await review.getByRole('checkbox', { name: part }).uncheck()
    }
    const accounts = rowsOf(review, 'Sell everything to USD')
    await accounts.filter({ hasText: UNTIDY_SPOT }).getByRole('checkbox').check()
    await expect(review).toContainText('Selling ends everything on its account')
    await expect(accounts.filter({ hasText: 'Harbour futures' })).toContainText(
      'Only a spot or margin account can be sold to USD.',
    )
    const sell = review.getByRole('button', { name: 'Sell 1', exact: true })
    await expect(sell).toHaveAttribute('aria-disabled', 'true')
    await expect(review).toContainText(`Type SELL ALL ${UNTIDY_SPOT} above.`)
    await expectAccessible(trader, 'a sale in a panic')
    await sell.click({ force: true })
    await review.getByRole('textbox').fill('SELL ALL Langfristige')
    await sell.click({ force: true })
    await review.getByRole('textbox').fill(`SELL ALL ${UNTIDY_SPOT}`)
    await expect(sell).not.toHaveAttribute('aria-disabled', 'true')
    expect(writes.filter((path) => !path.endsWith('/pair'))).toEqual([])
    await sell.click()
    await expect(sent(trader)).toContainText(new RegExp(`${UNTIDY_SPOT} sell all.*Accepted`))
    expect(writes.filter((path) => path.endsWith('/sell_all_to_usd'))).toHaveLength(1)
  },
)

test(
  'a reload in the middle says what was not sent, and goes on only when asked to',
  { tag: '@writes' },
  async ({ trader }) => {
    const review = await openPanic(trader)
    let requests = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await trader.route('**/stop', async (route) => {
      requests += 1
      await released
      await route.continue()
    })
    await review.getByRole('checkbox', { name: 'Close positions at market' }).uncheck()
    await review.getByRole('checkbox', { name: 'Cancel entries' }).uncheck()
    const accounts = rowsOf(review, 'Sell everything to USD')
    await accounts.filter({ hasText: MERIDIAN }).getByRole('checkbox').check()
    await review.getByRole('textbox').fill(`SELL ALL ${MERIDIAN}`)
    const begin = review.getByRole('button', { name: /^Stop \d+, sell 1$/ })
    await expect(begin).not.toHaveAttribute('aria-disabled', 'true')
    await begin.click()
    await expect.poll(() => requests).toBe(3)
    await report(trader)
      .getByRole('button', { name: /^Pause/ })
      .click()
    release()
    await expect(report(trader).getByRole('status')).toHaveText(/^3 done, \d+ to go$/)

    // The route stays: a reload right after its end can hang in the browser.
    await trader.reload()
    await expect(report(trader).getByRole('status')).toHaveText(/^3 done, \d+ to go$/)
    await expect(report(trader)).toHaveAccessibleName('Panic is paused')
    await expect(sent(trader).getByText('Not sent yet').first()).toBeVisible()
    expect(requests).toBe(3)
    // A sale that was not sent asks for its phrase again.
    const goOn = report(trader).getByRole('button', { name: /^Continue: stop \d+, sell 1$/ })
    await expect(goOn).toHaveAttribute('aria-disabled', 'true')
    await report(trader).getByRole('textbox').fill(`SELL ALL ${MERIDIAN}`)
    await goOn.click()
    await expect(report(trader).getByRole('status')).toHaveText(/^\d+ done$/)
  },
)

test.describe('of a service that offers the specification alone', () => {
  test.use({ flags: ['--strict'] })

  test('a panic says what it cannot list and what it cannot end', async ({ trader, service }) => {
    const calls = await signedCalls(service)
    await trader.goto(`${service.origin}/grid-bots`)
    await expect(trader.getByRole('heading', { name: 'Grid bots', level: 1 })).toBeVisible()
    await trader.getByRole('button', { name: 'Panic', exact: true }).click()
    const review = trader.getByRole('dialog', { name: 'Panic', exact: true })
    await expect(review).toContainText('The service does not list its grid bots.')
    await expect(review).toContainText('This service does not offer stopping DCA bots.')
    await expect(review).toContainText('This service does not offer cancelling SmartTrades.')
    await expect(review).toContainText('This service does not offer closing SmartTrades.')
    await expect(review).toContainText('The service does not list its exchange connections.')
    await expect(review.getByRole('checkbox', { name: 'Close positions at market' })).toBeDisabled()
    expect((await activeTrades(calls)).length).toBeGreaterThan(0)
    await expectAccessible(trader, 'a panic that can end little')
  })
})
