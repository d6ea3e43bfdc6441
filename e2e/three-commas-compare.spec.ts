import { expect, requestsOf, test } from './three-commas.ts'

test('bots of 3Commas are compared for at most ten requests, and what is unknown has its reason', async ({
  account,
  threeCommas,
}) => {
  await account.waitForLoadState('networkidle')
  const add = account.getByRole('combobox', { name: 'Add a bot' })
  const rows = account
    .getByRole('table', { name: 'Figures of the bots compared' })
    .locator('tbody tr')
  // The page begins with the two bots of the highest return.
  const asked = await requestsOf(account, threeCommas, async () => {
    await account.goto(new URL('/compare', account.url()).href)
    await expect(rows).toHaveCount(2)
    await expect(account.locator('[aria-busy=true]')).toHaveCount(0)
  })
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(10)

  for (const left of [1, 0]) {
    await account
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await expect(rows).toHaveCount(left)
  }
  const more = await requestsOf(account, threeCommas, async () => {
    for (const name of [/^ETH range/, /^ETH\/USDT classic/, /^Short in steps/]) {
      const option = add.getByRole('option', { name })
      await add.selectOption((await option.getAttribute('value')) ?? '')
    }
    await expect(rows).toHaveCount(3)
    await expect(account.locator('[aria-busy=true]')).toHaveCount(0)
  })
  expect(more.length, more.join('\n')).toBeLessThanOrEqual(6)
  await expect(rows.filter({ hasText: 'ETH range' })).toContainText(
    /\+12\.84USDT\+0\.18%\+0\.\d{3}%/,
  )
  await expect(rows.filter({ hasText: 'ETH/USDT classic' })).toContainText(/\d+\.\d{3}%/)
  await expect(account.getByRole('list', { name: 'Bots without a line' })).toHaveText(
    'Short in steps: The service did not send every setting that its capital depends on.',
  )
})
