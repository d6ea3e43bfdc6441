import { describe, expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { historicalTrade } from '#contract/history.ts'
import { decimal } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import {
  bestTwo,
  comparisonOf,
  dcaBotAs,
  gridBotAs,
  momentAt,
  type Past,
  pastOf,
} from './comparison.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 1)
const MADE = { created_at: new Date(START).toISOString() }

const past = (profits: [days: number, amount: string][], change: Partial<Past> = {}): Past => ({
  profits: profits.map(([days, amount]) => ({ at: START + days * DAY, amount: decimal(amount) })),
  currency: 'EUR',
  isConverted: false,
  unread: 0,
  isWhole: true,
  readAt: START + 10 * DAY,
  ...change,
})

const grid = (members: object = {}) =>
  gridBotAs(
    entity(gridBot, {
      id: 7,
      name: 'Range',
      pair: 'EUR_BTC',
      is_enabled: true,
      profit_currency_type: 'quote',
      current_profit: '20',
      profit_percentage: '2',
      current_profit_loss: '15',
      unrealized_profit_loss: '-5',
      current_profit_loss_percent: '1.5',
      total_profits_count: '9',
      ...MADE,
      ...members,
    }),
  )

const dca = (members: object = {}) =>
  dcaBotAs(
    entity(dcaBot, {
      id: '12345678-1234-4234-8234-123456789012',
      name: 'Dips',
      pair: 'SOL/EUR',
      quote_currency: 'EUR',
      status: 'running',
      strategy: 'Long',
      base_order_size: 100,
      safety_order_size: 200,
      safety_order_step_scale: 1,
      safety_order_volume_scale: 2,
      price_deviation: 2,
      max_safety_orders: 2,
      max_active_trades: 2,
      take_profit_pct: 2,
      tp_type: 'percentage',
      active_trades: 1,
      total_trades: 6,
      total_profit: 28,
      ...MADE,
      ...members,
    }),
  )

it('a compared grid bot: its capital follows from the service’s percentage of the profit', () => {
  expect(grid().capital.value).toBe('1000')
  expect(grid({ current_profit: '-20', profit_percentage: '-2' }).capital.value).toBe('1000')
})

it('a compared grid bot: its reported capital counts if a percentage confirms it', () => {
  const parts = { investment_base_currency: '590', investment_quote_currency: '410.5' }
  expect(grid(parts).capital.value).toBe('1000.5')
  expect(grid({ ...parts, investment_base_currency: '570' }).capital.value).toBe('1000')
  // 3Commas measures by another capital: 0.1777 % is not of 1,030.81.
  const other = {
    investment_base_currency: '830.806297511735138952353258838',
    investment_quote_currency: '200.0',
    current_profit: '2.8432585523697479',
    profit_percentage: '0.177716336029358217871680786990536',
    current_profit_loss: '2.9904384123697479',
    current_profit_loss_percent: '0.1869157334723778284605040877565797',
  }
  expect(grid(other).capital.value).toMatch(/^1599\.88/)
})

it('a compared grid bot: the result of its stop counts as realised, and for the ranking', () => {
  const sold = grid({
    is_enabled: false,
    current_profit: '19.62',
    profit_percentage: '5.3003',
    current_profit_loss: '-71.03',
    unrealized_profit_loss: '0',
    current_profit_loss_percent: '-19.1885',
    investment_base_currency: '200',
    investment_quote_currency: '170.17',
    running_seconds: 5 * 86_400,
  })
  const compared = comparisonOf(sold, past([[1, '19.62']]))
  expect(compared).toMatchObject({
    realised: { value: '-71.03' },
    percent: { value: '-19.188481' },
    perDay: { value: '-3.837696' },
    withOpen: { value: '-19.1885' },
    span: 5 * DAY,
  })
  expect(compared.points.at(-1)).toMatchObject({ at: START + 5 * DAY, total: '-19.188481' })
})

it('a compared grid bot: a rounded percentage gives no capital', () => {
  const of = (current_profit: string, profit_percentage: string) =>
    grid({ current_profit, profit_percentage }).capital
  expect(of('5', '0.5').value).toBe('1000')
  // Anything from 0.485 to 0.495: the capital may be 990 or 1010.
  expect(of('4.9', '0.49')).toEqual({
    value: undefined,
    reason: 'The percentage of its profit has too few digits to tell the capital within 1%.',
  })
  expect(of('4.9', '0.49000001').value).toBe('999.99997959')
})

it('a compared grid bot: capital in coins keeps all decimals, and noise gives none', () => {
  const inCoins = { pair: 'BTC_ETH', current_profit: '0.00012345', profit_percentage: '1' }
  expect(grid(inCoins).capital.value).toBe('0.012345')
  // 0.01% may be 0.005% or 0.015%.
  const coarse = grid({ current_profit: '0.1', profit_percentage: '0.01' })
  expect(coarse.capital.value).toBeUndefined()
  expect(coarse.capital.reason).toContain('too few digits')
  expect(grid({ profit_percentage: '0.0123' }).capital.value).toBe('162601.62601626')
})

it('a compared grid bot: the result is in percent of capital, per day since creation', () => {
  const compared = comparisonOf(
    grid(),
    past([
      [2.5, '5'],
      [8, '15'],
    ]),
  )
  expect(compared).toMatchObject({
    realised: { value: '20' },
    percent: { value: '2' },
    perDay: { value: '0.2' },
    whyNoLine: undefined,
  })
  expect(momentAt(compared, START + 3 * DAY)).toMatchObject({ total: '0.5', day: '0.166667' })
  expect(momentAt(compared, START - 1)).toBeUndefined()
  expect(compared.points[0]).toMatchObject({ at: START, total: '0', day: undefined })
})

it('a compared grid bot: its line begins with the profit before the loaded orders', () => {
  const compared = comparisonOf(grid(), past([[8, '15']], { isWhole: false }))
  expect(compared.points[0]).toMatchObject({ total: '0.5' })
  expect(compared.percent.value).toBe('2')
})

it('a compared grid bot: the service’s total counts even if its orders add up to less', () => {
  const compared = comparisonOf(
    grid(),
    past([
      [2, '4'],
      [8, '15'],
    ]),
  )
  expect(compared).toMatchObject({ realised: { value: '20' }, perDay: { value: '0.2' } })
  expect(compared.points[0]).toMatchObject({ at: START + 2 * DAY, total: '0.1' })
})

it('a compared grid bot: the line is flat at zero before the first profit', () => {
  const young = grid({
    current_profit: '0',
    profit_percentage: '0',
    current_profit_loss: '0',
    unrealized_profit_loss: '0',
  })
  const compared = comparisonOf(young, past([]))
  expect(compared.points.map(({ total }) => total)).toEqual(['0', '0'])
  expect(compared).toMatchObject({ percent: { value: '0' }, perDay: { value: '0' } })
  expect(compared.bot.capital.value).toBeUndefined()
})

it.each([
  ['it keeps coins', { profit_currency_type: 'base' }, {}, 'coins'],
  ['its percentage is too small', { profit_percentage: '0.009' }, {}, 'does not show its capital'],
  ['its percentage contradicts it', { profit_percentage: '-2' }, {}, 'does not show its capital'],
  ['the history names none of its profit', {}, { profits: [] }, 'loaded orders'],
  ['an order of it could not be read', {}, { unread: 2 }, '2 orders'],
])('a compared grid bot: without a line if %s, with the reason', (_, members, change, reason) => {
  const compared = comparisonOf(grid(members), past([[2, '5']], change))
  expect(compared.points).toEqual([])
  expect(compared.whyNoLine).toContain(reason)
})

it('a compared grid bot: a stopped bot without a total has no figure', () => {
  const stopped = grid({
    is_enabled: false,
    current_profit_loss: null,
    unrealized_profit_loss: '0',
    current_profit_loss_percent: null,
  })
  const compared = comparisonOf(stopped, past([[8, '20']], { isWhole: false }))
  expect(compared).toMatchObject({
    realised: { value: undefined },
    percent: { value: undefined },
  })
  expect(compared.realised.reason).toContain('no total for a stopped bot')
  expect(compared.withOpen.value).toBeUndefined()
})

it('a compared DCA bot: its capital is the maximum of all allowed deals', () => {
  // 100 + 200 + 400 a deal, two deals.
  expect(dca().capital.value).toBe('1400')
  expect(dca().finished).toBe(5)
})

it('a compared DCA bot: capital in coins keeps all decimals', () => {
  const inCoins = { pair: 'SOL/BTC', base_order_size: 0.0001, safety_order_size: 0.0002 }
  expect(dca({ ...inCoins, quote_currency: 'BTC' }).capital.value).toBe('0.0014')
})

it('a compared DCA bot: finished deals are counted', () => {
  const compared = comparisonOf(
    dca(),
    past([
      [1, '7'],
      [5, '7'],
    ]),
  )
  expect(compared).toMatchObject({
    realised: { value: '14' },
    percent: { value: '1' },
    perDay: { value: '0.1' },
  })
})

it('a compared DCA bot: the service’s percentage counts without any order', () => {
  const stated = dca({ total_profit_currency: 'EUR' })
  expect(comparisonOf(stated, past([]))).toMatchObject({
    realised: { value: '28' },
    percent: { value: '2' },
    points: [],
  })
})

it('a compared bot: a total in US dollars gives none in the quote currency', () => {
  const stated = dca({ quote_currency: 'USDT', total_profit_currency: 'USD' })
  expect(stated).toMatchObject({
    currency: 'USDT',
    total: {
      value: undefined,
      reason: 'The service does not send its total in this currency.',
    },
  })
  expect(stated.withOpen.value).toBeUndefined()
})

it('a compared DCA bot with orders in words', () => {
  const compared = comparisonOf(
    dca({ in_words: { safety_order_size: 'by its steps' } }),
    past([[1, '7']]),
  )
  expect(compared.bot.capital.value).toBeUndefined()
  expect(compared).toMatchObject({ points: [], percent: { value: undefined } })
  expect(compared.percent.reason).toContain('did not send every setting')
  expect(compared.realised.value).toBe('7')
})

it('a compared DCA bot: the service’s total covers all days, however much history was read', () => {
  const part = past([[6, '7']], { isWhole: false })
  const stated = comparisonOf(dca({ total_profit_currency: 'EUR' }), part)
  expect(stated).toMatchObject({
    realised: { value: '28' },
    percent: { value: '2' },
    perDay: { value: '0.2' },
    span: 10 * DAY,
  })
})

it('a compared DCA bot: part of the history gives no figure', () => {
  const compared = comparisonOf(dca(), past([[6, '7']], { isWhole: false }))
  expect(compared).toMatchObject({
    realised: { value: undefined },
    percent: { value: undefined },
    perDay: { value: undefined },
    points: [],
  })
  expect(compared.whyNoLine).toContain('does not reach back')
})

it('the open result of a grid bot is part of the service’s total', () => {
  expect(comparisonOf(grid(), past([[8, '20']])).withOpen.value).toBe('1.5')
})

it('the open result of a DCA bot is that of its open deals, if reported', () => {
  const stated = { total_profit_currency: 'EUR' }
  const withOpen = (members: object) => dca({ ...stated, ...members }).withOpen.value
  const deal = { id: 1, pair: 'SOL/EUR', ...MADE }
  expect(withOpen({ deals: [{ ...deal, profit: { amount: '-14' } }] })).toBe('1')
  expect(withOpen({ deals: [{ ...deal, profit: {} }] })).toBeUndefined()
  expect(withOpen({})).toBeUndefined()
  expect(withOpen({ active_trades: 0 })).toBe('2')
})

it('the days of a stopped bot end with its last closing order', () => {
  const stopped = dca({ status: 'stopped', active_trades: 0 })
  const compared = comparisonOf(stopped, past([[5, '14']]))
  expect(compared.perDay.value).toBe('0.2')
  expect(compared.points.at(-1)?.at).toBe(START + 5 * DAY)
})

it('the days of a stopped bot without closing orders are unknown', () => {
  const compared = comparisonOf(dca({ status: 'stopped' }), past([]))
  expect(compared.perDay).toMatchObject({ value: undefined })
  expect(compared.perDay.reason).toContain('running time is unknown')
})

it('a bot younger than a day has no daily average', () => {
  const compared = comparisonOf(grid(), past([[0.2, '5']], { readAt: START + 0.9 * DAY }))
  expect(compared.perDay.reason).toBe('It has run for less than a day.')
})

describe('orders of a bot', () => {
  const sale = (days: number, members: object = {}) =>
    entity(historicalTrade, {
      closed_at: new Date(START + days * DAY).toISOString(),
      source: { type: 'dca_bot', id: '12345678-1234-4234-8234-123456789012' },
      profit: { amount: '7', currency: 'EUR', usd: '8', percent: '1' },
      ...members,
    })
  const read = (orders: ReturnType<typeof sale>[], most = 100) =>
    comparisonOf(dca(), pastOf(dca(), orders, { most, readAt: START + 10 * DAY }))

  it('orders of a bot exclude others of its pair', () => {
    const others = [
      sale(8, { source: { type: 'dca_bot', id: '22345678-1234-4234-8234-123456789012' } }),
      sale(7, { source: { type: 'grid_bot', id: '7' } }),
    ]
    expect(read([...others, sale(5), sale(4)]).percent.value).toBe('1')
  })

  it('orders of a bot are complete once older ones were read', () => {
    const before = sale(-1, { source: { type: 'terminal', id: null } })
    expect(read([sale(5), before], 2)).toMatchObject({ percent: { value: '0.5' } })
    expect(read([sale(6), sale(5)], 2).percent.value).toBeUndefined()
  })

  it('orders in another currency than the capital give no figure', () => {
    const inCoins = { profit: { amount: '0.1', currency: 'SOL', usd: '8', percent: '1' } }
    const coins = read([sale(5, inCoins)])
    expect(coins.whyNoLine).toBe('Its orders realised SOL; its capital is in EUR.')
    expect(coins).toMatchObject({ realised: { value: undefined }, percent: { value: undefined } })
    expect(read([sale(5, inCoins), sale(4)]).whyNoLine).toBe(
      'Its orders realised several currencies; its capital is in EUR.',
    )
  })
})

it('a comparison starts with the two highest returns, not the largest profits', () => {
  // 100 of 10,000 is less than 20 of 1,000; a bot without a total is left out.
  const large = { current_profit: '105', profit_percentage: '1.05', current_profit_loss: '95' }
  const bots = [
    grid({ id: 1, ...large, unrealized_profit_loss: '-5', current_profit_loss_percent: '0.95' }),
    grid({ id: 2 }),
    grid({ id: 3, is_enabled: false, current_profit_loss: null, unrealized_profit_loss: null }),
    dca({ total_profit: 500, total_profit_currency: 'EUR' }),
  ]
  expect(bestTwo(bots).map(({ id }) => id)).toEqual([bots[3]?.ref.id, bots[1]?.ref.id])
})
