import type { APIResponse, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { drawerOf, expectAccessible, openPosition, writesFrom } from './pages.ts'

test.use({ firstPage: '/smart-trades' })

/** Opens the editor of a trade in position, and gives its number. */
async function edit(page: Page): Promise<string> {
  const id = await openPosition(page)
  await drawerOf(page, id).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit SmartTrade', level: 1 })).toBeVisible()
  return id
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const reviewOf = (page: Page) => page.getByRole('dialog', { name: /^Changed? / })

async function review(page: Page) {
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(reviewOf(page)).toBeVisible()
  return reviewOf(page)
}

test('targets and stop of an open trade are changed in the ticket’s form, once, after a review', async ({
  trader,
}) => {
  const requests = writesFrom(trader)
  const id = await edit(trader)
  await expect(trader.getByText('Nothing is changed yet.')).toBeVisible()
  await expect(trader.getByRole('slider', { name: 'Target 1 line' })).toBeVisible()
  await expect(trader.getByRole('slider', { name: 'Entry line' })).toHaveCount(0)
  // Worked out from its percent, on a tick once the tick is known.
  await expect(field(trader, 'Target 3 price')).toHaveValue(/^\d+\.\d{1,2}$/)
  const was = await field(trader, 'Target 3 price').inputValue()
  await field(trader, 'Target 3 price').fill('171.5')
  const line = trader.getByRole('slider', { name: 'Stop line' })
  const stop = await field(trader, 'Stop price').inputValue()
  await line.focus()
  await line.press('PageUp')
  await expect(field(trader, 'Stop price')).not.toHaveValue(stop)
  const moved = await field(trader, 'Stop price').inputValue()
  await expectAccessible(trader, 'editing a trade')

  const sheet = await review(trader)
  const followed = `${was}, 19.6% from entry, 25%, limit`
  await expect(
    sheet.getByRole('row', { name: `Target 3 ${followed} 171.5, 25%, limit` }),
  ).toBeVisible()
  await expect(sheet).toContainText(/If the stop hits, the whole trade ends at .* instead of /)
  // All targets are sent.
  await expect(sheet.getByRole('rowheader')).toHaveText([
    'Target 1',
    'Target 2',
    'Target 3',
    'Stop',
    'Stop, distance from the price',
    'Whole trade at the stop',
    'Whole trade at all targets',
    'Risk to reward',
  ])
  await expect(sheet).toContainText(`PATCH /api/v1/smart_trades/${id}`)
  await expect(sheet.getByLabel('Request', { exact: true })).not.toContainText('"note"')
  await expectAccessible(trader, 'the review of a change')
  expect(requests).toEqual([])
  await sheet.getByRole('button', { name: 'Save changes' }).dblclick()
  await expect(sheet.getByText(/^Saved at/)).toBeVisible()
  expect(requests).toHaveLength(1)

  await sheet.getByRole('link', { name: 'Open the trade' }).click()
  await trader.reload()
  await expect(drawerOf(trader, id)).toContainText('171.50')
  await expect(drawerOf(trader, id)).toContainText(moved)

  // Changes sent by this browser stand among the service's events, newest first.
  const timeline = drawerOf(trader, id).getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').first()).toContainText('Changed: targets, stop')
  await expect(timeline).not.toContainText('Last change')
  await expect(timeline.getByText(/^Entry filled, .* SOL at /)).toBeVisible()
  await expect(timeline.getByRole('listitem').last()).toContainText('Created')
  await timeline.getByRole('link', { name: /^Changed: targets, stop/ }).click()
  await expect(trader).toHaveURL(/\/activity\?.*intent=/)
})

test('a change that breaks a rule says so at its field, and is not sent', async ({ trader }) => {
  const requests = writesFrom(trader)
  await edit(trader)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await trader.route(/\/market\/pairs/, async (route) => {
    await answered
    await route.continue()
  })
  await trader.reload()
  await field(trader, 'Target 1 price').fill('1')
  await expect(trader.getByText('Reading the price.')).toBeVisible()
  await field(trader, 'Target 1 price').press('Enter')
  // The text of a focused field stays as it is when the tick size arrives.
  const second = field(trader, 'Target 2 price')
  await second.focus()
  const before = await second.inputValue()
  answer()
  await expect(trader.getByText(/ last /).first()).toBeVisible()
  await expect(second).toHaveValue(before)
  await second.blur()
  await expect(second).not.toHaveValue(before)
  await trader.getByRole('button', { name: 'Review changes' }).click()
  await expect(field(trader, 'Target 1 price')).toHaveAccessibleDescription(
    /^A target of a buy must be above the current price/,
  )
  await expect(reviewOf(trader)).toHaveCount(0)
  expect(requests).toEqual([])
})

test('a change of a trade that was changed elsewhere is reviewed again, with the differences', async ({
  trader,
}) => {
  // Until it has sent something, this page reads the trade as it was.
  const requests = writesFrom(trader)
  let asItWas: APIResponse | undefined
  await trader.route(/\/api\/v1\/smart_trades\/\d+$/, async (route) => {
    if (route.request().method() !== 'GET' || requests.length > 0) return route.fallback()
    asItWas ??= await route.fetch()
    return route.fulfill({ response: asItWas })
  })
  const id = await edit(trader)
  await field(trader, 'Target 3 price').fill('171.5')
  const first = await review(trader)
  await expect(first).toContainText('If-Match: "')

  const other = await trader.context().newPage()
  await other.goto(trader.url())
  await field(other, 'Note').fill('By another')
  const theirs = await review(other)
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await expect(theirs.getByText(/^Saved at/)).toBeVisible()

  const sheet = reviewOf(trader)
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await expect(sheet).toContainText('Refused. This changed nothing.')
  expect(requests).toHaveLength(1)
  await sheet.getByRole('button', { name: 'Review again' }).click()
  await expect(sheet.getByRole('heading', { name: 'Changed meanwhile' })).toBeVisible()
  await expect(sheet).toContainText(/Note.*#plan.*By another/)
  await expect(sheet).toContainText('171.5, 25%, limit')
  await expectAccessible(trader, 'the review of a trade that has changed')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await expect(sheet.getByText(/^Saved at/)).toBeVisible()
  expect(requests).toHaveLength(2)
  await sheet.getByRole('link', { name: 'Open the trade' }).click()
  await expect(drawerOf(trader, id)).toContainText('171.50')
  await expect(drawerOf(trader, id)).toContainText('By another')
})
