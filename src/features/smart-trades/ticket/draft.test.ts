import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { SHAPE_OF_TYPE, typeOfTrade } from '#contract/smart-trade-type.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { decimal, toText } from '#money/decimal.ts'

import { aTarget, aTicket } from './a-ticket.ts'

import { previewOf, toRequest } from './draft.ts'

it('the ticket’s request contains the visible values only', () => {
  expect(toRequest(aTicket())).toEqual({
    account_id: '4417',
    pair: 'USDT_BTC',
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: '0.045' },
      price: { value: '90850' },
    },
    take_profit: {
      enabled: true,
      steps: [
        { order_type: 'market', volume: '40', price: { type: 'last', value: '92900' } },
        { order_type: 'market', volume: '60', price: { type: 'last', value: '94600' } },
      ],
    },
    stop_loss: {
      enabled: true,
      order_type: 'market',
      conditional: { price: { type: 'last', value: '88900' } },
    },
  })
})

it.each(Object.keys(SHAPE_OF_TYPE) as (keyof typeof SHAPE_OF_TYPE)[])(
  'the ticket’s request is a valid %s with its own name',
  (type) => {
    const isShort = SHAPE_OF_TYPE[type].position.type === 'sell'
    const exits = isShort
      ? { steps: [aTarget('88000', '100')], stop: '93000' }
      : { steps: [aTarget('93000', '100')], stop: '88000' }
    const ticket = aTicket({
      type,
      take_profit: { steps: exits.steps },
      stop_loss: { conditional: { price: { value: exits.stop } } },
    })
    const { draft, issues } = judgeSmartTrade(toRequest(ticket), { price: decimal('90850') })
    expect(issues).toBeUndefined()
    expect(draft && typeOfTrade(draft)).toBe(type)
    expect('take_profit' in (draft ?? {})).toBe(!SHAPE_OF_TYPE[type].instant)
    expect('stop_loss' in (draft ?? {})).toBe(!SHAPE_OF_TYPE[type].instant)
  },
)

it('the ticket’s request omits a trailing distance if the service takes none, and shows the stop’s', () => {
  const market = { price: decimal('90850'), stopTrailsAtItsDistance: true }
  const ticket = aTicket({
    stop_loss: { conditional: { price: { value: '75000' }, trailing: { enabled: true } } },
  })
  const trailing = (view: MarketView) => {
    const { draft, issues } = judgeSmartTrade(toRequest(ticket, view), view)
    return { sent: draft?.stop_loss?.conditional?.trailing, issues }
  }
  expect(trailing(market)).toEqual({ sent: { enabled: true, percent: undefined } })
  expect(toRequest(ticket, market)['stop_loss']).toMatchObject({
    conditional: { trailing: { enabled: true } },
  })
  expect(previewOf(ticket, market).stop?.trailing).toBe('17.4')
  // A service that takes a distance wants one.
  expect(trailing({ price: decimal('90850') }).issues).toHaveProperty([
    'stop_loss.conditional.trailing.percent',
  ])
  expect(previewOf(ticket, {}).stop?.trailing).toBeUndefined()
})

it('a new futures position sends a leverage of 1, a held one none', () => {
  const view = { price: decimal('90850'), sendsLeverage: true, leverageAllowed: true }
  const sent = (ticket: Parameters<typeof aTicket>[0], market: MarketView = view) =>
    toRequest(aTicket(ticket), market)['leverage']
  expect(sent({})).toEqual({ enabled: true, type: 'cross', value: '1' })
  expect(sent({ leverage: { enabled: true, type: 'isolated', value: '5' } })).toEqual({
    enabled: true,
    type: 'isolated',
    value: '5',
  })
  expect(sent({ type: 'smart_sell' })).toBeUndefined()
  expect(sent({}, { price: decimal('90850'), leverageAllowed: true })).toBeUndefined()
  // The margin is what it takes, not all of the price.
  expect(previewOf(aTicket(), view)).toMatchObject({ takesMargin: true })
})

it('the ticket’s request omits disabled targets and stops, and leverage on spot', () => {
  const ticket = aTicket({
    take_profit: { enabled: false },
    stop_loss: { enabled: false, timeout: { enabled: true, value: '60' } },
    leverage: { enabled: true, value: '5' },
  })
  const body = toRequest(ticket, { leverageAllowed: false })
  expect(Object.keys(body)).toEqual(['account_id', 'pair', 'position'])
  expect(toRequest(ticket)['leverage']).toEqual({ enabled: true, type: 'cross', value: '5' })
})

it('the ticket’s request gives a conditional market entry its trigger as price', () => {
  const conditional = {
    order_type: 'market' as const,
    price: { type: 'ask' as const, value: '91000' },
    trailing: { enabled: true, percent: '0,5' },
  }
  const body = toRequest(aTicket({ position: { order_type: 'conditional', conditional } }))
  expect(body['position']).toMatchObject({
    price: { value: '91000' },
    conditional: {
      order_type: 'market',
      price: { type: 'ask', value: '91000' },
      trailing: { enabled: true, percent: '0.5' },
    },
  })
})

it('the ticket’s request trails the last target only, and has an order type per target if asked', () => {
  const body = toRequest(
    aTicket({ take_profit: { by: 'own', trailing: { enabled: true, percent: '0.8' } } }),
  )
  const { steps, ...rest } = body['take_profit'] as { steps: { trailing?: object }[] }
  expect(rest).toEqual({ enabled: true })
  expect(steps.map((step) => step.trailing)).toEqual([undefined, { enabled: true, percent: '0.8' }])
})

it('the ticket’s request converts a total into whole lots', () => {
  const ticket = aTicket({ position: { by: 'total', total: { value: '4,100.00' } } })
  const context = { lot: decimal('0.001') }
  expect(toRequest(ticket, context)['position']).toMatchObject({ units: { value: '0.045' } })
  const market = aTicket({
    position: { by: 'total', order_type: 'market', total: { value: '4100' } },
  })
  expect(toRequest(market)['position']).toMatchObject({ units: {} })
})

it('the ticket’s request passes unreadable text on, so that the contract refuses it', () => {
  const body = toRequest(aTicket({ position: { units: { value: 'a lot' } } }))
  expect(Object.keys(judgeSmartTrade(body, {}).issues ?? {})).toEqual(['position.units.value'])
})

it('the ticket’s request has exactly the typed number', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.integer({ min: 0, max: 8 }))
    .map(([units, places]) => {
      const digits = String(units).padStart(places + 1, '0')
      const cut = digits.length - places
      return places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
    })
  fc.assert(
    fc.property(amount, (typed) => {
      const ticket = aTicket({
        position: { units: { value: typed }, price: { value: typed } },
        take_profit: { enabled: false },
        stop_loss: { enabled: false },
      })
      const { draft } = judgeSmartTrade(toRequest(ticket), {})
      expect(draft?.position.units.value).toBe(decimal(typed))
      expect(toText(draft?.position.price?.value ?? decimal('0'))).toBe(toText(decimal(typed)))
    }),
  )
})
