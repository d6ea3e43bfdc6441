import { describe, expect, it } from 'vitest'

import { historicalTrade } from '#contract/history.ts'
import { updateSmartTrade } from '#contract/smart-trade-change.ts'
import { closeSmartTrade, setSmartTradeNote } from '#contract/smart-trades.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { anIntent } from '#testing/an-intent.ts'
import { entity } from '#testing/entity.ts'

import { timelineOf } from './timeline-events.ts'

const AT = (time: string) => Date.parse(`2026-11-19T${time}.000Z`)
const status = (type: string, title = type) => ({ type, basic_type: type, title })
const words = (...[trade, known]: Parameters<typeof timelineOf>) =>
  timelineOf(trade, known).map((event) => event.words)

/** Bought, one of two targets filled on the 19th. */
const halfSold = (changes: Record<string, unknown> = {}) =>
  aSmartTrade({
    take_profit: {
      steps: [
        {
          closed_at: '2026-11-19T21:05:16.000Z',
          units: { value: '0.6' },
          price: { value: '3200' },
          status: status('finished'),
        },
        { closed_at: null, status: status('to_process') },
      ],
    },
    data: { updated_at: '2026-11-19T21:05:16.000Z' },
    ...changes,
  })

it('the timeline has the service’s events newest first, and implied ones without a time', () => {
  expect(timelineOf(halfSold())).toEqual([
    { at: AT('21:05:16'), words: 'Target 1 reached, 0.6 ETH at 3,200.00' },
    { at: undefined, words: 'Entry filled, 1.2 ETH at 3,000.00' },
    { at: Date.parse('2026-11-18T09:12:40Z'), words: 'Created' },
  ])
  expect(words(halfSold(), { areAmountsHidden: true })[0]).toBe('Target 1 reached at 3,200.00')
})

it('the timeline has the last change only if no event explains it', () => {
  expect(words(halfSold({ data: { updated_at: '2026-11-19T22:00:00.000Z' } }))[0]).toBe(
    'Last change',
  )
  expect(words(halfSold())).not.toContain('Last change')
})

it('the timeline has no event of an unfilled order', () => {
  const waiting = aSmartTrade({
    is_position_not_filled: true,
    position: { status: status('order_placed') },
    data: {
      entered_amount: '0',
      average_enter_price: null,
      average_enter_price_without_commission: null,
      updated_at: null,
    },
  })
  expect(words(waiting)).toEqual(['Entry order placed at 3,050.00', 'Created'])
  const cancelled = aSmartTrade({
    is_position_not_filled: true,
    status: status('cancelled', 'Cancelled'),
    position: { status: status('cancelled') },
    take_profit: {
      steps: [{ closed_at: '2026-11-19T20:00:00.000Z', status: status('cancelled') }],
    },
    data: { entered_amount: '0', closed_at: '2026-11-19T20:00:00.000Z' },
  })
  expect(words(cancelled)).toEqual(['Ended: Cancelled', 'Created'])
})

it('the timeline has no entry of a held position', () => {
  expect(words(halfSold({ skip_enter_step: true }))).toEqual([
    'Target 1 reached, 0.6 ETH at 3,200.00',
    'Created for a position that was held already',
  ])
})

it('the timeline distinguishes a reached stop from one moved to break-even', () => {
  const moved = { breakeven: true, conditional: { price: { value: '3003', percent: null } } }
  expect(words(halfSold({ stop_loss: moved }))[0]).toBe(
    'Stop moved to break-even or better, 3,003.00',
  )
  const below = { breakeven: true, conditional: { price: { value: '2999', percent: null } } }
  expect(words(halfSold({ stop_loss: below }))[0]).toContain('Target 1')
  const unreached = aSmartTrade({ stop_loss: moved })
  expect(words(unreached).join()).not.toContain('break-even')

  const hit = halfSold({
    status: status('stop_loss_finished', 'Closed at Stop Loss'),
    stop_loss: { closed_at: '2026-11-19T23:00:00.000Z', status: status('finished') },
    data: { closed_at: '2026-11-19T23:00:00.000Z' },
  })
  expect(words(hit).slice(0, 2)).toEqual(['Ended: Closed at the stop', 'Stop reached at 2,900.00'])
})

