import { describe, expect, it } from 'vitest'

import { dcaBotEvent } from '#contract/dca-bots.ts'
import { entity } from '#testing/entity.ts'

import { dealSums, endedDeals } from './ended-deals.ts'

const AT = (minute: number) => Date.parse('2026-11-01T00:00:00Z') + minute * 60_000

const event = (id: number, type: string, members: object = {}) =>
  entity(dcaBotEvent, {
    id,
    created_at: new Date(AT(id)).toISOString(),
    type,
    message: type,
    price: null,
    amount: null,
    ...members,
  })

const FIRST = [
  event(1, 'deal_opened', { price: 100, amount: 50 }),
  event(2, 'base_order_filled'),
  event(3, 'safety_order_filled'),
  event(4, 'safety_order_filled'),
  event(11, 'take_profit_filled', { price: 99.5, amount: 1.2 }),
]
const SECOND = [
  event(21, 'deal_opened'),
  event(22, 'base_order_filled'),
  event(41, 'stop_loss_filled', { price: 80, amount: -2 }),
]

it('closed deals follow from the bot’s events in any order, newest first', () => {
  expect(endedDeals([...SECOND, ...FIRST].toReversed())).toEqual([
    {
      id: 41,
      openedAt: AT(21),
      closedAt: AT(41),
      safetyOrders: 0,
      closedBy: 'Stop loss',
      profit: '-2',
    },
    {
      id: 11,
      openedAt: AT(1),
      closedAt: AT(11),
      safetyOrders: 2,
      closedBy: 'Take profit',
      profit: '1.2',
    },
  ])
})

it('closed deals exclude the open one and one that never bought', () => {
  const open = [event(50, 'deal_opened'), event(51, 'safety_order_filled')]
  const expired = [event(15, 'deal_opened'), event(16, 'base_order_expired')]
  const all = [...FIRST, ...expired, ...SECOND, ...open]
  expect(endedDeals(all).map(({ id }) => id)).toEqual([41, 11])
  expect(endedDeals(all)[0]?.safetyOrders).toBe(0)
})

it('a deal with a partly filled base order continues after the order expires', () => {
  const part = [FIRST[0]!, event(2, 'base_order_expired'), ...FIRST.slice(2)]
  expect(endedDeals(part)[0]).toMatchObject({ openedAt: AT(1), safetyOrders: 2 })
})

it('a deal without its opening event has no start time', () => {
  expect(endedDeals(FIRST.slice(3))[0]).toMatchObject({
    openedAt: undefined,
    safetyOrders: undefined,
    profit: '1.2',
  })
})

it('two deals open at once have results, but no start times until none is open', () => {
  const mixed = [
    event(50, 'deal_opened'),
    event(51, 'deal_opened'),
    event(52, 'take_profit_filled', { amount: 3 }),
    event(53, 'deal_opened'),
    event(54, 'take_profit_filled', { amount: 4 }),
    event(55, 'take_profit_filled', { amount: 5 }),
    event(60, 'deal_opened'),
    event(61, 'take_profit_filled', { amount: 6 }),
  ]
  expect(endedDeals(mixed).map(({ profit, openedAt }) => [profit, openedAt])).toEqual([
    ['6', AT(60)],
    ['5', undefined],
    ['4', undefined],
    ['3', undefined],
  ])
})

describe('closed deals with incomplete events', () => {
  const cut = [
    event(50, 'deal_opened'),
    event(51, 'safety_order_filled'),
    event(52, 'take_profit_filled', { amount: 3 }),
    event(53, 'take_profit_filled', { amount: 4 }),
    event(60, 'deal_opened'),
    event(61, 'take_profit_filled', { amount: 6 }),
  ]

  it('deals have no start time while one opened before the events is open', () => {
    const deals = endedDeals(cut, 0)
    expect(deals.map(({ openedAt, safetyOrders }) => [openedAt, safetyOrders])).toEqual([
      [AT(60), 0],
      [undefined, undefined],
      [undefined, undefined],
    ])
    // Either may be the one that is still open.
    const open = [event(50, 'deal_opened'), event(51, 'deal_closed')]
    expect(endedDeals(open, 1)[0]?.openedAt).toBeUndefined()
    expect(endedDeals(open, 0)[0]?.openedAt).toBe(AT(50))
    expect(endedDeals(open, Number.MAX_SAFE_INTEGER)[0]?.openedAt).toBeUndefined()
  })

  it('deals are reconstructed without the number open now', () => {
    expect(endedDeals(FIRST, undefined)[0]?.openedAt).toBe(AT(1))
  })

  it('a deal with an expired base order is not counted as opened before the events', () => {
    const expired = [event(15, 'deal_opened'), event(16, 'base_order_expired')]
    expect(endedDeals([...expired, ...SECOND], 0)[0]?.openedAt).toBe(AT(21))
    expect(
      endedDeals([...SECOND, event(50, 'deal_opened'), event(51, 'base_order_expired')], 0)[0]
        ?.openedAt,
    ).toBe(AT(21))
  })
})

it('sums of closed deals are profit, average, won, lost and duration', () => {
  expect(dealSums(endedDeals([...FIRST, ...SECOND]))).toEqual({
    profit: '-0.8',
    average: '-0.4',
    won: 1,
    lost: 1,
    duration: 15 * 60_000,
  })
})

it('sums of closed deals are unknown if a deal lacks its profit', () => {
  const lacking = [...FIRST, event(30, 'deal_opened'), event(31, 'deal_closed')]
  expect(dealSums(endedDeals(lacking))).toMatchObject({
    profit: undefined,
    average: undefined,
    won: 1,
  })
})
