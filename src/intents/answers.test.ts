import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Endpoint, WriteEndpoint } from '#contract/endpoint.ts'
import { rawOf } from '#contract/read.ts'
import { write } from '#contract/write.ts'
import { writes } from '#contract/writes.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { differenceWords } from '#forms/write-outcome.tsx'
import { entityAsText } from '#testing/entity.ts'
import { aCommandSender, openBrowser, shown, untilSent } from '#testing/a-command-sender.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { type TraderAtWork, traderAtWork } from '#testing/trader-at-work.ts'

import type { Intent } from './intent.ts'

type Json = Record<string, unknown>
type Case = {
  /** Prepares the request; the returned value becomes part of the body. */
  before?: (trader: TraderAtWork) => Promise<unknown>
  request: (trader: TraderAtWork, given: Json) => Json
  /** Members of the true answer that name another trade, bot or account. */
  another: Json
  /** The right id, and another side, state or text. */
  otherwise?: Json
  /** A setting that is kept otherwise than it was sent, and how that is said. */
  kept?: { otherwise: Json; said: string }
}

const UUID = '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607'
const WAITING = 'waiting_targets'
const grid = ({ ids }: TraderAtWork) => ({ params: { id: ids.grid } })
const dca = ({ ids }: TraderAtWork) => ({ params: { id: ids.dca } })
const trade = ({ ids }: TraderAtWork) => ({ params: { id: ids.trade } })
const status = (type: string) => ({ status: { type, basic_type: type, title: type } })

/** Enough of a position that a part of it can be closed again and again. */
const heldTrade = async (trader: TraderAtWork) => {
  const held = trader.trade({
    'position.order_type': 'market',
    'position.units': { value: '0.01' },
  })
  const { json } = await trader.post('/api/v1/smart_trades', held)
  paper.clock.now += 5_000
  await paper.process.tick()
  return { id: String((json as Json)['id']) }
}

const funds = (_: TraderAtWork, { id }: Json) => ({
  params: { id },
  body: { order_type: 'market', units: { value: '0.0005' } },
})

