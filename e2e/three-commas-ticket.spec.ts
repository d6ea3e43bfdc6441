import { expect, test, writesTo } from './three-commas.ts'

test.use({ mode: 'real', mayTrade: true, firstPage: null })

test('a DCA bot that 3Commas could not make is held back, and the ticket holds to its pair and sends what was reviewed', async ({
  account: page,
  threeCommas,
}) => {
  await test.step('a DCA bot that needs a leverage says why at its review', async () => {
    await page.goto(new URL('/dca-bots/new', page.url()).href)
    await page.getByLabel('Account').selectOption({ label: 'Futures desk' })
    await page.getByLabel('Pair').selectOption({ label: 'BTCUSDT/USDT' })
    await expect(page.getByLabel('Start condition').getByRole('option')).toHaveText([
      'Non-stop',
      'By hand or by the API',
      'Custom signal of TradingView',
      'RSI',
    ])
    await page.getByRole('textbox', { name: 'Base order' }).fill('500')
    await page.getByRole('textbox', { name: 'First safety order' }).fill('250')
    await page.getByRole('button', { name: 'Review DCA bot' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(/needs a leverage, which cannot be set here/)).toBeVisible()
    await expect(sheet.getByText('Nothing has been sent.')).toBeVisible()
    await expect(sheet.getByRole('button')).toHaveText(['Close'])
    expect(writesTo(threeCommas)).toEqual([])
  })

  await test.step('price, steps and least total of the pair, and what was kept differently', async () => {
    await page.goto(new URL('/smart-trades/new', page.url()).href)
    await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Main Binance' })
    await page.getByLabel('Pair', { exact: true }).selectOption({ label: 'ETH/USDT' })
    for (const name of ['Take profit', 'Stop loss']) {
      await page.getByRole('switch', { name: new RegExp(`^${name}`) }).uncheck()
    }
    await expect(page.locator('main')).toContainText(/ETH last\s*2,611\.49/)
    const asked = threeCommas.requests.filter(({ path }) => path.endsWith('/currency_rates'))
    expect(new URLSearchParams(asked[0]?.search).get('pair')).toBe('USDT_ETH')

    const price = page.getByRole('textbox', { name: 'Price', exact: true })
    const units = page.getByRole('textbox', { name: 'Units', exact: true })
    const limits = page.getByRole('group', { name: 'Limits of the exchange' })
    await price.fill('2500.505')
    await units.fill('0.00015')
    await expect(limits).toContainText('The price must be a multiple of 0.01.')
    await expect(limits).toContainText('Units must be a multiple of 0.0001.')
    await price.fill('2500.5')
    await units.fill('0.0019')
    await expect(limits).toContainText('The total must be at least 5.')
    await units.fill('0.002')
    await expect(limits).toHaveCount(0)
    await page.getByRole('switch', { name: /^Stop loss/ }).check()
    await page.getByRole('textbox', { name: 'Stop price' }).fill('2075.41')
    await page.getByRole('switch', { name: 'Trail the price' }).check()
    const stop = page.getByRole('region', { name: 'Stop loss' })
    await expect(stop).toContainText('Follows at the stop’s distance, 17%.')
    await expect(stop.getByRole('textbox', { name: 'Trails by' })).toHaveCount(0)
    threeCommas.settings.becomes = ({ stop_loss }) => {
      stop_loss['conditional'] = { price: { value: '2070' }, trailing: { enabled: true } }
    }

    await page.getByRole('button', { name: 'Review trade' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('REAL')
    const shown = await sheet.getByLabel('Request', { exact: true }).textContent()
    await sheet.getByRole('button', { name: 'Place trade, real money' }).dblclick()
    await expect(sheet.getByText(/^Placed at/)).toBeVisible()
    await expect(
      sheet.getByText('Kept differently: stop 2,070, you asked for 2,075.41.'),
    ).toBeVisible()
    const isOfOne = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && /smart_trades\/\d+$/.test(path)
    expect(threeCommas.requests.filter(isOfOne)).toHaveLength(1)
    const [sent, ...others] = writesTo(threeCommas)
    expect(others).toEqual([])
    expect(sent).toMatchObject({ method: 'POST', path: '/v2/smart_trades', status: 201 })
    expect(sent?.headers['forced-mode']).toBe('real')
    expect(JSON.parse(shown ?? '')).toEqual(sent?.body)
    expect(sent?.body).toMatchObject({
      position: { units: { value: '0.002' }, price: { value: '2500.5' } },
      stop_loss: { conditional: { price: { value: '2075.41' }, trailing: { enabled: true } } },
    })
  })
})

test.describe('on an account whose market the service does not list', () => {
  test.use({ mode: 'paper' })

  test('the ticket says so, takes a typed pair and asks for no price', async ({
    account: page,
    threeCommas,
  }) => {
    await page.goto(new URL('/smart-trades/new', page.url()).href)
    await page
      .getByLabel('Account', { exact: true })
      .selectOption({ label: 'Paper Account 1251857' })
    const pair = page.getByRole('combobox', { name: 'Pair', exact: true })
    await expect(
      page.getByText('The service lists no pairs of this account’s market.'),
    ).toBeVisible()
    await pair.fill('ETH/USDT')
    await pair.blur()
    await page.getByRole('textbox', { name: 'Units', exact: true }).fill('0.01')
    await expect(page.getByText('The service names no price for this pair.')).toBeVisible()
    expect(threeCommas.requests.filter(({ path }) => path.endsWith('/currency_rates'))).toEqual([])
  })
})
