import { describe, expect, it } from 'vitest'

import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { updateSmartTrade } from '#contract/smart-trade-change.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { addSmartTradeFunds, reduceSmartTradeFunds } from '#contract/smart-trade-funds.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  createSmartTrade,
  getSmartTrade,
  listSmartTrades,
  setSmartTradeNote,
} from '#contract/smart-trades.ts'
import { decimal } from '#money/decimal.ts'

import { type Facts, NotOffered } from '../dialect.ts'
import { threeCommasFormat } from './three-commas.ts'

const BASE = 'https://api.3commas.io/public/api'

const facts = (changes: Partial<Facts> = {}): Facts => ({
  mode: 'real',
  algorithm: 'hmac',
  accounts: [{ id: 32402783, name: 'Harbour' }],
  ...changes,
})

/** Returns line and body of a call's first request. */
function sentBy<E extends Endpoint>(endpoint: E, request: RequestOf<E>, known = facts()) {
  const { method, target, body, headers } = threeCommasFormat(known).prepare(
    BASE,
    endpoint,
    request,
    'path',
  )
  expect(headers['Forced-Mode']).toBe(known.mode)
  return {
    line: `${method} ${target}`,
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
  }
}

const amount = (text: string) => decimal(text)

const DRAFT = {
  account_id: 32402783,
  pair: 'USDT_DOGE',
  position: {
    type: 'buy',
    order_type: 'limit',
    units: { value: amount('15.5') },
    price: { value: amount('0.0000000106') },
  },
} as const

describe('requests for SmartTrades', () => {
  it('a list request always has a sort order', () => {
    expect(sentBy(listSmartTrades, { query: {} })).toEqual({
      line: 'GET /public/api/v2/smart_trades?order_by=created_at&order_direction=DESC',
      body: undefined,
    })
  })

  it('filters are passed on, sorted by name', () => {
    const query = {
      account_id: 32402783,
      pair: 'USDT_DOGE',
      type: 'smart_trade',
      page: 2,
      per_page: 100,
      status: 'active',
      order_by: 'updated_at',
      order_direction: 'ASC',
      from: Date.UTC(2026, 10, 1),
      base: 'DOGE',
      quote: 'USDT',
    } as const
    expect(sentBy(listSmartTrades, { query }).line).toBe(
      'GET /public/api/v2/smart_trades?account_id=32402783&base=DOGE' +
        '&from=2026-11-01T00%3A00%3A00.000Z&order_by=updated_at&order_direction=ASC&page=2' +
        '&pair=USDT_DOGE&per_page=100&quote=USDT&status=active&type=smart_trade',
    )
  })

  it.each(['successfully_finish', 'successfully_finished'] as const)(
    "the status %s is sent in 3Commas' word",
    (status) => {
      expect(sentBy(listSmartTrades, { query: { status } }).line).toBe(
        'GET /public/api/v2/smart_trades?order_by=created_at&order_direction=DESC&status=successfully_finish',
      )
    },
  )

  const params = { id: 30404547 }
  it.each([
    ['reads one', () => sentBy(getSmartTrade, { params }), 'GET', '', undefined],
    [
      'sets a note',
      () => sentBy(setSmartTradeNote, { params, body: { note: 'Range low bounce' } }),
      'POST',
      '/set_note',
      { note: 'Range low bounce' },
    ],
    [
      'adds funds',
      () =>
        sentBy(addSmartTradeFunds, {
          params,
          body: { order_type: 'market', units: { value: decimal('14.60138226') } },
        }),
      'POST',
      '/add_funds',
      { order_type: 'market', units: { value: '14.60138226' } },
    ],
    [
      'reduces',
      () =>
        sentBy(reduceSmartTradeFunds, {
          params,
          body: {
            order_type: 'limit',
            units: { value: decimal('0.04') },
            price: { value: decimal('0.03711') },
          },
        }),
      'POST',
      '/reduce_funds',
      { order_type: 'limit', units: { value: '0.04' }, price: { value: '0.03711' } },
    ],
    [
      'changes',
      () =>
        sentBy(updateSmartTrade, {
          params,
          body: {
            stop_loss: {
              enabled: true,
              order_type: 'market',
              conditional: { price: { type: 'last', value: decimal('0.0951') } },
            },
          },
        }),
      'PATCH',
      '',
      {
        stop_loss: {
          enabled: true,
          order_type: 'market',
          conditional: { price: { type: 'last', value: '0.0951' } },
        },
      },
    ],
    ['cancels', () => sentBy(cancelSmartTrade, { params }), 'DELETE', '', undefined],
    ['closes', () => sentBy(closeSmartTrade, { params }), 'POST', '/close_by_market', undefined],
  ])("a request that %s a trade uses the trade's id", (_, sent, method, action, body) => {
    expect(sent()).toEqual({
      line: `${method} /public/api/v2/smart_trades/30404547${action}`,
      body,
    })
  })

  it('a new trade disables unused parts and has amounts as plain text', () => {
    expect(sentBy(createSmartTrade, { body: DRAFT })).toEqual({
      line: 'POST /public/api/v2/smart_trades',
      body: {
        account_id: 32402783,
        pair: 'USDT_DOGE',
        position: {
          type: 'buy',
          order_type: 'limit',
          units: { value: '15.5' },
          price: { value: '0.0000000106' },
        },
        take_profit: { enabled: false },
        stop_loss: { enabled: false },
      },
    })
  })

  it('targets, stop, leverage and note of a new trade are sent as reviewed', () => {
    const body: SmartTradeDraft = {
      ...DRAFT,
      skip_enter_step: true,
      leverage: { enabled: true, type: 'isolated', value: 12 },
      take_profit: {
        enabled: true,
        steps: [
          {
            order_type: 'limit',
            volume: amount('60'),
            price: { type: 'last', value: amount('0.117') },
          },
          {
            order_type: 'market',
            volume: amount('40'),
            price: { type: 'bid', value: amount('0.13') },
            trailing: { enabled: true, percent: amount('0.5') },
          },
        ],
      },
      stop_loss: {
        enabled: true,
        order_type: 'limit',
        price: { value: amount('0.1') },
        conditional: { price: { type: 'last', value: amount('0.1013') } },
        timeout: { enabled: true, value: amount('30') },
      },
      note: 'Retest ref:0123abcd',
    }
    expect(sentBy(createSmartTrade, { body }).body).toEqual({
      account_id: 32402783,
      pair: 'USDT_DOGE',
      skip_enter_step: true,
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: '15.5' },
        price: { value: '0.0000000106' },
      },
      leverage: { enabled: true, type: 'isolated', value: '12' },
      take_profit: {
        enabled: true,
        steps: [
          { order_type: 'limit', volume: '60', price: { type: 'last', value: '0.117' } },
          {
            order_type: 'market',
            volume: '40',
            price: { type: 'bid', value: '0.13' },
            trailing: { enabled: true, percent: '0.5' },
          },
        ],
      },
      stop_loss: {
        enabled: true,
        order_type: 'limit',
        price: { value: '0.1' },
        conditional: { price: { type: 'last', value: '0.1013' } },
        timeout: { enabled: true, value: '30' },
      },
      note: 'Retest ref:0123abcd',
    })
  })

  it('a trade on an account not listed in the mode is not sent', () => {
    const make = (known: Facts) => () => sentBy(createSmartTrade, { body: DRAFT }, known)
    expect(make(facts({ accounts: [] }))).toThrow(
      new NotOffered(
        'The accounts of this connection have not been read yet. Reading them needs the permission ACCOUNTS_READ.',
      ),
    )
    expect(make(facts({ mode: 'paper', accounts: [{ id: 32199203 }] }))).toThrow(
      new NotOffered('Account 32402783 is not a paper account of this connection.'),
    )
  })
})

