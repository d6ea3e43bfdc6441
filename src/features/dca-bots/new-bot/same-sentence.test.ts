import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Attributes } from '#contract/sentences.ts'
import { listExchanges } from '#contract/exchanges.ts'
import { listPairs } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { openAccount } from '#paper/worlds/open-account.ts'
import { scriptedWorld } from '#testing/scripted-world.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { signedHeaders } from '#testing/sample-requests.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'

import { dcaBotForm, type NewBot, toRequest } from './fields.ts'
import { judgeNewBot } from './new-bot.ts'

const TARGET = '/api/v1/bots/dca'

type Kind = 'spot' | 'margin' | 'futures'

/** A real service whose BTC stands at 90,850, with an account of each kind. */
let paper: TestService
let place: DcaPlace
const connections: Record<string, string> = {}

beforeAll(async () => {
  paper = await openTestService({
    openWorld: () => {
      const { world, engine } = scriptedWorld({
        prices: { USDT_BTC: [[0, 90_850]] },
        balances: { USDT: '10000' },
      })
      for (const marketType of ['margin', 'futures'] as const) {
        openAccount(world, {
          exchange: 'harbour',
          exchangeName: 'Harbour',
          label: `A ${marketType} account`,
          marketType,
          mode: 'paper',
          balances: { USDT: '10000' },
        })
      }
      return { engine }
    },
  })
  const { client } = paper
  const pairs = readableRows(await client.send(client.prepare(listPairs, {})))
  const row = pairs.find(({ pair }) => pair === 'USDT_BTC')
  place = { price: row?.last, lot: row?.lot, minTotal: row?.min_total }
  for (const { id = '', market_type: kind = '' } of readableRows(
    await client.send(client.prepare(listExchanges, {})),
  )) {
    connections[kind] = id
  }
})
afterAll(() => paper.close())

const filled = (change: Partial<NewBot>, kind: Kind): NewBot => ({
  ...dcaBotForm.empty(),
  connection_id: connections[kind] ?? '',
  market_type: kind === 'futures' ? 'futures' : 'spot',
  pair: 'BTC/USDT',
  base_order_size: '100',
  safety_order_size: '150',
  ...change,
})

/** The service's answer to these bytes. */
async function answerTo(values: NewBot) {
  const body = JSON.stringify(toRequest(values))
  const answer = await paper.fetch(`http://127.0.0.1:4780${TARGET}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(await signedHeaders(paper.credentials, { target: TARGET, body })),
    },
    body,
  })
  const { error_attributes } = (await answer.json()) as { error_attributes?: Attributes }
  return { status: answer.status, said: error_attributes }
}

const short = { strategy: 'Short' } as const
const stop = { stop_loss_enabled: true } as const

it.each<[member: string, change: Partial<NewBot>, kind?: Kind]>([
  ['name', { name: 'x'.repeat(101) }],
  ['strategy', short],
  ['market_type', { market_type: 'futures' }],
  ['market_type', { market_type: 'futures' }, 'margin'],
  ['market_type', { market_type: 'spot' }, 'futures'],
  ['base_order_size', { base_order_size: '4.99' }],
  ['base_order_size', { base_order_size: '-1' }],
  ['base_order_size', { base_order_size: 'much' }],
  ['safety_order_size', { safety_order_size: '0' }],
  ['safety_order_size', { safety_order_size: 'some' }],
  ['max_safety_orders', { max_safety_orders: '101' }],
  ['max_safety_orders', { max_safety_orders: '2.5' }],
  ['max_safety_orders', { max_safety_orders: '' }],
  ['price_deviation', { price_deviation: '0' }],
  ['price_deviation', { price_deviation: '' }],
  ['safety_order_step_scale', { safety_order_step_scale: '10.5' }],
  ['safety_order_volume_scale', { safety_order_volume_scale: '0' }],
  ['max_active_trades', { max_active_trades: '0' }],
  ['max_active_trades', { max_active_trades: 'two' }],
  ['cooldown_between_trades', { cooldown_between_trades: '31536001' }],
  ['take_profit_pct', { take_profit_pct: '0' }],
  ['take_profit_pct', { ...short, take_profit_pct: '100' }, 'margin'],
  ['tp_trailing_pct', { tp_trailing: true, tp_trailing_pct: '100' }],
  ['stop_loss_pct', { ...stop, stop_loss_pct: '100' }],
  ['stop_loss_pct', { ...short, ...stop, stop_loss_pct: '0' }, 'futures'],
])('%s with %j', async (member, change, kind = 'spot') => {
  const values = filled(change, kind)
  const { issues = {}, draft } = judgeNewBot(values, { ...place, marketType: kind })
  expect(draft).toBeUndefined()
  expect(Object.keys(issues)).toEqual([member])
  expect(await answerTo(values)).toEqual({ status: 422, said: issues })
})

it('a form with several errors shows all messages of the 422', async () => {
  const values = filled({ ...short, take_profit_pct: '0', max_active_trades: '101' }, 'spot')
  const { issues = {} } = judgeNewBot(values, { ...place, marketType: 'spot' })
  expect(Object.keys(issues)).toHaveLength(3)
  expect((await answerTo(values)).said).toEqual(issues)
})

it.each<[change: Partial<NewBot>, kind?: Kind]>([
  [{}],
  [{ max_safety_orders: '0', safety_order_size: '', price_deviation: 'none' }],
  [{ ...stop, stop_loss_pct: '20', tp_trailing: true }],
  [{ tp_trailing: false, tp_trailing_pct: 'left over' }],
  [short, 'margin'],
  [{ ...short, start_condition: 'charting_signal' }, 'futures'],
])(
  'a draft that the form accepts is accepted by the service: %j',
  async (change, kind = 'spot') => {
    const values = filled(change, kind)
    expect(judgeNewBot(values, { ...place, marketType: kind }).issues).toBeUndefined()
    expect(await answerTo(values)).toEqual({ status: 201, said: undefined })
  },
)
