import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { type TraderAtWork, traderAtWork } from '#testing/trader-at-work.ts'

const MINUTE = 60

let paper: TestService
let trader: TraderAtWork
beforeAll(async () => {
  paper = await openTestService()
  trader = await traderAtWork(await paper.serve(), paper.credentials)
})
afterAll(() => paper.close())

it('lists the candles of both ends, or says that they are too many', async () => {
  const from = paper.clock.now / 1_000
  paper.clock.now += 1_600 * MINUTE * 1_000
  await paper.process.tick()
  const candles = (to: number) =>
    trader.send({
      target: `/api/v1/market/candles?pair=USDT_BTC&interval=1m&from=${from}&to=${to}`,
    })
  const most = await candles(from + 1_499 * MINUTE)
  const times = (most.json as { time: number }[]).map(({ time }) => time)
  expect(times).toHaveLength(1_500)
  expect([times[0], times.at(-1)]).toEqual([from, from + 1_499 * MINUTE])
  const more = await candles(from + 1_500 * MINUTE)
  expect(more).toMatchObject({
    status: 400,
    json: { error_attributes: { from: [expect.stringContaining('1500')] } },
  })
})

it.each([
  ['exchanges', '/table_chart_data'],
  ['bots/dca', ''],
])('a UUID in a path of %s is read in upper and lower case', async (place, rest) => {
  const id = place === 'exchanges' ? trader.ids.connection : trader.ids.dca
  const answer = await trader.send({ target: `/api/v1/${place}/${id.toUpperCase()}${rest}` })
  expect(answer.status).toBe(200)
})

it.each([
  ['/api/v1/bots/grid', 'grid'],
  ['/api/v1/bots/dca', 'dca'],
] as const)('%s refuses a name with control characters', async (target, kind) => {
  const answer = await trader.post(target, { ...trader[kind], name: 'a\u0000b' })
  expect(answer).toMatchObject({
    status: 422,
    json: { error_attributes: { name: ['A name cannot have control characters.'] } },
  })
  const turned = await trader.post(target, { ...trader[kind], name: 'a\u202Eb' })
  expect(turned.status).toBe(422)
})

it('names the direction of a grid bot in a word, as the spec has it', async () => {
  expect(await trader.read(`/api/v1/bots/grid/${trader.ids.grid}`)).toMatchObject({ mode: 'long' })
})

it.each([
  'safety_order_size',
  'safety_order_step_scale',
  'safety_order_volume_scale',
  'price_deviation',
  'tp_trailing_pct',
  'stop_loss_pct',
])('a %s below 0 is refused even if unused', async (member) => {
  const draft = { ...trader.dca, max_safety_orders: 0, [member]: -5 }
  expect(await trader.post('/api/v1/bots/dca', draft)).toMatchObject({
    status: 422,
    json: { error_attributes: { [member]: [expect.any(String)] } },
  })
})