const refused = (status: number) =>
  Object.assign(new Error('refused'), { failure: { kind: 'refused', status } })

it('the older word for successful trades is tried once if the newer one is refused', async () => {
  const format = threeCommasFormat(facts())
  const first = format.prepare(
    BASE,
    listSmartTrades,
    { query: { status: 'successfully_finish' } },
    'path',
  )
  const asked: string[] = []
  const answer = await format.answer(first, async ({ query }) => {
    asked.push(/status=(\w+)/.exec(query)?.[1] ?? '')
    if (asked.length === 1) throw refused(400)
    return { text: '[]', json: [] }
  })
  expect(answer).toEqual({ json: [] })
  expect(asked).toEqual(['successfully_finish', 'successfully_finished'])
})

it.each([
  ['another list', 'active', 400],
  ['another failure', 'successfully_finish', 429],
] as const)('a list is not requested again for %s', async (_, status, code) => {
  const format = threeCommasFormat(facts())
  let count = 0
  const first = format.prepare(BASE, listSmartTrades, { query: { status } }, 'path')
  const ended = format.answer(first, () => {
    count += 1
    return Promise.reject(refused(code))
  })
  await expect(ended).rejects.toThrow('refused')
  expect(count).toBe(1)
})

it.each([[{ error: 'x' }], [[null, 7]]])(
  "%j is passed to the contract's reader unchanged",
  async (json) => {
    const format = threeCommasFormat(facts())
    const first = format.prepare(BASE, listSmartTrades, { query: {} }, 'path')
    const answer = await format.answer(first, () => Promise.resolve({ text: '', json }))
    expect(answer.json).toEqual(json)
  },
)
