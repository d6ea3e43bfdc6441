import { expect, test } from './fixtures.ts'
import { Ticket } from './ticket.ts'

test('the ticket survives a reload', async ({ trader }) => {
  const ticket = new Ticket(trader)
  const price = await ticket.aLimitBuy()
  await trader.reload()
  await expect(ticket.field('Price')).toHaveValue(String(price))
  await expect(ticket.field('Units')).toHaveValue('0.001')
})

test('a trade is made again from one that exists', async ({ trader }) => {
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
})
