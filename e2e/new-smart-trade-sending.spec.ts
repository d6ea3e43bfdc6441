import type { Request } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectAccessible, openPage } from './pages.ts'
import { ACCOUNT, chooseAccount, isOrder, PAIR, Ticket } from './ticket.ts'

test.use({ world: 'untidy', firstPage: null })

test('a review is void once the connection is read only or in another mode', async ({ trader }) => {
  // Simulates another tab that switches trading off, or learns the mode.
  const other = await trader.context().newPage()
  await other.goto(new URL('/favicon.svg', trader.url()).href)
  const learn = (news: object) =>
    other.evaluate((change) => {
      const name = 'quarterdeck.connections'
      const kept = JSON.parse(localStorage.getItem(name) ?? '')
      Object.assign(kept.connections[0], change, { modeHeardAt: Date.now() })
      localStorage.setItem(name, JSON.stringify(kept))
    }, news)
  const orders: Request[] = []
  trader.on('request', (request) => isOrder(request) && orders.push(request))
  const ticket = new Ticket(trader)
  await ticket.aLimitBuy()
  await ticket.review()
  // The service says nothing more of its mode.
  await trader.route('**/api/v1/user/mode', () => undefined)

  const place = ticket.sheet().getByRole('button', { name: /^Place/ })
  await learn({ writeEnabled: false })
  await expect(place).toHaveAccessibleDescription(/read only/)
  await place.press('Enter')
  await learn({ writeEnabled: true, declaredMode: 'real' })
  await expect(place).toHaveAccessibleName('Place trade, real money')
  await place.click()
  await expect(ticket.sheet().getByText('The mode is now REAL')).toBeVisible()
  expect(orders).toEqual([])

  await learn({ declaredMode: 'paper' })
  await ticket.sheet().getByRole('button', { name: 'Review again' }).click()
  await ticket.placed()
  expect(orders).toHaveLength(1)
})

test('the reviewed request is the sent one, to the byte', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await ticket.aLimitBuy()
  // Hidden amounts hide nothing of what is sent in the sheet that sends it.
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(trader.getByText(/^Buy •••• BTC at /)).toBeVisible()
  await ticket.review()
  await expect(ticket.sheet().getByText('0.001', { exact: true })).toBeVisible()
  const shown = await ticket.sheet().getByLabel('Request', { exact: true }).textContent()
  const sent = trader.waitForRequest(isOrder)
  await ticket.place()
  expect((await sent).postData()).toBe(shown)

  await ticket.sheet().getByRole('button', { name: 'Place another' }).click()
  await openPage(trader, 'Activity')
  const row = trader.getByRole('row').filter({ hasText: 'Create a SmartTrade' })
  await expect(row.getByText('PAPER', { exact: true })).toBeVisible()
  await expect(row).toContainText('buy •••• BTC/USDT')
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(row).toContainText('buy 0.001 BTC/USDT')
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  await row.getByRole('link').first().click()
  const detail = trader.getByRole('complementary', { name: 'Create a SmartTrade' })
  await expect(detail.getByText('hidden while amounts are')).toBeVisible()
  await detail.getByRole('link', { name: /^SmartTrade \d+$/ }).click()
  await expect(trader).toHaveURL(/smart-trades\?.*trade=\d+/)
})

