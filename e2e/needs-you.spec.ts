import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { type SignedCalls, signedCalls } from './signed-calls.ts'

test.use({ firstPage: null })

test('what needs the trader waits for a press on the first visit, and has its rows on the next one', async ({
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
  await trader.unroute(DCA_BOTS)
  await trader.reload()
  await waiting.click()
  const row = needs.getByRole('listitem').filter({ hasText: `ETH/USDT buy at ${entry}` })
  await expect(row).toContainText(/Entry 0\.\d\d% away\. Costs this if the stop at .+ is hit\.−\d/)

  // The lists are held back: their rows stand empty, and the figures stand where they will stay.
  const lists = await heldBack(trader, /\/bots\/grid(\?|$)/)
  await trader.reload()
  await expect(needs).toBeVisible()
  await expect(row).toBeHidden()
  const before = await placeOfFigures(trader)
  lists.release()
  await expect(row).toBeVisible()
  expect(await placeOfFigures(trader)).toEqual(before)

  await trader.route(DCA_BOTS, (route) => route.abort())
  await trader.reload()
  await expect(needs).toContainText('Needs youDCA bots not known')
  await row.getByRole('link', { name: 'Open trade' }).click()
  await expect(trader.getByRole('complementary')).toContainText('ETH/USDT')
})

const DCA_BOTS = /\/bots\/dca(\?|$)/

/** Buys 0.4 % below the price with a stop 5 % lower; the entry price as the page writes it. */
async function buyNearThePrice(calls: SignedCalls): Promise<string> {
  const [known] = await calls.read<{ account: { id: number } }[]>(
    '/api/v1/smart_trades?pair=USDT_ETH&per_page=1',
  )
  const pairs = await calls.read<{ pair: string; last: string }[]>('/api/v1/market/pairs')
  const last = Number(pairs.find(({ pair }) => pair === 'USDT_ETH')?.last)
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

async function heldBack(page: Page, url: RegExp): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return { release }
}

const placeOfFigures = (page: Page) =>
  page.getByText('Profit net of deposits', { exact: true }).first().boundingBox()
