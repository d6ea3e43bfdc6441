import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { dcaBotRows, expectAccessible, isStop, openPage, writesFrom } from './pages.ts'

test.use({ sharedService: true, firstPage: '/dca-bots' })

test('DCA bots are filtered by the address, and the page of one shows its strategy, orders, deals and events', async ({
  trader,
  service,
}) => {
  await test.step('the page of a bot', async () => {
    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
    await expect(trader.getByRole('heading', { name: 'SOL dips, 15 m', level: 1 })).toBeVisible()

    const orders = trader.getByRole('table', { name: 'Orders of a deal, estimated' })
    await expect(orders.locator('tbody tr')).toHaveCount(8)
    await expect(orders).toContainText('−22.61%')
    await expect(trader.getByText(/^Estimate from the settings and a start price of/)).toBeVisible()
    await expect(
      trader.getByText('Opens a deal on a signal of the relative strength'),
    ).toBeVisible()
    await expect(trader.getByText('of finished deals')).toBeVisible()
    await expect(
      trader
        .getByRole('heading', { name: 'Latest events' })
        .locator('xpath=../..')
        .getByRole('listitem'),
    ).not.toHaveCount(0)
    await trader.getByText('Raw data').click()
    await expect(trader.getByLabel('Bot as sent', { exact: true })).toContainText('"events"')
    await expectAccessible(trader, 'a bot on its page')
  })

  await test.step('its deals by their result, its events by their kind', async () => {
    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
    // The profit of each deal is that of its take profit, and they add up to what is said above them.
    const deals = trader.getByRole('table', { name: 'Ended deals' })
    await trader.getByRole('button', { name: /^Show all \d+ deals$/ }).click()
    const profits = await deals.locator('tbody tr td:last-child').allTextContents()
    const total = profits.map((text) => Math.round(Number(text.replace('−', '-')) * 100))
    const sums = trader.getByText(/^\d+ closed deals: \d+ won, \d+ lost/)
    await expect(sums).toContainText(`${profits.length} closed deals`)
    const said = /lost, \+([\d,]+\.\d\d)/.exec((await sums.textContent()) ?? '')?.[1] ?? ''
    const added = total.reduce((all, cents) => all + cents, 0)
    // Each row is rounded to a cent.
    expect(Math.abs(Number(said.replace(',', '')) * 100 - added)).toBeLessThan(profits.length)

    const events = trader.getByRole('list', { name: 'Events' })
    await expect(events.getByRole('listitem')).toHaveCount(12)
    const kinds = trader.getByLabel('Kind of event')
    await kinds.selectOption({ index: 2 })
    const chosen = (await kinds.locator('option').nth(2).textContent()) ?? ''
    const count = Number(chosen.split(', ').at(-1))
    await expect(events.getByRole('listitem')).toHaveCount(Math.min(12, count))
  })

  await test.step('the filters of the list', async () => {
    await openPage(trader, 'DCA bots')
    await expect(dcaBotRows(trader)).toHaveCount(6)
    const figures = trader.getByRole('region', { name: 'Figures of the bots listed' })
    await expect(figures).toContainText(/Invested now[\d,.]+ ?USDT/)
    await expect(figures).toContainText(/Realised today[+−]?[\d,.]+ ?USDT/)
    await expect(dcaBotRows(trader).filter({ hasText: 'XRP by hand' })).toContainText(
      'Waiting for you to start a deal',
    )
    await expect(trader.getByRole('row', { name: /^Total of 6 bots/ })).toBeVisible()
    await expect(trader.getByRole('table', { name: 'Latest fills' })).toBeVisible()

    await trader.getByRole('radio', { name: 'Stopped' }).check()
    await expect(trader).toHaveURL(/status=stopped/)
    await expect(dcaBotRows(trader)).toHaveCount(1)
    await expect(dcaBotRows(trader)).toContainText('Stopped')

    await trader.getByRole('radio', { name: 'All' }).check()
    await expect(trader).toHaveURL(/\/dca-bots$/)
    await trader.getByLabel('Pair').selectOption('SOL/USDT')
    await expect(dcaBotRows(trader)).toHaveCount(1)

    await trader.reload()
    await expect(dcaBotRows(trader)).toHaveCount(1)
    await expect(trader.getByLabel('Pair')).toHaveValue('SOL/USDT')

    await trader.getByRole('radio', { name: 'Completed' }).check()
    await expect(trader.getByText('No DCA bot matches these two filters.')).toBeVisible()
    await trader.getByRole('button', { name: 'Remove filter Pair: SOL/USDT' }).click()
    await expect(dcaBotRows(trader).first()).toContainText('Completed')

    await trader.goBack()
    await expect(trader.getByText('No DCA bot matches')).toBeVisible()
  })

  await test.step('an unknown bot and a wrong address', async () => {
    await trader.goto(`${service.origin}/dca-bots/00000000-0000-4000-8000-000000000000`)
    await expect(trader.getByText('The service does not know this DCA bot.')).toBeVisible()
    await trader.goto(`${service.origin}/dca-bots/nonsense`)
    await expect(trader.getByRole('heading', { name: 'Not found' })).toBeVisible()
  })
})

