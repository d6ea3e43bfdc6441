import { expect, test } from './fixtures.ts'
import { Ticket } from './ticket.ts'

const MOST_KEYS = 20

test('a planned limit trade takes at most 20 keys besides its digits', async ({ trader }) => {
  let keys = 0
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys += 1
      await trader.keyboard.press(name)
    }
  }
  const digits = (price: number) => trader.keyboard.type(String(price))
  const focused = trader.locator(':focus')
  const ticket = new Ticket(trader)

  await trader.getByRole('link', { name: 'SmartTrades', exact: true }).first().click()
  const row = trader.getByRole('row').filter({ hasText: 'BTC/USDT' }).first()
  const now = await row.getByRole('cell').nth(8).textContent()
  const price = Math.floor(Number((now ?? '').replaceAll(',', '')) * 0.98)
  expect(price).toBeGreaterThan(0)

  await press('g', 'n')
  const account = trader.getByLabel('Account', { exact: true })
  await expect(account).toBeFocused()
  await expect(account.getByRole('option', { name: 'Harbour spot' })).toBeAttached()
  await press('h', 'Tab')
  await expect(
    trader.getByLabel('Pair', { exact: true }).getByRole('option', { name: 'BTC/USDT' }),
  ).toBeAttached()
  await press('b', 'Tab')
  await expect(trader.getByText(/ last /).first()).toBeVisible()
  await press('Enter')
  await expect(ticket.field('Price')).toBeFocused()
  await digits(price)
  await press('Enter')
  await expect(ticket.field('Units')).toBeFocused()
  await trader.keyboard.type('0.001')
  await press('Enter')
  await expect(ticket.field('Target 1 price')).toBeFocused()
  await digits(Math.floor(price * 1.05))
  await press('Tab', 'Tab')
  await digits(50)
  await press('Tab', 'Enter')
  await expect(ticket.field('Target 2 price')).toBeFocused()
  await digits(Math.floor(price * 1.1))
  await press('Enter')
  await expect(ticket.field('Stop price')).toBeFocused()
  await digits(Math.floor(price * 0.95))
  await press('Enter')
  await expect(ticket.sheet()).toBeVisible()
  expect(await ticket.reviewedBody()).toMatchObject({
    pair: 'USDT_BTC',
    take_profit: { steps: [{ volume: 50 }, { volume: 50 }] },
    stop_loss: { enabled: true },
  })
  // The focus is on Cancel: nothing is placed by a key that was held down.
  await expect(focused).toHaveText('Cancel')
  await press('Tab')
  await expect(focused).toContainText('Place paper trade')
  await press('Enter')
  await expect(ticket.sheet().getByText(/^Placed at/)).toBeVisible()
  expect(keys, 'keys besides digits').toBeLessThanOrEqual(MOST_KEYS)
})
