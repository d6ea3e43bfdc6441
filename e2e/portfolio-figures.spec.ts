import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { balanceChart, keyFigure } from './pages.ts'

test.use({ world: 'untidy', sharedService: true })

type Point = {
  date: number
  usd: number | null
  btc: number | null
  usd_deposit_amount: number | null
  btc_deposit_amount: number | null
}

const HOUR = 3_600
const DAY = 24 * HOUR
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

test('values that are all null are shown as a dash with their count', async ({ trader }) => {
  await withBalances(trader, null)
  await withHistory(
    trader,
    Array.from({ length: 14 }, (_, day) => point(now - day * DAY, null)),
  )
  await trader.reload()
  await expect(keyFigure(trader, 'Value')).toContainText(/^Value—.*none of \d+ assets has a value$/)
  await expect(trader.getByText('0.00', { exact: true })).toHaveCount(0)
  await expect(trader.getByText('No point of this range can be read.')).toBeVisible()
  await expect(trader.getByText(/sent 1[34] points without a date or a value in USD/)).toBeVisible()
  await expect(trader.getByText('No balance history in this range yet.')).toHaveCount(0)
})

test('over a gap there is no best day, no worst day, no volatility and no drawdown', async ({
  trader,
}) => {
  await withHistory(trader, [
    ...[60, 59, 58, 57].map((day) => point(now - day * DAY, 10_000 + day)),
    point(now - 2 * DAY, null),
    ...[1, 0.5, 0.01].map((day) => point(now - day * DAY, 11_000 - day * 100)),
  ])
  await withBalances(trader, 3_670)
  await trader.goto(new URL('/portfolio?range=90d', trader.url()).href)
  await expect(keyFigure(trader, 'Time-weighted return')).toContainText('%')
  for (const name of ['Maximum drawdown', 'Best day', 'Worst day']) {
    await expect(keyFigure(trader, name)).toContainText(/—.*no points \d+ \w+ to \d+ \w+$/)
  }
  const figures = trader.getByRole('table', { name: /^Figures of the range/ })
  const volatility = figures
    .getByRole('row')
    .filter({ has: trader.getByRole('rowheader', { name: 'Volatility, annualised' }) })
  await expect(volatility).toContainText('—')
  await volatility.getByRole('button').focus()
  await expect(trader.getByRole('tooltip')).toContainText('The service has no point from ')
  await expect(
    trader.getByText('Left out: 1 point of this range that could not be read.'),
  ).toBeVisible()
})

test('figures end at the last point, and a jump since then may be a deposit', async ({
  trader,
}) => {
  await withHistory(
    trader,
    Array.from({ length: 24 * 30 }, (_, hour) =>
      point(now - (hour + 1) * HOUR, 10_000),
    ).toReversed(),
  )
  await withBalances(trader, 20_000 / 3)
  await trader.reload()
  await expect(balanceChart(trader)).toHaveAccessibleName(/ to 10,000\.00 USD, now 20,000\.00 USD$/)
  await expect(trader.getByText(/since the last point of .+ possibly a deposit\./)).toContainText(
    '+10,000.00',
  )
  await expect(keyFigure(trader, 'Profit net of deposits')).toContainText('0.00')
  await expect(keyFigure(trader, 'Time-weighted return')).toContainText('0.00%')
  await expect(keyFigure(trader, 'Best day')).not.toContainText('100')
})

test('the page asks once how to count deposits that can be counted in two ways', async ({
  trader,
}) => {
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

test('return for risk is given from thirty days on, with its formula', async ({ trader }) => {
  // Forty days, up 2% and down 1% in turns: mean 0.005, s = √(40 × 0.015² ÷ 39), times √365.
  let value = 10_000
  const points = Array.from({ length: 41 }, (_, day) => {
    if (day > 0) value *= day % 2 ? 1.02 : 0.99
    return point(now - (40 - day) * DAY - HOUR, value)
  })
  await withHistory(trader, points)
  // Balances without a value: the line ends with the last point, whatever the time of day.
  await withBalances(trader, null)
  await trader.goto(new URL('/portfolio?range=90d', trader.url()).href)
  const figures = trader.getByRole('table', { name: /^Figures of the range/ })
  const figure = (name: string) =>
    figures.getByRole('row').filter({ has: trader.getByRole('rowheader', { name }) })
  await expect(figure('Sharpe ratio')).toContainText('6.29')
  await expect(figure('Sortino ratio')).toContainText('13.51')
  await expect(figure('Calmar ratio')).toContainText('492.86')
  await figure('Sharpe ratio').getByText('Sharpe ratio').focus()
  await expect(trader.getByRole('tooltip')).toContainText('standard deviation × √365')
  await trader.getByRole('radio', { name: '7d', exact: true }).first().check()
  await expect(figure('Sharpe ratio')).toContainText('—')
  await figure('Calmar ratio').getByRole('button', { name: 'unknown' }).hover()
  await expect(trader.getByRole('tooltip')).toContainText('It needs 30 days.')
})
