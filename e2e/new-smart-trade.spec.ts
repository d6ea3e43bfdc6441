import type { Request } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { Ticket } from './ticket.ts'

const ACCOUNT = 'Harbour spot'
const PAIR = 'USDT_BTC'

const isOrder = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/api/v1/smart_trades')

/** A ticket that lacks nothing: a limit buy below the market with one target and a stop. */
async function aLimitBuy(ticket: Ticket): Promise<number> {
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  return filledIn(ticket)
}

async function filledIn(ticket: Ticket): Promise<number> {
  const last = Math.floor((await ticket.lastPrice()) * 0.98)
  await ticket.type({
    Price: String(last),
    Units: '0.001',
    'Target 1 price': String(Math.floor(last * 1.05)),
    'Stop price': String(Math.floor(last * 0.95)),
  })
  return last
}

async function placed(ticket: Ticket): Promise<void> {
  await ticket.place()
  await expect(ticket.sheet().getByText('Placed.')).toBeVisible()
}

test.describe('each of the six types', () => {
  test('SmartTrade: entry, target and stop, opened from its receipt', async ({ trader }) => {
    const ticket = new Ticket(trader)
    const price = await aLimitBuy(ticket)
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
    await placed(ticket)
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
    await placed(ticket)
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
    await placed(ticket)
    await ticket.sheet().getByRole('button', { name: 'New SmartTrade' }).click()

    await ticket.choose('Smart Sell')
    await ticket.type({ 'Units held': '0.002', 'Target 1 distance': '5', 'Stop distance': '5' })
    // The entry acts after its answer, so the units come to the account a moment later.
    await expect(trader.getByText(/BTC free/)).toBeVisible()
    await expect(async () => {
      await trader.reload()
      await expect(trader.getByText(/% of 0\.\d+ BTC free/)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({
      skip_enter_step: true,
      position: { type: 'buy' },
      take_profit: { enabled: true },
    })
    await placed(ticket)
    await ticket.sheet().getByRole('button', { name: 'New SmartTrade' }).click()

    await ticket.choose('Simple Sell')
    await ticket.type({ Units: '0.001' })
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({ instant: true, position: { type: 'sell' } })
    await placed(ticket)
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
    await placed(ticket)
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
  await ticket.switchOn('To break-even after target 1')
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
  await placed(ticket)
})

test.describe('each rule says its sentence at its field', () => {
  test('an empty ticket names everything it wants', async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.open()
    await expect(trader.getByText(/^Still to do: account, pair, units, price/)).toBeVisible()
    await ticket.review()
    for (const sentence of [
      'Choose an account.',
      'Choose a pair.',
      'Enter the units.',
      'A limit or conditional entry needs a price.',
      'A target needs a price or a percent.',
      'A stop loss needs a price or a percent.',
    ]) {
      await expect(trader.getByText(sentence)).toBeVisible()
    }
    await expect(ticket.sheet()).toHaveCount(0)
  })

  const cases: readonly (readonly [
    sentence: string | RegExp,
    breakIt: (ticket: Ticket, price: number) => Promise<unknown>,
  ])[] = [
    ['Units must be more than 0.', (ticket) => ticket.type({ Units: '0' })],
    [/^Enter a number/, (ticket) => ticket.type({ Units: 'many' })],
    [/^Units must be a multiple of/, (ticket) => ticket.type({ Units: '0.001000000001' })],
    [/^The total must be at least/, (ticket) => ticket.type({ Units: '0.00001' })],
    [/^This needs .* is free\.$/, (ticket) => ticket.type({ Units: '1000' })],
    ['The price must be more than 0.', (ticket) => ticket.type({ Price: '0' })],
    [
      /^The price must be a multiple of/,
      (ticket, price) => ticket.type({ Price: `${price}.000001` }),
    ],
    [
      'A conditional entry needs a trigger price.',
      async (ticket) => {
        await ticket.choose('Conditional')
        await ticket.page.getByRole('group', { name: 'Then enter by' }).getByText('Limit').click()
      },
    ],
    [
      'Only a market order can trail its entry.',
      async (ticket, price) => {
        await ticket.choose('Conditional')
        await ticket.type({ 'Trigger price': String(price) })
        await ticket.page.getByRole('group', { name: 'Then enter by' }).getByText('Limit').click()
        await ticket.switchOn('Trail before entering')
        await ticket.type({ 'Trails by': '1' })
      },
    ],
    [
      'The volumes of the targets must add up to exactly 100 percent.',
      (ticket) => ticket.type({ 'Target 1 volume': '90' }),
    ],
    [
      'The volume of a target must be more than 0 percent.',
      (ticket) => ticket.type({ 'Target 1 volume': '0' }),
    ],
    [
      'The price of a target must be more than 0.',
      (ticket) => ticket.type({ 'Target 1 price': '0' }),
    ],
    [
      'The percent of a target is written as a positive number.',
      (ticket) => ticket.type({ 'Target 1 distance': '-3' }),
    ],
    [
      /^A target of a buy must be above the entry price, /,
      (ticket, price) => ticket.type({ 'Target 1 price': String(price - 1) }),
    ],
    [
      /^The stop of a buy must be below the entry price, /,
      (ticket, price) => ticket.type({ 'Stop price': String(price + 1) }),
    ],
    [
      'The stop of a buy lies less than 100 percent below its entry.',
      (ticket) => ticket.type({ 'Stop distance': '100' }),
    ],
    [/^A target of a sell must be below the entry price, /, (ticket) => ticket.choose('Sell')],
    [
      'Trailing takes 0.01 to 100 percent.',
      async (ticket) => {
        await ticket.switchOn('Trail the last target')
        await ticket.type({ 'Trails by': '0.009' })
      },
    ],
    [
      'Only a market order can trail.',
      async (ticket) => {
        await ticket.switchOn('Trail the last target')
        await ticket.type({ 'Trails by': '1' })
        await ticket.page.getByLabel('Sell at each target by').selectOption('limit')
      },
    ],
    ['Break-even needs at least two targets.', (ticket) => ticket.switchOn('To break-even')],
    [
      'A limit stop needs a limit price and a trigger price.',
      (ticket) => ticket.page.getByRole('group', { name: 'Close by' }).getByText('Limit').click(),
    ],
    [
      'Only a market stop can trail.',
      async (ticket, price) => {
        await ticket.page.getByRole('group', { name: 'Close by' }).getByText('Limit').click()
        await ticket.switchOn('Trail the price')
        await ticket.type({ 'Stop limit price': String(price - 10), 'Trails by': '1' })
      },
    ],
    [
      'The delay of a stop loss is a whole number of seconds, at least 1.',
      async (ticket) => {
        await ticket.switchOn('Wait before closing')
        await ticket.type({ 'Wait for': '0' })
      },
    ],
    ['A note has 1 to 300 characters.', (ticket) => ticket.type({ Note: '🚀'.repeat(301) })],
  ]

  test('on a spot account', async ({ trader }) => {
    test.setTimeout(120_000)
    const ticket = new Ticket(trader)
    await ticket.open()
    await ticket.market(ACCOUNT, PAIR)
    for (const [sentence, breakIt] of cases) {
      await breakIt(ticket, await filledIn(ticket))
      await ticket.review()
      await expect(
        trader.getByRole('form', { name: 'New SmartTrade' }).getByText(sentence).first(),
        String(sentence),
      ).toBeVisible()
      await expect(ticket.sheet()).toHaveCount(0)
      await trader.getByRole('button', { name: 'Clear', exact: true }).click()
      await trader.getByRole('radio', { name: 'SmartTrade', exact: true }).check({ force: true })
    }
  })

  test('leverage beyond what the pair takes', async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.open()
    await ticket.market('Meridian margin', PAIR)
    await ticket.switchOn('Leverage')
    await ticket.type({ Times: '9999' })
    await ticket.review()
    await expect(trader.getByText(/^Leverage is a whole number from 1 to \d+\.$/)).toBeVisible()
  })

  test('after a field was left, before anything is sent', async ({ trader }) => {
    const ticket = new Ticket(trader)
    await ticket.open()
    await ticket.field('Units').fill('-1')
    await expect(trader.getByText('Units must be more than 0.')).toHaveCount(0)
    await ticket.field('Units').blur()
    await expect(trader.getByText('Units must be more than 0.').first()).toBeVisible()
    await ticket.field('Units').fill('1')
    await expect(trader.getByText('Units must be more than 0.')).toHaveCount(0)
  })
})

test('a double click sends one order', async ({ trader }) => {
  const ticket = new Ticket(trader)
  const orders: Request[] = []
  trader.on('request', (request) => isOrder(request) && orders.push(request))
  await aLimitBuy(ticket)
  await ticket.review()
  await ticket.sheet().getByRole('button', { name: 'Place paper trade' }).dblclick()
  await expect(ticket.sheet().getByText('Placed.')).toBeVisible()
  expect(orders).toHaveLength(1)
})

test('what is reviewed is what is sent, to the byte', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await aLimitBuy(ticket)
  await ticket.review()
  const shown = await ticket.sheet().getByLabel('Request', { exact: true }).textContent()
  const sent = trader.waitForRequest(isOrder)
  await ticket.place()
  expect((await sent).postData()).toBe(shown)
})

test('an order whose answer is lost is unknown, is looked for and found', async ({ trader }) => {
  const ticket = new Ticket(trader)
  await aLimitBuy(ticket)
  await trader.route('**/api/v1/smart_trades', async (route) => {
    if (!isOrder(route.request())) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await ticket.review()
  await ticket.place()
  const sheet = ticket.sheet()
  await expect(sheet.getByText('Outcome unknown. Do not send it again.')).toBeVisible()
  await expect(
    sheet.getByText('A trade with this side and size was made since then:'),
  ).toBeVisible()
  await expect(sheet.getByRole('link', { name: /^SmartTrade \d+$/ })).toBeVisible()
})

test('a stopped service leaves the entries and holds back everything else', async ({
  trader,
  service,
}) => {
  const ticket = new Ticket(trader)
  const price = await aLimitBuy(ticket)
  await ticket.review()
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

test('the ticket survives a reload', async ({ trader }) => {
  const ticket = new Ticket(trader)
  const price = await aLimitBuy(ticket)
  await trader.reload()
  await expect(ticket.field('Price')).toHaveValue(String(price))
  await expect(ticket.field('Units')).toHaveValue('0.001')
})

test('a trade is made again from one that exists', async ({ trader }) => {
  const ticket = new Ticket(trader)
  const price = await aLimitBuy(ticket)
  await ticket.review()
  await placed(ticket)
  await ticket
    .sheet()
    .getByRole('link', { name: /^Open SmartTrade/ })
    .click()
  await trader.getByRole('link', { name: 'Duplicate' }).click()
  await expect(ticket.field('Units')).toHaveValue('0.001')
  await expect(ticket.field('Price')).toHaveValue(String(price))
})

test.describe('against a service of the spec alone', () => {
  test.use({ flags: ['--strict'] })

  test('account and pair are typed, and a refusal stands at the field it names', async ({
    trader,
  }) => {
    // The accounts are learned from the trades that were read.
    await trader.getByRole('link', { name: 'SmartTrades', exact: true }).first().click()
    await expect(trader.getByRole('table', { name: 'SmartTrades' })).toBeVisible()
    const ticket = new Ticket(trader)
    await ticket.open()
    await trader.getByLabel('Account', { exact: true }).selectOption({ label: ACCOUNT })
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
  })
})