test('an order whose answer is lost is found by its ref', async ({ trader }) => {
  await openPage(trader, 'Settings')
  await trader
    .getByRole('group', { name: 'Reference in the note' })
    .getByRole('radio', { name: 'On', exact: true })
    .check({ force: true })
  const ticket = new Ticket(trader)
  await ticket.aLimitBuy()
  await ticket.field('Note').fill('range')
  await expect(trader.getByText('18 of 300, with its reference')).toBeVisible()
  await trader.route('**/api/v1/smart_trades', async (route) => {
    if (!isOrder(route.request())) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await ticket.review()
  expect((await ticket.reviewedBody())['note']).toMatch(/^range ref:[0-9a-f]{8}$/)
  await ticket.place()
  const sheet = ticket.sheet()
  await expect(sheet.getByText(/^Placed at/)).toBeVisible()
  await expect(
    sheet.getByText('No usable answer came. It was found by reading the service.'),
  ).toBeVisible()
  await expect(sheet.getByText(/^SmartTrade \d+/)).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Open the trade' })).toBeVisible()

  // A reload before the answer: the page that then finds the order takes the plan out of the ticket.
  await sheet.getByRole('button', { name: 'Place another' }).click()
  await ticket.fillIn()
  await trader.unroute('**/api/v1/smart_trades')
  let reached: () => void = () => undefined
  const taken = new Promise<void>((done) => (reached = done))
  await trader.route('**/api/v1/smart_trades', async (route) => {
    if (!isOrder(route.request())) return route.fallback()
    await route.fetch()
    return reached()
  })
  await ticket.review()
  await ticket.place()
  await taken
  await trader.reload()
  await expect(trader.getByRole('heading', { name: 'New SmartTrade', level: 1 })).toBeVisible()
  await expect(ticket.field('Units')).toHaveValue('')
})

test('while the service is down the entries stay and nothing can be sent', async ({
  trader,
  service,
}) => {
  const ticket = new Ticket(trader)
  const price = await ticket.aLimitBuy()
  await ticket.review()
  await expect(ticket.sheet().getByText(/Nothing has been sent\./)).toBeVisible()
  await service.kill()
  await ticket.place()
  const sheet = ticket.sheet()
  await expect(sheet.getByText('Outcome unknown. Do not send it again.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Place again' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(ticket.field('Price')).toHaveValue(String(price))
  await expect(trader.getByText('The outcome of the last order is not known yet.')).toBeVisible()
  await expect(trader.getByRole('button', { name: 'Review trade' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test.describe('against a service of the spec alone', () => {
  test.use({ flags: ['--strict'] })

  test('account and pair are typed, a refusal is shown at its field, and a duplicated order is reported', async ({
    trader,
  }) => {
    // The accounts are learned from the trades that were read.
    await openPage(trader, 'SmartTrades')
    const trades = trader.getByRole('table', { name: 'SmartTrades' })
    await expect(trades.getByRole('link').first()).toBeVisible()
    const ticket = new Ticket(trader)
    await ticket.open()
    await chooseAccount(trader, ACCOUNT)
    await ticket.switchOff('Take profit')
    await ticket.switchOff('Stop loss')
    await trader.getByLabel('Pair', { exact: true }).fill('BTC/USDT')
    await ticket.type({ Price: '50000', Units: '0.0000001' })
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({ pair: PAIR })
    await ticket.place()
    await expect(ticket.sheet().getByText('Refused. Nothing was placed.')).toBeVisible()
    await ticket.sheet().getByRole('button', { name: 'Back to the ticket' }).click()
    await expect(trader.getByText(/^Units must be a multiple of/)).toBeVisible()
    await expect(ticket.field('Units')).toHaveValue('0.0000001')
    await expect(ticket.field('Units')).toHaveAttribute('aria-invalid', 'true')

    await trader.route('**/api/v1/smart_trades', async (route) => {
      // Repeated below what a page can see: it hears of the second one alone.
      if (isOrder(route.request())) await route.fetch()
      return route.fallback()
    })
    await ticket.type({ Units: '0.001' })
    await ticket.review()
    await ticket.place()
    const sheet = ticket.sheet()
    await expect(sheet.getByText('Delivered twice. Two trades were opened.')).toBeVisible()
    await expect(sheet.getByRole('link', { name: /^SmartTrade \d+$/ })).toHaveCount(2)
    await expectAccessible(trader, 'an order that was delivered twice')
    await sheet.getByRole('link', { name: 'See it in Activity' }).click()
    await expect(trader.getByRole('complementary')).toContainText('Delivered twice')
  })
})
