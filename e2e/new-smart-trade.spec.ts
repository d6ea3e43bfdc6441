import { expect, test } from './fixtures.ts'
import { ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.describe('each of the six types', () => {
  test('SmartTrade: entry, target and stop, opened from its receipt', async ({ trader }) => {
    const ticket = new Ticket(trader)
    const price = await ticket.aLimitBuy()
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({
      pair: PAIR,
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: '0.001' },
        price: { value: price },
      },
      take_profit: { enabled: true },
      stop_loss: { enabled: true, order_type: 'market' },
    })
    await ticket.placed()
    await ticket
      .sheet()
      .getByRole('link', { name: /^Open SmartTrade/ })
      .click()
    const drawer = trader.getByRole('complementary', { name: /^SmartTrade/ })
    await expect(drawer.getByRole('heading', { name: 'BTC/USDT' })).toBeVisible()
    await expect(drawer.getByText(/^SmartTrade \d+ · Harbour spot/)).toBeVisible()
  })

  test('Smart Cover: sold first, targets below and the stop above', async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.open()
    await ticket.choose('Smart Cover')
    await ticket.market('Meridian margin', PAIR)
    const last = Math.ceil((await ticket.lastPrice()) * 1.02)
    await ticket.switchOn('Leverage')
    await ticket.type({
      Times: '3',
      Price: String(last),
      Units: '0.001',
      'Target 1 distance': '4',
      'Stop distance': '2,5',
    })
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({
      leverage: { enabled: true, type: 'cross', value: 3 },
      position: { type: 'sell' },
      take_profit: { steps: [{ price: { percent: 4 } }] },
      stop_loss: { conditional: { price: { percent: 2.5 } } },
    })
    await ticket.placed()
  })

  test('Simple Buy, then Smart Sell and Simple Sell of what it bought', async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.open()
    await ticket.choose('Simple Buy')
    await expect(trader.getByRole('switch', { name: 'Take profit' })).toHaveCount(0)
    await ticket.market(ACCOUNT, PAIR)
    await ticket.type({ Units: '0.004' })
    await ticket.review()
    const bought = await ticket.reviewedBody()
    expect(bought).toMatchObject({ instant: true, position: { type: 'buy', order_type: 'market' } })
    expect(bought).not.toHaveProperty('take_profit')
    await ticket.placed()
    await ticket.sheet().getByRole('button', { name: 'New SmartTrade' }).click()

    await ticket.choose('Smart Sell')
    await ticket.type({ 'Units held': '0.002', 'Target 1 distance': '5', 'Stop distance': '5' })
    // The entry acts after its answer, so the units come to the account a moment later.
    await expect(trader.getByText(/BTC free/)).toBeVisible()
    await expect(async () => {
      await trader.reload()
      await expect(trader.getByText(/% of 0\.\d+ BTC free/)).toBeVisible({ timeout: 8_000 })
    }).toPass()
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({
      skip_enter_step: true,
      position: { type: 'buy' },
      take_profit: { enabled: true },
    })
    await ticket.placed()
    await ticket.sheet().getByRole('button', { name: 'New SmartTrade' }).click()

    await ticket.choose('Simple Sell')
    await ticket.type({ Units: '0.001' })
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({ instant: true, position: { type: 'sell' } })
    await ticket.placed()
  })

  test('Smart Buy: a short that is held already is bought back', async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.open()
    await ticket.choose('Smart Buy')
    await ticket.market(ACCOUNT, PAIR)
    await expect(trader.getByText('Buys back BTC you owe')).toBeVisible()
    await ticket.type({ 'Units held': '0.001', 'Target 1 distance': '5', 'Stop distance': '3' })
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({
      skip_enter_step: true,
      position: { type: 'sell' },
    })
    await ticket.placed()
  })
})

test('every field of the spec travels as it was typed', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  const last = Math.floor(await ticket.lastPrice())
  await ticket.choose('Conditional')
  await trader.getByRole('group', { name: 'Then enter by' }).getByText('Market').click()
  await trader.getByLabel('Triggered by the').first().selectOption('ask')
  await ticket.switchOn('Trail before entering')
  await trader.getByRole('button', { name: 'Add a target' }).click()
  await ticket.type({
    'Trigger price': String(last),
    'Trails by': '0,5',
    Units: '0.002',
    'Target 1 price': String(Math.floor(last * 1.04)),
    'Target 2 distance': '9.5',
  })
  await trader.getByRole('button', { name: 'Split evenly' }).click()
  await trader.getByLabel('Sell at each target by').selectOption('own')
  await trader.getByLabel('Target 1 order').selectOption('limit')
  await ticket.switchOn('Trail the last target')
  await ticket.switchOn('Wait before closing')
  await ticket.switchOn('To break-even after the first target')
  await trader.getByRole('group', { name: 'Close by' }).getByText('Limit').click()
  await ticket.type({
    'Wait for': '90',
    'Stop price': String(Math.floor(last * 0.95)),
    'Stop limit price': String(Math.floor(last * 0.94)),
    Note: 'Retest of the range. #swing 🚀',
  })
  await ticket.field('Trails by').last().fill('0.8')
  await ticket.review()
  expect(await ticket.reviewedBody()).toMatchObject({
    position: {
      order_type: 'conditional',
      price: { value: last },
      conditional: {
        order_type: 'market',
        price: { type: 'ask', value: last },
        trailing: { enabled: true, percent: 0.5 },
      },
    },
    take_profit: {
      steps: [
        { order_type: 'limit', volume: 50, price: { type: 'last' } },
        {
          order_type: 'market',
          volume: 50,
          price: { type: 'last', percent: 9.5 },
          trailing: { enabled: true, percent: 0.8 },
        },
      ],
    },
    stop_loss: {
      order_type: 'limit',
      breakeven: true,
      price: { value: Math.floor(last * 0.94) },
      conditional: { price: { type: 'last', value: Math.floor(last * 0.95) } },
      timeout: { enabled: true, value: 90 },
    },
    note: 'Retest of the range. #swing 🚀',
  })
  await ticket.placed()
})

test('a market order says how far it moves its own price, where that is worth knowing', async ({
  trader,
}) => {
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.choose('Simple Buy')
  await ticket.market(ACCOUNT, PAIR)
  await ticket.type({ Units: '1.6' })
  const receipt = trader.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText(/Price impact0\.0\d%/)
  await expect(receipt).toContainText('Cost at the market')
  await ticket.type({ Units: '0.01' })
  await expect(receipt).toContainText('Cost at the ask')
  await expect(receipt).not.toContainText('Price impact')
})
