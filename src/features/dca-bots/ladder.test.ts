import { expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { marketPair } from '#contract/market.ts'
import { formatAmount, formatPercent, formatPrice } from '#money/format.ts'
import { entity, isReadable } from '#testing/entity.ts'
import { oneUnread } from '#testing/one-unread.ts'

import { exposureOf } from './funds-and-free.tsx'

import { dealEstimate, estimatePlaces, marketOf } from './ladder.ts'

const bot = (members: object = {}) =>
  entity(dcaBot, {
    exchange: 'harbour',
    pair: 'SOL/USDT',
    strategy: 'Long',
    start_order_type: 'market',
    base_order_size: 100,
    safety_order_size: 120,
    safety_order_step_scale: 1.25,
    safety_order_volume_scale: 1.3,
    price_deviation: 1.5,
    max_safety_orders: 7,
    take_profit_pct: 1.6,
    tp_type: 'percentage',
    ...members,
  })

const market = (members: object = {}) =>
  entity(marketPair, {
    pair: 'USDT_SOL',
    exchange: 'harbour',
    last: '142.87',
    tick: '0.01',
    ...members,
  })

it('the next deal has orders by the settings at the current price', () => {
  const estimate = dealEstimate(bot(), market())
  const last = estimate?.steps.at(-1)
  expect(estimate?.counted).toBe('price')
  expect(estimate && formatAmount(estimate.funds, { places: 2 })).toBe('2,209.94')
  expect(estimate?.reach && formatPercent(estimate.reach)).toBe('22.61%')
  expect(last && formatAmount(last.price, { places: 2 })).toBe('110.57')
  expect(estimate && estimatePlaces(estimate)).toBe(2)
})

it('the next deal starts at the ask plus its own price impact', () => {
  const sent = { bid: '142.86', ask: '142.88', depth: '200', impact: '0.0007' }
  const startOf = (members: object) => dealEstimate(bot(members), market(sent))?.start
  expect(startOf({})).toBe('142.88')
  // 20,000 USDT buy 139.98 of the 200 SOL of a second: 0.049 %.
  expect(startOf({ base_order_size: 20_000 })).toBe('142.95')
  expect(startOf({ base_order_size: 20_000, start_order_type: 'limit' })).toBe('142.88')
  expect(startOf({ base_order_size: 20_000, strategy: 'Short' })).toBe('142.79')
})

it('the next deal without a price is in percent of the start', () => {
  const estimate = dealEstimate(bot(), undefined)
  expect(estimate?.counted).toBe('percent')
  expect(estimate?.steps[0]?.price).toBe('100')
  expect(estimate?.steps[1]?.price).toBe('98.5')
})

it('the next deal on a tiny price has at least four digits', () => {
  const estimate = dealEstimate(bot(), market({ last: '0.0000000064', tick: undefined }))
  const places = estimate && estimatePlaces(estimate)
  expect(estimate?.steps.map(({ average }) => formatPrice(average, places)).slice(0, 2)).toEqual([
    '0.0000000064000',
    '0.0000000063473',
  ])
})

it('the next deal spends in steps up to its funds', () => {
  const estimate = dealEstimate(bot(), market({ lot: '0.1' }))
  expect(estimate?.steps.at(-1)?.planned).toBe(estimate?.funds)
})

it('the next deal is unknown if one of its settings is', () => {
  expect(dealEstimate(bot({ price_deviation: undefined }), market())).toBeUndefined()
  expect(dealEstimate(bot({ strategy: 'Neutral' }), market())).toBeUndefined()
  expect(dealEstimate(bot({ tp_type: 'moon' }), market())).toBeUndefined()
})

it('the next deal gives the reason for missing orders, and sums up those listed', () => {
  const cutOf = (members: object, place: object = {}) => {
    const estimate = dealEstimate(bot(members), market(place))
    return [estimate?.steps.length, estimate?.steps.at(-1)?.planned, estimate?.cut]
  }
  expect(cutOf({ max_safety_orders: 0 })).toEqual([1, '100', undefined])
  // 100 + 120 + 156 of 8 orders: the third stands 60 · (1 + 1.25) = 135 % below.
  expect(cutOf({ price_deviation: 40 })).toEqual([3, '376', 'The price cannot fall further.'])
  const belowLot = 'The base order is less than one lot, or its price less than one tick.'
  expect(cutOf({}, { lot: '1' })).toEqual([0, undefined, belowLot])
  expect(
    cutOf({
      max_safety_orders: 900,
      price_deviation: 0.0001,
      safety_order_step_scale: 1,
      safety_order_volume_scale: 1,
    }),
  ).toEqual([501, '60100', 'More are not listed here.'])
})

it('the next deal has no reach if none of its orders can be placed', () => {
  const estimate = dealEstimate(bot(), market({ lot: '1' }))
  expect(estimate).toMatchObject({ reach: undefined, back: undefined })
})

it('the next deal uses the price of the bot’s own exchange only', () => {
  const elsewhere = market({ exchange: 'quay', last: '1' })
  expect(marketOf(bot(), [elsewhere, market()])?.last).toBe('142.87')
  expect(marketOf(bot(), [elsewhere])).toBeUndefined()
  expect(marketOf(bot(), [elsewhere, market({ exchange: undefined })])?.last).toBe('142.87')
  expect(marketOf(bot({ exchange: undefined }), [elsewhere])).toBeUndefined()
  expect(marketOf(bot({ pair: 'BTC/USDT' }), [market()])).toBeUndefined()
  expect(marketOf(bot(), undefined)).toBeUndefined()
})

it('an unreadable setting does not count as zero', () => {
  const settings = {
    base_order_size: 100,
    safety_order_size: 120,
    safety_order_step_scale: 1.25,
    safety_order_volume_scale: 1.3,
    price_deviation: 1.5,
    max_safety_orders: 7,
    max_active_trades: 2,
    active_trades: 1,
  }
  const full = dealEstimate(bot(settings), market())
  const most = exposureOf(bot(settings))
  for (const { json, path } of oneUnread(settings)) {
    if (!isReadable(dcaBot, json)) continue
    const estimate = dealEstimate(bot(json), market())
    const exposure = exposureOf(bot(json))
    const sums = [
      [estimate?.funds, full?.funds],
      [estimate?.steps.at(-1)?.planned, full?.steps.at(-1)?.planned],
      [exposure?.deal, most?.deal],
      [exposure?.now, most?.now],
      [exposure?.most, most?.most],
    ]
    const wrong = sums.filter(([sum, of]) => sum !== undefined && sum !== of)
    expect([path, wrong]).toEqual([path, []])
  }
})
