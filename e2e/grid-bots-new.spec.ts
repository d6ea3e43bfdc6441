import { expect, test } from './fixtures.ts'
import {
  expectAccessible,
  openNewGridBot,
  openPage,
  runningGridBot,
  withoutStream,
  writesFrom,
} from './pages.ts'
import { ACCOUNT, chooseAccount } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true })

test(
  'a grid bot is configured beside its ladder and funds and created with one request',
  { tag: '@writes' },
  async ({ trader }) => {
    // By the stream a price that moves would void the review before the press.
    await withoutStream(trader)
    const written = writesFrom(trader)
    await openNewGridBot(trader)
    await expect(trader.getByText('Choose an account and a pair:')).toBeVisible()

    await trader.getByRole('button', { name: 'Review grid bot' }).click()
    await expect(trader.getByText('Choose an account.')).toBeVisible()
    await expect(
      trader.getByText(/^Missing: account, pair, lower price, upper price, quantity per line\.$/),
    ).toBeVisible()
    await expect(trader.getByRole('dialog')).toHaveCount(0)

    await chooseAccount(trader, ACCOUNT)
    await trader.getByLabel('Pair').selectOption({ label: 'ETH/USDT' })
    // A range is suggested on the picture and filled in nowhere, until a line is moved or a preset pressed.
    const lower = trader.getByRole('textbox', { name: 'Lower price' })
    const line = trader.getByRole('slider', { name: 'Lower price, suggested' })
    await expect(line).toHaveAttribute('aria-valuetext', /, 10\.00% below the price$/)
    await expect(lower).toHaveValue('')
    await line.press('ArrowUp')
    await expect(lower).toHaveValue(/^\d/)
    await expect(trader.getByRole('slider', { name: 'Upper price, suggested' })).toBeVisible()
    await expect(trader.getByRole('textbox', { name: 'Upper price' })).toHaveValue('')
    await expect(trader.getByText('Enter range and lines to take a share of it.')).toBeVisible()
    await trader.getByRole('button', { name: '±10%' }).click()
    await trader.getByRole('button', { name: '75%', exact: true }).click()
    await expect(trader.getByText('The free balance covers it.')).toBeVisible()
    await trader.getByRole('button', { name: '25%', exact: true }).click()
    await expect(trader.getByText('The free balance covers it.')).toBeVisible()
    await trader.getByLabel('Lines').fill('10')
    await trader.getByLabel('Quantity per line').fill('0,01')

    const ladder = trader.getByRole('table', { name: /^Ladder/ })
    await expect(ladder.getByText('Last price')).toBeVisible()
    await expect(ladder.locator('tbody tr')).toHaveCount(11)
    await expect(trader.getByText('The free balance covers it.')).toBeVisible()
    await expectAccessible(trader, 'a grid being made')

    await trader.getByText('Advanced settings').click()
    await trader.getByLabel('Stop loss below (optional)').fill('999999')
    await trader.getByLabel('Name').focus()
    await expect(trader.getByLabel('Stop loss below (optional)')).toHaveAccessibleDescription(
      'Enter a stop loss below the lower price.',
    )
    await trader.getByLabel('Stop loss below (optional)').fill('1000')
    await expect(ladder).toContainText('Stop loss below')
    await trader.getByLabel('At the stop loss below').selectOption({ label: 'Stop and sell' })

    await trader.reload()
    await expect(ladder.locator('tbody tr')).toHaveCount(12)
    await expect(trader.getByLabel('At the stop loss below')).toHaveValue('stop_bot_and_sell')
    // The account is chosen again once the accounts are read.
    await expect(trader.getByText('The free balance covers it.')).toBeVisible()

    // From here on no price arrives before it is released, 5 % higher.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await trader.route('**/api/v1/market/pairs', async (route) => {
      await released
      const response = await route.fetch()
      const rows = (await response.json()) as { last: string }[]
      const json = rows.map((row) => ({ ...row, last: `${Number(row.last) * 1.05}` }))
      await route.fulfill({ response, json })
    })
    await trader.getByRole('button', { name: 'Review grid bot' }).click()
    const sheet = trader.getByRole('dialog')
    await expect(sheet).toContainText('Nothing has been sent.')
    await expect(sheet.getByLabel('Request', { exact: true })).toContainText(
      '"quantity_per_grid":0.01',
    )
    await expect(sheet).toContainText('At the stop loss belowStop and sell')
    await expect(sheet.getByRole('button', { name: 'Back' })).toBeFocused()
    await expectAccessible(trader, 'a grid reviewed')

    // A price that is older than 15 s is read again first, and one that has moved is looked at.
    await trader.clock.install()
    await trader.clock.fastForward(16_000)
    await sheet.getByRole('button', { name: 'Start grid bot' }).click()
    release()
    await expect(sheet.getByText(/^The price went from .* Nothing was sent\.$/)).toBeVisible()
    expect(written).toEqual([])
    await sheet.getByRole('button', { name: 'Review again' }).click()
    await expect(sheet.getByText(/^The price went from/)).toBeHidden()

    await sheet.getByRole('button', { name: 'Start grid bot' }).dblclick()
    await expect(sheet).toContainText(/Started at/)
    expect(written).toEqual(['/api/v1/bots/grid'])
    await sheet.getByRole('link', { name: 'See the bot' }).click()
    await expect(trader.getByRole('button', { name: 'Stop bot' })).toBeVisible()

    // A new form does not repeat the created bot.
    await openNewGridBot(trader)
    await expect(trader.getByLabel('Quantity per line')).toHaveValue('')
  },
)

