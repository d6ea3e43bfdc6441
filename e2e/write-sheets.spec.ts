import type { Request } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { openPage, openStop, writesFrom } from './pages.ts'
import { UNTIDY_SPOT } from './ticket.ts'

test.use({ world: 'untidy' })

const PAUSE = /Rate limited.*\d+ s left.*Sending now may lengthen it or lead to a ban\./

test(
  'the sheet of a request in flight says since when, never that nothing was sent',
  { tag: '@writes' },
  async ({ trader }) => {
    await openPage(trader, 'Grid bots')
    await trader.route('**/stop', () => undefined)
    const sheet = await openStop(trader)
    await sheet.getByRole('button', { name: /^Stop bot/ }).click()
    await expect(sheet).toContainText(/Sending since \d\d:\d\d:\d\d, waiting for the answer\./)
    await expect(sheet).not.toContainText('Nothing has been sent')

    // The sheet goes with its page; what is under way is said on the next one.
    await trader.goBack()
    await trader.goBack()
    await expect(trader.getByText(/^Sending since \d\d:\d\d:\d\d\.$/)).toBeVisible()
    await expect(trader.getByText('Stop a grid bot. No answer yet.')).toBeVisible()
  },
)

test(
  'a sell-all that this browser cannot store is not sent and not called refused',
  { tag: '@writes' },
  async ({ trader }) => {
    const sales: Request[] = []
    trader.on('request', (request) => {
      if (request.url().endsWith('/sell_all_to_usd')) sales.push(request)
    })
    await trader.getByRole('combobox', { name: 'Accounts' }).selectOption(UNTIDY_SPOT)
    await trader.getByRole('button', { name: 'Review sell-all' }).click()
    const sheet = trader.getByRole('dialog')
    await sheet.getByRole('textbox', { name: /^Type SELL ALL / }).fill(`SELL ALL ${UNTIDY_SPOT}`)
    const sell = sheet.getByRole('button', { name: /^Sell (up to )?\d+ assets? to USD$/ })
    await expect(sell).not.toHaveAttribute('aria-disabled')
    await trader.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      }
    })
    await sell.click()
    await expect(sheet.getByRole('alert')).toContainText('It was not sent.')
    await expect(sheet.getByRole('alert')).toContainText('This browser could not store the order')
    await expect(sheet).toContainText('Nothing has been sent.')
    await expect(sheet).not.toContainText(/refused/i)
    await expect(sheet).not.toContainText('The service answered')
    expect(sales).toEqual([])
  },
)

test(
  'during a pause a stop is sent by one more deliberate press, once',
  { tag: '@writes' },
  async ({ trader }) => {
    await openPage(trader, 'Grid bots')
    const sent = writesFrom(trader, '/stop')
    await trader.route('**/stop', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '300' },
        json: { error: 'too_many_requests', error_description: 'Slow down.' },
      }),
    )
    const first = await openStop(trader)
    await first.getByRole('button', { name: /^Stop bot/ }).click()
    await expect(first.getByRole('alert')).toContainText('Outcome unknown. It may be stopped.')
    await expect(first).toContainText(PAUSE)
    await trader.unroute('**/stop')
    await first.getByRole('button', { name: 'Stop anyway' }).dblclick()
    const stopped = trader.getByRole('dialog', { name: /^Stopped / })
    await expect(stopped).toContainText(/Stopped at \d\d:\d\d:\d\d/)
    await stopped.getByRole('button', { name: 'Close' }).click()
    expect(sent).toHaveLength(2)

    const next = await openStop(trader)
    await expect(next).toContainText(PAUSE)
    await next.getByRole('button', { name: 'Stop anyway' }).dblclick()
    await expect(stopped).toContainText(/Stopped at \d\d:\d\d:\d\d/)
    expect(sent).toHaveLength(3)
  },
)

test(
  'during a ban a stop is sent only after a second warning, once',
  { tag: '@writes' },
  async ({ trader }) => {
    await openPage(trader, 'Grid bots')
    const sent = writesFrom(trader, '/stop')
    await trader.route('**/stop', (route) =>
      route.fulfill({
        status: 418,
        headers: { 'Retry-After': '300' },
        json: { error: 'banned', error_description: 'Banned.' },
      }),
    )
    const first = await openStop(trader)
    await first.getByRole('button', { name: /^Stop bot/ }).click()
    await expect(first).toContainText(/has banned this address for too many requests: \d+ s left/)
    await trader.unroute('**/stop')
    await first.getByRole('button', { name: 'Stop anyway', exact: true }).dblclick()
    await expect(first).toContainText('Press once more to send it during the ban.')
    expect(sent).toHaveLength(1)
    await first.getByRole('button', { name: 'Stop anyway, during the ban' }).dblclick()
    await expect(trader.getByRole('dialog', { name: /^Stopped / })).toContainText(/Stopped at/)
    expect(sent).toHaveLength(2)
  },
)
