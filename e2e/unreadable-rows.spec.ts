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
  'unreadable rows can still be stopped, cancelled and closed, and have no sum',
  { tag: '@writes' },
  async ({ page, service }) => {
    const grid = withoutMember(/bots\/grid(\/\d+)?$/, 'pair', (bot) => bot['is_enabled'] === true)
    const dca = withoutMember(
      /bots\/dca(\/[0-9a-f-]{36})?$/,
      'strategy',
      (bot) => bot['status'] === 'running',
    )
    const trade = withoutMember(
      /smart_trades(\/\d+)?$/,
      'position',
      ({ status }) => isRow(status) && status['type'] === 'waiting_targets',
    )
    let isAnyDcaBotRead = true
    const proxy = await openChangingProxy(service.origin, (url, json) => {
      if (!isAnyDcaBotRead && url.pathname.endsWith('/bots/dca') && Array.isArray(json)) {
        return (json as Row[]).map(({ id }) => ({ id }))
      }
      return grid.change(url, json) ?? dca.change(url, json) ?? trade.change(url, json)
    })
    const stopOf = ({ chosen }: { chosen: { id?: unknown } }) => ({
      name: `Stop bot ${String(chosen.id)}`,
    })
    try {
      await pairBrowser(page, { ...service, link: proxy.through(service.link) })
      await test.step('a grid bot, from its row and from its page', async () => {
        await openPage(page, 'Grid bots')
        const row = gridBotRows(page).filter({ hasText: 'This row could not be read.' })
        await expect(row).toHaveCount(1)
        await expect(page.getByText('1 unreadable', { exact: true })).toBeVisible()
        await row.getByRole('button', stopOf(grid)).click()
        await expect(review(page, /^Stop /)).toBeVisible()
        await page.keyboard.press('Escape')

        await page.goto(`${proxy.origin}/grid-bots/${String(grid.chosen.id)}`)
        await expect(page.getByText('The bot could not be loaded.')).toBeVisible()
        await page.getByRole('button', { name: 'Stop bot' }).click()
        await review(page, /^Stop /)
          .getByRole('button', { name: 'Stop bot' })
          .click()
        // Its answer can be read: the service itself writes the bot whole.
        await expect(review(page, /^Stop/).getByText(/Stopped at/)).toBeVisible()
        await page.keyboard.press('Escape')
      })
      await test.step('a DCA bot, from its row and from its page', async () => {
        await openPage(page, 'DCA bots')
        const row = dcaBotRows(page).filter({ hasText: 'This row could not be read.' })
        await expect(row).toHaveCount(1)
        await row.getByRole('button', stopOf(dca)).click()
        await expect(review(page, /^Stop /)).toBeVisible()
        await page.keyboard.press('Escape')
        await page.goto(`${proxy.origin}/dca-bots/${String(dca.chosen.id)}`)
        await expect(page.getByText('The DCA bot could not be loaded.')).toBeVisible()
        await page.getByRole('button', { name: 'Stop bot' }).click()
        await expect(review(page, /^Stop /)).toBeVisible()
        await page.keyboard.press('Escape')
      })
      await test.step('a SmartTrade, from its drawer', async () => {
        await openPage(page, 'SmartTrades')
        await expect(page.getByText('This row could not be read.')).toHaveCount(1)
        const id = String(trade.chosen.id)
        await page.getByRole('link', { name: `Open SmartTrade ${id}` }).click()
        const drawer = page.getByRole('complementary', { name: `SmartTrade ${id}` })
        await expect(drawer.getByText('in a form that cannot be read')).toBeVisible()
        await drawer.getByRole('button', { name: 'Cancel trade' }).click()
        await expect(review(page, /^Cancel SmartTrade/)).toBeVisible()
        await page.keyboard.press('Escape')
        await drawer.getByRole('button', { name: 'Close at market' }).click()
        await expect(review(page, /^Close SmartTrade/)).toBeVisible()
      })
      await test.step('no sum over DCA bots of which none could be read', async () => {
        isAnyDcaBotRead = false
        await page.goto(`${proxy.origin}/dca-bots`)
        await expect(dcaBotRows(page).getByText('This row could not be read.').nth(1)).toBeVisible()
        await expect(page.getByText('Open deals', { exact: true })).toHaveCount(0)
      })
    } finally {
      proxy.close()
    }
  },
)
