import { expect, test } from './fixtures.ts'
import { openPage } from './pages.ts'
import { ACCOUNT, MARGIN_ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

test(
  'Simple Buy, then Smart Sell and Simple Sell of what it bought',
  { tag: '@writes' },
  async ({ trader }) => {
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
    await ticket.sheet().getByRole('button', { name: 'Place another' }).click()

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
    await ticket.sheet().getByRole('button', { name: 'Place another' }).click()

    await ticket.choose('Simple Sell')
    await ticket.type({ Units: '0.001' })
    await ticket.review()
    expect(await ticket.reviewedBody()).toMatchObject({ instant: true, position: { type: 'sell' } })
    await ticket.placed()
  },
)

test('every field of the spec is sent as it was typed', { tag: '@writes' }, async ({ trader }) => {
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  const last = Math.floor(await ticket.lastPrice())
  await ticket.choose('Conditional')
  // Each price has its own distance.
  await trader.getByRole('group', { name: 'Then enter by' }).getByText('Limit').click()
  await ticket.type({ 'Trigger price': String(last), 'Limit price': String(last * 1.05) })
  await expect(ticket.field('Trigger price')).toHaveAccessibleDescription(
    /(\b0\.\d+% (above|below)|At) the last price/,
  )
  await expect(ticket.field('Limit price')).toHaveAccessibleDescription(
    /\b[45]\.\d+% above the last price/,
  )
  await trader.getByRole('group', { name: 'Then enter by' }).getByText('Market').click()
  await trader.getByLabel('Triggered by').first().selectOption('ask')
  await ticket.switchOn('Trail before entering')
  await trader.getByRole('button', { name: 'Add a target' }).click()
  await ticket.type({
    'Trigger price': String(last),
    'Trails by': '0,5',
    Units: '0.002',
    'Target 1 price': String(Math.floor(last * 1.04)),
    'Target 2 distance': '9.5',
  })
  // A third of the position is read whole.
  const volume = ticket.field('Target 1 volume')
  await volume.fill('33.33')
  expect(await volume.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  await trader.getByRole('button', { name: 'Split evenly' }).click()
  await trader.getByLabel('Order type').selectOption('own')
  await trader.getByLabel('Target 1 order').selectOption('limit')
  await ticket.switchOn('Trail the last target')
  await ticket.switchOn('Wait before closing')
  await ticket.switchOn('Break-even after target 1')
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

test('a ticket keeps each key through a reload, a link and a share of the balance, and shows its own price impact', async ({
  trader,
}) => {
  await test.step('a share pressed in the same breath as a key', async () => {
    const ticket = new Ticket(trader)
    const price = await ticket.aLimitBuy()
    const shares = trader.getByRole('group', { name: 'Share of the free balance' })
    await expect(ticket.field('Total')).not.toHaveValue('')
    await ticket.field('Price').evaluate(
      (field: HTMLInputElement, typed) => {
        field.select()
        field.focus()
        document.execCommand('insertText', false, typed)
        const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
        buttons.find(({ textContent }) => textContent === '50%')?.click()
      },
      String(Math.floor(price / 2)),
    )
    const pressed = ticket.field('Units')
    await expect(pressed).not.toHaveValue('0.001')
    const units = await pressed.inputValue()
    await ticket.type({ Units: '0.001' })
    await shares.getByRole('button', { name: '50%' }).click()
    await expect(pressed).toHaveValue(units)
  })

  await test.step('a reload and a link to another page', async () => {
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

    // A page left by a link does so too.
    await ticket.field('Units').evaluate((field: HTMLInputElement) => {
      field.setSelectionRange(field.value.length, field.value.length)
      field.focus()
      document.execCommand('insertText', false, '5')
      document.querySelector<HTMLElement>('nav a[href="/settings"]')?.click()
    })
    await expect(trader.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await ticket.open()
    await expect(ticket.field('Units')).toHaveValue('0.00155')
  })

  await test.step('price impact', async () => {
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
})

test(
  'a SmartTrade is opened from its receipt and duplicated into a new ticket',
  { tag: '@writes' },
  async ({ trader }) => {
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
    await ticket.sheet().getByRole('link', { name: 'Open the trade' }).click()
    const drawer = trader.getByRole('complementary', { name: /^SmartTrade/ })
    await expect(drawer.getByRole('heading', { name: 'BTC/USDT' })).toBeVisible()
    await expect(drawer.getByText(/^SmartTrade \d+ · (Harbour spot|Langfristige)/)).toBeVisible()
    await trader.getByRole('link', { name: 'Duplicate' }).click()
    await expect(ticket.field('Units')).toHaveValue('0.001')
    await expect(ticket.field('Price')).toHaveValue(String(price))

    // Changes of a duplicated plan are kept beside the trader's own plan.
    await ticket.field('Units').fill('0.002')
    await expect(trader.getByText('0.002 BTC').first()).toBeVisible()
    await trader.reload()
    await expect(ticket.field('Units')).toHaveValue('0.002')
    await ticket.open()
    await expect(ticket.field('Units')).toHaveValue('')
  },
)

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
  await other.market(MARGIN_ACCOUNT, 'USDT_ETH')
  await second.getByRole('button', { name: 'Templates' }).click()
  await templates(second).getByRole('button', { name: 'Six to two', exact: true }).click()
  await expect(other.field('Target 1 distance')).toHaveValue('6')
  await expect(other.field('Stop distance')).toHaveValue('2')
  await expect(second.getByLabel('Pair', { exact: true })).toHaveValue('USDT_ETH')
})

const MOST_KEYS = 20

test(
  'a planned limit trade takes at most 20 keys besides its digits',
  { tag: '@writes' },
  async ({ trader }) => {
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

    await openPage(trader, 'SmartTrades')
    const row = trader.getByRole('row').filter({ hasText: 'BTC/USDT' }).first()
    const now = await row.getByRole('cell').nth(7).textContent()
    const price = Math.floor(Number((now ?? '').replaceAll(',', '')) * 0.98)
    expect(price).toBeGreaterThan(0)

    await press('g', 'n')
    const account = trader.getByLabel('Account', { exact: true })
    await expect(account).toBeFocused()
    await expect(account.getByRole('option', { name: ACCOUNT })).toBeAttached()
    await press('l', 'a', 'Tab')
    await expect(
      trader.getByLabel('Pair', { exact: true }).getByRole('option', { name: 'BTC/USDT' }),
    ).toBeAttached()
    await press('b', 't', 'Tab')
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
  },
)