test('a stopped DCA bot is started with one request, after a review @writes', async ({
  trader,
}) => {
  const posts = writesFrom(trader)
  await openPage(trader, 'DCA bots')
  await trader.getByRole('radio', { name: 'Stopped' }).check()
  await expect(dcaBotRows(trader)).toHaveCount(1)
  await dcaBotRows(trader).getByRole('link').first().click()
  await trader.getByRole('button', { name: 'Start bot' }).click()
  const sheet = trader.getByRole('dialog', { name: /^Start(ed| bot:) / })
  await expect(sheet.getByText('PAPER', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /^USDT available/ })).toBeVisible()
  await expect(sheet.getByLabel('Request', { exact: true })).toContainText(/bots\/dca\/.+\/start$/)
  await expectAccessible(trader, 'the sheet that starts a DCA bot')
  // A turned phone moves the page's actions to the bottom and back.
  for (const width of [390, 1280]) {
    await trader.setViewportSize({ width, height: 800 })
    await expect(trader.locator('main footer')).toHaveCount(width < 640 ? 1 : 0)
    await expect(sheet).toBeVisible()
  }
  expect(posts).toEqual([])

  await sheet.getByRole('button', { name: 'Start bot' }).dblclick()
  await expect(sheet.getByText(/ is running\. /)).toBeVisible()
  await expect(sheet.getByRole('row', { name: 'State Stopped Running' })).toBeVisible()
  expect(posts).toEqual([expect.stringMatching(/\/start$/)])
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await trader.getByRole('button', { name: 'Start a deal' }).click()
  const deal = trader.getByRole('dialog', { name: /^Start a deal: / })
  await deal.getByRole('button', { name: 'Start a deal', exact: true }).click()
  await expect(deal.getByRole('table', { name: 'Before and now' })).toBeVisible()
  await deal.getByRole('button', { name: 'Close', exact: true }).click()
  // The open deal comes first, then the orders of a deal opened now, like at a SmartTrade.
  await expect(trader.getByText('after all fees, if closed')).toBeVisible()
  await expect(trader.getByText('Safety orders filled').locator('xpath=..')).toContainText('0 of 5')
})

test('strategies are filtered, a start condition is drawn over prices, and without prices a deal is in percent', async ({
  trader,
}) => {
  await test.step('the indicator of a start condition, and the bots that use it', async () => {
    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'Strategies' }).click()
    await expect(trader.getByText(/^RSI is \d+\.\d, /)).toBeVisible()
    await expect(trader.getByText(/^The price is .* bands?\.$/)).toBeVisible()
    await expect(trader.getByText(/^MACD is (above|below) its signal line\.$/)).toBeVisible()
    await trader.getByLabel('Pair of the charts').selectOption('SOL/USDT')
    await expect(trader.getByRole('img', { name: /^SOL\/USDT with .*: .*\.$/ })).toHaveCount(3)
    const rsi = trader.getByRole('slider', { name: /^Chart cursor, Relative strength index/ })
    await rsi.focus()
    await trader.keyboard.press('Home')
    await expect(rsi).toHaveAttribute('aria-valuetext', /, close [\d.,]+, RSI 14 unknown$/)
    await trader.keyboard.press('End')
    await expect(rsi).toHaveAttribute('aria-valuetext', /, RSI 14 \d+\.\d$/)

    await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
    await expect(trader.getByRole('heading', { name: 'SOL dips, 15 m', level: 1 })).toBeVisible()
  })

  await test.step('kinds and markets', async () => {
    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'Strategies' }).click()
    await expect(trader.getByRole('heading', { level: 3 })).toHaveCount(6)

    await trader.getByRole('radio', { name: 'Indicator' }).check()
    await expect(trader).toHaveURL(/type=indicator/)
    await expect(trader.getByRole('heading', { level: 3 })).toHaveCount(3)
    await expect(trader.getByText('Oversold below (default)').locator('xpath=..')).toContainText(
      '30',
    )

    await trader.getByRole('radio', { name: 'Futures' }).check()
    await expect(trader).toHaveURL(/market=futures/)
    await expect(trader.getByText('Markets', { exact: true }).locator('xpath=..')).toHaveText(
      'Marketsfutures',
    )

    await trader.getByRole('radio', { name: 'Signal' }).check()
    await expect(trader.getByLabel('Webhook address', { exact: true })).toHaveText(
      `${new URL(trader.url()).origin}/api/v1/webhooks/charting`,
    )
    await expect(trader.getByRole('button', { name: 'Copy close' })).toBeVisible()
  })

  await test.step('without prices', async () => {
    await trader.route('**/api/v1/market/pairs', (route) => route.abort())
    // The portfolio may have read them already.
    await trader.reload()
    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'ADA ladder' }).click()
    await expect(
      trader.getByText('no price is given, so prices are percent of the start'),
    ).toBeVisible()
  })
})

