import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedService: true })

test('other settings are tried out on the page, and nothing of it is sent', async ({ trader }) => {
  const written: string[] = []
  trader.on('request', (request) => {
    if (request.method() !== 'GET') written.push(request.url())
  })
  await trader.getByRole('link', { name: 'DCA bots' }).first().click()
  await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
  const orders = trader.getByRole('table', { name: 'Orders of a deal, estimated' })
  await expect(orders).toContainText('−22.61%')

  await trader.getByRole('button', { name: 'Try other settings' }).press('Enter')
  await trader.getByLabel('First deviation').fill('3')
  await trader.getByLabel('Safety orders', { exact: true }).fill('2')
  await expect(orders.locator('tbody tr')).toHaveCount(3)
  // 3 and then 3 × 1.25 percent further down.
  await expect(orders).toContainText('−6.75%')
  await expect(trader.getByText(/^Reach 6\.75% instead of 22\.61%/)).toBeVisible()
  await expect(trader.getByText('The bot’s own: 1.5', { exact: true })).toBeVisible()

  await trader.getByLabel('Step, times').fill('many')
  await expect(trader.getByText('Type a number.')).toBeVisible()
  await expect(orders).toContainText('−6.75%')
  await expectAccessible(trader, 'orders tried out, a field left wrong')

  await trader.getByRole('button', { name: 'Back to the bot’s own' }).click()
  await expect(orders).toContainText('−22.61%')
  await expect(trader.getByText('Free on the connection').locator('xpath=..')).toContainText('USDT')
  expect(written).toEqual([])
})

test('events are filtered by their kind', async ({ trader }) => {
  await trader.getByRole('link', { name: 'DCA bots' }).first().click()
  await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
  const events = trader.getByRole('list', { name: 'Events' })
  await expect(events.getByRole('listitem')).toHaveCount(12)
  const kinds = trader.getByLabel('Kind of event')
  await kinds.selectOption({ index: 2 })
  const chosen = (await kinds.locator('option').nth(2).textContent()) ?? ''
  const count = Number(chosen.split(', ').at(-1))
  await expect(events.getByRole('listitem')).toHaveCount(Math.min(12, count))
})

test('a start condition shows its indicator over prices and the bots that use it', async ({
  trader,
}) => {
  await trader.getByRole('link', { name: 'DCA bots' }).first().click()
  await trader.getByRole('link', { name: 'Strategies' }).click()
  await expect(trader.getByText(/^The index is at \d+\.\d, /)).toBeVisible()
  await expect(trader.getByText(/^The price is .* bands?\.$/)).toBeVisible()
  await expect(trader.getByText(/^The line is (above|below) its signal line\.$/)).toBeVisible()
  await trader.getByLabel('Pair of the pictures').selectOption('SOL/USDT')
  await expect(trader.getByText('SOL/USDT, 120 × 1h')).toHaveCount(3)
  await expectAccessible(trader, 'strategies with their pictures')

  await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
  await expect(trader.getByRole('heading', { name: 'SOL dips, 15 m', level: 1 })).toBeVisible()
})

test.describe('a service that tells no prices', () => {
  test.use({ flags: ['--strict'] })

  test('has no pictures, and everything else of the catalogue', async ({ trader }) => {
    await trader.getByRole('link', { name: 'DCA bots' }).first().click()
    await trader.getByRole('link', { name: 'Strategies' }).click()
    await expect(trader.getByRole('heading', { level: 3 })).toHaveCount(6)
    await expect(trader.getByRole('figure')).toHaveCount(0)
    await trader.getByRole('link', { name: 'SOL dips, 15 m' }).click()
    await trader.getByRole('button', { name: 'Try other settings' }).click()
    await trader.getByLabel('First deviation').fill('3')
    await expect(trader.getByText(/^Reach 45\.22% instead of 22\.61%/)).toBeVisible()
  })
})
