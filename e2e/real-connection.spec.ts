import { expect, type Page } from '@playwright/test'

import { fillInConnection, openPage } from './pages.ts'
import { newKey } from './paper-service.ts'
import { PAIR, Ticket } from './ticket.ts'
import { ORDERS, test, type TlsSet } from './tls-proxy.ts'

// Like a real service, it offers what a ticket needs and remembers no idempotency keys.
test.use({ behind: { hidesKeys: true } })

/** Fills in the form of a further connection, to the service behind TLS and to real money. */
async function fillIn(page: Page, { tls, service, calls }: TlsSet): Promise<void> {
  await calls.post('/api/v1/user/mode?mode=real')
  const key = await newKey(service)
  await fillInConnection(page, service.origin, { name: 'Real money', baseUrl: tls.origin, key })
  await page.getByRole('radio', { name: 'This tab only' }).click()
}

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
}

async function openTradingSheet(page: Page) {
  await openPage(page, 'Settings')
  await page.getByRole('switch', { name: /^Trading/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Switch trading on' })
  await expect(sheet).toBeVisible()
  return sheet
}

/** With real money an account is called by the name that the service gives it there. */
async function fillInTicket(ticket: Ticket): Promise<void> {
  await ticket.open()
  await ticket.market(/^Harbour spot \(simulated\)$/, PAIR)
  await ticket.fillIn()
}

test('over HTTP/2 real trading is switched on in a review, and an order whose connection breaks is found, once', async ({
  page,
  set,
}) => {
  await fillIn(page, set)
  await page.getByRole('button', { name: 'Test connection' }).click()
  const steps = page.getByRole('list', { name: 'Test connection' })
  await expect(steps.getByText('As streams over HTTP/2')).toBeVisible()
  await expect(steps.getByText('Not tested: a test changes nothing.')).toBeVisible()
  await expect(steps.getByText('Failed')).toHaveCount(0)
  expect(set.tls.delivered(ORDERS)).toBe(0)
  await add(page)

  const sheet = await openTradingSheet(page)
  const trading = page.getByRole('switch', { name: /^Trading/, includeHidden: true })
  await expect(trading).not.toBeChecked()
  await expect(sheet.getByText('As streams over HTTP/2')).toBeVisible()
  await expect(sheet).toContainText('with real money')
  await sheet.getByRole('button', { name: 'Stay read only' }).click()
  await expect(trading).not.toBeChecked()
  await trading.click()
  await sheet.getByRole('button', { name: 'Switch trading on' }).click()
  await expect(trading).toBeChecked()

  const ticket = new Ticket(page)
  await fillInTicket(ticket)
  const before = await set.trades()
  await ticket.review()
  set.tls.breakWrites('session destroyed')
  await ticket.sheet().getByRole('button', { name: 'Place trade, real money' }).click()
  await expect.poll(() => set.tls.delivered(ORDERS)).toBe(1)
  set.tls.breakWrites(undefined)
  await expect(
    ticket
      .sheet()
      .getByText(/Placed/)
      .first(),
  ).toBeVisible({ timeout: 30_000 })
  expect(await set.trades()).toHaveLength(before.length + 1)
  expect(set.tls.delivered(ORDERS)).toBe(1)
})

test.describe('over HTTP/1.1', () => {
  test.use({ protocol: 'HTTP/1.1' })

  test('the page names the relay, and sends nothing as text before that is accepted', async ({
    page,
    set,
  }) => {
    await fillIn(page, set)
    await page.getByRole('button', { name: 'Test connection' }).click()
    const steps = page.getByRole('list', { name: 'Test connection' })
    const step = steps.getByRole('listitem').filter({ hasText: 'How orders are sent' })
    await expect(step).toContainText('Failed')
    await expect(step).toContainText(`npm start -- --upstream ${set.tls.origin}`)
    await expect(steps.getByText('Not tested: a test changes nothing.')).toBeVisible()
    await add(page)

    const sheet = await openTradingSheet(page)
    const confirm = sheet.getByRole('button', { name: 'Switch trading on' })
    await expect(sheet.getByLabel('Command', { exact: true })).toHaveText(
      `npm start -- --upstream ${set.tls.origin}`,
    )
    await expect(confirm).toHaveAccessibleDescription(/^Use the relay, or accept/)
    await confirm.click({ force: true })
    await expect(sheet).toBeVisible()
    await sheet.getByRole('checkbox').check()
    await confirm.click()
    await expect(page.getByText('as text: one could arrive more than once')).toBeVisible()

    const ticket = new Ticket(page)
    await fillInTicket(ticket)
    const before = await set.trades()
    await ticket.review()
    await ticket.sheet().getByRole('button', { name: 'Place trade, real money' }).click()
    await expect(ticket.sheet().getByText(/^Placed at/)).toBeVisible()
    expect(await set.trades()).toHaveLength(before.length + 1)
  })

  test('a connection that was never tested is tested before trading is switched on', async ({
    page,
    set,
  }) => {
    await fillIn(page, set)
    await add(page)
    const sheet = await openTradingSheet(page)
    await expect(sheet.getByText('The service accepts no streams')).toBeVisible()
    await sheet.getByRole('button', { name: 'Stay read only' }).click()
    await expect(page.getByText('not safely: HTTP/1.1')).toBeVisible()
  })
})
