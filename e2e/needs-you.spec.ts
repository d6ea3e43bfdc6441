import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { withheld } from './pages.ts'
import { type SignedCalls, signedCalls } from './signed-calls.ts'

test.use({ firstPage: null })

test('the list of needs waits for a press on the first visit, and has its rows on the next one', async ({
  trader,
  service,
}) => {
  const entry = await buyNearThePrice(await signedCalls(service))
  await trader.route(DCA_BOTS, (route) => route.abort())
  await trader.goto(`${service.origin}/portfolio`)
  const needs = trader.getByRole('region', { name: 'Needs you' })
  const waiting = trader.getByRole('button', { name: /^\d+ things? needs? you$/ })
  await expect(needs).toBeHidden()
  await expect(waiting, 'a list that fails hides no need of the others').toBeVisible()
  // A page that reads the list after its failure keeps the number of rows for the next visit.
  await trader.goto('about:blank')
  await trader.unroute(DCA_BOTS)
  await trader.goto(`${service.origin}/portfolio`)
  await waiting.click()
  const row = needs.getByRole('listitem').filter({ hasText: `ETH/USDT buy at ${entry}` })
  await expect(row).toContainText(/Entry 0\.\d\d% away\. Costs this if the stop at .+ is hit\.−\d/)

  // The lists are held back: their rows stand empty, and the figures stand where they will stay.
  const release = await withheld(trader, /\/(bots\/grid|smart_trades)(\?|$)/)
  await trader.reload()
  await expect(needs).toBeVisible()
  await expect(row).toBeHidden()
  const before = await placeOfFigures(trader)
  release()
  await expect(row).toBeVisible()
  expect(await placeOfFigures(trader)).toEqual(before)

  await trader.keyboard.press('Control+k')
  await trader.getByRole('combobox', { name: 'Search or go to' }).fill('needs you')
  await expect(
    trader.getByRole('option', { name: `Open trade: ETH/USDT buy at ${entry}` }),
  ).toBeVisible()
  await trader.keyboard.press('Escape')

  await trader.route(DCA_BOTS, (route) => route.abort())
  await trader.reload()
  await expect(needs).toContainText('Needs youDCA bots not known')
  await row.getByRole('link', { name: 'Open trade' }).click()
  await expect(trader.getByRole('complementary')).toContainText('ETH/USDT')
})

test.describe('a service without a list of grid bots and without open deals', () => {
  test.use({ flags: ['--strict'] })

  test('the list of needs names the lists that are not known', async ({ trader, service }) => {
    await buyNearThePrice(await signedCalls(service))
    await trader.goto(`${service.origin}/portfolio`)
    await trader.getByRole('button', { name: /^\d+ things? needs? you$/ }).click()
    const needs = trader.getByRole('region', { name: 'Needs you' })
    await expect(needs).toContainText('grid bots and open deals of DCA bots not known')
  })
})

const DCA_BOTS = /\/bots\/dca(\?|$)/

/** Buys 0.4 % below the price with a stop 5 % lower; the entry price as the page writes it. */
async function buyNearThePrice(calls: SignedCalls): Promise<string> {
  const [known] = await calls.read<
    { account: { id: number }; data: { current_price: { last: string } } }[]
  >('/api/v1/smart_trades?pair=USDT_ETH&per_page=1')
  const last = Number(known?.data.current_price.last)
  const entry = (last * 0.996).toFixed(0)
  await calls.post('/api/v1/smart_trades', {
    account_id: known?.account.id,
    pair: 'USDT_ETH',
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: '0.1' },
      price: { value: entry },
    },
    stop_loss: {
      enabled: true,
      order_type: 'market',
      conditional: { price: { value: (last * 0.95).toFixed(0) } },
    },
  })
  return Number(entry).toLocaleString('en', { minimumFractionDigits: 0 })
}

/** Without its width, which the font decides. */
async function placeOfFigures(page: Page) {
  const figures = page.getByText('Profit net of deposits', { exact: true }).first()
  const box = await figures.boundingBox()
  if (!box) throw new Error('The figures have a place')
  return { x: box.x, y: box.y }
}
