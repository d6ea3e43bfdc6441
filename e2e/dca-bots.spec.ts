import { openDcaBots, rows } from './dca-bots.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedService: true })

test('the list is filtered by what stands in the address', async ({ trader }) => {
  await openDcaBots(trader)
  await expect(rows(trader)).toHaveCount(6)

  await trader.getByRole('radio', { name: 'Stopped' }).check()
  await expect(trader).toHaveURL(/status=stopped/)
  await expect(rows(trader)).toHaveCount(1)
  await expect(rows(trader)).toContainText('Stopped')

  await trader.getByRole('radio', { name: 'All' }).check()
  await expect(trader).toHaveURL(/\/dca-bots$/)
  await trader.getByLabel('Pair').selectOption('SOL/USDT')
  await expect(rows(trader)).toHaveCount(1)

  await trader.reload()
  await expect(rows(trader)).toHaveCount(1)
  await expect(trader.getByLabel('Pair')).toHaveValue('SOL/USDT')

  await trader.getByRole('radio', { name: 'Completed' }).check()
  await expect(trader.getByText('No DCA bot matches these two filters.')).toBeVisible()
  await trader.getByRole('button', { name: 'Remove filter Pair: SOL/USDT' }).click()
  await expect(rows(trader).first()).toContainText('Completed')

  await trader.goBack()
  await expect(trader.getByText('No DCA bot matches')).toBeVisible()
  await expectAccessible(trader, 'no bot matches')
})

test('a bot’s page says what it does, what a deal may cost and what has happened', async ({
  trader,
}) => {
  await openDcaBots(trader)
  await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
  await expect(trader.getByRole('heading', { name: 'SOL dips, 15 m', level: 1 })).toBeVisible()

  const orders = trader.getByRole('table', { name: 'Orders of a deal, estimated' })
  await expect(orders.locator('tbody tr')).toHaveCount(8)
  await expect(orders).toContainText('−22.61%')
  await expect(trader.getByText(/^Estimate from the settings and the price/)).toBeVisible()
  await expect(trader.getByText('Opens a deal on a signal of the relative strength')).toBeVisible()
  await expect(trader.getByText('currency not stated by the service')).toBeVisible()
  await expect(
    trader
      .getByRole('heading', { name: 'Latest events' })
      .locator('xpath=../..')
      .getByRole('listitem'),
  ).not.toHaveCount(0)
  await expect(trader.getByLabel('Bot as sent', { exact: true })).toContainText('"events"')
  await expectAccessible(trader, 'a bot on its page')
})

test('a stopped bot is started with one request, after a look at what that means @writes', async ({
  trader,
}) => {
  const posts: string[] = []
  trader.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await openDcaBots(trader)
  await trader.getByRole('radio', { name: 'Stopped' }).check()
  await expect(rows(trader)).toHaveCount(1)
  await rows(trader).getByRole('link').first().click()
  await trader.getByRole('button', { name: 'Start bot' }).click()
  const sheet = trader.getByRole('dialog', { name: /^Start bot: / })
  await expect(sheet.getByText('PAPER', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Free on the connection')).toBeVisible()
  await expect(sheet.getByLabel('Request', { exact: true })).toContainText(/bots\/dca\/.+\/start$/)
  await expectAccessible(trader, 'the sheet that starts a DCA bot')
  expect(posts).toEqual([])

  await sheet.getByRole('button', { name: 'Start bot' }).dblclick()
  await expect(sheet.getByText('The service has started it.')).toBeVisible()
  expect(posts).toEqual([expect.stringMatching(/\/start$/)])
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(trader.getByRole('button', { name: 'Start a deal' })).toBeVisible()
})

test('a bot that nobody knows is told apart from a page that is not there', async ({
  trader,
  service,
}) => {
  await trader.goto(`${service.origin}/dca-bots/00000000-0000-4000-8000-000000000000`)
  await expect(trader.getByText('The service knows no such DCA bot.')).toBeVisible()
  await trader.goto(`${service.origin}/dca-bots/nonsense`)
  await expect(trader.getByRole('heading', { name: 'Not found' })).toBeVisible()
})

test('the strategies are filtered by kind and market', async ({ trader }) => {
  await openDcaBots(trader)
  await trader.getByRole('link', { name: 'Strategies' }).click()
  await expect(trader.getByRole('heading', { level: 3 })).toHaveCount(6)

  await trader.getByRole('radio', { name: 'Indicator' }).check()
  await expect(trader).toHaveURL(/type=indicator/)
  await expect(trader.getByRole('heading', { level: 3 })).toHaveCount(3)
  await expect(trader.getByText('Oversold below, by default').locator('xpath=..')).toContainText(
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
  await expectAccessible(trader, 'a bot that obeys alerts')
})

test('nothing but the detail changes where the service tells no prices', async ({ trader }) => {
  await trader.route('**/api/v1/market/pairs', (route) => route.abort())
  // The portfolio may have read them already.
  await trader.reload()
  await openDcaBots(trader)
  await trader.getByRole('link', { name: 'ADA ladder' }).click()
  await expect(
    trader.getByText('no price is told, so prices are percent of the start'),
  ).toBeVisible()
})
