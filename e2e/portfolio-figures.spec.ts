import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { keyFigure } from './pages.ts'

test.use({ world: 'untidy', sharedService: true })

type Point = {
  date: number
  usd: number | null
  btc: number | null
  usd_deposit_amount: number | null
  btc_deposit_amount: number | null
}

const DAY = 86_400
const now = Math.floor(Date.now() / 1_000)

const point = (date: number, usd: number | null, deposit = 0): Point => ({
  date,
  usd,
  btc: usd === null ? null : usd / 100_000,
  usd_deposit_amount: deposit,
  btc_deposit_amount: deposit / 100_000,
})

/** Answers the balance history with these points, as far as they lie in what is asked for. */
async function withHistory(page: Page, points: readonly Point[]): Promise<void> {
  await page.route('**/balance_chart_data?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [from, to] = ['date_from', 'date_to'].map((name) => {
      const text = searchParams.get(name)
      return text === null ? undefined : Date.parse(text) / 1_000
    })
    return route.fulfill({
      json: points.filter(({ date }) => date >= (from ?? 0) && date <= (to ?? now + DAY)),
    })
  })
}

/** Answers the balances with one asset of this worth. */
const withBalances = (page: Page, usd: number | null) =>
  page.route('**/table_chart_data', async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as object[]
    const worth = {
      position: 1,
      usd_value: usd,
      btc_value: usd === null ? null : usd / 100_000,
      current_price: usd === null ? null : usd / 100_000,
      current_price_usd: usd,
      day_change_percent_usd: usd === null ? null : 0.5,
      day_change_percent_btc: usd === null ? null : 0.5,
    }
    await route.fulfill({ response, json: rows.slice(0, 3).map((row) => ({ ...row, ...worth })) })
  })

test('values that are all null are a dash with their count, and deposits of two meanings are asked about once', async ({
  trader,
}) => {
  await test.step('no values', async () => {
    await withBalances(trader, null)
    await withHistory(
      trader,
      Array.from({ length: 14 }, (_, day) => point(now - day * DAY, null)),
    )
    await trader.reload()
    await expect(keyFigure(trader, 'Value')).toContainText(
      /^Value—.*none of \d+ assets has a value$/,
    )
    await expect(trader.getByText('0.00', { exact: true })).toHaveCount(0)
    await expect(trader.getByText('No point of this range can be read.')).toBeVisible()
    await expect(
      trader.getByText(/sent 1[34] points without a date or a value in USD/),
    ).toBeVisible()
    await expect(trader.getByText('No balance history in this range yet.')).toHaveCount(0)
  })

  await test.step('deposits', async () => {
    await trader.unrouteAll()
    const swing = (day: number) => (Math.imul(day + 1, 2_654_435_761) >>> 31 === 1 ? 1 : -1)
    let value = 10_000
    const points = Array.from({ length: 29 }, (_, day) => {
      value = value * (1 + 0.03 * swing(day)) + 50
      return point(now - (28.5 - day) * DAY, value, 50)
    })
    await withHistory(trader, points)
    await trader.reload()
    const question = trader.getByText(/^Does this service write each deposit once, or the total/)
    await expect(question).toBeVisible()
    await expect(keyFigure(trader, 'Profit net of deposits')).toContainText('—')
    await trader.getByRole('button', { name: 'Each deposit once' }).click()
    await expect(question).toHaveCount(0)
    await expect(keyFigure(trader, 'Profit net of deposits')).toContainText(/[+−][\d,]+\.\d\d/)
    await trader.reload()
    await expect(keyFigure(trader, 'Profit net of deposits')).toContainText(/[+−][\d,]+\.\d\d/)
    await expect(question).toHaveCount(0)
    await expect(trader.getByRole('combobox', { name: 'How deposits are counted' })).toHaveValue(
      'since_last',
    )
  })
})
