import { describe, expect, it } from 'vitest'

import * as api from '#contract/dca-bots.ts'
import { isUnreadable } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'
import { ACCOUNT, type Scripted, scriptedCall, theFacts } from '#testing/scripted-call.ts'

import { dcaBotRow as bot } from '#testing/three-commas-dca-fixture.ts'

import { uuidOf } from './values.ts'

const ID = uuidOf('b', 15564828)
const byId = { params: { id: ID } }
const LIST = 'GET /ver1/bots?limit=100&offset=0'
const SHOW = 'GET /ver1/bots/15564828/show?include_events=true'
const MAKE = 'POST /ver1/bots/create_bot'
const act = (action: string) => `POST /ver1/bots/15564828/${action}`

/** Responses by request line; a bot by default. */
const answers =
  (named: Record<string, Scripted> = {}) =>
  ({ line }: { line: string }): Scripted =>
    named[line] ?? { json: line.startsWith(LIST) ? [bot()] : bot() }

const linesOf = ({ sent }: { sent: { line: string }[] }) => sent.map(({ line }) => line)

const DRAFT = {
  connection_id: uuidOf('a', ACCOUNT.id),
  pair: 'ETH/USDT',
  name: 'New DCA',
  market_type: 'spot',
  strategy: 'Short',
  start_order_type: 'limit',
  base_order_size: decimal('50'),
  safety_order_size: decimal('25.5'),
  safety_order_step_scale: decimal('1.5'),
  safety_order_volume_scale: decimal('1.2'),
  price_deviation: decimal('0.0000005'),
  max_safety_orders: 3,
  max_active_trades: 1,
  cooldown_between_trades: 300,
  take_profit_pct: decimal('1.5'),
  tp_type: 'percentage',
  tp_trailing: true,
  tp_trailing_pct: decimal('0.3'),
  stop_loss_enabled: true,
  stop_loss_pct: decimal('20'),
  sl_type: 'stop_loss_and_disable',
  start_condition: 'rsi',
} as const

const create = (changes: object, named: Record<string, Scripted> = {}, facts = theFacts()) =>
  scriptedCall(api.createDcaBot, { body: { ...DRAFT, ...changes } }, answers(named), facts)

it('a bot is read, started and stopped', async () => {
  const lines = async (call: Promise<{ sent: { line: string }[] }>) => linesOf(await call)
  const list = (query: object) => lines(scriptedCall(api.listDcaBots, { query }, answers()))
  expect(await list({})).toEqual([LIST])
  expect(await list({ status: 'running' })).toEqual([`${LIST}&scope=enabled`])
  expect(await list({ status: 'stopped' })).toEqual([`${LIST}&scope=disabled`])
  expect(await list({ status: 'completed' })).toEqual([LIST])
  const show = scriptedCall(api.getDcaBot, { ...byId, query: {} }, answers())
  expect(await lines(show)).toEqual([SHOW])
  expect(await lines(scriptedCall(api.startDcaBot, byId, answers()))).toEqual([act('enable')])
  const stopped = { json: bot({ is_enabled: false }) }
  for (const [deals, action] of [
    ['leave', 'disable'],
    ['close', 'panic_sell_all_deals'],
  ] as const) {
    const stop = scriptedCall(api.stopDcaBot, { ...byId, body: { deals } }, () => stopped)
    expect((await stop).sent).toEqual([{ line: act(action), body: undefined }])
    expect((await stop).value).toMatchObject({ id: ID, status: 'stopped' })
  }
  expect(await lines(scriptedCall(api.startDeal, byId, answers()))).toEqual([
    act('start_new_deal'),
    SHOW,
  ])
  const conditions = scriptedCall(api.listDcaStrategies, { query: {} }, () => ({ json: {} }))
  expect(await lines(conditions)).toEqual(['GET /ver1/bots/strategy_list'])
})

it.each([
  [{}, { skip_signal_checks: false }],
  [{ start: 'signals' }, { skip_signal_checks: false }],
  [
    { start: 'now', pair: 'ETH/USDT' },
    { pair: 'USDT_ETH', skip_signal_checks: true },
  ],
] as const)('a deal starts by %j, and never on a stopped bot', async (body, sent) => {
  const [first] = (await scriptedCall(api.startDeal, { ...byId, body }, answers())).sent
  expect(first).toEqual({
    line: act('start_new_deal'),
    body: { ...sent, only_for_enabled: true },
  })
})

