import { afterEach, beforeEach, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { type TraderAtWork, traderAtWork } from '#testing/trader-at-work.ts'

let paper: TestService
let port: number
let trader: TraderAtWork
let target: string
beforeEach(async () => {
  paper = await openTestService()
  port = await paper.serve()
  trader = await traderAtWork(port, paper.credentials)
  target = `/api/v1/bots/dca/${trader.ids.dca}/stop`
})
afterEach(() => paper.close())

const pass = async (seconds: number): Promise<void> => {
  paper.clock.now += seconds * 1_000
  await paper.process.tick()
}
const open = async (): Promise<void> => {
  await trader.post(`/api/v1/bots/dca/${trader.ids.dca}/deals`, {})
  await pass(5)
}
const bot = () => trader.read(`/api/v1/bots/dca/${trader.ids.dca}`)

it.each([
  ['close', 0],
  ['leave', 1],
])('%s: answers 201 with the stopped bot', async (deals, left) => {
  await open()
  const answer = await trader.post(target, { deals })
  expect(answer).toMatchObject({ status: 201, json: { status: 'stopped', active_trades: left } })
  expect(answer.json).toEqual(await bot())
  expect(answer.text).not.toContain('secret')
})

it('POST /bots/dca/:id/stop changes nothing on a stopped bot and answers 201', async () => {
  await open()
  const first = await trader.post(target, { deals: 'leave' })
  await pass(1)
  const again = await trader.post(target, { deals: 'leave' })
  // The results of its open deals go on with the price.
  const { deals: _, ...unchanged } = first.json as { deals: unknown }
  expect(again).toMatchObject({ status: 201, json: unchanged })
})

it('POST /bots/dca/:id/stop names the member when it is neither close nor leave', async () => {
  for (const body of [{}, { deals: null }, { deals: 'keep' }, { deals: true }]) {
    expect(await trader.post(target, body)).toMatchObject({
      status: 422,
      json: { error: 'record_invalid', error_attributes: { deals: ['Send close or leave.'] } },
    })
  }
  expect(await bot()).toMatchObject({ status: 'running' })
})
