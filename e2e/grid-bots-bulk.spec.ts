import type { Page, Request } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectAccessible, gridBotRows, isStop, openPage, runningGridBot } from './pages.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

const idOf = (request: Request) => Number(/grid\/(\d+)\/stop/.exec(request.url())?.[1])

async function openRunningBots(page: Page): Promise<void> {
  await openPage(page, 'Grid bots')
  await expect(runningGridBot(page)).toBeVisible()
}

test(
  'the selected grid bots are stopped one by one, the rest keeps running, and a pause says why no row can be sent again',
  { tag: '@writes' },
  async ({ trader }) => {
    await test.step('two of them', async () => {
      const sent: number[] = []
      trader.on('request', (request) => isStop(request) && sent.push(idOf(request)))
      await openRunningBots(trader)
      const boxes = gridBotRows(trader).getByRole('checkbox')
      const running = await boxes.count()
      await boxes.nth(0).check()
      await boxes.nth(1).check()
      await expect(trader.getByText('2 grid bots selected')).toBeVisible()
      // Only one button stops bots while some are selected.
      await expect(trader.getByRole('button', { name: 'More actions' })).toBeHidden()
      await expectAccessible(trader, 'two bots selected')

      await trader.getByRole('button', { name: 'Stop 2 grid bots' }).click()
      const review = trader.getByRole('dialog', { name: 'Stop 2 grid bots' })
      await expect(review).toContainText('Nothing has been sent.')
      await expect(review.getByRole('row', { name: /^Pending orders \d+ 0$/ })).toBeVisible()
      await expect(review.getByRole('img', { name: / in the range from / })).toHaveCount(2)
      await expect(review.getByLabel('Requests')).toHaveText(/^(POST \S+\/stop\s*){2}$/)
      await expect(review.getByRole('button', { name: 'Keep running' })).toBeFocused()
      await expectAccessible(trader, 'before two bots are stopped')
      expect(sent).toEqual([])

      await review.getByRole('button', { name: /^Stop 2 grid bots, cancel \d+ orders$/ }).dblclick()
      const done = trader.getByRole('dialog', { name: 'Stopped 2 of 2 grid bots' })
      await expect(done.getByText(/^Stopped \d\d:\d\d:\d\d$/)).toHaveCount(2)
      await expect(done.getByRole('list', { name: 'Stopped bots' }).getByText(/^[+−]/)).toHaveCount(
        2,
      )
      await expect(done).toContainText(/Together(, rounded)? ?(—|[+−])/)
      await expect(done.getByRole('link', { name: 'See the balances' })).toBeVisible()
      expect(sent).toHaveLength(2)
      await expectAccessible(trader, 'two bots stopped')
      await done.getByRole('button', { name: 'Close' }).click()
      await expect(boxes).toHaveCount(running - 2)

      // A refused stop is no hindrance to the next.
      const next = { name: 'Stop 1 grid bot' }
      await trader.route('**/stop', (route) =>
        route.fulfill({ status: 403, json: { error: 'x', error_description: 'No.' } }),
      )
      await boxes.nth(0).check()
      await trader.getByRole('button', next).click()
      const only = trader.getByRole('dialog', next)
      await expect(only.getByRole('row', { name: 'Running bots 1 0' })).toBeVisible()
      await only.getByRole('button', { name: /^Stop 1 grid bot/ }).click()
      const refused = trader.getByRole('dialog', { name: 'Stopped 0 of 1 grid bot' })
      await expect(refused).toContainText('Refused')
      await refused.getByRole('button', { name: 'Close' }).click()
      await boxes.nth(1).check()
      await trader.getByRole('button', next).click()
      await expect(trader.getByRole('dialog', next)).toContainText('Nothing has been sent.')
    })

    await test.step('during a pause', async () => {
      await trader.unroute('**/stop')
      await trader.goto(new URL('/grid-bots', trader.url()).href)
      await openRunningBots(trader)
      await trader.route('**/stop', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '300' },
          json: { error: 'too_many_requests', error_description: 'Slow down.' },
        }),
      )
      const stop = { name: 'Stop 1 grid bot' }
      // A bot that was not refused: the same request soon after is held back.
      await trader
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(1)
        .check()
      await trader.getByRole('button', stop).click()
      await trader
        .getByRole('dialog', stop)
        .getByRole('button', { name: /^Stop 1 grid bot/ })
        .click()
      const row = trader.getByRole('list', { name: 'What was sent and what became of it' })
      await expect(row.getByRole('button', { name: /^Send again for / })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await expect(row).toContainText(/Rate limited: \d+ s left/)
    })
  },
)