test('an example can be reviewed as it is, and the stop review of one bot never sends the request of another', async ({
  trader,
}) => {
  await test.step('an example', async () => {
    const written = writesFrom(trader)
    await openNewGridBot(trader)
    await trader.getByRole('button', { name: 'Fill in an example' }).click()
    await expect(
      trader.getByText(
        /^Filled in: account, pair, lower price, upper price, lines, quantity per line\./,
      ),
    ).toBeVisible()
    await expect(trader.getByText('The free balance covers it.')).toBeVisible()
    await trader.getByRole('button', { name: 'Review grid bot' }).click()
    await expect(trader.getByRole('dialog')).toContainText('Nothing has been sent.')
    await trader.getByRole('button', { name: 'Back' }).click()

    // The next one begins where the last one was set up, and with nothing else.
    await openPage(trader, 'Grid bots')
    await trader.evaluate(() => sessionStorage.clear())
    await openNewGridBot(trader)
    await expect(trader.getByLabel('Pair')).toHaveValue('USDT_BTC')
    await expect(trader.getByRole('textbox', { name: 'Lower price' })).toHaveValue('')
    expect(written).toEqual([])
  })

  await test.step('two stop reviews', async () => {
    const review = trader.getByRole('dialog', { name: /^Stop / })
    const request = review.getByLabel('Request')
    const open = async (name: string) => {
      await trader.keyboard.press('Control+k')
      await trader.getByRole('combobox', { name: 'Search or go to' }).fill(`stop ${name}`)
      await expect(trader.getByRole('option', { name: /^Stop / })).toHaveCount(1)
      await trader.keyboard.press('Enter')
      await expect(request).toHaveText(/stop$/)
      return { address: trader.url(), line: await request.textContent() }
    }
    const first = await open('frost')
    await trader.keyboard.press('Escape')
    await expect(review).toBeHidden()
    const second = await open('eth')
    expect(second.line).not.toBe(first.line)

    await trader.evaluate(() => history.go(-2))
    await expect(trader).toHaveURL(first.address)
    await expect(review).toHaveAccessibleName(/FROST/)
    await expect(request).toHaveText(first.line ?? '')
  })
})

