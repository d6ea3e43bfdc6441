import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'
import { anUnknownOrder, seedJournal } from './journal.ts'
import { Ticket } from './ticket.ts'

test.use({ sharedService: true })

test('axe finds nothing in any state of the ticket', async ({ trader }) => {
  test.setTimeout(180_000)
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.review()
  await expectAccessible(trader, 'empty, with its sentences')

  await ticket.market('Harbour spot', 'USDT_BTC')
  await ticket.fillIn()
  await trader.getByRole('button', { name: 'Add a target' }).click()
  await ticket.type({
    'Target 1 volume': '50',
    'Target 2 distance': '9',
    'Target 2 volume': '50',
  })
  await ticket.switchOn('Trail the last target')
  await ticket.switchOn('Wait before closing')
  await trader.getByRole('slider', { name: 'Stop line' }).focus()
  await expectAccessible(trader, 'filled in, a line in hand')

  await ticket.type({ 'Trails by': '1', 'Wait for': '30', Units: '1000' })
  await expect(trader.getByRole('group', { name: 'Held back' })).toBeVisible()
  await expectAccessible(trader, 'held back')
  await trader.getByRole('button', { name: /^Leave to the service/ }).click()
  await ticket.review()
  await expect(ticket.sheet()).toBeVisible()
  await expectAccessible(trader, 'reviewed')

  const { account_id } = await ticket.reviewedBody()
  await seedJournal(trader, [anUnknownOrder(Number(account_id))])
  await ticket.type({ Units: '0.001' })
  await ticket.review()
  await ticket.place()
  const held = trader.getByRole('dialog', { name: 'An earlier one is still unknown' })
  await expect(held.getByText('Held back. Nothing has been sent.')).toBeVisible()
  await expectAccessible(trader, 'kept back behind an unknown one')
  await held.getByRole('button', { name: 'Do not send' }).click()
  await expect(ticket.sheet().getByText('It was not sent.')).toBeVisible()
  await expectAccessible(trader, 'left unsent')
  await ticket.sheet().getByRole('button', { name: 'Cancel' }).click()

  await trader.getByRole('button', { name: 'Templates' }).click()
  await expectAccessible(trader, 'templates')
})

test('axe finds nothing where a trade is ended', async ({ trader }) => {
  await trader.getByRole('link', { name: 'SmartTrades', exact: true }).first().click()
  const row = trader.getByRole('row').filter({ hasText: 'Waiting Targets' }).first()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await expectAccessible(trader, 'what can be done with a row')
  await trader.getByRole('menuitem', { name: 'Close at market' }).click()
  await expect(trader.getByRole('dialog', { name: /^Close / })).toBeVisible()
  await expectAccessible(trader, 'before it is ended')
  await trader.keyboard.press('Escape')
  await trader.getByRole('button', { name: 'Columns and rows' }).click()
  await expectAccessible(trader, 'columns')
})
