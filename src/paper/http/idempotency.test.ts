import { afterEach, beforeEach, expect, it } from 'vitest'

import { openWorld } from '#paper/engine/open-world.ts'
import { openTestService, type TestService, type Wishes } from '#testing/open-test-service.ts'
import { sendSigned, type Trader, traderAt } from '#testing/trader-at-work.ts'

const target = '/api/v1/smart_trades'
const NAMED = { 'Idempotency-Key': 'once' }

let paper: TestService
let port: number
let trader: Trader

async function open(wishes: Wishes = {}): Promise<void> {
  paper = await openTestService(wishes)
  port = await paper.serve()
  trader = await traderAt(port, paper.credentials)
}
beforeEach(() => open())
afterEach(() => paper.close())

const place = (headers: Record<string, string> = NAMED, note = 'mine') =>
  trader.post(target, trader.trade({ note }), headers)
const listed = async (): Promise<number> => (await trader.read<unknown[]>(target)).length

it('the same request under the same name has one effect and one answer', async () => {
  const first = await place()
  const second = await place()
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.text).toBe(first.text)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(await listed()).toBe(1)
})

it('the same request under the same name has one effect when it comes ten times at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => place()))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await listed()).toBe(1)
})

it('the same request under the same name has one effect across a restart', async () => {
  const first = await place()
  const { data, credentials } = paper
  await paper.close({ keepData: true })
  await open({ data })
  trader = await traderAt(port, credentials)
  const second = await place()
  expect(second).toMatchObject({ status: 201, text: first.text })
  expect(await listed()).toBe(1)
})

it('the same request under the same name has one effect a day later, and a new one after two', async () => {
  await place()
  paper.clock.now += 24 * 3_600_000
  await paper.process.tick()
  expect((await place()).headers['idempotent-replayed']).toBe('true')
  paper.clock.now += 25 * 3_600_000
  await paper.process.tick()
  expect((await place()).headers['idempotent-replayed']).toBeUndefined()
})

it('the same request under the same name cancels once', async () => {
  const { id } = (await place()).json as { id: number }
  const cancel = () => trader.send({ method: 'DELETE', target: `${target}/${id}`, headers: NAMED })
  const [first, second] = [await cancel(), await cancel()]
  expect(first.status).toBe(200)
  expect(second).toMatchObject({ status: 200, text: first.text })
})

it('under the same name is refused', async () => {
  await place()
  const other = await place(NAMED, 'another')
  expect(other).toMatchObject({ status: 422, json: { error: 'idempotency_key_reused' } })
  expect(await listed()).toBe(1)
})

it('another request on another path has a name of its own', async () => {
  const { id } = (await place()).json as { id: number }
  const noted = await trader.post(`${target}/${id}/set_note`, { note: 'new' }, NAMED)
  expect(noted).toMatchObject({ status: 201, json: { note: 'new' } })
})

it('another request of another key has a name of its own', async () => {
  await place()
  const other = await traderAt(port, await paper.addKey())
  const answer = await other.post(target, other.trade({ note: 'other' }), NAMED)
  expect(answer.status).toBe(201)
  expect(await listed()).toBe(2)
})

it('under another name is done again', async () => {
  await place()
  await place({ 'Idempotency-Key': 'twice' })
  expect(await listed()).toBe(2)
})

it('a refusal leaves the name free', async () => {
  expect((await place(NAMED, 'x'.repeat(301))).status).toBe(422)
  expect((await place()).status).toBe(201)
})

it('a refusal of a revoked key comes before what is remembered', async () => {
  await place()
  await paper.store.keys.revoke(paper.credentials.apiKey)
  expect((await place()).status).toBe(401)
})

it.each([
  ['empty', ''],
  ['too long', 'x'.repeat(256)],
  ['with a space', 'a b'],
  ['with a letter outside ASCII', 'é'],
])('a name that is %s is refused', async (_how, name) => {
  const answer = await place({ 'Idempotency-Key': name })
  expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
  expect(await listed()).toBe(0)
})

it.each(['/api/v1/user/token', '/pair'])('%s refuses a bad name too', async (path) => {
  const headers = { 'Idempotency-Key': 'a b' }
  const answer = await trader.send({ method: 'POST', target: path, headers })
  expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
  expect(JSON.stringify(answer.json)).toContain('Idempotency-Key')
})

it('a name may have 255 characters', async () => {
  expect((await place({ 'Idempotency-Key': '~'.repeat(255) })).status).toBe(201)
})

it('under --strict the service ignores Idempotency-Key and carries out every request', async () => {
  const { credentials, data } = paper
  const draft = trader.trade()
  await paper.close({ keepData: true })
  paper = await openTestService({ data, strict: true })
  port = await paper.serve()
  const sent = { method: 'POST', target, body: JSON.stringify(draft), headers: NAMED }
  const [first, second] = [
    await sendSigned(port, credentials, sent),
    await sendSigned(port, credentials, sent),
  ]
  expect((first.json as { id: number }).id).not.toBe((second.json as { id: number }).id)
})

it('an effect that could not be stored is not remembered either', async () => {
  await paper.close()
  let fails = false
  await open({
    openWorld(...world) {
      const engine = openWorld(...world)
      const takeChanges = () => {
        const changes = engine.takeChanges()
        // A row that the table refuses, after the answer has been remembered in the same transaction.
        return fails
          ? { ...changes, appended: [{ journal: 'ledger' as const, at: 0.5, json: '' }] }
          : changes
      }
      return { engine: Object.assign(Object.create(engine), { takeChanges }) }
    },
  })
  fails = true
  expect((await place()).status).toBe(500)
  fails = false
  const again = await place()
  expect(again.status).toBe(201)
  expect(again.headers['idempotent-replayed']).toBeUndefined()
  expect(await listed()).toBe(1)
})
