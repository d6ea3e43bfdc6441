import type { Route } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectAccessible, openPage, writesFrom } from './pages.ts'
import { ACCOUNT, chooseAccount } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

test(
  'a DCA bot is configured beside the orders of its deals and created with one request',
  { tag: '@writes' },
  async ({ trader }) => {
    const written = writesFrom(trader)
    await openPage(trader, 'DCA bots')
    await trader.getByRole('link', { name: 'New DCA bot' }).click()
    await expect(trader.getByRole('heading', { name: 'New DCA bot', level: 1 })).toBeVisible()
    await expect(
      trader.getByText('Missing: account, pair, base order, first safety order.'),
    ).toBeVisible()
    await trader.getByRole('button', { name: 'Review DCA bot' }).click()
    await expect(trader.getByLabel('Account')).toHaveAccessibleDescription('Choose an account.')

    await chooseAccount(trader, ACCOUNT)
    await trader.getByLabel('Pair').selectOption('ETH/USDT')
    // Drawn at once from a suggestion, which fills nothing in.
    const orders = trader.getByRole('table', { name: 'Orders of a deal, estimated' })
    await expect(trader.getByText('A suggestion: medium size')).toBeVisible()
    await expect(orders.locator('tbody tr')).toHaveCount(6)
    await expect(
      trader.getByRole('img', { name: /^ETH\/USDT with the orders of a deal: base order / }),
    ).toBeVisible()
    await expect(trader.getByRole('textbox', { name: 'Base order' })).toHaveValue('')
    await trader.getByRole('button', { name: 'Small size' }).click()
    await expect(orders.locator('tbody tr')).toHaveCount(4)
    await expect(trader.getByText(/^Small size: about 5% of the free balance/)).toBeVisible()
    await trader.getByRole('button', { name: 'Medium size' }).click()
    await trader.getByRole('button', { name: 'Fill in an example' }).click()
    await expect(trader.getByText('Nothing was filled in: every field has a value')).toBeVisible()
    await trader.getByLabel('Start condition').selectOption({ label: 'Relative strength index' })
    await expect(trader.getByText('Oversold below (default)')).toBeVisible()
    await trader.getByRole('textbox', { name: 'Base order' }).fill('100')
    await trader.getByLabel('First safety order').fill('150')
    await expect(orders.locator('tbody tr')).toHaveCount(6)
    await trader.getByLabel('Maximum safety orders').fill('3')
    await expect(orders.locator('tbody tr')).toHaveCount(4)
    const shares = trader.getByRole('group', { name: 'Share of the free balance for one deal' })
    await shares.getByRole('button', { name: '100%' }).click()
    await expect(trader.getByRole('textbox', { name: 'Base order' })).not.toHaveValue('100')
    await expect(trader.getByText('The free balance covers one deal.')).toBeVisible()
    await trader.getByRole('textbox', { name: 'Base order' }).fill('100')
    await trader.getByLabel('First safety order').fill('150')
    await expect(trader.getByText('The free balance covers one deal.')).toBeVisible()
    await trader.getByRole('radio', { name: 'Short' }).check()
    await expect(trader.getByText('A spot account cannot open short deals.')).toHaveCount(2)
    await trader.getByRole('radio', { name: 'Long' }).check()
    await trader.getByText('Advanced settings').click()
    await trader.getByLabel('Name').fill('ETH on weakness')
    // Nothing lies half under the top bar then.
    await trader.getByLabel('Account').focus()
    await expectAccessible(trader, 'a DCA bot being made')

    await trader.reload()
    await expect(orders.locator('tbody tr')).toHaveCount(4)
    // The account is chosen again once the accounts are read.
    await expect(trader.getByText('The free balance covers one deal.')).toBeVisible()
    await trader.getByRole('button', { name: 'Review DCA bot' }).click()
    const sheet = trader.getByRole('dialog', { name: 'Start ETH on weakness' })
    await expect(sheet).toContainText('Buys ETH for 100.00 USDT by market order')
    await expect(sheet.getByLabel('Request', { exact: true })).toContainText(
      '"safety_order_size":150',
    )
    await expectAccessible(trader, 'a DCA bot reviewed')
    expect(written).toEqual([])

    // A refusal is shown at the field, and all input stays.
    const sentence = 'This account may open two safety orders.'
    const refusal = { max_safety_orders: [sentence] }
    const json = { error: 'record_invalid', error_description: '', error_attributes: refusal }
    const refuse = (route: Route) => route.fulfill({ status: 422, json })
    await trader.route('**/api/v1/bots/dca', refuse, { times: 1 })
    await sheet.getByRole('button', { name: 'Start DCA bot' }).click()
    await expect(sheet.getByRole('alert')).toContainText('Refused. Nothing was made.')
    await sheet.getByRole('button', { name: 'Back' }).click()
    const count = trader.getByLabel('Maximum safety orders')
    await expect(count).toHaveAccessibleDescription(sentence)
    await expect(count).toHaveValue('3')
    await expect(trader.getByLabel('Name')).toHaveValue('ETH on weakness')
    await count.fill('2')
    await expect(trader.getByText(sentence)).toBeHidden()
    await trader.getByRole('button', { name: 'Review DCA bot' }).click()
    expect(written).toEqual(['/api/v1/bots/dca'])

    await sheet.getByRole('button', { name: 'Start DCA bot' }).dblclick()
    await expect(trader.getByRole('dialog', { name: 'DCA bot started' })).toContainText(
      /Started at/,
    )
    expect(written).toEqual(['/api/v1/bots/dca', '/api/v1/bots/dca'])
    await expect(trader.getByRole('link', { name: 'See the bot' })).toBeVisible()
    await trader.getByRole('button', { name: 'Start another' }).click()
    // A new form does not repeat the created bot.
    await expect(trader.getByRole('textbox', { name: 'Base order' })).toHaveValue('')
    await trader.getByRole('link', { name: 'Back to DCA bots' }).click()
    const row = trader.getByRole('row').filter({ hasText: 'ETH on weakness' })
    await expect(row).toContainText('Running')
    await expect(row).toContainText('Waiting for an RSI signal')
  },
)

test.describe('a service of the spec alone', () => {
  test.use({ flags: ['--strict'] })

  test('a service of the spec alone creates no DCA bots, and no form is offered', async ({
    trader,
    service,
  }) => {
    await openPage(trader, 'DCA bots')
    await expect(trader.getByRole('link', { name: 'Strategies' })).toBeVisible()
    await expect(trader.getByRole('link', { name: 'New DCA bot' })).toHaveCount(0)
    await trader.goto(`${service.origin}/dca-bots/new`)
    await expect(trader.getByText('This service does not make DCA bots.')).toBeVisible()
  })
})
