import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'
import { countOfIntents, everyEnd, seedJournal } from './journal.ts'

test.use({ sharedService: true })

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test('every end is told as it is, what is unknown first, until its connection is removed', async ({
  trader,
}) => {
  await seedJournal(trader, everyEnd(1))
  await trader.getByRole('link', { name: 'Activity' }).first().click()
  const rows = trader
    .getByRole('table', { name: 'What was sent from this browser' })
    .getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(1)).toContainText('Unknown')
  await expect(trader.getByText('One outcome is unknown. Do not send it')).toBeVisible()
  // Beside an open one it is looked at on the desktop.
  await trader.setViewportSize(PHONE)
  await expect(trader.getByRole('button', { name: /More/ })).toHaveAccessibleName(
    /^1 with an unknown outcome/,
  )
  await expectAccessible(trader, 'a list of every end, on a phone')
  await trader.setViewportSize(DESKTOP)

  await rows.filter({ hasText: 'Unknown' }).first().getByRole('link').click()
  const detail = trader.getByRole('complementary', { name: 'Create a SmartTrade' })
  await expect(
    detail.getByText('Not found in 8 checks. It was most likely not done.'),
  ).toBeVisible()
  await detail.getByRole('tab', { name: 'Its bytes' }).click()
  await expect(detail.getByLabel('Bytes that were signed', { exact: true })).toContainText(
    '0000  2f 61 70 69',
  )
  await expectAccessible(trader, 'an unknown one')
  await trader.setViewportSize(PHONE)
  await expectAccessible(trader, 'an unknown one, on a phone')
  await trader.setViewportSize(DESKTOP)
  await detail.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(detail.getByText('You marked it as resolved at')).toBeVisible()
  await expect(trader.getByText('One outcome is unknown. Do not send it')).toHaveCount(0)

  await rows.filter({ hasText: 'Delivered twice' }).getByRole('link').click()
  await expect(detail.getByRole('link', { name: 'SmartTrade 13' })).toBeVisible()
  await expectAccessible(trader, 'one delivered twice')

  await trader.getByRole('link', { name: 'Settings' }).first().click()
  await trader.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(trader.getByText('so is all that was sent with it')).toBeVisible()
  expect(await countOfIntents(trader)).toBe(6)
  await trader.getByRole('button', { name: 'Remove connection' }).click()
  await expect.poll(() => countOfIntents(trader)).toBe(0)
})
