import { expect, test } from './fixtures.ts'
import { ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: '/smart-trades/new' })

/** Sentences that stand on the ticket at once, after a field was broken in each of them. */
async function says(ticket: Ticket, sentences: readonly (string | RegExp)[]): Promise<void> {
  await ticket.review()
  const form = ticket.page.getByRole('form', { name: 'New SmartTrade' })
  for (const sentence of sentences) {
    await expect(form.getByText(sentence).first(), String(sentence)).toBeVisible()
  }
  await expect(ticket.sheet()).toHaveCount(0)
}

test('an empty ticket lists what is missing, at a field once it was left', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await ticket.open()
  await expect(trader.getByText(/^Missing: account, pair, units, price/)).toBeVisible()

  await ticket.field('Units').fill('-1')
  await expect(trader.getByText('Units must be more than 0.')).toHaveCount(0)
  await ticket.field('Units').blur()
  await expect(trader.getByText('Units must be more than 0.').first()).toBeVisible()
  await ticket.field('Units').fill('1')
  await expect(trader.getByText('Units must be more than 0.')).toHaveCount(0)

  await ticket.field('Units').fill('')
  await says(ticket, [
    'Choose an account.',
    'Choose a pair.',
    'Enter the units.',
    'A limit or conditional entry needs a price.',
    'A target needs a price or a percent.',
    'A stop loss needs a price or a percent.',
  ])
})

// That every rule's sentence is the service's own is proved beside the ticket's code; here, that
// every place a sentence can stand in shows it.
test('a pressed control stays in its place until the release, whatever error the field it leaves shows', async ({
  trader,
}) => {
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  await trader.getByLabel('Order type').selectOption('own')
  await trader.getByRole('button', { name: 'Add a target' }).click()
  const trailing = trader.getByRole('switch', { name: 'Trail the last target' })
  const box = await trailing.boundingBox()
  if (!box) throw new Error('The switch is not drawn.')

  await trader.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await trader.mouse.down()
  await expect(trailing).toBeFocused()
  await trader.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  expect(await trailing.boundingBox()).toEqual(box)
  await trader.mouse.up()
  await expect(trailing).toBeChecked()
  await expect(trader.getByText('A target needs a price or a percent.')).toBeVisible()
})

test('every field says what is wrong with it', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  // The balance is judged while the size is typed, and both of its fields say so.
  await ticket.lastPrice()
  await ticket.field('Units').fill('1000')
  const needs = /^Needs [\d,]+\.\d\d USDT\. [\d,]+\.\d\d USDT available\.$/
  await expect(ticket.field('Units')).toHaveAccessibleDescription(needs)
  await expect(ticket.field('Total')).toHaveAccessibleDescription(needs)
  await expect(ticket.field('Units')).toBeFocused()
  const price = await ticket.fillIn()
  await expect(ticket.field('Units')).toHaveAccessibleDescription(/USDT free/)

  await ticket.type({ Units: '0.001000000001', Price: `${price}.000001` })
  await says(ticket, [/^Units must be a multiple of/, /^The price must be a multiple of/])

  await ticket.switchOn('Trail the last target')
  await ticket.switchOn('Break-even after target 1')
  await ticket.switchOn('Wait before closing')
  await ticket.type({
    Units: '0',
    'Target 1 price': String(price - 1),
    'Target 1 volume': '90',
    'Trails by': '0.009',
    'Stop price': String(price + 1),
    'Wait for': '0',
    Note: '🚀'.repeat(301),
  })
  await says(ticket, [
    'Units must be more than 0.',
    /^A target of a buy must be above the entry price, /,
    'The volumes of the targets must add up to exactly 100 percent.',
    'Trailing must be 0.01 to 100 percent.',
    /^The stop of a buy must be below the entry price, /,
    'The delay of a stop loss must be more than 0 seconds and at most one year.',
    'Break-even needs at least two targets.',
    'A note has 1 to 300 characters.',
  ])
})

test(
  'a rule of the exchange can be left to the service',
  { tag: '@writes' },
  async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.aLimitBuy()
    const receipt = trader.getByRole('region', { name: 'Receipt' })
    const place = await receipt.boundingBox()
    await ticket.type({ Units: '1000' })
    const held = trader.getByRole('group', { name: 'Limits of the exchange' })
    await expect(held).toContainText(/^Needs .* available\. From the last balance/)
    // A message about a field moves nothing that is read while typing.
    expect((await receipt.boundingBox())?.y).toBe(place?.y)
    await says(ticket, [/^Needs .* available\.$/])

    await held.getByRole('button', { name: 'Let the service decide: the free balance' }).click()
    await expect(held).toContainText('The service decides, and may refuse it.')
    await ticket.review()
    await expect(ticket.sheet().getByText(/available\. The service decides/)).toBeVisible()
    await ticket.place()
    await expect(ticket.sheet().getByText('Refused. Nothing was placed.')).toBeVisible()
    await ticket.sheet().getByRole('button', { name: 'Back to the ticket' }).click()

    // For another pair it is another question.
    await trader.getByLabel('Pair', { exact: true }).selectOption('USDT_ETH')
    await trader.getByLabel('Pair', { exact: true }).selectOption(PAIR)
    await held.getByRole('button', { name: 'Check here: the free balance' }).click()
    await expect(held).toContainText('From the last balance')
  },
)

test('a new target takes the remaining volume; targets are moved and removed', async ({
  trader,
}) => {
  const ticket = new Ticket(trader)
  await ticket.aLimitBuy()
  await ticket.type({ 'Target 1 volume': '30', 'Target 1 distance': '4' })
  await trader.getByRole('button', { name: 'Add a target' }).click()
  await expect(ticket.field('Target 2 price')).toBeFocused()
  await expect(ticket.field('Target 2 volume')).toHaveValue('70')
  await ticket.type({ 'Target 2 distance': '9' })
  await trader.getByRole('button', { name: 'Target 2, move or remove' }).click()
  await trader.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(ticket.field('Target 1 volume')).toHaveValue('70')
  await expect(ticket.field('Target 1 distance')).toHaveValue('9')
  await trader.getByRole('button', { name: 'Target 1, move or remove' }).click()
  await trader.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(ticket.field('Target 1 distance')).toHaveValue('4')
  await expect(ticket.field('Target 2 price')).toHaveCount(0)
})
