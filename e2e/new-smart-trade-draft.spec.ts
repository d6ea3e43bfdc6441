import { expect, test } from './fixtures.ts'
import { Ticket } from './ticket.ts'

test.use({ sharedService: true })

test('the ticket survives a reload', async ({ trader }) => {
  const ticket = new Ticket(trader)
  const price = await ticket.aLimitBuy()
  await trader.reload()
  await expect(ticket.field('Price')).toHaveValue(String(price))
  await expect(ticket.field('Units')).toHaveValue('0.001')

  // Reloaded in the same breath as the last key, before anything has followed from it.
  await ticket.field('Units').evaluate((field: HTMLInputElement) => {
    field.setSelectionRange(field.value.length, field.value.length)
    field.focus()
    document.execCommand('insertText', false, '5')
    location.reload()
  })
  await expect(ticket.field('Units')).toHaveValue('0.0015')
})

test('a trade is made again from one that exists', { tag: '@writes' }, async ({ trader }) => {
  const ticket = new Ticket(trader)
  const price = await ticket.aLimitBuy()
  await ticket.review()
  await ticket.placed()
  await ticket
    .sheet()
    .getByRole('link', { name: /^Open SmartTrade/ })
    .click()
  await trader.getByRole('link', { name: 'Duplicate' }).click()
  await expect(ticket.field('Units')).toHaveValue('0.001')
  await expect(ticket.field('Price')).toHaveValue(String(price))

  // What is changed in it is kept as well, beside a plan of one's own.
  await ticket.field('Units').fill('0.002')
  await expect(trader.getByText('0.002 BTC').first()).toBeVisible()
  await trader.reload()
  await expect(ticket.field('Units')).toHaveValue('0.002')
  await ticket.open()
  await expect(ticket.field('Units')).toHaveValue('')
})

test('a plan is kept as a template and filled in again on another tab', async ({
  trader,
  context,
}) => {
  const ticket = new Ticket(trader)
  await ticket.aLimitBuy()
  await ticket.type({ 'Target 1 distance': '6', 'Stop distance': '2' })
  const templates = (page: typeof trader) => page.getByRole('dialog', { name: 'Templates' })
  await trader.getByRole('button', { name: 'Templates' }).click()
  await templates(trader).getByLabel('Name of the template').fill('Six to two')
  await trader.keyboard.press('Enter')
  await expect(
    templates(trader).getByRole('button', { name: 'Six to two', exact: true }),
  ).toBeVisible()

  const second = await context.newPage()
  await second.goto(trader.url())
  const other = new Ticket(second)
  await expect(other.field('Units')).toHaveValue('')
  await other.market('Meridian margin', 'USDT_ETH')
  await second.getByRole('button', { name: 'Templates' }).click()
  await templates(second).getByRole('button', { name: 'Six to two', exact: true }).click()
  await expect(other.field('Target 1 distance')).toHaveValue('6')
  await expect(other.field('Stop distance')).toHaveValue('2')
  await expect(second.getByLabel('Pair', { exact: true })).toHaveValue('USDT_ETH')
})
