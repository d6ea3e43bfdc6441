import { describe, expect, it } from 'vitest'

import * as api from '#contract/grid-bots.ts'
import { isUnreadable } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'
import { type Scripted, scriptedCall, theFacts } from '#testing/scripted-call.ts'

/** Shaped like the documents, with other values. */
const bot = (changes: Record<string, unknown> = {}) => ({
  id: 2338357,
  account_id: 32402783,
  account_name: 'Main',
  is_enabled: true,
  grids_quantity: '81',
  created_at: '2024-10-03T19:53:35.530Z',
  updated_at: '2024-10-04T12:56:30.912Z',
  strategy_type: 'manual',
  upper_stop_loss_enabled: false,
  lower_stop_loss_enabled: false,
  note: null,
  editable: false,
  lower_price: '0.016352',
  lower_stop_loss_price: null,
  lower_stop_loss_action: 'stop_bot',
  upper_price: '0.022503',
  upper_stop_loss_price: null,
  upper_stop_loss_action: 'stop_bot',
  quantity_per_grid: '20.0',
  leverage_type: 'not_specified',
  leverage_custom_value: null,
  name: 'VETUSDT/BNFCR',
  pair: 'BNFCR_VETUSDT',
  start_price: '0.021968',
  grid_price_step: '1.00399920581210916146041542739112586575949572812639182',
  current_profit: '1.9739482002440976',
  current_profit_usd: '1.9739482002440976',
  total_profits_count: '17',
  bought_volume: '0.0',
  sold_volume: '0.0',
  profit_percentage: '0.1234688657622554423137524222839342',
  current_price: '0.022341',
  max_active_buy_lines: '81',
  max_active_sell_lines: '81',
  order_currency_type: 'quote',
  profit_currency_type: 'quote',
  trailing_up_enabled: 'true',
  grid_type: 'geometric',
  investment_base_currency: '0.0',
  investment_quote_currency: '0.0',
  unrealized_profit_loss: '0.0',
  current_profit_loss: '0.5',
  current_profit_loss_percent: '0.1',
  orderbook_price_currency: 'BNFCR',
  expansion_down_enabled: 'false',
  expansion_down_stop_price: null,
  grid_lines: [
    { id: 256427632, price: '0.018506', side: null, order_placed: false },
    { id: 256427679, price: '0.022325', side: 'buy', order_placed: true },
  ],
  mode: 'long',
  ...changes,
})

const byId = { params: { id: 2338357 } }
const LIST = 'GET /ver1/grid_bots?limit=100&offset=0&sort_by=created_at&sort_direction=DESC'
const ONE = 'GET /ver1/grid_bots/2338357'
const MAKE = 'POST /ver1/grid_bots/manual'
const ENABLE = 'POST /ver1/grid_bots/2338357/enable'

const DRAFT = {
  account_id: 32402783,
  pair: 'USDT_ETH',
  name: 'Range',
  lower_price: decimal('2400.5'),
  upper_price: decimal('2800'),
  grids_quantity: 9,
  grid_type: 'arithmetic',
  quantity_per_grid: decimal('0.0000001'),
  lower_stop_loss_enabled: true,
  lower_stop_loss_price: decimal('2300'),
  lower_stop_loss_action: 'stop_bot_and_sell',
} as const

/** Responses by request line; a bot by default. */
const answers =
  (named: Record<string, Scripted>) =>
  ({ line }: { line: string }): Scripted =>
    named[line] ?? { json: line.startsWith(LIST.slice(0, 22)) ? [bot()] : bot() }

const linesOf = ({ sent }: { sent: { line: string }[] }) => sent.map(({ line }) => line)

it('listing, stopping and starting need one request each', async () => {
  expect(linesOf(await scriptedCall(api.listGridBots, {}, answers({})))).toEqual([LIST])
  expect(linesOf(await scriptedCall(api.getGridBot, byId, answers({})))).toEqual([ONE])
  expect(linesOf(await scriptedCall(api.stopGridBot, byId, answers({})))).toEqual([
    'POST /ver1/grid_bots/2338357/disable',
  ])
  expect(linesOf(await scriptedCall(api.startGridBot, byId, answers({})))).toEqual([ENABLE])
  const funds = await scriptedCall(api.getRequiredBalances, byId, () => ({ json: {} }))
  expect(linesOf(funds)).toEqual([`${ONE}/required_balances`])
  expect(funds.sent.every(({ body }) => body === undefined)).toBe(true)
})

it('a stop that keeps or sells the coins is not sent, as 3Commas has no such choice', async () => {
  const request = { ...byId, body: { leave: 'sell' as const } }
  const { sent, outcome } = await scriptedCall(api.stopGridBot, request, answers({})).then(
    ({ sent: lines }) => ({ sent: lines, outcome: 'answered' }),
    (error: unknown) => ({ sent: [], outcome: String(error) }),
  )
  expect(sent).toEqual([])
  expect(outcome).toContain('does not offer a choice')
})

it('a bot is created with amounts as text and all lines active, then started', async () => {
  const made = { json: bot({ pair: DRAFT.pair }) }
  const { sent, further } = await scriptedCall(
    api.createGridBot,
    { body: DRAFT },
    answers({ [MAKE]: made }),
  )
  // The review shows both requests.
  expect(further).toEqual([expect.stringMatching(/^POST .*\/:id\/enable$/)])
  expect(sent).toEqual([
    {
      line: MAKE,
      body: {
        account_id: 32402783,
        pair: 'USDT_ETH',
        name: 'Range',
        lower_price: '2400.5',
        upper_price: '2800',
        grids_quantity: 9,
        grid_type: 'arithmetic',
        quantity_per_grid: '0.0000001',
        lower_stop_loss_enabled: true,
        lower_stop_loss_price: '2300',
        lower_stop_loss_action: 'stop_bot_and_sell',
        max_active_buy_lines: 9,
        max_active_sell_lines: 9,
        order_currency_type: 'base',
        profit_currency_type: 'quote',
        ignore_warnings: false,
      },
    },
    { line: ENABLE, body: undefined },
  ])
})