it('a bot is created, then started', async () => {
  const { sent, further } = await create({})
  // The review shows both requests.
  expect(further).toEqual([expect.stringMatching(/^POST .*\/:id\/enable$/)])
  expect(sent).toEqual([
    {
      line: MAKE,
      body: {
        account_id: 32402783,
        name: 'New DCA',
        pairs: 'USDT_ETH',
        strategy: 'short',
        strategy_list: [
          {
            strategy: 'rsi',
            options: { time: '5m', points: 70, trigger_condition: 'greater', time_period: 14 },
          },
        ],
        start_order_type: 'limit',
        base_order_volume: '50',
        base_order_volume_type: 'quote_currency',
        safety_order_volume: '25.5',
        safety_order_volume_type: 'quote_currency',
        safety_order_step_percentage: '0.0000005',
        martingale_volume_coefficient: '1.2',
        martingale_step_coefficient: '1.5',
        max_safety_orders: 3,
        active_safety_orders_count: 3,
        max_active_deals: 1,
        cooldown: '300',
        take_profit: '1.5',
        take_profit_type: 'total',
        trailing_enabled: true,
        trailing_deviation: '0.3',
        stop_loss_percentage: '20',
        stop_loss_type: 'stop_loss_and_disable_bot',
        risk_reduction_percentage: '0',
      },
    },
    { line: act('enable'), body: undefined },
  ])
})

it.each([
  ['asap', [{ strategy: 'nonstop', options: {} }]],
  ['manual', [{ strategy: 'manual' }]],
  ['charting_signal', [{ strategy: 'tv_custom_signal', options: {} }]],
])("the start condition %s is sent by 3Commas' name", async (start_condition, list) => {
  const { sent } = await create({ start_condition })
  expect(sent[0]?.body).toMatchObject({ strategy_list: list })
})

it.each([
  ['Long', { points: 30, trigger_condition: 'less' }],
  ['Short', { points: 70, trigger_condition: 'greater' }],
])('%s deals with an RSI signal open at extreme prices', async (strategy, options) => {
  const { sent } = await create({ start_condition: 'rsi', strategy })
  expect(sent[0]?.body).toMatchObject({
    strategy: strategy.toLowerCase(),
    strategy_list: [{ strategy: 'rsi', options }],
  })
  // The form explains the fixed RSI settings.
  const rsi = { rsi: { name: 'RSI', strategy_type: 'indicator' } }
  const conditions = await scriptedCall(api.listDcaStrategies, { query: {} }, () => ({
    json: rsi,
  }))
  expect(JSON.stringify(conditions.json)).toContain(
    `${options.trigger_condition === 'less' ? 'below' : 'above'} ${options.points}`,
  )
})

it('creating a bot without safety orders sends no zeros and enables nothing', async () => {
  const none = decimal('0')
  const { sent } = await create({
    max_safety_orders: 0,
    safety_order_size: none,
    price_deviation: none,
    safety_order_step_scale: none,
    safety_order_volume_scale: none,
    tp_trailing: false,
    stop_loss_enabled: false,
    stop_loss_pct: none,
  })
  expect(sent[0]?.body).toMatchObject({
    max_safety_orders: 0,
    safety_order_volume: '50',
    safety_order_step_percentage: '1',
    martingale_volume_coefficient: '1',
    trailing_enabled: false,
    stop_loss_percentage: '0',
  })
  expect(sent[0]?.body).not.toHaveProperty('trailing_deviation')
})

it('nothing is sent for an unknown account or condition', async () => {
  await expect(create({ start_condition: 'macd' })).rejects.toThrow('not documented')
  await expect(create({ market_type: 'futures' })).rejects.toThrow('leverage')
  await expect(create({}, {}, theFacts({ accounts: [] }))).rejects.toThrow('not been read')
  const other = { params: { id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607' } }
  await expect(scriptedCall(api.startDcaBot, other, answers())).rejects.toThrow('not the id')
})

describe('writes of two requests', () => {
  const made = { json: bot({ is_enabled: false }) }

  it('a created bot that could not be started is returned as it is, never as refused', async () => {
    const refused = await create(
      {},
      { [MAKE]: made, [act('enable')]: { status: 422 }, [SHOW]: made },
    )
    expect(refused.value).toMatchObject({
      id: ID,
      status: 'stopped',
      start_refusal: '422: “scripted”',
    })
    expect(refused.value).not.toHaveProperty('foreign_settings', expect.anything())
    const lost = await create(
      {},
      { [MAKE]: made, [act('enable')]: { status: 502 }, [SHOW]: { status: 502 } },
    )
    expect(isUnreadable(lost.value)).toBe(true)
  })

  it('an opened deal is not reported as refused if the bot cannot be read', async () => {
    const opened = await scriptedCall(api.startDeal, byId, answers({ [SHOW]: { status: 403 } }))
    expect(isUnreadable(opened.value)).toBe(true)
  })

  it('no unreviewed request follows if closing deals leaves the bot running', async () => {
    const request = { ...byId, body: { deals: 'close' } } as const
    const stop = await scriptedCall(api.stopDcaBot, request, answers())
    expect(linesOf(stop)).toEqual([act('panic_sell_all_deals')])
    expect(stop.value).toMatchObject({ status: 'running' })
  })
})
