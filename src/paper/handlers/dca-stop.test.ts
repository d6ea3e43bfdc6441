import { afterEach, beforeEach, expect, it } from 'vitest'

import { PERMISSIONS } from '#contract/endpoint.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { type TraderAtWork, traderAt, traderAtWork } from '#testing/trader-at-work.ts'

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

it('POST /bots/dca/:id/stop takes a token instead of a signature', async () => {
  const answer = await trader.post(
    target,
    { deals: 'close' },
    { Authorization: `Bearer ${paper.credentials.token}` },
  )
  expect(answer).toMatchObject({ status: 201, json: { status: 'stopped' } })
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

it('POST /bots/dca/:id/stop has one effect under one name', async () => {
  const name = { 'Idempotency-Key': 'once' }
  const first = await trader.post(target, { deals: 'close' }, name)
  await trader.post(`/api/v1/bots/dca/${trader.ids.dca}/start`, {})
  const replayed = await trader.post(target, { deals: 'close' }, name)
  expect(replayed).toMatchObject({ status: 201, text: first.text })
  expect(await bot()).toMatchObject({ status: 'running' })
  expect(await trader.post(target, { deals: 'leave' }, name)).toMatchObject({ status: 422 })
})

it('POST /bots/dca/:id/stop survives a restart', async () => {
  await open()
  await trader.post(target, { deals: 'leave' })
  const { data, credentials } = paper
  await paper.close({ keepData: true })
  paper = await openTestService({ data, startsAt: paper.clock.now })
  const { read } = await traderAt(await paper.serve(), credentials)
  await pass(7_200)
  expect(await read(`/api/v1/bots/dca/${trader.ids.dca}`)).toMatchObject({
    status: 'stopped',
    total_trades: 1,
  })
})

it.each([
  ['nothing', {}],
  ['null', { deals: null }],
  ['another word', { deals: 'keep' }],
  ['no word', { deals: true }],
])('POST /bots/dca/:id/stop names the member when it is %s', async (_what, body) => {
  const answer = await trader.post(target, body)
  expect(answer).toMatchObject({
    status: 422,
    json: {
      error: 'record_invalid',
      error_attributes: { deals: ['Send close or leave.'] },
    },
  })
  expect(await bot()).toMatchObject({ status: 'running' })
})

it('POST /bots/dca/:id/stop needs a body', async () => {
  const answer = await trader.send({ method: 'POST', target })
  expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})

it('POST /bots/dca/:id/stop is refused without BOTS_WRITE, before the bot is looked up', async () => {
  const permissions = PERMISSIONS.filter((each) => each !== 'BOTS_WRITE')
  const reader = await traderAt(port, await paper.addKey({ permissions }))
  for (const path of [target, target.replace(/.{36}\/stop/, `${crypto.randomUUID()}/stop`)]) {
    const answer = await reader.post(path, { deals: 'close' })
    expect(answer).toMatchObject({ status: 403, json: { error: 'access_denied' } })
  }
  expect(await bot()).toMatchObject({ status: 'running' })
})

it('POST /bots/dca/:id/stop knows no bot of another user', async () => {
  const other = await traderAt(port, await paper.addKey({ user: 'other' }))
  expect(await other.post(target, { deals: 'close' })).toMatchObject({ status: 404 })
  expect(await bot()).toMatchObject({ status: 'running' })
})

it('POST /bots/dca/:id/stop is advertised', async () => {
  const { extensions } = await trader.read<{ extensions: string[] }>('/api/v1/time')
  expect(extensions).toContain('stopDcaBot')
})
