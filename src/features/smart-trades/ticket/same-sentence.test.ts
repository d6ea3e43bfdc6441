import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/sentences.ts'
import { getBalanceTable, listExchanges } from '#contract/exchanges.ts'
import { listPairs } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { freeOf } from '#market/markets.ts'
import { openAccount } from '#paper/worlds/open-account.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { signedHeaders } from '#testing/sample-requests.ts'
import { scriptedWorld } from '#testing/scripted-world.ts'
import { FEE_RATE } from '#trading/fees.ts'

import { aTarget, aTicket } from './a-ticket.ts'
import { judgeDraft, toRequest } from './draft.ts'
import { emptyStep, type StepValues, ticketForm } from './fields.ts'
import { marketViewOf } from './use-market.ts'

type Ticket = NonNullable<Parameters<typeof aTicket>[0]>

const PAIR = 'USDT_BTC'
const TARGET = '/api/v1/smart_trades'

/** A real service whose BTC stands at 90,850: a spot account with money, and a margin account. */
let paper: TestService
const accounts: Record<'spot' | 'margin', { id: string; view: MarketView }> = {
  spot: { id: '', view: {} },
  margin: { id: '', view: {} },
}

beforeAll(async () => {
  paper = await openTestService({
    openWorld: () => {
      const scene = {
        prices: { [PAIR]: [[0, 90_850] as const] },
        balances: { USDT: '10000' },
      }
      const { world, engine } = scriptedWorld(scene)
      openAccount(world, {
        exchange: 'harbour',
        exchangeName: 'Harbour',
        label: 'Margin account',
        marketType: 'margin',
        mode: 'paper',
        balances: { USDT: '10000' },
      })
      return { engine }
    },
  })
  const { client } = paper
  const pairs = readableRows(await client.send(client.prepare(listPairs, {})))
  const row = pairs.find(({ pair }) => pair === PAIR)
  for (const { id = '', account_id, market_type } of readableRows(
    await client.send(client.prepare(listExchanges, {})),
  )) {
    const balances = await client.send(client.prepare(getBalanceTable, { params: { id } }))
    accounts[market_type === 'spot' ? 'spot' : 'margin'] = {
      id: String(account_id),
      view: marketViewOf({ row, free: freeOf(PAIR, balances), marketType: market_type }, FEE_RATE),
    }
  }
})
afterAll(() => paper.close())

/** The 422 of the service to these bytes. */
async function refusalOf(json: object): Promise<Attributes> {
  const body = JSON.stringify(json)
  const answer = await paper.fetch(`http://127.0.0.1:4780${TARGET}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(await signedHeaders(paper.credentials, { target: TARGET, body })),
    },
    body,
  })
  const { error_attributes } = (await answer.json()) as {
    error_attributes: Attributes
  }
  expect(answer.status).toBe(422)
  return error_attributes
}

const limitStop = (price: object, trigger: object = { by: 'value', value: '88900' }) => ({
  order_type: 'limit' as const,
  price: { by: 'value' as const, value: '', percent: '', ...price },
  conditional: {
    price: { type: 'last' as const, percent: '', value: '', ...trigger },
  },
})
const stopAt = (price: object) => ({ stop_loss: { conditional: { price } } }) as Ticket
const conditional = (changes: object = {}) =>
  ({
    position: {
      order_type: 'conditional',
      conditional: {
        price: { type: 'last', value: '90850' },
        trailing: { enabled: false, percent: '' },
        ...changes,
      },
    },
  }) as Ticket
const trailingLast = (percent: string, by: 'market' | 'limit' = 'market'): Ticket => ({
  take_profit: { by, trailing: { enabled: true, percent } },
})
const off = { enabled: false }
const bare: Ticket = { type: 'smart_sell', take_profit: off, stop_loss: off }
const short: Ticket = {
  type: 'smart_cover',
  take_profit: { steps: [aTarget('88000', '100')] },
  stop_loss: { conditional: { price: { value: '93000' } } },
}
const targets = (...steps: StepValues[]): Ticket => ({
  take_profit: { steps },
})
const byPercent = (percent: string): StepValues => {
  return {
    ...emptyStep(),
    volume: '100',
    price: { by: 'percent', value: '', percent },
  }
}

/** Mistakes at every kind of field; `src/contract` tests each rule. */
const TYPED: readonly (readonly [mistake: string, ticket: Ticket, account?: 'spot' | 'margin'])[] =
  [
    ['no units', { position: { units: { value: '0' } } }],
    [
      'a limit entry that trails',
      conditional({ order_type: 'limit', trailing: { enabled: true, percent: '1' } }),
    ],
    ['a held position without exits', bare],
    ['too much leverage', { leverage: { enabled: true, value: '999' } }, 'margin'],
    ['a long note', { note: '🧭'.repeat(301) }],
    ['no targets', targets()],
    ['a target without a price', targets(aTarget('', '100'))],
    ['a negative percent', targets(byPercent('-3'))],
    ['a limit target that trails', trailingLast('1', 'limit')],
    ['a limit above its trigger', { stop_loss: limitStop({ value: '89000' }) }],
    [
      'break-even with one target',
      { ...targets(aTarget('93000', '100')), stop_loss: { breakeven: true } },
    ],
    ['a stop on the wrong side', { ...short, ...stopAt({ value: '90850' }) }],
    ['a stop that is rounded to 0', stopAt({ by: 'percent', value: '', percent: '99.999999' })],
    ['a price between ticks', { position: { price: { value: '90850.001' } } }],
    [
      'a target of less than a lot',
      {
        position: { units: { value: '0.00006' } },
        ...targets(
          ...Array.from({ length: 8 }, (_, index) => aTarget(`${93_000 + index}`, '12.5')),
        ),
      },
    ],
    ['too little for an order', { position: { units: { value: '0.00001' } } }],
    ['more than is free', { position: { units: { value: '45' } } }],
  ]

/** Mistakes that the ticket cannot make, as another program might. */
const UNTYPED: readonly (readonly [mistake: string, changes: Changes])[] = [
  ['an instant trade with exits', { instant: true, 'position.order_type': 'market' }],
  ['the first target trails', { 'take_profit.steps.0.trailing': { enabled: true, percent: 1 } }],
]

describe('messages of the form and of the 422', () => {
  const typed = TYPED.map(([mistake, values, account = 'spot']) => ({ mistake, values, account }))

  it.each(typed)('$mistake, typed in the ticket', async ({ values, account }) => {
    const { id, view } = accounts[account]
    const ticket = aTicket({ ...values, account_id: id })
    const issues = judgeDraft(ticket, view).issues ?? {}
    expect(Object.values(issues).flat()).toContainEqual(expect.stringMatching(/\.$/))
    const refused = await refusalOf(toRequest(ticket, view))
    expect(ticketForm.byField(refused, ticket, {})).toEqual(ticketForm.byField(issues, ticket, {}))
  })

  it.each(UNTYPED)('%s, sent by another program', async (_mistake, changes) => {
    const { id, view } = accounts.spot
    const body = aDraft({ ...changes, account_id: id })
    expect(await refusalOf(body)).toEqual(judgeSmartTrade(body, view).issues)
  })
})