test('a stopped grid bot is started again', { tag: '@writes' }, async ({ trader }) => {
  await openPage(trader, 'Grid bots')
  await runningGridBot(trader).getByRole('link').first().click()
  await trader.getByRole('button', { name: 'Stop bot' }).click()
  await trader.getByRole('button', { name: /^Stop bot, cancel \d+ orders?$/ }).click()
  await expect(trader.getByRole('dialog')).toContainText('can be started again from its page')
  await trader.getByRole('button', { name: 'Close' }).click()
  await trader.getByRole('button', { name: 'Start again' }).click()
  const sheet = trader.getByRole('dialog', { name: /^Start / })
  await expect(sheet.getByRole('button', { name: 'Leave it stopped' })).toBeFocused()
  await expectAccessible(trader, 'before it starts again')
  await sheet.getByRole('button', { name: 'Start bot' }).click()
  await expect(trader.getByRole('dialog', { name: /^Started / })).toContainText(/Started at/)
  await trader.getByRole('button', { name: 'Close' }).click()
  await expect(trader.getByRole('button', { name: 'Stop bot' })).toBeVisible()
})

test(
  'a refusal is shown at its field, and an unknown outcome is resolved from the list',
  { tag: '@writes' },
  async ({ trader }) => {
    await openNewGridBot(trader)
    await chooseAccount(trader, ACCOUNT)
    await trader.getByLabel('Pair').selectOption({ label: 'ETH/USDT' })
    await trader.getByRole('button', { name: '±5%' }).click()
    await trader.getByLabel('Quantity per line').fill('0.01')

    let answer: 'refuse' | 'lose' = 'refuse'
    await trader.route('**/api/v1/bots/grid', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (answer === 'refuse') {
        const sentence = 'This grid needs more than is free.'
        return route.fulfill({ status: 422, json: refusalOf({ quantity_per_grid: [sentence] }) })
      }
      await route.fetch()
      return route.abort('connectionreset')
    })
    await trader.getByRole('button', { name: 'Review grid bot' }).click()
    const sheet = trader.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Start grid bot' }).click()
    await expect(sheet.getByRole('alert')).toContainText('Refused. Nothing was made.')
    await sheet.getByRole('button', { name: 'Back' }).click()
    await expect(trader.getByLabel('Quantity per line')).toHaveAccessibleDescription(
      'This grid needs more than is free.',
    )

    answer = 'lose'
    await trader.getByLabel('Quantity per line').fill('0.009')
    await trader.getByRole('button', { name: 'Review grid bot' }).click()
    await sheet.getByRole('button', { name: 'Start grid bot' }).click()
    await expect(sheet.getByRole('status')).toContainText('It was found by reading the service.')
    await expect(sheet.getByRole('link', { name: 'See the bot' })).toBeVisible()
  },
)

const refusalOf = (error_attributes: Record<string, string[]>) => ({
  error: 'record_invalid',
  error_description: 'Invalid.',
  error_attributes,
})

test('a form that opens before its lists keeps what was chosen', async ({ page, service }) => {
  let open = () => {}
  let answer = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/assets/*grid-bots.new*', (route) => opened.then(() => route.continue()))
  // From the beginning: the portfolio may ask for them as well.
  await page.route('**/api/v1/market/pairs', (route) => answered.then(() => route.continue()))
  await page.goto(service.link)
  await openNewGridBot(page)
  await expect(page.getByRole('status', { name: 'Opening the page' })).toBeVisible()
  // A change of the former page would lead back to it.
  await expect(page.getByLabel('Account')).toBeHidden()

  open()
  await chooseAccount(page, ACCOUNT)
  await expect(page.getByLabel('Pair')).toHaveText('Reading')
  await page.getByLabel('Lines').fill('12')
  answer()
  await page.getByLabel('Pair').selectOption({ label: 'ETH/USDT' })
  await expect(page.getByLabel('Account')).not.toHaveValue('')
  await expect(page.getByLabel('Lines')).toHaveValue('12')
  await expect(page).toHaveURL(/\/grid-bots\/new$/)
})