it('a bot is not created on an unlisted account or a futures account', async () => {
  const futures = { id: 32402783, supported_market_types: ['futures'] }
  for (const accounts of [[], [{ id: 1 }], [futures]]) {
    const call = scriptedCall(
      api.createGridBot,
      { body: DRAFT },
      answers({}),
      theFacts({ accounts }),
    )
    await expect(call).rejects.toThrow(/not been read|is not a real account|3Commas/)
  }
})

describe('lists of grid bots', () => {
  const page = (from: number, count: number) => ({
    json: Array.from({ length: count }, (_, index) => bot({ id: from + index })),
  })

  it('a list is read until a page is short, and each bot counts once', async () => {
    const second = LIST.replace('offset=0', 'offset=100')
    const read = await scriptedCall(
      api.listGridBots,
      {},
      answers({ [LIST]: page(1, 100), [second]: page(100, 5) }),
    )
    expect(linesOf(read)).toEqual([LIST, second])
    expect(read.value).toHaveLength(104)
  })

  it('a list with repeating pages ends', async () => {
    const read = await scriptedCall(api.listGridBots, {}, () => page(1, 100))
    expect(read.value).toHaveLength(100)
    expect(read.sent).toHaveLength(2)
  })
})

it('a bot with profits in coins has no result, as its currency is undocumented', async () => {
  const coins = bot({
    profit_currency_type: 'base',
    current_profit: '0.004',
    unrealized_profit_loss: '0.001',
    current_profit_loss: '0.005',
  })
  const read = await scriptedCall(api.getGridBot, byId, answers({ [ONE]: { json: coins } }))
  expect(read.value).toMatchObject({
    current_profit: '0.004',
    unrealized_profit_loss: undefined,
    current_profit_loss: undefined,
  })
  expect(read.json).toMatchObject({ as_sent: { current_profit_loss: '0.005' } })
})

it('a bot comes from the list if the key may not write, without a second attempt', async () => {
  const facts = theFacts()
  const forbidden = answers({ [ONE]: { status: 403 } })
  const first = await scriptedCall(api.getGridBot, byId, forbidden, facts)
  expect(linesOf(first)).toEqual([ONE, LIST])
  expect(first.value).toMatchObject({ id: 2338357, is_enabled: true })
  expect(linesOf(await scriptedCall(api.getGridBot, byId, forbidden, facts))).toEqual([LIST])
})

it('any other refusal is passed on', async () => {
  const call = scriptedCall(api.getGridBot, byId, answers({ [ONE]: { status: 404 } }))
  await expect(call).rejects.toMatchObject({ failure: { status: 404 } })
})

it('a started bot is read again if the response has no values yet', async () => {
  const { mode: _, ...early } = bot({ current_profit_loss: null })
  const read = await scriptedCall(api.startGridBot, byId, answers({ [ENABLE]: { json: early } }))
  expect(linesOf(read)).toEqual([ENABLE, ONE])
  expect(read.value).toMatchObject({ current_profit_loss: '0.5', mode: 'long' })
  const unread = await scriptedCall(
    api.startGridBot,
    byId,
    answers({ [ENABLE]: { json: early }, [ONE]: { status: 502 } }),
  )
  expect(unread.value).toMatchObject({ is_enabled: true, current_profit_loss: null })
})

describe('a created bot that could not be started', () => {
  const made = { [MAKE]: { json: bot({ pair: DRAFT.pair, is_enabled: false }) } }
  const create = (named: Record<string, Scripted>) =>
    scriptedCall(api.createGridBot, { body: DRAFT }, answers({ ...made, ...named }))

  it('a bot whose start was refused is returned as it is', async () => {
    const stopped = { json: bot({ is_enabled: false }) }
    const refused = await create({ [ENABLE]: { status: 422 }, [ONE]: stopped })
    expect(refused.value).toMatchObject({
      id: 2338357,
      is_enabled: false,
      start_refusal: '422: “scripted”',
    })
    const started = await create({ [ENABLE]: { status: 502 } })
    expect(started.value).toMatchObject({ is_enabled: true })
  })

  it('a bot is never reported as refused if its state is unknown', async () => {
    const lost = await create({ [ENABLE]: { status: 502 }, [ONE]: { status: 502 } })
    expect(isUnreadable(lost.value)).toBe(true)
    const paused = await create({ [ENABLE]: { status: 429 } })
    expect(isUnreadable(paused.value)).toBe(true)
    expect(linesOf(paused)).toEqual([MAKE, ENABLE])
    // A start without a response may still arrive after the bot was read.
    const late = await create({
      [ENABLE]: { status: 502 },
      [ONE]: { json: bot({ is_enabled: false }) },
    })
    expect(isUnreadable(late.value)).toBe(true)
  })

  it('a bot whose creation was refused is not started', async () => {
    const call = create({ [MAKE]: { status: 400 } })
    await expect(call).rejects.toMatchObject({ failure: { kind: 'refused', status: 400 } })
  })
})