const CASES: Record<string, Case> = {
  addSmartTradeFunds: {
    before: heldTrade,
    request: funds,
    another: { id: 999 },
    otherwise: status('finished'),
  },
  reduceSmartTradeFunds: {
    before: heldTrade,
    request: funds,
    another: { id: 999 },
    otherwise: status('panic_sold'),
  },
  cancelSmartTradeFunds: {
    async before(trader) {
      const { id } = await heldTrade(trader)
      const price = { value: '30000' }
      const body = { order_type: 'limit', units: { value: '0.001' }, price }
      const { json } = await trader.post(`/api/v1/smart_trades/${id}/add_funds`, body)
      const { add_funds: added } = json as { add_funds: { steps: { id: number }[] } }
      return { id, step: String(added.steps[0]?.id) }
    },
    request: (_, { id, step }) => ({ params: { id, step } }),
    another: { id: 999 },
    otherwise: { add_funds: { steps: [] } },
  },
  createSmartTrade: {
    request: ({ bodies }) => ({ body: { ...bodies.createSmartTrade, note: 'Mine' } }),
    another: { pair: 'USDT_ETH' },
    otherwise: { position: { type: 'sell', order_type: 'limit', units: { value: '0.001' } } },
    kept: { otherwise: { note: 'Another' }, said: 'note Another, you asked for Mine' },
  },
  setSmartTradeNote: {
    request: (trader) => ({ ...trade(trader), body: { note: 'Watch the close' } }),
    another: { id: 999 },
    otherwise: { note: 'Watch the open' },
  },
  updateSmartTrade: {
    request: (trader) => ({
      ...trade(trader),
      body: {
        stop_loss: { enabled: true, order_type: 'market', price: { value: '30000' } },
        note: 'Stop below the range',
      },
    }),
    another: { id: 999 },
    kept: {
      otherwise: { stop_loss: { enabled: false } },
      said: 'stop loss off, you asked for on',
    },
  },
  cancelSmartTrade: { request: trade, another: { id: 999 }, otherwise: status(WAITING) },
  closeSmartTrade: {
    before: heldTrade,
    request: (_, { id }) => ({ params: { id } }),
    another: { id: 999 },
    otherwise: status(WAITING),
  },
  createGridBot: {
    request: ({ bodies }) => ({ body: { ...bodies.createGridBot, name: 'Second' } }),
    another: { account_id: 999 },
    kept: { otherwise: { grids_quantity: '3' }, said: 'number of lines 3, you asked for 4' },
  },
  stopGridBot: { request: grid, another: { id: 999 }, otherwise: { is_enabled: true } },
  startGridBot: {
    before: ({ post, ids }) => post(`/api/v1/bots/grid/${ids.grid}/stop`, {}),
    request: grid,
    another: { id: 999 },
    otherwise: { is_enabled: false },
  },
  createDcaBot: {
    request: ({ bodies }) => ({ body: { ...bodies.createDcaBot, name: 'Second' } }),
    another: { connection_id: UUID },
    otherwise: { strategy: 'Short' },
    kept: { otherwise: { take_profit_pct: 7.5 }, said: 'take profit 7.5%, you asked for 2%' },
  },
  startDcaBot: {
    before: ({ post, ids }) => post(`/api/v1/bots/dca/${ids.dca}/stop`, { deals: 'leave' }),
    request: dca,
    another: { id: UUID },
    otherwise: { status: 'stopped' },
  },
  stopDcaBot: {
    request: (trader) => ({ ...dca(trader), body: { deals: 'leave' } }),
    another: { id: UUID },
    otherwise: { status: 'running' },
  },
  startDeal: {
    before: ({ post, ids }) => post(`/api/v1/bots/dca/${ids.dca}/start`, {}),
    request: dca,
    another: { id: UUID },
    otherwise: { active_trades: 0 },
  },
  receiveSignal: {
    before: async ({ post, bodies }) => {
      const bot = { ...bodies.createDcaBot, start_condition: 'charting_signal' }
      return (await post('/api/v1/bots/dca', bot)).json
    },
    request: (_, { id, webhook_secret: secret }) => ({
      body: { bot_id: id, secret, action: 'buy' },
    }),
    another: { taken: undefined },
    otherwise: { taken: false },
  },
  sellAllToUsd: {
    request: ({ connection }) => ({ params: { id: connection } }),
    another: { id: UUID },
    otherwise: { id: UUID, label: 'Another one' },
  },
  setMode: {
    request: () => ({ query: { mode: 'paper' } }),
    another: {},
    otherwise: { mode: 'real' },
  },
}

let paper: TestService
let trader: TraderAtWork
beforeAll(async () => {
  paper = await openTestService()
  trader = await traderAtWork(await paper.serve(), paper.credentials)
})
afterAll(() => paper.close())

/** The request as the program holds it. */
const decoded = (endpoint: WriteEndpoint, wire: Json) =>
  Object.fromEntries(
    Object.entries(wire).map(([part, value]) => [
      part,
      z.decode(endpoint[part as 'body'] as z.ZodMiniType, value as never),
    ]),
  )

/** The sender's outcome of a write whose answer was replaced by another success. */
async function outcomeOf(
  endpoint: WriteEndpoint,
  request: Json,
  replaced?: (answer: Json) => unknown,
): Promise<Intent> {
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4780',
    credentials: paper.credentials,
    async fetch(url, init) {
      const answer = await paper.fetch(url, init)
      if (!replaced) return answer
      return new Response(JSON.stringify(replaced((await answer.json()) as Json)))
    },
  })
  const sender = aCommandSender(client)
  return shown(sender.journal, sender.send(endpoint, decoded(endpoint, request)))
}

