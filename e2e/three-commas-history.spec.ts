import { expect, test } from './three-commas.ts'

/** The time, the accounts, each of the four lists, and two grid bots. */
const MOST_REQUESTS = 8

test('the history names the source of each row and says what it is joined from', async ({
  account,
  threeCommas,
}) => {
  await account.waitForLoadState('networkidle')
  const before = threeCommas.requests.length
  await account.goto(new URL('/history?view=rows', account.url()).href)
  await expect(account.getByText('Joined from orders placed by hand')).toBeVisible()
  const rows = account.locator('main tbody tr')
  for (const source of ['SmartTrade', 'Terminal', 'DCA']) {
    await expect(rows.filter({ hasText: source }).first()).toBeVisible()
  }
  await account.waitForLoadState('networkidle')
  const asked = threeCommas.requests.slice(before).map(({ path, search }) => path + search)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
  await expect(account.getByText('This row could not be read.')).toHaveCount(0)
  const head = account.locator('main thead')
  await expect(head.getByRole('button', { name: 'Closed' })).toBeVisible()
  // Each page costs many requests: nothing is read further unasked, and no figure is of a part.
  await expect(account.getByRole('region', { name: /^Figures of / })).toContainText(
    /so far|closing/,
  )
})