/** Requests sent to stop DCA bots. */
function stopBodiesFrom(page: Page): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/bots/dca/') && isStop(request)) {
      bodies.push(request.postDataJSON())
    }
  })
  return bodies
}

const runningDcaBot = (page: Page) => dcaBotRows(page).filter({ hasText: 'Running' }).first()

test(
  'a DCA bot is stopped from its row, leaving its deals open, and another from its page, closing them',
  { tag: '@writes' },
  async ({ trader }) => {
    await test.step('from its row', async () => {
      const bodies = stopBodiesFrom(trader)
      await openPage(trader, 'DCA bots')
      const name = await runningDcaBot(trader).getByRole('link').textContent()
      await runningDcaBot(trader)
        .getByRole('button', { name: /^Stop / })
        .click()
      const sheet = trader.getByRole('dialog', { name: `Stop ${name}` })
      await expect(sheet).toContainText('Nothing has been sent.')
      await expect(sheet).toContainText(
        /Leaves open \d+ deals?, worth .* with an open result of|No deal is open/,
      )
      await expect(sheet.getByRole('button', { name: 'Keep running' })).toBeFocused()
      await sheet.getByRole('button', { name: 'Stop bot' }).dblclick()
      const stopped = trader.getByRole('dialog', { name: `Stopped ${name}` })
      await expect(stopped).toContainText(/Stopped at \d\d:\d\d:\d\d/)
      expect(bodies).toEqual([{ deals: 'leave' }])
      await stopped.getByRole('button', { name: 'Close' }).click()
      await expect(dcaBotRows(trader).filter({ hasText: name ?? '' })).toContainText('Stopped')
    })

    await test.step('from its page', async () => {
      const bodies = stopBodiesFrom(trader)
      await openPage(trader, 'DCA bots')
      await runningDcaBot(trader).getByRole('link').click()
      await trader.getByRole('button', { name: 'Stop bot' }).click()
      const sheet = trader.getByRole('dialog', { name: /^Stop / })
      await sheet.getByRole('radio', { name: 'Close at market' }).check({ force: true })
      await expect(sheet).toContainText(
        /Closes \d+ deals?, worth .* with an open result of|No deal is open/,
      )
      await sheet.getByRole('button', { name: /^Stop bot/ }).click()
      await expect(trader.getByRole('dialog', { name: /^Stopped / })).toContainText(/Stopped at/)
      expect(bodies).toEqual([{ deals: 'close' }])
    })
  },
)

test.describe('a service of the spec alone', () => {
  test.use({ flags: ['--strict'] })

  test('a service of the spec alone has a sentence in place of the stop button, and strategies without pictures', async ({
    trader,
  }) => {
    await openPage(trader, 'DCA bots')
    await expect(trader.getByText('It cannot stop DCA bots')).toBeVisible()
    await expect(trader.getByRole('button', { name: /^Stop / })).toHaveCount(0)
    await runningDcaBot(trader).getByRole('link').click()
    await expect(trader.getByText('This service cannot start or stop DCA bots')).toBeVisible()
    await expect(trader.getByRole('button', { name: 'Stop bot' })).toHaveCount(0)

    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'Strategies' }).click()
    await expect(trader.getByRole('heading', { level: 3 })).toHaveCount(6)
    await expect(trader.getByRole('figure')).toHaveCount(0)
    await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
    await expect(trader.getByText('Largest fall covered').locator('xpath=../..')).toContainText(
      '22.61%',
    )
  })
})
