import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { dcaBotRows, gridBotRows, openPage } from './pages.ts'
import { openChangingProxy } from './read-proxy.ts'
import { pairBrowser } from './stored-connection.ts'

test.use({ world: 'untidy', sharedService: true })

type Row = Record<string, unknown>

const isRow = (json: unknown): json is Row => typeof json === 'object' && json !== null

/** Takes from one running entity of a list what every page needs, and from its own answer as well. */
function withoutMember(path: RegExp, member: string, isChosen: (row: Row) => boolean) {
  const chosen: { id?: unknown } = {}
  const change = ({ pathname }: URL, json: unknown): unknown => {
    if (!path.test(pathname)) return undefined
    if (Array.isArray(json)) {
      const rows = json as Row[]
      chosen.id ??= rows.find(isChosen)?.['id']
      return rows.map((row) => (row['id'] === chosen.id ? broken(row) : row))
    }
    return isRow(json) && json['id'] === chosen.id ? broken(json) : undefined
  }
  const broken = (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== member))
  return { chosen, change }
}

const review = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

test(
  'a grid bot that cannot be read is stopped from its row and from its page',
  { tag: '@writes' },
  async ({ page, service }) => {
    const { chosen, change } = withoutMember(
      /bots\/grid(\/\d+)?$/,
      'pair',
      (bot) => bot['is_enabled'] === true,
    )
    const proxy = await openChangingProxy(service.origin, change)
    try {
      await pairBrowser(page, { ...service, link: proxy.through(service.link) })
      await openPage(page, 'Grid bots')
      const row = gridBotRows(page).filter({ hasText: 'This row could not be read.' })
      await expect(row).toHaveCount(1)
      await expect(page.getByText('1 unreadable', { exact: true })).toBeVisible()
      const stop = { name: `Stop bot ${String(chosen.id)}` }
      await row.getByRole('button', stop).click()
      await expect(review(page, /^Stop /)).toBeVisible()
      await page.keyboard.press('Escape')

      await page.goto(`${proxy.origin}/grid-bots/${String(chosen.id)}`)
      await expect(page.getByText('The bot could not be loaded.')).toBeVisible()
      await page.getByRole('button', { name: 'Stop bot' }).click()
      await review(page, /^Stop /)
        .getByRole('button', { name: 'Stop bot' })
        .click()
      // Its answer can be read: the service itself writes the bot whole.
      await expect(review(page, /^Stop/).getByText(/Stopped at/)).toBeVisible()
    } finally {
      proxy.close()
    }
  },
)

test('a DCA bot that cannot be read can be stopped from its row and from its page', async ({
  page,
  service,
}) => {
  const { chosen, change } = withoutMember(
    /bots\/dca(\/[0-9a-f-]{36})?$/,
    'strategy',
    (bot) => bot['status'] === 'running',
  )
  const proxy = await openChangingProxy(service.origin, change)
  try {
    await pairBrowser(page, { ...service, link: proxy.through(service.link) })
    await openPage(page, 'DCA bots')
    const row = dcaBotRows(page).filter({ hasText: 'This row could not be read.' })
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: `Stop bot ${String(chosen.id)}` }).click()
    await expect(review(page, /^Stop /)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(`${proxy.origin}/dca-bots/${String(chosen.id)}`)
    await expect(page.getByText('The DCA bot could not be loaded.')).toBeVisible()
    await page.getByRole('button', { name: 'Stop bot' }).click()
    await expect(review(page, /^Stop /)).toBeVisible()
  } finally {
    proxy.close()
  }
})

test('no sum is given over DCA bots of which none could be read', async ({ page, service }) => {
  const proxy = await openChangingProxy(service.origin, ({ pathname }, json) =>
    pathname.endsWith('/bots/dca') && Array.isArray(json)
      ? (json as Row[]).map(({ id }) => ({ id }))
      : undefined,
  )
  try {
    await pairBrowser(page, { ...service, link: proxy.through(service.link) })
    await openPage(page, 'DCA bots')
    await expect(dcaBotRows(page).getByText('This row could not be read.').first()).toBeVisible()
    await expect(page.getByText('Open deals', { exact: true })).toHaveCount(0)
  } finally {
    proxy.close()
  }
})

test('a SmartTrade that cannot be read can be cancelled and closed from its drawer', async ({
  page,
  service,
}) => {
  const { chosen, change } = withoutMember(
    /smart_trades(\/\d+)?$/,
    'position',
    (trade) => isRow(trade['status']) && trade['status']['type'] === 'waiting_targets',
  )
  const proxy = await openChangingProxy(service.origin, change)
  try {
    await pairBrowser(page, { ...service, link: proxy.through(service.link) })
    await openPage(page, 'SmartTrades')
    await expect(page.getByText('This row could not be read.')).toHaveCount(1)
    await page.getByRole('link', { name: `Open SmartTrade ${String(chosen.id)}` }).click()
    const drawer = page.getByRole('complementary', { name: `SmartTrade ${String(chosen.id)}` })
    await expect(drawer.getByText('in a form that cannot be read')).toBeVisible()
    await drawer.getByRole('button', { name: 'Cancel trade' }).click()
    await expect(review(page, /^Cancel SmartTrade/)).toBeVisible()
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Close at market' }).click()
    await expect(review(page, /^Close SmartTrade/)).toBeVisible()
  } finally {
    proxy.close()
  }
})