it('the timeline has added funds, reductions and a close at market with prices', () => {
  const closed = halfSold({
    status: status('panic_sold', 'Closed at Market Price'),
    add_funds: {
      steps: [
        {
          id: 3,
          status: status('finished'),
          units: { value: '0.3' },
          price: { value: '2950', value_without_commission: '2950' },
          closed_at: '2026-11-19T22:05:00.000Z',
        },
        { id: 4, status: status('order_placed'), units: { value: '0.1' }, closed_at: null },
      ],
    },
    reduce_funds: {
      steps: [
        {
          id: 1,
          status: status('finished'),
          units: { value: '0.2' },
          price: { value: '3150', value_without_commission: '3150' },
          closed_at: '2026-11-19T22:00:00.000Z',
        },
        {
          id: 2,
          status: status('cancelled'),
          units: { value: '0.1' },
          closed_at: '2026-11-19T22:10:00.000Z',
        },
      ],
    },
    market_close: {
      status: status('finished'),
      units: { value: '0.4' },
      price: { value: '3096', value_without_commission: '3100' },
    },
    data: { closed_at: '2026-11-19T23:00:00.000Z' },
  })
  expect(words(closed).slice(0, 5)).toEqual([
    'Ended: Closed at market',
    'Closed at the market, 0.4 ETH at 3,100.00',
    'Funds added, 0.3 ETH at 2,950.00',
    'Position reduced, 0.2 ETH at 3,150.00',
    'Target 1 reached, 0.6 ETH at 3,200.00',
  ])
})

describe('requests of this browser', () => {
  const placed = { outcome: { kind: 'placed', answer: {} } } as const
  const id = String(halfSold().id)
  const note = anIntent(setSmartTradeNote, {
    ...placed,
    id: 'n',
    params: id,
    body: '{"note":"Out on Friday"}',
    sentAt: AT('21:30:00'),
  })

  it('a sent request is in the timeline at its time by the service’s clock, with its wishes', () => {
    const change = anIntent(updateSmartTrade, {
      ...placed,
      id: 'c',
      params: id,
      body: '{"stop_loss":{"enabled":true,"conditional":{"price":{"value":2950}}},"note":"x"}',
      sentAt: AT('23:59:00'),
      serviceSentAt: AT('20:00:00'),
    })
    const events = timelineOf(halfSold(), { intents: [note, change] })
    expect(events.map((event) => [event.words, event.intent])).toEqual([
      ['Note: “Out on Friday”', 'n'],
      ['Target 1 reached, 0.6 ETH at 3,200.00', undefined],
      ['Changed: stop to 2,950.00, note “x”', 'c'],
      ['Entry filled, 1.2 ETH at 3,000.00', undefined],
      ['Created', undefined],
    ])
  })

  it('a request that was refused, not sent, or about another trade is not in the timeline', () => {
    const never = { ...note, outcome: { kind: 'unsent', because: 'Read only' } } as const
    const other = anIntent(setSmartTradeNote, { ...placed, params: '1', body: '{"note":"Other"}' })
    const sealed = { ...note, isSealed: true } as const
    const before = timelineOf(halfSold())
    expect(timelineOf(halfSold(), { intents: [never, other, sealed] })).toEqual(before)
  })

  it('a request with an unknown outcome is marked in the timeline', () => {
    const lost = anIntent(closeSmartTrade, { params: id, sentAt: AT('22:00:00') })
    expect(timelineOf(halfSold(), { intents: [lost] })[0]).toMatchObject({
      words: 'Close at the market asked for',
      isInDoubt: true,
    })
  })
})

describe('fill time of the entry', () => {
  const order = (id: string, side: string, closed: string, value = 'finished') =>
    entity(historicalTrade, {
      uuid: `${id} ${closed}`,
      closed_at: closed,
      source: { type: 'smart_trade', id },
      order: { type: 'limit', side },
      filled: { units: '1', total: '1', price: '1', value: '100' },
      status: { value, error: null },
    })
  const id = String(halfSold().id)
  const rows = [
    order(id, 'sell', '2026-11-19T21:05:16.000Z'),
    order(id, 'buy', '2026-11-18T12:00:00.000Z'),
    order(id, 'buy', '2026-11-18T09:47:03.000Z'),
    order(id, 'buy', '2026-11-18T09:30:00.000Z', 'cancelled'),
    order('1', 'buy', '2026-11-18T09:20:00.000Z'),
  ]
  const filledAt = (orders: { rows: typeof rows; isWhole: boolean }) =>
    timelineOf(halfSold(), { orders }).find((event) => event.words.startsWith('Entry'))?.at

  it('the entry time is that of its first filled order', () => {
    expect(filledAt({ rows, isWhole: true })).toBe(Date.parse('2026-11-18T09:47:03.000Z'))
  })

  it('the entry time is unknown if orders since its creation may be missing', () => {
    expect(filledAt({ rows, isWhole: false })).toBeUndefined()
    const older = [...rows, order('1', 'buy', '2026-11-17T09:20:00.000Z')]
    expect(filledAt({ rows: older, isWhole: false })).toBe(Date.parse('2026-11-18T09:47:03.000Z'))
  })
})
