import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/sentences.ts'
import { exchangeRules } from '#contract/exchange-rules.ts'
import { getBalanceTable, listExchanges } from '#contract/exchanges.ts'
import { listPairs } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { draftRules, judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
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

/** What a trader types to break a rule. */
const TYPED: readonly (readonly [rule: string, ticket: Ticket, account?: 'spot' | 'margin'])[] = [
  ['units-positive', { position: { units: { value: '0' } } }],
  ['price-needed', { position: { price: { value: '' } } }],
  ['price-positive', { position: { price: { value: '0' } } }],
  ['trigger-needed', conditional({ order_type: 'limit', price: { type: 'last', value: '' } })],
  ['trigger-positive', conditional({ price: { type: 'last', value: '0' } })],
  [
    'entry-trailing-market',
    conditional({
      order_type: 'limit',
      trailing: { enabled: true, percent: '1' },
    }),
  ],
  ['entry-trailing-percent', conditional({ trailing: { enabled: true, percent: '101' } })],
  ['held-exit', bare],
  ['leverage-range', { leverage: { enabled: true, value: '999' } }, 'margin'],
  ['note-length', { note: '🧭'.repeat(301) }],
  ['note-characters', { note: 'a\u0000b' }],
  ['steps-count', targets()],
  ['steps-count', targets(...Array.from({ length: 9 }, () => aTarget('93000', '10')))],
  ['volume-positive', targets(aTarget('93000', '0'))],
  ['volumes-sum', targets(aTarget('93000', '90'))],
  ['target-price-needed', targets(aTarget('', '100'))],
  ['target-value-positive', targets(aTarget('-1', '100'))],
  ['target-percent-positive', targets(byPercent('-3'))],
  ['trailing-market', trailingLast('1', 'limit')],
  ['trailing-percent', trailingLast('0.009')],
  ['stop-price-needed', stopAt({ value: '' })],
  ['stop-limit-complete', { stop_loss: limitStop({}) }],
  ['stop-limit-complete', { stop_loss: limitStop({ value: '88800' }, { by: 'value' }) }],
  ['stop-limit-side', { stop_loss: limitStop({ value: '89000' }) }],
  ['stop-value-positive', stopAt({ value: '0' })],
  ['stop-percent-positive', stopAt({ by: 'percent', value: '', percent: '-2' })],
  [
    'stop-trailing-market',
    {
      stop_loss: {
        order_type: 'limit',
        price: { value: '88800' },
        conditional: { trailing: { enabled: true, percent: '1' } },
      },
    },
  ],
  [
    'stop-trailing-percent',
    {
      stop_loss: { conditional: { trailing: { enabled: true, percent: '' } } },
    },
  ],
  ['break-even', { ...targets(aTarget('93000', '100')), stop_loss: { breakeven: true } }],
  ['timeout', { stop_loss: { timeout: { enabled: true, value: '0' } } }],
  ['buy-target-above', targets(aTarget('90000', '100'))],
  ['sell-target-below', { ...short, ...targets(aTarget('91000', '100')) }],
  ['buy-stop-below', stopAt({ value: '90850' })],
  ['sell-stop-above', { ...short, ...stopAt({ value: '90850' }) }],
  ['sell-target-percent', { ...short, ...targets(byPercent('100')) }],
  ['buy-stop-percent', stopAt({ by: 'percent', value: '', percent: '100' })],
  ['tick', { position: { price: { value: '90850.001' } } }],
  ['tick', { take_profit: { by: 'limit', steps: [aTarget('93000.001', '100')] } }],
  [
    'target-lot',
    {
      position: { units: { value: '0.00006' } },
      ...targets(...Array.from({ length: 8 }, (_, index) => aTarget(`${93_000 + index}`, '12.5'))),
    },
  ],
  ['lot', { position: { units: { value: '0.045000001' } } }],
  ['min-total', { position: { units: { value: '0.00001' } } }],
  ['free-base', short],
  ['free-quote', { position: { units: { value: '45' } } }],
]

/** What the ticket cannot be brought to say, as another program might send it. */
const UNTYPED: readonly (readonly [rule: string, changes: Changes])[] = [
  ['instant-market', { instant: true, take_profit: undefined, stop_loss: undefined }],
  ['instant-take-profit', { instant: true, 'position.order_type': 'market', stop_loss: undefined }],
  ['instant-stop-loss', { instant: true, 'position.order_type': 'market' }],
  ['instant-entry', { instant: true, skip_enter_step: true, 'position.order_type': 'market' }],
  ['leverage-spot', { leverage: { enabled: true, value: 2 } }],
  ['trailing-last', { 'take_profit.steps.0.trailing': { enabled: true, percent: 1 } }],
  ['target-price-single', { 'take_profit.steps.0.price.percent': 5 }],
  ['stop-order-type', { 'stop_loss.order_type': undefined }],
  ['stop-price-single', { 'stop_loss.conditional.price.percent': 5 }],
]

describe('messages of the form and of the 422', () => {
  const typed = TYPED.map((one) => ({
    rule: one[0],
    changes: one[1],
    account: one[2] ?? 'spot',
  }))

  it.each(typed)('$rule, typed as $changes', async ({ rule, changes, account }) => {
    const { id, view } = accounts[account]
    const ticket = aTicket({ ...changes, account_id: id })
    const issues = judgeDraft(ticket, view).issues ?? {}
    expect(Object.values(issues).flat()).toContainEqual(expect.stringMatching(/\.$/))
    const refused = await refusalOf(toRequest(ticket, view))
    expect(ticketForm.byField(refused, ticket, {})).toEqual(ticketForm.byField(issues, ticket, {}))
    expect(brokenBy(refused)).toContain(rule)
  })

  it.each(UNTYPED)('%s, sent by another program', async (rule, changes) => {
    const { id, view } = accounts.spot
    const body = aDraft({ ...changes, account_id: id })
    const { draft, issues } = judgeSmartTrade(body, view)
    const refused = await refusalOf(body)
    expect(refused).toEqual(draft ? judgeAtExchange(draft, view) : issues)
    expect(brokenBy(refused)).toContain(rule)
  })

  it('the messages of form and 422 were compared for every rule', () => {
    const tried = new Set([...TYPED, ...UNTYPED].map(([rule]) => rule))
    expect([...draftRules, ...exchangeRules].map(({ id }) => id).toSorted()).toEqual(
      Array.from(tried).toSorted(),
    )
  })
})

/** The rules that say such a sentence; one whose sentence is made from the case is known by its words. */
function brokenBy(refused: Attributes): string[] {
  const said = Object.values(refused).flat()
  return [...draftRules, ...exchangeRules].flatMap(({ id, sentence }) => {
    const isSaid =
      typeof sentence === 'string'
        ? said.includes(sentence)
        : said.some((one) => WORDS[id]?.test(one))
    return isSaid ? [id] : []
  })
}

const WORDS: Record<string, RegExp> = {
  'leverage-range': /^Leverage is a whole number/,
  'stop-limit-side': /^The limit of the stop of a (buy|sell) must not be/,
  'buy-target-above': /^A target of a buy must be above/,
  'sell-target-below': /^A target of a sell must be below/,
  'buy-stop-below': /^The stop of a buy must be below/,
  'sell-stop-above': /^The stop of a sell must be above/,
  tick: /^The price must be a multiple of/,
  lot: /^Units must be a multiple of/,
  'target-lot': /^A target needs at least/,
  'min-total': /^The total must be at least/,
  'free-base': /^Needs .* available\.$/,
  'free-quote': /^Needs .* available\.$/,
}