it('every write has a test case for its successful answer', () => {
  const all = Object.values<Endpoint>(api).filter(
    ({ method, issues }) => method !== 'GET' && !issues,
  )
  expect(new Set(Object.keys(CASES))).toEqual(new Set(all.map(({ name }) => name)))
  expect(new Set(writes)).toEqual(new Set(all))
})

it.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
  'an answer of success to %s is placed where it says what was asked for, and unknown otherwise',
  async (name, endpoint) => {
    const found = CASES[name]
    if (!found) throw new Error(`${name} has no case`)
    const given = ((await found.before?.(trader)) ?? {}) as Json
    const request = found.request(trader, given)
    const { outcome, kept } = await outcomeOf(endpoint, request)
    expect({ name, outcome }).toMatchObject({ name, outcome: { kind: 'placed' } })
    // The service keeps all that was sent, and says so.
    expect(kept).toEqual(endpoint.effect.kept && { differs: [] })
    expect(found.kept !== undefined).toBe(endpoint.effect.kept !== undefined)
    const shownOutcome = (outcome as { answer: object }).answer
    const answer = (
      endpoint.secret
        ? JSON.parse(write(endpoint.response, shownOutcome as never))
        : rawOf(shownOutcome)
    ) as Json

    const answers: Record<string, unknown> = {
      'an error in the shape of the service': {
        error: 'record_invalid',
        error_description: 'No.',
      },
      'an error beside the true answer': { ...answer, error: 'record_invalid' },
      'a word of a proxy': { message: 'ok' },
      'an empty object': {},
      'an empty list': [],
      'another one': name === 'setMode' ? { mode: 'other' } : { ...answer, ...found.another },
      'the right one otherwise': { ...answer, ...found.otherwise },
      'the right one without what counts': { id: answer['id'] },
    }
    if (!found.otherwise) delete answers['the right one otherwise']
    if (name === 'sellAllToUsd') delete answers['the right one without what counts']
    for (const [what, replacement] of Object.entries(answers)) {
      const shownAs = (await outcomeOf(endpoint, request, () => replacement)).outcome.kind
      expect({ name, what, shownAs }).toEqual({ name, what, shownAs: 'unknown' })
    }
    const named = [{}, { error: null }, { error: '' }, { error: false }, { error: {} }]
    for (const noError of named) {
      const shownAs = await outcomeOf(endpoint, request, () => ({ ...answer, ...noError }))
      expect({ name, noError, kind: shownAs.outcome.kind }).toEqual({
        name,
        noError,
        kind: 'placed',
      })
    }
    if (!found.kept) return
    const { otherwise, said } = found.kept
    const differing = await outcomeOf(endpoint, request, () => ({ ...answer, ...otherwise }))
    expect(differing.outcome.kind).toBe('placed')
    expect(differing.kept?.differs.map(differenceWords)).toEqual([said])
  },
)

it('an unreadable successful answer is unknown, and stored as received', async () => {
  const { openTab, sent } = await openBrowser({ offers: () => false })
  const { journal, send } = openTab()
  const id = send(api.stopGridBot, { params: { id: 7 } })
  await untilSent(sent)
  sent[0]?.answer(new Response('{"id":7,"is_enabled":false}', { status: 201 }))
  const { outcome, said } = await shown(journal, id)
  expect(outcome).toMatchObject({ kind: 'unknown', error: { failure: { kind: 'unreadable' } } })
  expect(said).toContain('"is_enabled": false')
})

it('a doubtful successful answer is stored, and its gap is named', async () => {
  const { openTab, sent } = await openBrowser({ offers: () => false })
  const { journal, send } = openTab()
  const id = send(api.stopGridBot, { params: { id: 7 } })
  await untilSent(sent)
  const running = entityAsText(gridBot, { id: 7, is_enabled: true })
  sent[0]?.answer(new Response(running, { status: 201 }))
  const { outcome, said } = await shown(journal, id)
  expect(outcome).toMatchObject({
    kind: 'unknown',
    error: { message: 'The answer says “state running”, requested was “state stopped”.' },
  })
  expect(said).toContain('"is_enabled": true')
})