test(
  'all grid bots are stopped by the keyboard alone, and a reload goes on with the report',
  { tag: '@writes' },
  async ({ trader }) => {
    await openRunningBots(trader)
    const open: (() => void)[] = []
    let requests = 0
    await trader.route('**/stop', async (route) => {
      requests += 1
      await new Promise<void>((resolve) => open.push(resolve))
      await route.continue()
    })
    await trader.getByRole('button', { name: 'More actions' }).focus()
    await trader.keyboard.press('Enter')
    const stopAll = trader.getByRole('menuitem', { name: 'Stop all grid bots' })
    await expect(stopAll).toBeVisible()
    // The menu has its only row in focus already where its code came before the key.
    await trader.keyboard.press('ArrowDown')
    await expect(stopAll).toBeFocused()
    await trader.keyboard.press('Enter')
    const sheet = trader.getByRole('dialog')
    await expect(sheet.getByRole('button', { name: 'Keep running' })).toBeFocused()
    await sheet.getByRole('button', { name: /^Stop \d grid bots, / }).focus()
    await trader.keyboard.press('Enter')
    await expect.poll(() => requests).toBe(3)
    await sheet.getByRole('button', { name: /^Pause/ }).click()
    open.forEach((go) => go())
    await expect(sheet.getByRole('status')).toHaveText(/^3 stopped, \d to go$/)
    expect(requests).toBe(3)

    await trader.unroute('**/stop')
    await trader.reload()
    const again = trader.getByRole('dialog')
    await expect(again.getByRole('status')).toHaveText(/^3 stopped, \d to go$/)
    await again.getByRole('button', { name: /^Continue: stop \d$/ }).click()
    await expect(again).toContainText('Every request has been answered.')
    await again.getByRole('button', { name: 'Close' }).click()
    await expect(trader.getByRole('table', { name: 'Grid bots' })).not.toContainText('Running')
  },
)

test('of a thousand grid bots only those in view are drawn, and the search finds each', async ({
  trader,
}) => {
  await trader.route('**/api/v1/bots/grid', async (route) => {
    const response = await route.fetch()
    const [bot] = (await response.json()) as object[]
    const json = Array.from({ length: 1_000 }, (_, index) => ({
      ...bot,
      id: index + 1,
      name: `Grid ${index + 1}`,
      is_enabled: true,
    }))
    await route.fulfill({ response, json })
  })
  await openRunningBots(trader)
  const rows = trader.getByRole('table', { name: 'Grid bots' }).locator('tbody tr[data-index]')
  expect(await rows.count()).toBeLessThan(50)
  await expect(trader.getByRole('table', { name: 'Grid bots' })).toHaveAttribute(
    'aria-rowcount',
    '1001',
  )
  // The page is as long as all of them only once its first screenful stands.
  await expect(async () => {
    await trader.keyboard.press('End')
    await expect(rows.filter({ hasText: 'Grid 1000' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await rows.count()).toBeLessThan(50)

  await trader.getByRole('textbox', { name: 'Search grid bots' }).fill('grid 777')
  await expect(rows).toHaveCount(1)
  await trader.getByRole('button', { name: 'Columns' }).click()
  await trader.getByRole('checkbox', { name: 'Round trips' }).uncheck()
  await trader.keyboard.press('Escape')
  await expect(trader.getByRole('columnheader', { name: 'Round trips' })).toHaveCount(0)
  await trader.reload()
  await expect(rows).toHaveCount(1)
  await expect(trader.getByRole('columnheader', { name: 'Round trips' })).toHaveCount(0)
})
